"""What part of a pooled ρ needs no signal: the reliability of metrics whose method labels were shuffled.

Benchmarks differ in their mean, on a metric and in distance alike, and that alone gives a pooled ρ. Shuffling the
methods within each benchmark, jointly for its seeds, keeps those means and removes everything else.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats import scipy
from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Panel
from components.stats.permutation import LIMIT, Stratum, additive_null, p_min, p_value, products

BUDGET = 50_000_000
"""Products that the sampled arrangements of all metrics may take together, about a second."""
USUAL, FEWEST = 10_000, 1_999
"""Where fewer than the usual number can be sampled, so few are: a page of very many runs answers sooner."""


@dataclass(frozen=True)
class NoSignal:
    """The pooled ρ under relabelling; numbers are NaN where the pooled ρ itself is undefined.

    expected      mean of ρ over all arrangements
    p             two-sided: share of the arrangements at least as far from `expected` as the observed ρ
    p_min         the smallest p this design can reach
    arrangements  looked at; `exact` says whether these are all of them
    """

    expected: float
    p: float
    p_min: float
    arrangements: int
    exact: bool


def no_signal(panel: Panel, limit: int = LIMIT, seed: int = 0) -> tuple[NoSignal, ...]:
    """Per score metric (K) the pooled Spearman ρ under relabelling of methods within benchmarks.

    The pooled midranks do not change under relabelling, so ρ is a sum of products over benchmarks: its mean is exact,
    its distribution is enumerated up to `limit` arrangements, else sampled, as often as BUDGET allows. Methods are
    exchanged only with those that lack the same runs.
    """
    if panel.closeness is None:
        return tuple(NoSignal(math.nan, math.nan, math.nan, 0, True) for _ in panel.metrics)
    affordable = BUDGET // max(1, panel.n_cells * len(panel.metrics))
    draws = min(limit, affordable) if affordable >= USUAL else min(limit, FEWEST)
    order = np.argsort(places_by_id(panel.methods))
    x, y = panel.aligned[:, :, order], panel.closeness[:, :, order]
    return tuple(_no_signal(panel.benchmarks, x[..., k], y, limit, draws, seed) for k in range(len(panel.metrics)))


def _no_signal(
    benchmarks: Sequence[str], values: Floats, closeness: Floats, limit: int, sampled: int, seed: int
) -> NoSignal:
    """The same for one metric from (B, S, M) aligned values and closeness, methods in the order of their ids."""
    both: Bools = np.asarray(~(np.isnan(values) | np.isnan(closeness)))
    x, y = _unit_ranks(values, both), _unit_ranks(closeness, both)
    parts = [(b, group) for b in range(len(both)) for group in _alike(both[b])]
    keys = [f"{benchmarks[b]} {group[0]}" for b, group in parts]
    costs = [y[b][:, group].T @ x[b][:, group] for b, group in parts]
    rho = sum(float(np.trace(cost)) for cost in costs) if both.any() else math.nan
    if math.isnan(rho):
        return NoSignal(math.nan, math.nan, math.nan, 0, True)
    expected = sum(float(cost.sum()) / len(cost) for cost in costs)
    possible = math.prod(math.factorial(len(cost)) for cost in costs)
    strata = [Stratum(key, len(cost), products(cost)) for key, cost in zip(keys, costs, strict=True)]
    null = additive_null(strata, limit if possible <= limit else sampled, seed)
    return NoSignal(expected, p_value(null, rho, expected), p_min(null, expected), null.n_arrangements, null.exact)


def _unit_ranks(values: Floats, both: Bools) -> Floats:
    """Midranks of the runs that have both values, centred and of length 1; 0 elsewhere, NaN when all are tied."""
    ranks = scipy.stats.rankdata(values[both])
    centred = ranks - ranks.mean() if ranks.size else ranks
    length = float(np.linalg.norm(centred))
    unit = np.zeros(values.shape)
    unit[both] = centred / length if length > 0 else np.nan
    return unit


def _alike(both: Bools) -> list[np.ndarray]:
    """Methods of one benchmark (S, M) grouped by the runs they have; those without any are left out."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for m in range(both.shape[1]):
        if both[:, m].any():
            groups.setdefault(tuple(bool(x) for x in both[:, m]), []).append(m)
    return [np.array(group) for group in groups.values()]
