"""How sure a reliability is: a percentile bootstrap over cells, methods resampled with all their seeds."""

from __future__ import annotations

import numpy as np

from components.stats.bootstrap import DRAWS, Interval, multiplicities, percentile_interval
from components.stats.panel import Bools, Floats, Panel


def reliability_intervals(panel: Panel, draws: int = DRAWS, seed: int = 0) -> tuple[Interval, ...]:
    """Per score metric (K) the 95 % interval of the pooled ρ, or the reason why it is not estimable.

    Methods that have at least one run with both values are resampled within each benchmark. A cell drawn twice
    counts twice; its copies share their midrank.
    """
    if panel.closeness is None:
        return tuple(Interval(None, None, 0, 0, "there is no oracle distance") for _ in panel.metrics)
    return tuple(_interval(panel.aligned[..., k], panel.closeness, draws, seed) for k in range(len(panel.metrics)))


def _interval(values: Floats, closeness: Floats, draws: int, seed: int) -> Interval:
    """The same for one metric from (B, S, M) aligned values and closeness."""
    both: Bools = np.asarray(~(np.isnan(values) | np.isnan(closeness)))
    entered: Bools = np.asarray(both.any(axis=1))
    sizes = [int(n) for n in entered.sum(axis=1)]
    if not any(sizes):
        return Interval(None, None, 0, 0, "no run has both values")
    if max(sizes) < 2:
        return Interval(None, None, 0, 0, "one method in each benchmark leaves nothing to resample")
    times = np.zeros((draws, *entered.shape))
    for b, counts in enumerate(multiplicities(sizes, draws, seed)):
        times[:, b, entered[b]] = counts
    benchmark, _, method = np.nonzero(both)
    rho = weighted_spearman(values[both], closeness[both], times[:, benchmark, method])
    return percentile_interval(rho, [n for n in sizes if n])


def weighted_spearman(x: Floats, y: Floats, times: Floats) -> Floats:
    """(draws,) Spearman's ρ of x and y (N,) when run i occurs times[d, i] times; NaN when a side is constant.

    Equals Spearman's ρ of the rows written out that often, copies and ties sharing their midrank.
    """
    rx, ry = _weighted_midranks(x, times), _weighted_midranks(y, times)
    n = times.sum(axis=1, keepdims=True)
    # the mean of n midranks is always (n + 1)/2
    rx, ry = rx - (n + 1) / 2, ry - (n + 1) / 2
    sxy, sxx, syy = ((times * a * b).sum(axis=1) for a, b in ((rx, ry), (rx, rx), (ry, ry)))
    scale = np.sqrt(sxx * syy)
    rho: Floats = np.divide(sxy, scale, out=np.full(len(times), np.nan), where=scale > 1e-9)
    return rho


def _weighted_midranks(values: Floats, times: Floats) -> Floats:
    """(draws, N) midranks of the values when each occurs `times` (draws, N) times."""
    distinct, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    starts = np.searchsorted(group[order], np.arange(len(distinct)))
    count = np.add.reduceat(times[:, order], starts, axis=1)
    before = np.cumsum(count, axis=1) - count
    ranks: Floats = (before + (count + 1) / 2)[:, group]
    return ranks
