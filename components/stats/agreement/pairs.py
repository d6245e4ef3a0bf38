"""The blocks whose rows are compared, and the counts of Kendall's τ for every pair of metrics at
once.

A block is a set of rows compared with one another: the methods of one benchmark and one seed or, in
the scopes `runs:B` and `pooled`, all runs of one benchmark or of the panel. Counts are exact: every
pair of rows is compared."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Ints, Panel, ratio

Counting = npt.NDArray[np.int64]
Pair = tuple[int, int]
Singles = npt.NDArray[np.float32]
Words = npt.NDArray[np.uint64]

_MAX_CHUNK = 1_000_000
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
    methods: Ints
    sources: Ints
    places: Ints
    by_id: Ints
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
        """(..., K, K) τ_b = (C − D)/√((P − T_x)(P − T_y)).

        NaN if a side is constant or nothing can be compared.
        """
        untied_x = self.pairs - self.ties_x
        untied_y = self.pairs - self.ties_y
        scale = np.sqrt((untied_x * untied_y).astype(float))
        return ratio(self.concordant - self.discordant, scale)


def scope_blocks(panel: Panel, scope: str = "blocks") -> tuple[Block, ...]:
    """Return the blocks of a scope.

    The scopes: `blocks`, `benchmark:B` (its blocks), `runs:B` (all its runs) or `pooled`. () for a
    benchmark that is not in the panel.
    """
    kind, _, benchmark = scope.partition(":")
    is_run = panel.has_run
    if benchmark:
        in_scope = np.isin(panel.benchmarks, [benchmark])
        is_run = is_run & in_scope[:, None, None]
    runs = np.argwhere(is_run)
    if kind in ("runs", "pooled"):
        return (_block(panel, runs, benchmark, None),) if len(runs) else ()
    blocks = []
    for benchmark_index, seed_index in panel.blocks:
        blocks_of_runs = runs[:, :2]
        in_block = (blocks_of_runs == (benchmark_index, seed_index)).all(axis=1)
        if in_block.any():
            seed = panel.seeds[seed_index]
            blocks.append(_block(panel, runs[in_block], panel.benchmarks[benchmark_index], seed))
    return tuple(blocks)


def _block(
    panel: Panel,
    runs: Ints,
    benchmark: str,
    seed: int | None,
) -> Block:
    """The block of runs (n, 3): indices of benchmark, seed and method."""
    sources, seed_indices, methods = runs.T
    return Block(
        benchmark=benchmark,
        seed=seed,
        values=panel.aligned[sources, seed_indices, methods],
        methods=methods,
        sources=sources,
        places=panel.row_places[methods],
        by_id=places_by_id(panel.methods)[methods],
        benchmarks=panel.benchmarks,
    )


def of_benchmarks(blocks: Sequence[Block]) -> list[list[int]]:
    """Return the indices of the blocks of each benchmark, benchmarks in order of appearance."""
    indices_of_benchmark: dict[str, list[int]] = {}
    for index, block in enumerate(blocks):
        indices_of_benchmark.setdefault(block.benchmark, []).append(index)
    return list(indices_of_benchmark.values())


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of some blocks: a method on a benchmark, or a family if methods are checkpoints.

    numbers    number of the cell of each row, (n,) per block
    ids        (C,) all numbers, rising: by benchmark, methods by alphabetical id
    n_methods  cells by benchmark id, in that order
    """

    numbers: list[Ints]
    ids: Ints
    n_methods: dict[str, int]


