"""Spearman's ρ between a metric and closeness to the retrained model.

Closeness is minus the oracle distance; a metric is aligned first, so that a good metric has a
positive ρ. Midranks for ties throughout (Spearman 1904)."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.memo import memoised
from components.stats.panel import Floats, Panel


class Spearman(NamedTuple):
    """ρ of K metrics with closeness: rho (K,), SciPy's p (K,), n (K,) runs that have both
    values."""

    rho: Floats
    p: Floats
    n: npt.NDArray[np.int64]


def spearman_pooled(panel: Panel) -> Spearman:
    """Return Spearman's ρ over all runs of a panel, as published; all NaN without an oracle
    distance."""

    def compute() -> Spearman:
        aligned = panel.aligned.reshape(-1, len(panel.metrics))
        closeness = (
            np.full(len(aligned), np.nan)
            if panel.closeness is None
            else panel.closeness.reshape(-1)
        )
        coefficients = spearman_runs(aligned, closeness)
        for shared in coefficients:
            shared.flags.writeable = False
        return coefficients

    return memoised(panel, "spearman, pooled", compute)


def spearman_runs(aligned: Floats, closeness: Floats) -> Spearman:
    """Return Spearman's ρ of each column of `aligned` (N, K) with `closeness` (N,), over the rows
    that have both.

    ρ is NaN if a side is constant or fewer than 2 rows have both values; p is NaN then and with 2
    rows."""
    width = aligned.shape[1]
    rho, p, n = np.full(width, np.nan), np.full(width, np.nan), np.zeros(width, dtype=np.int64)
    for k in range(width):
        both = ~(np.isnan(aligned[:, k]) | np.isnan(closeness))
        n[k] = both.sum()
        rho[k], p[k] = _spearman(aligned[both, k], closeness[both])
    return Spearman(rho, p, n)


def spearman_within(panel: Panel) -> Floats:
    """Return (B, K) Spearman's ρ within each benchmark over its cells; NaN if a side is
    constant."""
    cells = panel.aligned_cells
    distances = panel.oracle_cells
    if distances is None or not len(cells):
        return np.full((len(panel.benchmarks), len(panel.metrics)), np.nan)
    pairs = zip(cells, distances, strict=True)
    return memoised(
        panel,
        "spearman, within",
        lambda: np.array([spearman_runs(cell, -d).rho for cell, d in pairs]),
    )


def _spearman(x: Floats, y: Floats) -> tuple[float, float]:
    """ρ and its p by Student's t, as `scipy.stats.spearmanr` gives them, of two complete samples;
    NaN if undefined."""
    if len(x) < 2 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return float("nan"), float("nan")
    ranks, freedom = np.column_stack([ascending_ranks(x), ascending_ranks(y)]), len(x) - 2
    rho = float(np.asarray(np.corrcoef(ranks, rowvar=False))[1, 0])
    rest = (rho + 1.0) * (1.0 - rho)
    t = abs(rho) * math.sqrt(max(freedom / rest, 0.0)) if rest else math.inf
    return rho, float(2 * lazy_scipy.special.stdtr(freedom, -t))


def ascending_ranks(values: Floats) -> Floats:
    """Return (n,) the ranks of complete values (n,), from 1, tied ones sharing the mean of
    theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray((np.cumsum(count) - (count - 1) / 2)[place])
