"""How sure a reliability is: a percentile bootstrap over cells, methods resampled with all their seeds."""

from __future__ import annotations

import numpy as np

from components.stats.bootstrap import DRAWS, Interval, multiplicities, percentile_interval
from components.stats.panel import Bools, Floats, Panel
from components.stats.resampling import Ints, below


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
    counts = np.concatenate(multiplicities(sizes, draws, seed), axis=1).astype(float)
    place = np.cumsum(entered.reshape(-1)).reshape(entered.shape) - 1
    benchmark, _, method = np.nonzero(both)
    rho = weighted_spearman(values[both], closeness[both], counts, place[benchmark, method])
    return percentile_interval(rho, [n for n in sizes if n])


def weighted_spearman(x: Floats, y: Floats, counts: Floats, group: Ints) -> Floats:
    """(draws,) Spearman's ρ of x and y (N,) when row i occurs counts[d, group[i]] times; NaN when a side is constant.

    Equals Spearman's ρ of the rows written out that often, copies and ties sharing their midrank.
    """
    size = counts.shape[1]
    n = counts @ np.bincount(group, minlength=size)
    # a midrank is what lies below, plus half; their mean is (n + 1)/2
    rx, ry = (counts @ below(side, group, size) - n[:, None] / 2 for side in (x, y))
    times = counts[:, group]
    sxy, sxx, syy = (np.einsum("dr,dr,dr->d", times, a, b) for a, b in ((rx, ry), (rx, rx), (ry, ry)))
    scale = np.sqrt(sxx * syy)
    rho: Floats = np.divide(sxy, scale, out=np.full(len(counts), np.nan), where=scale > 1e-9)
    return rho
