"""Bootstrap intervals of τ: cells are resampled within each benchmark, each with all its seeds."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.agreement.pairs import (
    Block,
    Pair,
    cells_of,
    metric_pairs,
    pair_signs,
)
from components.stats.agreement.tau import LATER, TIE_AWARE, Agreement, block_mean
from components.stats.bootstrap import (
    DRAWS,
    Interval,
    multiplicities,
    pair_weights,
    percentile_interval,
)
from components.stats.panel import Floats, Ints, nanmean, ratio

MAX_COMPARISONS = 200_000_000
"""Comparisons of two rows that the draws of all pairs may take: some tenths of a second."""
MAX_COMPARISONS_OF_ONE = 150_000_000
"""Comparisons that the draws of one pair may take, about a second."""
MIN_DRAWS = 500
_MAX_CHUNK = 4_000_000


def interval_cost(
    agreement: Agreement,
    n_pairs: int,
    n_draws: int,
) -> float:
    """Return the comparisons that the intervals of so many pairs of metrics take."""
    n_comparisons = 0.0
    for block in agreement.blocks:
        n_comparisons += len(block.values) ** 2 / 2
    return n_comparisons * n_draws * (1 + n_pairs / 4)


def pair_intervals(
    agreement: Agreement,
    pairs: Sequence[Pair],
    seed: int = 0,
) -> tuple[Interval, ...]:
    """Return the 95 % percentile interval of the τ of each pair of metrics, or why there is none.

    All pairs share the draws; several get their intervals LATER if they would take too long. The
    published protocol has no interval.
    """
    reason = ""
    if agreement.protocol != TIE_AWARE:
        reason = "the published protocol has no interval"
    elif not agreement.blocks or not pairs:
        reason = "nothing is compared"
    elif len(pairs) > 1 and interval_cost(agreement, len(pairs), DRAWS) > MAX_COMPARISONS:
        reason = LATER
    elif interval_cost(agreement, 1, MIN_DRAWS) > 2 * MAX_COMPARISONS_OF_ONE:
        reason = "too many runs to resample"
    if reason:
        return (Interval(reason=reason),) * len(pairs)
    n_affordable = int(MAX_COMPARISONS_OF_ONE / interval_cost(agreement, 1, n_draws=1))
    draws = min(DRAWS, max(MIN_DRAWS, n_affordable))
    first_metrics, second_metrics = np.array(pairs, dtype=np.intp).T
    taus = tau_draws(
        agreement.blocks, first_metrics, second_metrics, draws, seed, agreement.family_of_method
    )
    intervals = []
    for pair, pair_taus in zip(pairs, taus.T, strict=True):
        if np.isnan(agreement.tau[pair]):
            intervals.append(Interval(reason="τ is undefined"))
        else:
            n_methods = _n_methods(agreement.blocks, pair, agreement.family_of_method)
            intervals.append(percentile_interval(pair_taus, n_methods))
    return tuple(intervals)


def mean_interval(agreement: Agreement, seed: int = 0) -> Interval:
    """Return the 95 % percentile interval of the mean τ over all pairs of metrics.

    An interval without ends says why there is none.
    """
    first_metrics, second_metrics = metric_pairs(len(agreement.metrics))
    if not agreement.blocks or not len(first_metrics):
        return Interval(reason="nothing is compared")
    if interval_cost(agreement, len(first_metrics), MIN_DRAWS) > 10 * MAX_COMPARISONS:
        return Interval(reason="too many pairs to resample")
    cost_of_draw = max(1.0, interval_cost(agreement, len(first_metrics), n_draws=1))
    draws = min(DRAWS, max(MIN_DRAWS, int(MAX_COMPARISONS / cost_of_draw)))
    taus = tau_draws(
        agreement.blocks, first_metrics, second_metrics, draws, seed, agreement.family_of_method
    )
    mean_taus = nanmean(taus, axis=1)
    cells = cells_of(agreement.blocks, agreement.family_of_method)
    return percentile_interval(mean_taus, list(cells.n_methods.values()))


@dataclass(frozen=True, eq=False)
class _Group:
    """Blocks with the same cells, as seeds of a benchmark mostly have.

    cells          (C,) indices into all cells
    block_indices  m blocks
    sums           (C(C+1)/2, m × 3 × P) what `_cell_sums` gives for each of them
    """

    cells: Ints
    block_indices: list[int]
    sums: Floats


def tau_draws(
    blocks: tuple[Block, ...],
    first_metrics: Ints,
    second_metrics: Ints,
    draws: int,
    seed: int,
    family_of_method: Ints | None = None,
) -> Floats:
    """Return (draws, P) the averaged τ-b of metrics x and y (P,) over resampled cells.

    NaN = undefined.
    """
    cells = cells_of(blocks, family_of_method)
    counts = np.concatenate(multiplicities(cells.n_methods, draws, seed), axis=1)
    cells_of_blocks = [np.searchsorted(cells.ids, numbers) for numbers in cells.numbers]
    if all(len(np.unique(rows)) == len(rows) <= 4_096 for rows in cells_of_blocks):
        counts = counts.astype(np.float32)  # exact: n² is at most 2²⁴
    groups = _groups(blocks, cells_of_blocks, first_metrics, second_metrics, counts.dtype)
    n_cell_pairs = max(len(group.cells) ** 2 // 2 for group in groups)
    step = max(1, _MAX_CHUNK // max(1, n_cell_pairs))
    parts = []
    for start in range(0, draws, step):
        part = counts[start : start + step]
        n_draws = len(part)
        block_taus = np.full((len(blocks), n_draws, len(first_metrics)), np.nan)
        for group in groups:
            weights = pair_weights(part[:, group.cells])
            sums = (weights @ group.sums).astype(float)
            sums = sums.reshape(n_draws, len(group.block_indices), 3, len(first_metrics))
            surplus, untied_x, untied_y = sums.transpose(2, 1, 0, 3)
            scale = np.sqrt(untied_x * untied_y)
            block_taus[group.block_indices] = ratio(surplus, scale)
        parts.append(block_mean(block_taus, blocks, TIE_AWARE))
    return np.concatenate(parts)


def _groups(
    blocks: tuple[Block, ...],
    cells_of_blocks: list[Ints],
    first_metrics: Ints,
    second_metrics: Ints,
    precision: np.dtype[np.floating],
) -> list[_Group]:
    indices_of_cells: dict[bytes, list[int]] = {}
    for block_index, rows in enumerate(cells_of_blocks):
        indices_of_cells.setdefault(np.unique(rows).tobytes(), []).append(block_index)
    groups = []
    for block_indices in indices_of_cells.values():
        block_sums = []
        for block_index in block_indices:
            cells, cell_of_row = np.unique(cells_of_blocks[block_index], return_inverse=True)
            block_sums.append(
                _cell_sums(blocks[block_index], first_metrics, second_metrics, cell_of_row)
            )
        sums = np.concatenate(block_sums, axis=1).astype(precision)
        groups.append(_Group(cells, block_indices, sums))
    return groups


def _cell_sums(
    block: Block,
    first_metrics: Ints,
    second_metrics: Ints,
    cell_of_row: Ints,
) -> Floats:
    """(C(C+1)/2, 3 × pairs of metrics) C − D, pairs untied by x and by y, by the two cells of a
    pair of rows.

    `cell_of_row` (n,) is the cell of each row among the C of the block. Pairs with a missing value
    count nowhere."""
    metrics = np.union1d(first_metrics, second_metrics)
    signs = pair_signs(block.values[:, metrics])
    x_signs = signs[:, np.searchsorted(metrics, first_metrics)]
    y_signs = signs[:, np.searchsorted(metrics, second_metrics)]
    is_missing = np.isnan(x_signs) | np.isnan(y_signs)
    x_signs[is_missing] = 0.0
    y_signs[is_missing] = 0.0
    n_cells = int(cell_of_row.max(initial=-1)) + 1
    n_cell_pairs = n_cells * (n_cells + 1) // 2
    number_of_pair = np.zeros((n_cells, n_cells), dtype=np.intp)
    number_of_pair[np.triu_indices(n_cells)] = np.arange(n_cell_pairs)
    number_of_pair = np.maximum(number_of_pair, number_of_pair.T)
    first, second = np.triu_indices(len(cell_of_row), 1)
    cell_pairs = number_of_pair[cell_of_row[first], cell_of_row[second]]
    sums = np.zeros((3, n_cell_pairs, len(first_metrics)))
    np.add.at(sums[0], cell_pairs, x_signs * y_signs)
    np.add.at(sums[1], cell_pairs, np.abs(x_signs))
    np.add.at(sums[2], cell_pairs, np.abs(y_signs))
    return np.concatenate(sums, axis=1)


def _n_methods(
    blocks: tuple[Block, ...],
    pair: Pair,
    family_of_method: Ints | None,
) -> list[int]:
    """Methods, or families, per benchmark that have both metrics in some seed; benchmarks with none
    are left out."""
    cases_of_benchmark: dict[int, set[int]] = {}
    for block in blocks:
        values = block.values[:, list(pair)]
        has_both = ~np.isnan(values).any(axis=1)
        cases = block.methods if family_of_method is None else family_of_method[block.methods]
        measured = zip(block.sources[has_both], cases[has_both], strict=True)
        for source, case in measured:
            cases_of_benchmark.setdefault(int(source), set()).add(int(case))
    return [len(cases) for cases in cases_of_benchmark.values()]
