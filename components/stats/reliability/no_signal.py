"""What part of a pooled ρ needs no signal: the reliability of metrics whose method labels were
shuffled.

Benchmarks differ in their mean, on a metric and in distance alike, and that alone gives a pooled ρ.
Shuffling the methods within each benchmark, jointly for its seeds, keeps those means and removes
everything else."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Bools, Floats, Ints, Panel
from components.stats.permutation import (
    LIMIT,
    Stratum,
    additive_nulls,
    p_min,
    p_value,
    products,
)
from components.stats.reliability.groups import MetricGroup, metric_groups
from components.stats.reliability.spearman import ascending_ranks

MAX_PRODUCTS = 50_000_000
"""Products that the sampled arrangements of all metrics may take together, about a second."""
MIN_ARRANGEMENTS = 499
"""Sampled arrangements at least, however many runs there are."""
_DRAW = 8
"""What it costs to draw a cell, in products."""


@dataclass(frozen=True)
class NoSignal:
    """The pooled ρ under relabelling; NaN if the pooled ρ itself is undefined.

    expected      mean of ρ over all arrangements
    p             two-sided: share of the arrangements at least as far from `expected` as the
                  observed ρ
    p_min         the smallest p this design can reach
    arrangements  looked at; `exact` says whether these are all of them
    """

    expected: float = math.nan
    p: float = math.nan
    p_min: float = math.nan
    arrangements: int = 0
    exact: bool = True


def no_signal(
    panel: Panel,
    limit: int = LIMIT,
    seed: int = 0,
) -> tuple[NoSignal, ...]:
    """Return per score metric (K) the pooled Spearman ρ (midranks) under relabelling.

    Methods are relabelled within benchmarks. The pooled midranks do not change under relabelling,
    so ρ is a sum of products over benchmarks: its mean is exact, its distribution is enumerated up
    to `limit` arrangements, else sampled as often as MAX_PRODUCTS allows. Methods are exchanged
    only with those that lack the same runs.
    """
    groups = metric_groups(panel)
    n_products = panel.n_cells * max(len(panel.metrics), _DRAW * len(groups))
    n_affordable = MAX_PRODUCTS // max(1, n_products)
    draws = min(limit, max(MIN_ARRANGEMENTS, n_affordable))
    no_signals = [NoSignal()] * len(panel.metrics)
    for group in groups:
        results = _no_signal(panel.benchmarks, group, limit, draws, seed)
        for metric, result in zip(group.metrics, results, strict=True):
            no_signals[metric] = result
    return tuple(no_signals)


@dataclass(frozen=True, eq=False)
class _Exchangeable:
    """Methods of a benchmark that have the same runs.

    costs  per metric (n, n) what label i adds to ρ with the data of method j
    """

    benchmark: int
    methods: Ints
    costs: list[Floats]


def _no_signal(
    benchmarks: Sequence[str],
    group: MetricGroup,
    limit: int,
    n_draws: int,
    seed: int,
) -> list[NoSignal]:
    results = [NoSignal()] * len(group.metrics)
    parts = _exchangeable(group)
    if not parts:
        return results
    rho = []
    for costs_of_metric in zip(*(part.costs for part in parts), strict=True):
        rho.append(math.fsum(map(np.trace, costs_of_metric)))
    defined = np.flatnonzero(~np.isnan(rho)).tolist()
    if not defined:
        return results
    strata = []
    for part in parts:
        addends = products([part.costs[j] for j in defined])
        key = f"{benchmarks[part.benchmark]} {part.methods[0]}"
        strata.append(Stratum(key, len(part.methods), addends))
    n_arrangements = math.prod(math.factorial(len(part.methods)) for part in parts)
    if n_arrangements > limit:
        limit = n_draws
    nulls = additive_nulls(strata, limit, seed)
    for j, null in zip(defined, nulls, strict=True):
        expected = math.fsum(part.costs[j].sum() / len(part.methods) for part in parts)
        results[j] = NoSignal(
            expected=expected,
            p=p_value(null, rho[j], expected),
            p_min=p_min(null, expected),
            arrangements=null.n_arrangements,
            exact=null.exact,
        )
    return results


def _exchangeable(group: MetricGroup) -> list[_Exchangeable]:
    """Methods of each benchmark by the runs they have; those without any are left out."""
    y = _unit_ranks(group.closeness, group.has_both)
    x_of_metrics = [_unit_ranks(x, group.has_both) for x in np.moveaxis(group.values, -1, 0)]
    parts = []
    for benchmark, has_both in enumerate(group.has_both):
        methods_of_runs: dict[bytes, list[int]] = {}
        for method in np.flatnonzero(has_both.any(axis=0)).tolist():
            runs = has_both[:, method].tobytes()
            methods_of_runs.setdefault(runs, []).append(method)
        for methods in methods_of_runs.values():
            y_part = y[benchmark][:, methods].T
            costs = [y_part @ metric[benchmark][:, methods] for metric in x_of_metrics]
            parts.append(_Exchangeable(benchmark, np.array(methods), costs))
    return parts


def _unit_ranks(values: Floats, has_both: Bools) -> Floats:
    """Midranks of the runs that have both values, centred and of length 1; 0 elsewhere, NaN if all
    are tied."""
    unit = np.zeros(values.shape)
    if not has_both.any():
        return unit
    ranks = ascending_ranks(values[has_both])
    centred = ranks - ranks.mean()
    length = float(np.linalg.norm(centred))
    unit[has_both] = centred / length if length > 0 else np.nan
    return unit
