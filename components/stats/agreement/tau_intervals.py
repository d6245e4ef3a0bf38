"""Bootstrap intervals of τ: cells are resampled within each benchmark, each with all its seeds."""

from collections.abc import Sequence

import numpy as np

from components.stats.agreement.pairs import Block, Indices, cells_of, metric_pairs, pair_signs
from components.stats.agreement.tau import TIE_AWARE, Agreement, benchmark_mean
from components.stats.bootstrap import (
    DRAWS,
    Interval,
    multiplicities,
    pair_weights,
    percentile_interval,
)
from components.stats.panel import Floats, Grids, nanmean, ratio

BUDGET = 200_000_000
"""Comparisons of two rows that the draws of all pairs may take: some tenths of a second."""
SINGLE, FEWEST = 150_000_000, 500
"""Comparisons that the draws of one pair may take, about a second, and its draws at least."""
_CHUNK = 4_000_000


def interval_cost(result: Agreement, n_pairs: int, draws: int = DRAWS) -> float:
    """Return the comparisons that the intervals of so many pairs of metrics take, to compare with
    BUDGET."""
    if result.protocol != TIE_AWARE:
        return 0.0
    return float(sum(len(b.values) ** 2 / 2 for b in result.blocks)) * draws * (1 + n_pairs / 4)


def pair_intervals(
    result: Agreement, pairs: Sequence[tuple[int, int]], draws: int = DRAWS, seed: int = 0
) -> tuple[Interval, ...]:
    """Return the 95 % percentile interval of the τ of each pair of metrics, or why there is none.

    All pairs share the draws. The published protocol has no interval.
    """
    if result.protocol != TIE_AWARE:
        return tuple(
            Interval(None, None, 0, 0, "the published protocol has no interval") for _ in pairs
        )
    if not result.blocks or not pairs:
        return tuple(Interval(None, None, 0, 0, "nothing is compared") for _ in pairs)
    if interval_cost(result, 1, FEWEST) > 2 * SINGLE:
        return (Interval(None, None, 0, 0, "too many runs to resample"),) * len(pairs)
    draws = min(draws, max(FEWEST, int(SINGLE / interval_cost(result, 1, draws=1))))
    x, y = np.array(pairs, dtype=np.intp).T
    taus = tau_draws(result.blocks, x, y, draws, seed, result.grids)
    return tuple(
        percentile_interval(taus[:, n], _sizes(result.blocks, int(a), int(b), result.grids))
        if not np.isnan(result.tau[a, b])
        else Interval(None, None, 0, 0, "τ is undefined")
        for n, (a, b) in enumerate(pairs)
    )


def mean_interval(result: Agreement, seed: int = 0) -> Interval:
    """Return the 95 % percentile interval of the mean τ over all pairs of metrics, or why there is
    none."""
    x, y = metric_pairs(len(result.metrics))
    if not result.blocks or not len(x):
        return Interval(None, None, 0, 0, "nothing is compared")
    if interval_cost(result, len(x), FEWEST) > 10 * BUDGET:
        return Interval(None, None, 0, 0, "too many pairs to resample")
    draws = min(DRAWS, max(FEWEST, int(BUDGET / max(1.0, interval_cost(result, len(x), draws=1)))))
    means = nanmean(tau_draws(result.blocks, x, y, draws, seed, result.grids), axis=1)
    _, _, sizes = cells_of(result.blocks, result.grids)
    return percentile_interval(means, list(sizes.values()))


def tau_draws(
    blocks: tuple[Block, ...],
    x: Indices,
    y: Indices,
    draws: int,
    seed: int,
    grids: Grids | None = None,
) -> Floats:
    """Return (draws, P) the averaged τ-b of metrics x and y (P,), cells of `cells_of` resampled;
    NaN = undefined."""
    numbers, cells, sizes = cells_of(blocks, grids)
    counts = np.concatenate(multiplicities(sizes, draws, seed), axis=1)
    if all(len(np.unique(own)) == len(own) <= 4_096 for own in numbers):
        counts = counts.astype(np.float32)  # exact: n² is at most 2²⁴
    alike: dict[
        bytes, tuple[Indices, list[int]]
    ] = {}  # seeds of a benchmark mostly have the same cells
    for i, own in enumerate(map(np.unique, numbers)):
        alike.setdefault(own.tobytes(), (own, []))[1].append(i)
    sums = [
        _cell_sums(b, x, y, np.searchsorted(np.unique(own), own))
        for b, own in zip(blocks, numbers, strict=True)
    ]
    grouped = [
        (own, which, np.concatenate([sums[i] for i in which], axis=1))
        for own, which in alike.values()
    ]
    step = max(1, _CHUNK // max(1, max(len(own) for own, _, _ in grouped) ** 2 // 2))
    parts = []
    for start in range(0, draws, step):
        chunk = counts[start : start + step]
        values = np.full((len(blocks), len(chunk), len(x)), np.nan)
        for own, which, together in grouped:
            drawn = (
                pair_weights(chunk[:, np.searchsorted(cells, own)]) @ together.astype(counts.dtype)
            ).astype(float)
            surplus, untied_x, untied_y = drawn.reshape(
                len(chunk), len(which), 3, len(x)
            ).transpose(2, 1, 0, 3)
            values[which] = ratio(surplus, np.sqrt(untied_x * untied_y))
        parts.append(benchmark_mean(values, blocks))
    return np.concatenate(parts)


def _cell_sums(block: Block, x: Indices, y: Indices, place: Indices) -> Floats:
    """(C(C+1)/2, 3 × pairs of metrics) C − D, pairs untied by x and by y, by the two cells of a
    pair of rows.

    `place` (n,) is the cell of each row among the C of the block. Pairs with a missing value count
    nowhere."""
    used = np.union1d(x, y)
    signs = pair_signs(block.values[:, used])
    left, right = signs[:, np.searchsorted(used, x)], signs[:, np.searchsorted(used, y)]
    both = ~(np.isnan(left) | np.isnan(right))
    left, right = np.where(both, left, 0.0), np.where(both, right, 0.0)
    count = int(place.max(initial=-1)) + 1
    number = np.zeros((count, count), dtype=np.intp)
    number[np.triu_indices(count)] = np.arange(count * (count + 1) // 2)
    first, second = (place[side] for side in np.triu_indices(len(place), 1))
    cell = number[np.minimum(first, second), np.maximum(first, second)]
    sums = np.zeros((3, count * (count + 1) // 2, len(x)))
    for total, part in zip(sums, (left * right, np.abs(left), np.abs(right)), strict=True):
        np.add.at(total, cell, part)
    return np.concatenate(sums, axis=1)


def _sizes(blocks: tuple[Block, ...], x: int, y: int, grids: Grids | None) -> list[int]:
    """Methods, or families, per benchmark that have both metrics in some seed; benchmarks with none
    are left out."""
    entered: dict[int, set[int]] = {}
    for block in blocks:
        for row in np.flatnonzero(~np.isnan(block.values[:, [x, y]]).any(axis=1)):
            method = int(block.methods[row])
            entered.setdefault(int(block.sources[row]), set()).add(
                method if grids is None else int(grids[method])
            )
    return [len(methods) for methods in entered.values()]
