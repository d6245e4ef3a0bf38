"""How far two metrics agree on the order of the methods: Kendall's τ under the two protocols.

tie-aware  τ-b on aligned values per block (ties adjusted for on both sides, Kendall 1945), seeds
averaged inside a benchmark, benchmarks averaged
published  ties broken by row order, τ of the two rankings per block, plain mean over blocks; over
           pooled runs τ-b of the values as they are, directions not aligned (Khan, Laga & Sohel
           2026)
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from components.stats.agreement.pairs import (
    Block,
    Counting,
    Counts,
    metric_pairs,
    of_benchmarks,
    pair_counts,
    row_order_surplus,
    scope_blocks,
)
from components.stats.memo import memoised
from components.stats.panel import Floats, Ints, Panel, nanmean, ratio

PUBLISHED = "published"
TIE_AWARE = "tie-aware"
PROTOCOLS = (PUBLISHED, TIE_AWARE)
LATER = "computed when the pair is opened"
"""Why pairs of metrics that take too long together have no p and no interval yet."""


@dataclass(frozen=True, eq=False)
class Agreement:
    """The τ of every pair of metrics.

    tau        (K, K) NaN = undefined
    block_tau  (N, K, K) per block, NaN if a side is constant (tie-aware) or a value is missing
               (published)
    counts     per block (N, K, K); in the published protocol C and D include the ties that row
               order decided, and ties_x, ties_y say how many those were
    aligned    False if directions were left as they are (published protocol over pooled runs)
    family_of_method  (M,) number of its family if methods are checkpoints of families, which are
                      no independent cases
    """

    protocol: str
    scope: str
    metrics: tuple[str, ...]
    blocks: tuple[Block, ...]
    tau: Floats
    block_tau: Floats
    counts: Counts
    aligned: bool
    family_of_method: Ints | None = None

    @property
    def defined(self) -> Counting:
        """(K, K) number of blocks in which τ is defined."""
        is_defined = ~np.isnan(self.block_tau)
        return np.asarray(is_defined.sum(axis=0))

    @property
    def constant_blocks(self) -> Counting:
        """(K,) number of blocks in which a metric has one value for all rows measured."""
        n_pairs = np.diagonal(self.counts.pairs, axis1=1, axis2=2)
        n_tied = np.diagonal(self.counts.ties_x, axis1=1, axis2=2)
        is_constant = (n_pairs > 0) & (n_pairs == n_tied)
        return np.asarray(is_constant.sum(axis=0))

    @property
    def ranks_rows(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return _ranks_rows(self.scope)

    @property
    def mean_tau(self) -> float:
        """The mean over the pairs of different metrics that have a τ; NaN if none has."""
        pairs = metric_pairs(len(self.metrics))
        return float(nanmean(self.tau[pairs], axis=0))


def agreement(
    panel: Panel,
    protocol: str = TIE_AWARE,
    scope: str = "blocks",
) -> Agreement:
    """Return the agreement of all score metrics of a panel within a scope.

    Scopes are those of `pairs.scope_blocks`.
    """
    blocks = memoised(panel, ("blocks", scope), lambda: scope_blocks(panel, scope))
    counts_of_blocks = memoised(panel, ("pair counts", scope), lambda: _counts_of(blocks))
    breaks_ties = protocol == PUBLISHED and _ranks_rows(scope)
    if breaks_ties:
        counts_of_blocks = [
            _ties_by_row_order(counts, block.values[np.argsort(block.places)])
            for counts, block in zip(counts_of_blocks, blocks, strict=True)
        ]
    counts = _stacked(counts_of_blocks, len(panel.metrics))
    aligned = protocol == TIE_AWARE or breaks_ties
    if not aligned:
        counts = _directions_as_they_are(counts, panel.signs)
    if breaks_ties:
        block_tau = ratio(counts.concordant - counts.discordant, counts.pairs)
    else:
        block_tau = counts.tau_b
    return Agreement(
        protocol=protocol,
        scope=scope,
        metrics=panel.metric_ids,
        blocks=blocks,
        tau=block_mean(block_tau, blocks, protocol),
        block_tau=block_tau,
        counts=counts,
        aligned=aligned,
        family_of_method=panel.family_of_method,
    )


def _ranks_rows(scope: str) -> bool:
    return scope.partition(":")[0] in ("blocks", "benchmark")


def _counts_of(blocks: tuple[Block, ...]) -> list[Counts]:
    return [pair_counts(block.values) for block in blocks]


def _stacked(counts_of_blocks: list[Counts], n_metrics: int) -> Counts:
    """The counts of all blocks as one record, (N, K, K)."""
    by_block = [list(vars(counts).values()) for counts in counts_of_blocks]
    shape = (len(by_block), len(fields(Counts)), n_metrics, n_metrics)
    table = np.array(by_block, dtype=np.int64).reshape(shape)
    return Counts(*table.swapaxes(0, 1))


def block_mean(
    block_values: Floats,
    blocks: tuple[Block, ...],
    protocol: str,
) -> Floats:
    """Return the mean of block values (N, …), NaN left out.

    As published over blocks, tie-aware over the seeds of each benchmark, then over benchmarks.
    """
    if protocol == PUBLISHED or not blocks:
        return nanmean(block_values, axis=0)
    means = [nanmean(block_values[indices], axis=0) for indices in of_benchmarks(blocks)]
    return nanmean(np.stack(means), axis=0)


def _ties_by_row_order(counts: Counts, values: Floats) -> Counts:
    """Counts after the earlier of two tied rows (n, K) is called better, for the metrics without a
    missing value.

    A pair tied by both becomes concordant. A pair of metrics with a missing value gets no pairs at
    all."""
    is_complete = ~np.isnan(values).any(axis=0)
    comparable = np.outer(is_complete, is_complete)
    pairs = counts.pairs * comparable
    concordant = (counts.pairs + row_order_surplus(values)) // 2 * comparable
    return Counts(
        pairs=pairs,
        concordant=concordant,
        discordant=pairs - concordant,
        ties_x=counts.ties_x * comparable,
        ties_y=counts.ties_y * comparable,
        ties_both=counts.ties_both * comparable,
    )


def _directions_as_they_are(counts: Counts, signs: Floats) -> Counts:
    """Undo the alignment: if one of two metrics is lower-is-better, concordant and discordant
    swap."""
    is_opposite = np.outer(signs, signs) < 0
    return replace(
        counts,
        concordant=np.where(is_opposite, counts.discordant, counts.concordant),
        discordant=np.where(is_opposite, counts.concordant, counts.discordant),
    )
