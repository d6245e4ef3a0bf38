"""What is compared with what, and the counts of Kendall's τ for every pair of metrics at once.

A block is a set of rows compared with one another: the methods of one benchmark and one seed, or, in the scopes
`runs:B` and `pooled`, all runs of one benchmark or of the panel. Counts come from sign matrices: with S (P, K)
the signs of the P differences between rows, SᵀS holds C − D for every pair of metrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.stop import checked

Counting = npt.NDArray[np.int64]
Indices = npt.NDArray[np.intp]

_CHUNK = 250_000
"""Pairs of rows handled at once. Below 2^24, so that counts in single precision stay exact."""


@dataclass(frozen=True, eq=False)
class Block:
    """Rows compared with one another, methods in registry order.

    benchmark  id, empty when the rows come from several benchmarks
    seed       None when the rows come from several seeds
    values     (n, K) aligned values, higher is better, NaN = missing
    methods    (n,) index of each row's method in the panel
    sources    (n,) index of each row's benchmark in the panel
    places     (n,) the smaller, the earlier a row's method stands in the file
    """

    benchmark: str
    seed: int | None
    values: Floats
    methods: Indices
    sources: Indices
    places: Indices


@dataclass(frozen=True, eq=False)
class Counts:
    """Pairs of rows by how two metrics order them, each (..., K, K), first index the row metric x.

    pairs       both rows have both values
    concordant  C; discordant D
    ties_x      tied by x, whatever y says; ties_y likewise; ties_both is in both
    """

    pairs: Counting
    concordant: Counting
    discordant: Counting
    ties_x: Counting
    ties_y: Counting
    ties_both: Counting

    @property
    def tau_b(self) -> Floats:
        """τ_b = (C − D)/√((P − T_x)(P − T_y)), NaN where a side is constant or nothing can be compared."""
        scale = np.sqrt(((self.pairs - self.ties_x) * (self.pairs - self.ties_y)).astype(float))
        surplus = (self.concordant - self.discordant).astype(float)
        tau: Floats = np.divide(surplus, scale, out=np.full(scale.shape, np.nan), where=scale > 0)
        return tau


def scope_blocks(panel: Panel, scope: str = "blocks") -> tuple[Block, ...]:
    """The blocks of a scope: `blocks`, `benchmark:B` (its blocks), `runs:B` (all its runs) or `pooled`.

    A benchmark that is not in the panel gives no block.
    """
    kind, _, name = scope.partition(":")
    chosen = [b for b, known in enumerate(panel.benchmarks) if not name or known == name]
    if kind in ("runs", "pooled"):
        where = np.argwhere(panel.present)
        where = where[np.isin(where[:, 0], chosen)]
        return (_block(panel, where, name, None),) if len(where) else ()
    blocks = []
    for b, s in panel.blocks:
        if b in chosen:
            methods = np.flatnonzero(panel.present[b, s])
            where = np.column_stack([np.full_like(methods, b), np.full_like(methods, s), methods])
            blocks.append(_block(panel, where, panel.benchmarks[b], panel.seeds[s]))
    return tuple(blocks)


def _block(panel: Panel, where: Indices, benchmark: str, seed: int | None) -> Block:
    b, s, m = where.T
    return Block(benchmark, seed, panel.aligned[b, s, m], m, b, panel.row_places[m])


def pair_signs(values: Floats) -> Floats:
    """(P, K) sign of values[i] − values[j] for i < j in the order of `numpy.triu_indices`; NaN = missing."""
    i, j = np.triu_indices(len(values), 1)
    return np.sign(values[i] - values[j])


def pair_counts(values: Floats) -> Counts:
    """Counts for every pair of the K metrics over the rows (n, K); a row counts where both metrics have it."""
    k, missing = values.shape[1], bool(np.isnan(values).any())
    total = np.zeros((4, k, k), dtype=np.int64)
    for signs in _sign_parts(values):
        known = np.ones((len(signs), 1), dtype=np.float32)  # stands for all metrics when nothing is missing
        if missing:
            known = (~np.isnan(signs)).astype(np.float32)
            np.nan_to_num(signs, copy=False)
        moved = np.abs(signs)
        products = (signs.T @ signs, moved.T @ moved, moved.T @ known, known.T @ known)
        for place, product in enumerate(products):
            total[place] += product.astype(np.int64)
    surplus, decided, untied, pairs = total
    return Counts(
        pairs=pairs,
        concordant=(decided + surplus) // 2,
        discordant=(decided - surplus) // 2,
        ties_x=pairs - untied,
        ties_y=pairs - untied.T,
        ties_both=pairs - untied - untied.T + decided,
    )


def row_order_surplus(values: Floats) -> Counting:
    """(K, K) C − D after the earlier of two tied rows is called better; a missing value counts as tied."""
    k = values.shape[1]
    total = np.zeros((k, k), dtype=np.int64)
    for signs in _sign_parts(values):
        signs[(signs == 0) | np.isnan(signs)] = 1.0
        total += (signs.T @ signs).astype(np.int64)
    return total


def stacked(counts: list[Counts], k: int) -> Counts:
    """Counts of several blocks as one, (N, K, K)."""
    empty = np.zeros((0, k, k), dtype=np.int64)
    return Counts(
        *(np.stack([getattr(c, name) for c in counts]) if counts else empty for name in Counts.__dataclass_fields__)
    )


def metric_pairs(k: int) -> tuple[Indices, Indices]:
    """Indices x < y of all pairs of k metrics, in registry order."""
    return np.triu_indices(k, 1)


def dense_ranks(values: Floats) -> npt.NDArray[np.float32]:
    """(n, K) whole numbers in the order of each column, equal where values are equal; NaN stays NaN."""
    order = np.argsort(values, axis=0)
    ordered = np.take_along_axis(values, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.float32)
    np.cumsum(ordered[1:] != ordered[:-1], axis=0, out=steps[1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    ranks[np.isnan(values)] = np.nan
    return ranks


def _sign_parts(values: Floats) -> Iterator[npt.NDArray[np.float32]]:
    """`pair_signs` in single precision, in parts of bounded length."""
    ranks, n = dense_ranks(values), len(values)
    step = max(1, _CHUNK // max(1, n))
    for start in checked(range(0, n - 1, step)):
        rows = range(start, min(start + step, n - 1))
        steps = np.concatenate([ranks[r] - ranks[r + 1 :] for r in rows])
        yield np.clip(steps, -1, 1, out=steps)  # whole numbers: their signs, in a fraction of the time
