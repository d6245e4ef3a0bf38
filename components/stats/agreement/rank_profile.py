"""Each method's rank under each metric: the mean over blocks and how far the blocks spread."""

from dataclasses import dataclass

import numpy as np

from components.stats.agreement.pairs import Block, Counting, scope_blocks
from components.stats.agreement.tau import PUBLISHED, benchmark_mean
from components.stats.panel import Floats, Panel, nanmean
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


def rank_profile(panel: Panel, protocol: str, scope: str = "blocks") -> RankProfile:
    """Return ranks per block, averaged as τ is: over seeds, then benchmarks (published: plain mean
    over blocks).

    tie-aware: midranks, without blocks in which the metric is constant. published: ties broken by
    row order, without blocks that miss a value. Scopes that pool runs use the blocks of the same
    benchmarks."""
    name = scope.partition(":")[2]
    blocks = scope_blocks(panel, "blocks" if not name else f"benchmark:{name}")
    m, k = len(panel.methods), len(panel.metrics)
    ranks = np.full((len(blocks), m, k), np.nan)
    for i, block in enumerate(blocks):
        ranks[i, block.methods] = _block_ranks(block, protocol)
    known = ~np.isnan(ranks)
    mean = nanmean(ranks, axis=0) if protocol == PUBLISHED else benchmark_mean(ranks, blocks)
    some = known.any(axis=0)
    best = np.where(some, np.where(known, ranks, np.inf).min(axis=0, initial=np.inf), np.nan)
    worst = np.where(some, np.where(known, ranks, -np.inf).max(axis=0, initial=-np.inf), np.nan)
    return RankProfile(mean, best, worst, known.any(axis=1).sum(axis=0), len(blocks))


def _block_ranks(block: Block, protocol: str) -> Floats:
    """(n, K) ranks of one block; NaN columns for metrics that do not rank it."""
    ranks = np.full(block.values.shape, np.nan)
    for k, column in enumerate(block.values.T):
        known = ~np.isnan(column)
        if protocol == PUBLISHED:
            if known.all():
                ranks[:, k] = ordinal_ranks(column, block.places)
        elif len(np.unique(column[known])) > 1:
            ranks[known, k] = midranks(column[known])
    return ranks
