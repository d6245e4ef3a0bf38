"""The blocks whose rows are compared, and the counts of Kendall's τ for every pair of metrics at
once.

A block is a set of rows compared with one another: the methods of one benchmark and one seed or, in
the scopes `runs:B` and `pooled`, all runs of one benchmark or of the panel. Counts are exact: every
pair of rows is compared."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Grids, Panel, ratio

Counting = npt.NDArray[np.int64]
Indices = npt.NDArray[np.intp]
Pair = tuple[int, int]

_CHUNK = 1_000_000
"""Pairs of rows, each for every metric, in one chunk: some megabytes."""


@dataclass(frozen=True, eq=False)
class Block:
    """Rows compared with one another, methods in registry order.

    benchmark  id, empty if the rows come from several benchmarks
    seed       None if the rows come from several seeds
    values     (n, K) aligned values, higher is better, NaN = missing
    methods    (n,) index of each row's method in the panel
    sources    (n,) index of each row's benchmark in the panel, whose ids are `benchmarks`
    places     (n,) place of each row's method in the file, smaller is earlier
    by_id      (n,) place of each row's method in alphabetical order, for draws
    """

    benchmark: str
    seed: int | None
    values: Floats
    methods: Indices
    sources: Indices
    places: Indices
    by_id: Indices
    benchmarks: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Counts:
    """Pairs of rows by how two metrics order them, each (..., K, K), first index the row metric x.

    pairs       P, both rows have both values; `concordant` is C, `discordant` D
    ties_x      T_x, tied by x, whatever y says; ties_y likewise; ties_both is in both
    """

    pairs: Counting
    concordant: Counting
    discordant: Counting
    ties_x: Counting
    ties_y: Counting
    ties_both: Counting

    @property
    def tau_b(self) -> Floats:
        """(..., K, K) τ_b = (C − D)/√((P − T_x)(P − T_y)), NaN if a side is constant or nothing can
        be compared."""
        scale = np.sqrt(((self.pairs - self.ties_x) * (self.pairs - self.ties_y)).astype(float))
        return ratio(self.concordant - self.discordant, scale)


def scope_blocks(panel: Panel, scope: str = "blocks") -> tuple[Block, ...]:
    """Return the blocks of a scope: `blocks`, `benchmark:B` (its blocks), `runs:B` (all its runs)
    or `pooled`.

    () for a benchmark that is not in the panel.
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
    by_id = places_by_id(panel.methods)[m]
    return Block(
        benchmark, seed, panel.aligned[b, s, m], m, b, panel.row_places[m], by_id, panel.benchmarks
    )


def of_benchmarks(blocks: Sequence[Block]) -> list[Indices]:
    """Return the indices of the blocks of each benchmark, benchmarks in order of appearance."""
    names = np.array([b.benchmark for b in blocks])
    return [np.flatnonzero(names == name) for name in dict.fromkeys(names.tolist())]


