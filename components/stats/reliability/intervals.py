"""How sure a reliability is: a percentile bootstrap over cells, methods resampled with all their
seeds."""

from collections.abc import Sequence

import numpy as np

from components.stats.bootstrap import DRAWS, Interval, multiplicities, percentile_interval
from components.stats.draws import places_by_id
from components.stats.panel import Bools, Floats, Ints, Panel, measured_alike

BUDGET = 10_000_000
"""Values ranked again, and cells drawn again, in all draws: some tenths of a second."""
FEWEST = 300
"""Draws at least; runs that are too many for these are not resampled."""
TOO_MANY = "there are more runs than can be resampled while a reader waits"
_CHUNK = 100_000
"""Counts handled at once: they stay in the processor's cache."""


def draws_of(values: int, draws: int = DRAWS) -> int:
    """Return how often so many values of all metrics are resampled, 0 if BUDGET does not allow
    FEWEST draws."""
    return 0 if FEWEST * values > BUDGET else min(draws, BUDGET // max(1, values))


def reliability_intervals(panel: Panel, draws: int = DRAWS, seed: int = 0) -> tuple[Interval, ...]:
    """Return per score metric (K) the 95 % interval of the pooled ρ, or the reason why it is not
    estimable.

    Methods that have at least one run with both values are resampled within each benchmark, as
    often as BUDGET allows."""
    if panel.closeness is None:
        return tuple(
            Interval(None, None, 0, 0, "there is no oracle distance") for _ in panel.metrics
        )
    order = np.argsort(places_by_id(panel.methods))
    aligned, closeness = panel.aligned[:, :, order], panel.closeness[:, :, order]
    both: Bools = np.asarray(~(np.isnan(aligned) | np.isnan(closeness)[..., None]))
    groups = measured_alike(both)  # they share their draws and the ranks of the closeness
    draws = draws_of(int(both.sum()) + len(groups) * panel.n_cells, draws)
    if not draws:
        return tuple(Interval(None, None, 0, 0, TOO_MANY) for _ in panel.metrics)
    by_metric: dict[int, Interval] = {}
    for alike in groups:
        intervals = _intervals(
            panel.benchmarks, aligned[..., alike], closeness, both[..., alike[0]], draws, seed
        )
        by_metric.update(zip(alike, intervals, strict=True))
    return tuple(by_metric[k] for k in range(len(panel.metrics)))


def _intervals(
    benchmarks: Sequence[str], values: Floats, closeness: Floats, both: Bools, draws: int, seed: int
) -> list[Interval]:
    """Of J metrics (B, S, M, J) that were all measured in the runs `both`, methods in the order of
    ids."""
    width = values.shape[-1]
    entered: Bools = np.asarray(both.any(axis=1))
    sizes = [int(n) for n in entered.sum(axis=1)]
    if not any(sizes):
        return [Interval(None, None, 0, 0, "no run has both values")] * width
    if max(sizes) < 2:
        return [
            Interval(None, None, 0, 0, "one method in each benchmark leaves nothing to resample")
        ] * width
    times = np.zeros((draws, *entered.shape))
    for b, counts in enumerate(
        multiplicities(dict(zip(benchmarks, sizes, strict=True)), draws, seed)
    ):
        times[:, b, entered[b]] = counts
    benchmark, _, method = np.nonzero(both)
    rho = weighted_spearman(values[both], closeness[both], times[:, benchmark, method])
    return [percentile_interval(column, [n for n in sizes if n]) for column in rho.T]


def weighted_spearman(x: Floats, y: Floats, times: Floats) -> Floats:
    """Return (D, J) Spearman's ρ (midranks) of each column of x (N, J) with y (N,), row i occurring
    times[d, i] times.

    NaN if a side is constant.
    """
    rho = np.full((len(times), x.shape[1]), np.nan)
    if not times.size:
        return rho
    sides = [_sorted(column) for column in (y, *x.T)]
    step = max(1, _CHUNK // times.shape[1])
    for start in range(0, len(times), step):
        part = times[start : start + step]
        middle = (
            part.sum(axis=1, keepdims=True) + 1
        ) / 2  # the mean of n midranks is always (n + 1)/2
        ry = _weighted_midranks(sides[0], part) - middle
        weighted = part * ry
        syy = np.einsum("dn,dn->d", weighted, ry)
        for j, side in enumerate(sides[1:]):
            rx = _weighted_midranks(side, part) - middle
            scale = np.sqrt(np.einsum("dn,dn,dn->d", part, rx, rx) * syy)
            sxy = np.einsum("dn,dn->d", weighted, rx)
            np.divide(sxy, scale, out=rho[start : start + step, j], where=scale > 1e-9)
    return rho


def _sorted(values: Floats) -> tuple[Ints, Ints, Ints]:
    """The order of the values (N,), the start of each distinct one in it, and which distinct one
    each is."""
    distinct, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    return order, np.searchsorted(group[order], np.arange(len(distinct))), group


def _weighted_midranks(side: tuple[Ints, Ints, Ints], times: Floats) -> Floats:
    """(D, N) midranks of values, as `_sorted`, when each occurs times[d, i] times: add up counts in
    their order."""
    order, starts, group = side
    count = times[:, order]
    if len(starts) < len(order):
        count = np.add.reduceat(count, starts, axis=1)
    return np.asarray((np.cumsum(count, axis=1) - (count - 1) / 2)[:, group])
