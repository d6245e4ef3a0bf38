"""Each method's rank under each metric: the mean over blocks and how far the blocks spread."""

from dataclasses import dataclass

import numpy as np

from components.stats.agreement.pairs import Block, Counting, scope_blocks
from components.stats.agreement.tau import PUBLISHED, block_mean
from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import midranks, ordinal_ranks


@dataclass(frozen=True, eq=False)
class RankProfile:
    """Ranks of M methods under K metrics, 1 = best; NaN if a metric ranks the method in no block.

    mean, best, worst  (M, K)
    blocks             (K,) blocks in which the metric ranks the methods, of `blocks_in_all`
    """

    mean: Floats
    best: Floats
    worst: Floats
    blocks: Counting
    blocks_in_all: int


def rank_profile(
    panel: Panel,
    protocol: str,
    scope: str = "blocks",
) -> RankProfile:
    """Return ranks per block, averaged as τ is.

    Tie-aware over seeds, then benchmarks: midranks, without blocks in which the metric is constant.
    Published plainly over blocks: ties broken by row order, without blocks that miss a value.
    Scopes that pool runs use the blocks of the same benchmarks.
    """
    benchmark = scope.partition(":")[2]
    blocks = scope_blocks(panel, f"benchmark:{benchmark}" if benchmark else "blocks")
    shape = (len(blocks), len(panel.methods), len(panel.metrics))
    ranks = np.full(shape, np.nan)
    for block_index, block in enumerate(blocks):
        ranks[block_index, block.methods] = _block_ranks(block, protocol)
    is_ranked = ~np.isnan(ranks)
    return RankProfile(
        mean=block_mean(ranks, blocks, protocol),
        best=np.fmin.reduce(ranks, axis=0, initial=np.nan),
        worst=np.fmax.reduce(ranks, axis=0, initial=np.nan),
        blocks=is_ranked.any(axis=1).sum(axis=0),
        blocks_in_all=len(blocks),
    )


def _block_ranks(block: Block, protocol: str) -> Floats:
    """(n, K) ranks of one block; NaN columns for metrics that do not rank it."""
    ranks = np.full(block.values.shape, np.nan)
    for metric_index, values in enumerate(block.values.T):
        is_measured = ~np.isnan(values)
        if protocol == PUBLISHED:
            if is_measured.all():
                ranks[:, metric_index] = ordinal_ranks(values, block.places)
        elif len(np.unique(values[is_measured])) > 1:
            ranks[:, metric_index] = midranks(values)
    return ranks
