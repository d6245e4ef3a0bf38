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
    both: Bools = np.asarray(~(np.isnan(panel.aligned) | np.isnan(panel.closeness)[..., None]))
    found: dict[int, Interval] = {}
    for k in range(len(panel.metrics)):
        if k not in found:  # metrics measured on the same runs share their draws and the ranks of the closeness
            alike = [j for j in range(k, len(panel.metrics)) if np.array_equal(both[..., j], both[..., k])]
            intervals = _intervals(panel.aligned[..., alike], panel.closeness, both[..., k], draws, seed)
            found.update(zip(alike, intervals, strict=True))
    return tuple(found[k] for k in range(len(panel.metrics)))


def _intervals(values: Floats, closeness: Floats, both: Bools, draws: int, seed: int) -> list[Interval]:
    """The same for J metrics (B, S, M, J) that were all measured in the runs `both` (B, S, M)."""
    width = values.shape[-1]
    entered: Bools = np.asarray(both.any(axis=1))
    sizes = [int(n) for n in entered.sum(axis=1)]
    if not any(sizes):
        return [Interval(None, None, 0, 0, "no run has both values")] * width
    if max(sizes) < 2:
        return [Interval(None, None, 0, 0, "one method in each benchmark leaves nothing to resample")] * width
    times = np.zeros((draws, *entered.shape))
    for b, counts in enumerate(multiplicities(sizes, draws, seed)):
        times[:, b, entered[b]] = counts
    benchmark, _, method = np.nonzero(both)
    rho = weighted_spearman(values[both], closeness[both], times[:, benchmark, method])
    return [percentile_interval(column, [n for n in sizes if n]) for column in rho.T]


def weighted_spearman(x: Floats, y: Floats, times: Floats) -> Floats:
    """(D, J) Spearman's ρ of each column of x (N, J) with y (N,) when row i occurs times[d, i] times.

    Equals Spearman's ρ of the rows written out that often, copies and ties sharing their midrank. NaN when a side
    is constant.
    """
    middle = (times.sum(axis=1, keepdims=True) + 1) / 2  # the mean of n midranks is always (n + 1)/2
    ry = _weighted_midranks(y, times) - middle
    weighted = times * ry
    syy = np.einsum("dn,dn->d", weighted, ry)
    rho = np.full((len(times), x.shape[1]), np.nan)
    for j in range(x.shape[1]):
        rx = _weighted_midranks(x[:, j], times) - middle
        scale = np.sqrt(np.einsum("dn,dn,dn->d", times, rx, rx) * syy)
        np.divide(np.einsum("dn,dn->d", weighted, rx), scale, out=rho[:, j], where=scale > 1e-9)
    return rho


def _weighted_midranks(values: Floats, times: Floats) -> Floats:
    """(D, N) midranks of the values (N,) when each occurs times[d, i] times: sort once, then add up counts."""
    distinct, group = np.unique(values, return_inverse=True)
    order = np.argsort(group, kind="stable")
    count = times[:, order]
    if len(distinct) < len(values):
        count = np.add.reduceat(count, np.searchsorted(group[order], np.arange(len(distinct))), axis=1)
    ranks: Floats = (np.cumsum(count, axis=1) - (count - 1) / 2)[:, group]
    return ranks
