"""What part of a pooled ρ needs no signal: the reliability of metrics whose method labels were
shuffled.

Benchmarks differ in their mean, on a metric and in distance alike, and that alone gives a pooled ρ.
Shuffling the methods within each benchmark, jointly for its seeds, keeps those means and removes
everything else."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Panel, measured_alike
from components.stats.permutation import LIMIT, Stratum, additive_nulls, p_min, p_value, products
from components.stats.reliability.spearman import ascending_ranks

BUDGET = 50_000_000
"""Products that the sampled arrangements of all metrics may take together, about a second."""
FEWEST = 499
"""Sampled arrangements at least, however many runs there are."""


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


def no_signal(panel: Panel, limit: int = LIMIT, seed: int = 0) -> tuple[NoSignal, ...]:
    """Return per score metric (K) the pooled Spearman ρ (midranks) under relabelling of methods
    within benchmarks.

    The pooled midranks do not change under relabelling, so ρ is a sum of products over benchmarks:
    its mean is exact, its distribution is enumerated up to `limit` arrangements, else sampled as
    often as BUDGET allows. Methods are exchanged only with those that lack the same runs."""
    if panel.closeness is None:
        return (NoSignal(),) * len(panel.metrics)
    order = np.argsort(places_by_id(panel.methods))
    x, y = panel.aligned[:, :, order], panel.closeness[:, :, order]
    both: Bools = np.asarray(~(np.isnan(x) | np.isnan(y)[..., None]))
    groups = measured_alike(both)  # they share their arrangements
    work = panel.n_cells * max(
        len(panel.metrics), 8 * len(groups)
    )  # to draw a cell takes as long as 8 products
    draws = min(limit, max(FEWEST, BUDGET // max(1, work)))
    found: dict[int, NoSignal] = {}
    for alike in groups:
        own = _no_signal(
            panel.benchmarks, x[..., alike], y, both[..., alike[0]], limit, draws, seed
        )
        found.update(zip(alike, own, strict=True))
    return tuple(found[k] for k in range(len(panel.metrics)))


def _no_signal(
    benchmarks: Sequence[str],
    values: Floats,
    closeness: Floats,
    both: Bools,
    limit: int,
    sampled: int,
    seed: int,
) -> list[NoSignal]:
    """Of J metrics (B, S, M, J) measured in the runs `both` (B, S, M), methods in the order of
    their ids."""
    y = _unit_ranks(closeness, both)
    xs = [_unit_ranks(values[..., j], both) for j in range(values.shape[-1])]
    parts = [(b, group) for b in range(len(both)) for group in _alike(both[b])]
    # for each metric and each group of methods, (n, n) what label i adds to ρ with the data of
    # method j
    costs = [[y[b][:, group].T @ x[b][:, group] for b, group in parts] for x in xs]
    rho = [math.fsum(float(np.trace(cost)) for cost in own) if parts else math.nan for own in costs]
    defined = [j for j, own in enumerate(rho) if not math.isnan(own)]
    found = [NoSignal()] * len(xs)
    possible = math.prod(math.factorial(len(group)) for _, group in parts)
    strata = [
        Stratum(
            f"{benchmarks[b]} {group[0]}", len(group), products([costs[j][part] for j in defined])
        )
        for part, (b, group) in enumerate(parts)
        if defined
    ]
    nulls = additive_nulls(strata, limit if possible <= limit else sampled, seed)
    for j, null in zip(defined, nulls, strict=True):
        expected = math.fsum(float(cost.sum()) / len(cost) for cost in costs[j])
        p = p_value(null, rho[j], expected)
        found[j] = NoSignal(expected, p, p_min(null, expected), null.n_arrangements, null.exact)
    return found


def _unit_ranks(values: Floats, both: Bools) -> Floats:
    """Midranks of the runs that have both values, centred and of length 1; 0 elsewhere, NaN if all
    are tied."""
    ranks = ascending_ranks(values[both])
    centred = ranks - ranks.mean() if ranks.size else ranks
    length = float(np.linalg.norm(centred))
    unit = np.zeros(values.shape)
    unit[both] = centred / length if length > 0 else np.nan
    return unit


def _alike(both: Bools) -> list[np.ndarray]:
    """Methods of one benchmark (S, M) grouped by the runs they have; those without any are left
    out."""
    groups: dict[tuple[bool, ...], list[int]] = {}
    for m, measured in enumerate(map(tuple, both.T.tolist())):
        if any(measured):
            groups.setdefault(measured, []).append(m)
    return [np.array(group) for group in groups.values()]
