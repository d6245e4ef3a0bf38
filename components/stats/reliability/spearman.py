"""Spearman's ρ between a metric and closeness to the retrained model.

Closeness is minus the oracle distance; a metric is aligned first, so that a good metric has a
positive ρ. Midranks for ties throughout (Spearman 1904)."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.memo import kept
from components.stats.panel import Floats, Panel


class Spearman(NamedTuple):
    """ρ of K metrics with closeness: rho (K,), SciPy's p (K,), n (K,) runs that have both
    values."""

    rho: Floats
    p: Floats
    n: npt.NDArray[np.int64]


@kept
def spearman_pooled(panel: Panel) -> Spearman:
    """Return Spearman's ρ over all runs of a panel, as published.

    All NaN without an oracle distance.
    """
    aligned = panel.aligned.reshape(-1, len(panel.metrics))
    closeness = np.full(len(aligned), np.nan)
    if panel.closeness is not None:
        closeness = panel.closeness.reshape(-1)
    spearman = spearman_runs(aligned, closeness)
    for shared in spearman:
        shared.flags.writeable = False
    return spearman


@kept
def spearman_within(panel: Panel) -> Floats:
    """Return (B, K) Spearman's ρ within each benchmark over its cells.

    NaN if a side is constant.
    """
    shape = (len(panel.benchmarks), len(panel.metrics))
    rho = np.full(shape, np.nan)
    if panel.oracle_cells is not None:
        closeness = -panel.oracle_cells
        for benchmark_index, cells in enumerate(panel.aligned_cells):
            rho[benchmark_index] = spearman_runs(cells, closeness[benchmark_index]).rho
    return rho


def spearman_runs(aligned: Floats, closeness: Floats) -> Spearman:
    """Return Spearman's ρ of each column of `aligned` (N, K) with `closeness` (N,).

    Over the rows that have both. ρ is NaN if a side is constant or fewer than 2 rows have both
    values; p is NaN then and with 2 rows.
    """
    n_metrics = aligned.shape[1]
    rho = np.full(n_metrics, np.nan)
    p = np.full(n_metrics, np.nan)
    n = np.zeros(n_metrics, dtype=np.int64)
    for metric, values in enumerate(aligned.T):
        has_both = ~(np.isnan(values) | np.isnan(closeness))
        n[metric] = has_both.sum()
        rho[metric], p[metric] = _spearman(values[has_both], closeness[has_both])
    return Spearman(rho, p, n)


def _spearman(x_values: Floats, y_values: Floats) -> tuple[float, float]:
    """ρ and its p by Student's t, as `scipy.stats.spearmanr` gives them, of two complete samples;
    NaN if undefined."""
    is_constant = len(x_values) < 2 or np.ptp(x_values) == 0 or np.ptp(y_values) == 0
    if is_constant:
        return math.nan, math.nan
    ranks = np.stack([ascending_ranks(x_values), ascending_ranks(y_values)], axis=1)
    correlations = np.asarray(np.corrcoef(ranks, rowvar=False))
    rho = float(correlations[1, 0])
    freedom = len(x_values) - 2
    unexplained = (rho + 1.0) * (1.0 - rho)
    statistic = math.inf
    if unexplained:
        statistic = abs(rho) * math.sqrt(max(freedom / unexplained, 0.0))
    p = 2 * lazy_scipy.special.stdtr(freedom, -statistic)
    return rho, float(p)


def ascending_ranks(values: Floats) -> Floats:
    """Return (n,) the ranks of complete values (n,), from 1.

    Tied ones share the mean of theirs.
    """
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    midranks = np.cumsum(count) - (count - 1) / 2
    return np.asarray(midranks[place])
