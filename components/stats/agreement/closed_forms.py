"""p and interval of τ without drawing again, for designs where a thousand draws would take too long.

Both are normal approximations, which need many methods: a design is large only where it has them.

p         τ over relabellings of the methods of y has mean 0, and for fixed denominators the variance of Kendall's
          general coefficient Γ = Σ a_ij b_ij (Daniels 1944; Kendall, Rank Correlation Methods, 1970, chapter 5):
          4 (Σ a_i.² − Σ a_ij²)(Σ b_i.² − Σ b_ij²)/(n(n−1)(n−2)) + 2 Σ a_ij² Σ b_ij²/(n(n−1)), and likewise the
          covariance of two seeds of a benchmark, which are relabelled jointly.
interval  the infinitesimal jackknife in place of the bootstrap of `tau_intervals` (`normal_interval`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from components.stats.agreement.pairs import Indices, cells_of, of_benchmarks
from components.stats.agreement.tau import Agreement, benchmark_mean
from components.stats.bootstrap import Interval
from components.stats.memo import memoised
from components.stats.normal import normal_interval, normal_p
from components.stats.panel import Bools, Floats
from components.stats.stop import checked

_CHUNK = 1_000_000
"""Pairs of rows handled at once: some tens of megabytes."""


def relabelled_p(result: Agreement, x: int, y: int) -> float:
    """Two-sided p of the τ of metrics x and y averaged over benchmarks, the methods relabelled; τ must be defined."""
    return normal_p(float(result.tau[x, y]) / null_sd(result, x, y))


def null_sd(result: Agreement, x: int, y: int) -> float:
    """Standard deviation of a defined τ over all relabellings; a missing value ties its method with all others."""
    counts, variance, used = result.counts, 0.0, 0
    moments = memoised(
        result, "moments of signs", lambda: [_moments(result, own) for own in of_benchmarks(result.blocks)]
    )
    for here, n, rows, squares in moments:
        defined = ~np.isnan(result.block_tau[here, x, y])
        if not defined.any():
            continue
        spread = 2 * squares[x] * squares[y] / (n * (n - 1))
        if n > 2:
            spread += 4 * (rows[x] - squares[x]) * (rows[y] - squares[y]) / (n * (n - 1) * (n - 2))
        untied = [(counts.pairs - ties)[here, x, y].astype(float) for ties in (counts.ties_x, counts.ties_y)]
        scale = 2 * np.sqrt(untied[0] * untied[1]) * defined.sum()  # Γ counts each pair of methods twice
        share = np.divide(1.0, scale, out=np.zeros(len(here)), where=defined)
        variance += float(share @ spread @ share)
        used += 1
    return math.sqrt(variance) / used


def _moments(result: Agreement, here: Indices) -> tuple[Indices, int, Floats, Floats]:
    """The blocks of a benchmark, its methods, and of each metric Σ_i a_i. a'_i. and Σ_ij a_ij a'_ij, each (K, S, S)."""
    blocks = [result.blocks[i] for i in here]
    methods = np.unique(np.concatenate([b.methods for b in blocks]))
    values = np.full((len(result.metrics), len(blocks), len(methods)), np.nan)
    for s, block in enumerate(blocks):
        values[:, s, np.searchsorted(methods, block.methods)] = block.values.T
    rows, squares = np.zeros((2, len(values), len(blocks), len(blocks)))
    step = max(1, _CHUNK // max(1, values[0].size))
    for k, own in enumerate(values):
        for start in checked(range(0, len(methods), step)):
            signs = _signs(own[:, start : start + step, None], own[:, None])
            sums = signs.sum(axis=2, dtype=float)
            rows[k] += sums @ sums.T
            flat = signs.reshape(len(blocks), -1)
            squares[k] += flat @ flat.T  # at most _CHUNK terms, so that single precision is exact
    return here, len(methods), rows, squares


def _signs(one: Floats, other: Floats) -> Floats:
    """Sign of each difference in single precision, 0 where a side is missing."""
    signs: Floats = (one > other).astype(np.float32)
    signs -= one < other
    return signs


def linear_interval(result: Agreement, x: int, y: int) -> Interval:
    """The 95 % interval of the τ of metrics x and y; `draws` is 0, since nothing is drawn."""
    tau = float(result.tau[x, y])
    if math.isnan(tau):
        return Interval(None, None, 0, 0, "τ is undefined")
    numbers, cells, sources = cells_of(result.blocks, result.grids)
    own = np.full((len(result.blocks), len(cells)), np.nan)
    for row, block, number in zip(own, result.blocks, numbers, strict=True):
        place = np.searchsorted(cells, number)
        moved = influence(block.values[:, [x, y]], place)
        if moved is not None:
            row[:] = np.bincount(place, moved, len(cells))
    moves = benchmark_mean(own, result.blocks)
    return normal_interval(tau, moves, sources)


def influence(values: Floats, place: Indices) -> Floats | None:
    """(n,) how far the τ_b of two columns (n, 2) moves per further copy of a row's cell; None where τ is undefined.

    Rows of one cell, which share a `place`, meet once in each copy; rows of different cells meet m_i·m_j times.
    """
    both: Bools = np.asarray(~np.isnan(values).any(axis=1))
    known, cell = values[both], place[both]
    sums, alone = np.zeros((2, 3, len(known)))
    several = len(np.unique(cell)) < len(cell)
    for rows, parts in _products(known):
        for total, part in zip(sums, parts, strict=True):
            total[rows] = part.sum(axis=1)
        if several:
            same = cell[rows, None] == cell
            for total, part in zip(alone, parts, strict=True):
                total[rows] = np.where(same, part, 0).sum(axis=1)
    surplus, untied_x, untied_y = sums.sum(axis=1) / 2
    if not untied_x * untied_y > 0:
        return None
    d_surplus, d_x, d_y = sums - alone / 2
    root = math.sqrt(untied_x * untied_y)
    moved = np.zeros(len(values))
    moved[both] = d_surplus / root - surplus / root / 2 * (d_x / untied_x + d_y / untied_y)
    return moved


def _products(values: Floats) -> Iterator[tuple[slice, tuple[Floats, Floats, Floats]]]:
    """Of some rows with all others: the product of the signs of both columns (n, 2), and whether each is untied."""
    x, y = values.T
    step = max(1, _CHUNK // max(1, len(x)))
    for start in checked(range(0, len(x), step)):
        rows = slice(start, start + step)
        left, right = _signs(x[rows, None], x), _signs(y[rows, None], y)
        yield rows, (left * right, np.abs(left), np.abs(right))