def cells_of(
    blocks: Sequence[Block], grids: Grids | None
) -> tuple[list[Indices], Indices, dict[str, int]]:
    """Return the number of the cell of each row of each block, all cell numbers, and cells by
    benchmark id.

    A cell is a method on a benchmark, methods by alphabetical id; a whole family if methods are
    checkpoints of `grids`."""
    width = 1 + max(int(max(b.by_id.max(), 0 if grids is None else grids.max())) for b in blocks)
    numbers = [b.sources * width + (b.by_id if grids is None else grids[b.methods]) for b in blocks]
    cells = np.unique(np.concatenate(numbers))
    sources, sizes = np.unique(cells // width, return_counts=True)
    return (
        numbers,
        cells,
        {blocks[0].benchmarks[b]: int(n) for b, n in zip(sources, sizes, strict=True)},
    )


def pair_signs(values: Floats) -> Floats:
    """Return (P, K) the signs of values[i] − values[j], i < j as `numpy.triu_indices` has them; NaN
    = missing."""
    i, j = np.triu_indices(len(values), 1)
    return np.sign(values[i] - values[j])


def pair_counts(values: Floats) -> Counts:
    """Return the counts of every pair of K metrics over the rows (n, K) that have both.

    One bit for each pair of rows says whether a metric calls the first better, another whether it
    calls it worse: two metrics are compared on 64 pairs of rows at a time."""
    k = values.shape[1]
    present = (~np.isnan(values)).astype(np.int64)
    both = present.T @ present
    pairs, missing = both * (both - 1) // 2, bool(both.min(initial=len(values)) < len(values))
    decided, crossed, untied = np.zeros((3, k, k), dtype=np.int64)
    for first, second, later in _row_parts(values):
        more, less = _bits((first > second) & later), _bits((first < second) & later)
        either = more | less
        shared = _common(either, either)
        decided += shared
        crossed += _common(more, less)
        if missing:
            untied += _common(either, _bits(~np.isnan(first) & ~np.isnan(second) & later))
        else:
            untied += np.diag(shared)[:, None]
    discordant = crossed + crossed.T
    return Counts(
        pairs=pairs,
        concordant=decided - discordant,
        discordant=discordant,
        ties_x=pairs - untied,
        ties_y=pairs - untied.T,
        ties_both=pairs - untied - untied.T + decided,
    )


def row_order_surplus(values: Floats) -> Counting:
    """Return (K, K) C − D once the earlier of two tied rows is called better; a missing value
    counts as tied."""
    k, n = values.shape[1], len(values)
    apart = np.zeros((k, k), dtype=np.int64)
    for first, second, later in _row_parts(values):
        less = _bits((first < second) & later)
        apart += np.bitwise_count(less[:, None] ^ less[None]).sum(axis=-1, dtype=np.int64)
    return n * (n - 1) // 2 - 2 * apart


def metric_pairs(k: int) -> tuple[Indices, Indices]:
    """Return the indices x < y of all pairs of k metrics, in registry order."""
    return np.triu_indices(k, 1)


def dense_ranks(values: Floats) -> npt.NDArray[np.float32]:
    """Return (n, K) dense ranks of each column from 0, the smallest first; NaN stays NaN."""
    order = np.argsort(values, axis=0)
    ordered = np.take_along_axis(values, order, axis=0)
    steps = np.zeros(values.shape, dtype=np.float32)
    np.cumsum(ordered[1:] != ordered[:-1], axis=0, out=steps[1:])
    ranks = np.empty_like(steps)
    np.put_along_axis(ranks, order, steps, axis=0)
    ranks[np.isnan(values)] = np.nan
    return ranks


def _row_parts(values: Floats) -> Iterator[tuple[Floats, Floats, Bools]]:
    """Every pair of the rows (n, K), in parts of bounded length.

    A part is the first rows (K, R, 1), those at and after them (K, 1, N), and which of these come
    later (R, N)."""
    columns, n = np.ascontiguousarray(values.T), len(values)
    step = max(
        1, min(_CHUNK // max(1, values.size), max(64, n // 4))
    )  # of a part some rows come after some columns
    for start in range(0, n - 1, step):
        rows = np.arange(start, min(start + step, n - 1))
        yield columns[:, rows, None], columns[:, None, start:], rows[:, None] < np.arange(start, n)


def _bits(flags: Bools) -> npt.NDArray[np.uint64]:
    """(K, W) the flags (K, R, N) of each metric as bits of whole words, the last ones 0."""
    packed = np.packbits(flags.reshape(len(flags), -1), axis=-1)
    words = np.zeros((len(packed), -(-packed.shape[1] // 8)), dtype=np.uint64)
    words.view(np.uint8)[:, : packed.shape[1]] = packed
    return words


def _common(x: npt.NDArray[np.uint64], y: npt.NDArray[np.uint64]) -> Counting:
    """(K, J) how many bits are set in both, for every pair of a row of x (K, W) and one of y (J,
    W)."""
    return np.asarray(np.bitwise_count(x[:, None] & y[None]).sum(axis=-1, dtype=np.int64))