def cells_of(blocks: Sequence[Block], family_of_method: Ints | None) -> Cells:
    """Return the cells of blocks.

    `family_of_method` (M,) is None if methods are no checkpoints.
    """
    if family_of_method is None:
        cases = [block.by_id for block in blocks]
    else:
        cases = [family_of_method[block.methods] for block in blocks]
    n_cases = 1 + max(int(case.max()) for case in cases)
    numbers = []
    for block, case in zip(blocks, cases, strict=True):
        numbers.append(block.sources * n_cases + case)
    ids = np.unique(np.concatenate(numbers))
    sources, sizes = np.unique(ids // n_cases, return_counts=True)
    benchmarks = [blocks[0].benchmarks[source] for source in sources]
    n_methods = dict(zip(benchmarks, sizes.tolist(), strict=True))
    return Cells(numbers, ids, n_methods)


def pair_signs(values: Floats) -> Floats:
    """Return (P, K) the signs of values[i] − values[j]; NaN = missing.

    i < j as `numpy.triu_indices` has them.
    """
    earlier_row, later_row = np.triu_indices(len(values), 1)
    return np.asarray(np.sign(values[earlier_row] - values[later_row]))


def pair_counts(values: Floats) -> Counts:
    """Return the counts of every pair of K metrics over the rows (n, K) that have both.

    One bit for each pair of rows says whether a metric calls the first better, another whether it
    calls it worse: two metrics are compared on 64 pairs of rows at a time."""
    n_metrics = values.shape[1]
    is_measured = (~np.isnan(values)).astype(np.int64)
    n_both = is_measured.T @ is_measured
    pairs = n_both * (n_both - 1) // 2
    has_gaps = bool((n_both < len(values)).any())
    decided = np.zeros((n_metrics, n_metrics), dtype=np.int64)
    crossed = np.zeros_like(decided)
    untied = np.zeros_like(decided)
    for first, second, is_later in _row_parts(values):
        better = _bits((first > second) & is_later)
        worse = _bits((first < second) & is_later)
        differs = better | worse
        shared = _common_bits(differs, differs)
        decided += shared
        crossed += _common_bits(better, worse)
        if has_gaps:
            measured = _bits(~np.isnan(first) & ~np.isnan(second) & is_later)
            untied += _common_bits(differs, measured)
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
    """Return (K, K) C − D once the earlier of two tied rows is called better.

    A missing value counts as tied.
    """
    n_rows, n_metrics = values.shape
    n_opposed = np.zeros((n_metrics, n_metrics), dtype=np.int64)
    for first, second, is_later in _row_parts(values):
        worse = _bits((first < second) & is_later)
        opposed = worse[:, None] ^ worse
        n_opposed += np.bitwise_count(opposed).sum(axis=-1, dtype=np.int64)
    return np.asarray(n_rows * (n_rows - 1) // 2 - 2 * n_opposed)


def metric_pairs(n_metrics: int) -> tuple[Ints, Ints]:
    """Return the indices x < y of all pairs of metrics, in registry order."""
    return np.triu_indices(n_metrics, 1)


def dense_ranks(values: Floats) -> Singles:
    """Return (n, K) dense ranks of each column from 0, the smallest first; NaN stays NaN."""
    order = np.argsort(values, axis=0)
    ordered = np.take_along_axis(values, order, axis=0)
    ordered_ranks = np.zeros(values.shape, dtype=np.float32)
    differs = ordered[1:] != ordered[:-1]
    np.cumsum(differs, axis=0, out=ordered_ranks[1:])
    ranks = np.empty_like(ordered_ranks)
    np.put_along_axis(ranks, order, ordered_ranks, axis=0)
    ranks[np.isnan(values)] = np.nan
    return ranks


def _row_parts(values: Floats) -> Iterator[tuple[Floats, Floats, Bools]]:
    """Every pair of the rows (n, K), in parts of bounded length.

    A part is the first rows (K, R, 1), those at and after them (K, 1, N), and which of these come
    later (R, N). Of a part some rows come after some columns, so that short parts waste less."""
    columns = np.ascontiguousarray(values.T)
    n_rows = len(values)
    max_rows = max(64, n_rows // 4)
    n_affordable = _MAX_CHUNK // max(1, values.size)
    step = max(1, min(n_affordable, max_rows))
    for start in range(0, n_rows - 1, step):
        first_rows = np.arange(start, min(start + step, n_rows - 1))
        is_later = first_rows[:, None] < np.arange(start, n_rows)
        yield columns[:, first_rows, None], columns[:, None, start:], is_later


def _bits(flags: Bools) -> Words:
    """(K, W) the flags (K, R, N) of each metric as bits of whole words, the last ones 0."""
    flat = flags.reshape(len(flags), -1)
    packed = np.packbits(flat, axis=-1)
    n_bytes = packed.shape[1]
    n_words = math.ceil(n_bytes / 8)
    words = np.zeros((len(packed), n_words), dtype=np.uint64)
    words.view(np.uint8)[:, :n_bytes] = packed
    return words


def _common_bits(x: Words, y: Words) -> Counting:
    """(K, J) how many bits are set in both, for every pair of a row of x (K, W) and one of y (J,
    W)."""
    n_common = np.bitwise_count(x[:, None] & y)
    return np.asarray(n_common.sum(axis=-1, dtype=np.int64))
