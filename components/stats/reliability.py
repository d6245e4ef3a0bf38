"""How far a metric can be trusted: Spearman's ρ between the metric and closeness to the retrained model.

Closeness is minus the oracle distance; a metric is aligned first, so that a good metric has a positive ρ.
Midranks for ties throughout (Spearman 1904).
"""

from __future__ import annotations

import warnings

import numpy as np
import numpy.typing as npt
from scipy import stats

from components.stats.panel import Floats, Panel, nanmean

Counts = npt.NDArray[np.int64]


def spearman_pooled(panel: Panel) -> tuple[Floats, Floats, Counts]:
    """Spearman's ρ over all runs that have both values, with SciPy's p: ((K,), (K,), (K,) runs used).

    ρ is NaN when a side is constant or fewer than 2 runs have both values; p is NaN then and with 2 runs.
    SciPy's p treats the runs as independent, which seeds are not.
    """
    width = len(panel.metrics)
    rho, p, n = np.full(width, np.nan), np.full(width, np.nan), np.zeros(width, dtype=np.int64)
    if panel.closeness is None:
        return rho, p, n
    closeness = panel.closeness.reshape(-1)
    for k in range(width):
        values = panel.aligned[..., k].reshape(-1)
        both = ~(np.isnan(values) | np.isnan(closeness))
        n[k] = both.sum()
        rho[k], p[k] = _spearman(values[both], closeness[both])
    return rho, p, n


def spearman_within(panel: Panel) -> Floats:
    """Spearman's ρ within each benchmark over its cells: (B, K), NaN where a side is constant."""
    rho = np.full((len(panel.benchmarks), len(panel.metrics)), np.nan)
    distances = panel.oracle_cells
    if distances is None:
        return rho
    cells = panel.cells * panel.signs
    for b in range(len(panel.benchmarks)):
        for k in range(len(panel.metrics)):
            both = ~(np.isnan(cells[b, :, k]) | np.isnan(distances[b]))
            rho[b, k], _ = _spearman(cells[b, both, k], -distances[b, both])
    return rho


def mean_within(panel: Panel) -> Floats:
    """Mean over benchmarks of the within-benchmark ρ that are defined: (K,), NaN where none is."""
    return nanmean(spearman_within(panel), axis=0)


def _spearman(x: Floats, y: Floats) -> tuple[float, float]:
    """ρ and SciPy's p of two complete samples; NaN for what is undefined."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    with warnings.catch_warnings():
        # with two points SciPy's t-test divides by zero degrees of freedom: ρ stands, p is undefined
        warnings.simplefilter("ignore", RuntimeWarning)
        result = stats.spearmanr(x, y)
    return float(result.statistic), float(result.pvalue) if len(x) > 2 else float("nan")
