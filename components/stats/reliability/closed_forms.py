"""What the draws of a large design would give, without drawing: p and interval of a pooled ρ, and what its seeds leave.

Normal approximations, for designs with many methods in every benchmark.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from components.stats.bootstrap import Interval
from components.stats.memo import memoised
from components.stats.normal import normal_interval
from components.stats.panel import Bools, Floats, Panel


def null_sd(costs: Sequence[Floats]) -> float:
    """Standard deviation of Σ_i cost[i, order_i] over all orders, summed over independent tables (n, n).

    Σ d²/(n−1), d the table less its row and column means (Hoeffding 1951, theorem 2).
    """
    variance = 0.0
    for cost in costs:
        if len(cost) > 1:
            centred = cost - cost.mean(axis=0) - cost.mean(axis=1)[:, None] + cost.mean()
            variance += float((centred**2).sum()) / (len(cost) - 1)
    return math.sqrt(variance)


def influence(x: Floats, y: Floats) -> Floats:
    """(N,) how far Spearman's ρ of the rows moves per unit of weight on each; they sum to 0.

    The influence function of ρ (Croux & Dehon 2010, section 2) with mid-distribution functions, which allow ties.
    """
    f, above_f = _distribution(x)
    g, above_g = _distribution(y)
    product, square_f, square_g = f * g, f**2, g**2
    a, b, c = (float(v.mean()) - 0.25 for v in (product, square_f, square_g))
    on_a = product + above_f(g) + above_g(f) - 3 * product.mean()
    on_b = square_f + 2 * above_f(f) - 3 * square_f.mean()
    on_c = square_g + 2 * above_g(g) - 3 * square_g.mean()
    moved: Floats = (on_a / math.sqrt(b * c) - a / math.sqrt(b * c) / 2 * (on_b / b + on_c / c)) / len(x)
    return moved


def _distribution(values: Floats) -> tuple[Floats, Callable[[Floats], Floats]]:
    """The mid-distribution function at each value (N,), and what averages over all rows those above each value."""
    n = len(values)
    _, group, size = np.unique(values, return_inverse=True, return_counts=True)
    middle = (np.cumsum(size) - size / 2) / n

    def above(weights: Floats) -> Floats:
        own = np.bincount(group, weights)
        averaged: Floats = ((own.sum() - np.cumsum(own) + own / 2) / n)[group]
        return averaged

    return middle[group], above


def moves(panel: Panel, k: int) -> Floats:
    """(B, S, M) `influence` of each run on the pooled ρ of a metric with closeness; 0 for runs without both values.

    The metric must have a ρ.
    """

    def compute() -> Floats:
        assert panel.closeness is not None
        values, closeness = panel.aligned[..., k], panel.closeness
        both: Bools = np.asarray(~(np.isnan(values) | np.isnan(closeness)))
        moved = np.zeros(both.shape)
        moved[both] = influence(values[both], closeness[both])
        return moved

    return memoised(panel, ("moves of ρ", k), compute)


def linear_interval(panel: Panel, k: int, rho: float, entered: Bools) -> Interval:
    """The interval of a pooled ρ without draws; `entered` (B, M) are the methods that have a run with both values."""
    return normal_interval(float(rho), moves(panel, k).sum(axis=1)[entered], np.nonzero(entered)[0])
