"""How far two metrics agree on the order of the methods: Kendall's τ under the two protocols.

tie-aware  τ-b on aligned values per block (ties adjusted for on both sides, Kendall 1945), seeds
averaged inside a benchmark, benchmarks averaged
published  ties broken by row order, τ of the two rankings per block, plain mean over blocks; over
           pooled runs τ-b of the values as they are, directions not aligned (Khan, Laga & Sohel
           2026)
"""

from dataclasses import dataclass, replace

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
from components.stats.panel import Bools, Floats, Grids, Panel, nanmean, ratio

PUBLISHED, TIE_AWARE = PROTOCOLS = "published", "tie-aware"


@dataclass(frozen=True, eq=False)
class Agreement:
    """The τ of every pair of metrics.

    tau        (K, K) NaN = undefined
    block_tau  (N, K, K) per block, NaN if a side is constant (tie-aware) or a value is missing
               (published)
    counts     per block (N, K, K); in the published protocol C and D include the ties that row
               order decided, and ties_x, ties_y say how many those were
    aligned    False if directions were left as they are (published protocol over pooled runs)
    grids      (M,) family of each method if methods are checkpoints of grids, which are no
               independent cases
    """

    protocol: str
    scope: str
    metrics: tuple[str, ...]
    blocks: tuple[Block, ...]
    tau: Floats
    block_tau: Floats
    counts: Counts
    aligned: bool
    grids: Grids | None = None

    @property
    def defined(self) -> Counting:
        """(K, K) number of blocks in which τ is defined."""
        return np.asarray((~np.isnan(self.block_tau)).sum(axis=0))

    @property
    def constant_blocks(self) -> Counting:
        """(K,) number of blocks in which a metric has one value for all rows measured."""
        own = np.arange(len(self.metrics))
        pairs, tied = self.counts.pairs[:, own, own], self.counts.ties_x[:, own, own]
        return np.asarray(((pairs > 0) & (pairs == tied)).sum(axis=0))

    @property
    def ranks_rows(self) -> bool:
        """Whether methods are compared block by block, not pooled runs."""
        return _ranks_rows(self.scope)

    @property
    def mean_tau(self) -> float:
        """The mean over the pairs of different metrics that have a τ; NaN if none has."""
        return float(nanmean(self.tau[metric_pairs(len(self.metrics))], axis=0))


def agreement(panel: Panel, protocol: str = TIE_AWARE, scope: str = "blocks") -> Agreement:
    """Return the agreement of all score metrics of a panel within a scope of
    `pairs.scope_blocks`."""
    blocks, k = (
        memoised(panel, ("blocks", scope), lambda: scope_blocks(panel, scope)),
        len(panel.metrics),
    )
    ordinal = protocol == PUBLISHED and _ranks_rows(scope)
    aligned = protocol == TIE_AWARE or ordinal
    counts = memoised(
        panel, ("pair counts", scope), lambda: [pair_counts(b.values) for b in blocks]
    )
    if ordinal:
        counts = [
            _ties_by_row_order(c, b.values[np.argsort(b.places)])
            for c, b in zip(counts, blocks, strict=True)
        ]
    empty = np.zeros((0, k, k), dtype=np.int64)
    each = ([getattr(c, field) for c in counts] for field in Counts.__dataclass_fields__)
    table = Counts(*(np.stack(own) if own else empty for own in each))
    # without ties τ is (C − D)/P
    tau = ratio(table.concordant - table.discordant, table.pairs) if ordinal else table.tau_b
    if not aligned:
        table, tau = _directions_as_they_are(table, tau, panel.signs)
    average = nanmean(tau, axis=0) if ordinal else benchmark_mean(tau, blocks)
    return Agreement(
        protocol, scope, panel.metric_ids, blocks, average, tau, table, aligned, panel.grids
    )


def _ranks_rows(scope: str) -> bool:
    return scope.partition(":")[0] in ("blocks", "benchmark")


def benchmark_mean(block_values: Floats, blocks: tuple[Block, ...]) -> Floats:
    """Return the mean of block values (N, …) over the seeds of each benchmark, then over
    benchmarks; NaN left out."""
    parts = [nanmean(block_values[own], axis=0) for own in of_benchmarks(blocks)]
    return nanmean(np.stack(parts), axis=0) if parts else np.full(block_values.shape[1:], np.nan)


def _ties_by_row_order(counts: Counts, values: Floats) -> Counts:
    """Counts after the earlier of two tied rows (n, K) is called better, for the metrics without a
    missing value.

    A pair tied by both becomes concordant. A pair of metrics with a missing value gets no pairs at
    all."""
    complete = ~np.isnan(values).any(axis=0)
    both = np.outer(complete, complete)
    surplus = row_order_surplus(values)
    masked = {
        name: np.where(both, getattr(counts, name), 0)
        for name in ("pairs", "ties_x", "ties_y", "ties_both")
    }
    concordant = np.where(both, (counts.pairs + surplus) // 2, 0)
    return Counts(concordant=concordant, discordant=masked["pairs"] - concordant, **masked)


def _directions_as_they_are(counts: Counts, tau: Floats, signs: Floats) -> tuple[Counts, Floats]:
    """Undo the alignment: if one of two metrics is lower-is-better, concordant and discordant
    swap."""
    opposite: Bools = np.outer(signs, signs) < 0
    swapped = replace(
        counts,
        concordant=np.where(opposite, counts.discordant, counts.concordant),
        discordant=np.where(opposite, counts.concordant, counts.discordant),
    )
    return swapped, np.where(opposite, -tau, tau)
