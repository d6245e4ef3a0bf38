"""Kendall's W: how far all metrics of a benchmark agree on the order of its methods.

W = 12 Σ(R_i − R̄)² / (m²(n³ − n) − m Σ T_j) with T_j = Σ(t³ − t) over the groups of methods that
metric j ties, on midranks of cell means (Kendall 1945, with tie correction). χ² = m(n − 1)W with n
− 1 degrees of freedom is Friedman's statistic; its p is asymptotic and rough for few methods."""

import math
from dataclasses import dataclass
from itertools import compress

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import midranks


@dataclass(frozen=True, kw_only=True)
class Concordance:
    """W of one benchmark over `metrics` and `n_methods` methods; None with a `reason` if undefined.

    chi2, df    Friedman's statistic and its degrees of freedom
    p           None over checkpoints of a grid, which are no independent cases
    constant    metrics left out because they have one value for all methods
    incomplete  metrics left out because they have no value for some method
    """

    benchmark: str
    kendalls_w: float | None
    chi2: float | None
    df: int
    p: float | None
    p_kind: str = "asymptotic (χ²)"
    n_methods: int
    metrics: tuple[str, ...]
    constant: tuple[str, ...]
    incomplete: tuple[str, ...]
    reason: str


def concordance(panel: Panel) -> tuple[Concordance, ...]:
    """Return Kendall's W of every benchmark of a panel, over the methods that have a run there."""
    return tuple(
        _concordance_on(panel, benchmark_index) for benchmark_index in range(len(panel.benchmarks))
    )


def kendalls_w(values: Floats) -> float:
    """Return W of the columns of (n methods, m metrics), higher is better, from 0 to 1.

    NaN with fewer than two methods or metrics, and if all are tied by all.
    """
    ranks = midranks(values.T)
    m, n = ranks.shape
    ties = 0
    for metric_ranks in ranks:
        _, t = np.unique(metric_ranks, return_counts=True)
        ties += int((t**3 - t).sum())
    scale = m**2 * (n**3 - n) - m * ties
    if m < 2 or scale <= 0:
        return math.nan
    totals = ranks.sum(axis=0)
    squares = (totals - totals.mean()) ** 2
    return float(12 * squares.sum() / scale)


def _concordance_on(panel: Panel, benchmark_index: int) -> Concordance:
    has_run = panel.has_run[benchmark_index].any(axis=0)
    cells = panel.aligned_cells[benchmark_index, has_run]
    n_methods = len(cells)
    is_incomplete = np.isnan(cells).any(axis=0)
    is_constant = panel.constant[benchmark_index] & ~is_incomplete
    is_used = ~is_incomplete & ~is_constant
    n_used = int(is_used.sum())
    w = None
    chi2 = None
    p = None
    reason = ""
    if n_methods < 2:
        reason = "one method only"
    elif n_used < 2:
        reason = f"{n_used} of {len(is_used)} metrics can rank here, two are needed"
    else:
        w = kendalls_w(cells[:, is_used])
        chi2 = n_used * (n_methods - 1) * w
        if panel.family_of_method is None:
            p = float(lazy_scipy.stats.chi2.sf(chi2, n_methods - 1))
    return Concordance(
        benchmark=panel.benchmarks[benchmark_index],
        kendalls_w=w,
        chi2=chi2,
        df=n_methods - 1,
        p=p,
        n_methods=n_methods,
        metrics=tuple(compress(panel.metric_ids, is_used)),
        constant=tuple(compress(panel.metric_ids, is_constant)),
        incomplete=tuple(compress(panel.metric_ids, is_incomplete)),
        reason=reason,
    )
