"""Kendall's W: how far all metrics of a benchmark agree on the order of its methods.

W = 12 Σ(R_i − R̄)² / (m²(n³ − n) − m Σ T_j) with T_j = Σ(t³ − t) over the groups of methods that
metric j ties, on midranks of cell means (Kendall 1945, with tie correction). χ² = m(n − 1)W with n
− 1 degrees of freedom is Friedman's statistic; its p is asymptotic and rough for few methods."""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats, Panel
from components.stats.ranking.ranks import midranks


@dataclass(frozen=True, kw_only=True)
class Concordance:
    """W of one benchmark over `metrics` and `n_methods` methods; None with a `reason` if undefined.

    Left out are `constant` metrics and `incomplete` ones, which have no value for some method. p is
    None over checkpoints of a grid, which are no independent cases."""

    benchmark: str
    w: float | None = None
    chi2: float | None = None
    df: int
    p: float | None = None
    p_kind: str = "asymptotic (χ²)"
    n_methods: int
    metrics: tuple[str, ...]
    constant: tuple[str, ...]
    incomplete: tuple[str, ...]
    reason: str = ""


def concordance(panel: Panel) -> tuple[Concordance, ...]:
    """Return Kendall's W of every benchmark of a panel, over the methods that have a run there."""
    return tuple(_benchmark(panel, b) for b in range(len(panel.benchmarks)))


def kendalls_w(values: Floats) -> float:
    """Return W of the columns of (n methods, m metrics), higher is better; NaN with fewer than two
    of either."""
    ranks = midranks(values.T)
    m, n = ranks.shape
    ties = sum(
        int((t**3 - t).sum()) for t in (np.unique(row, return_counts=True)[1] for row in ranks)
    )
    scale = m**2 * (n**3 - n) - m * ties
    if m < 2 or scale <= 0:
        return math.nan
    totals = ranks.sum(axis=0)
    return float(12 * ((totals - totals.mean()) ** 2).sum() / scale)


def _benchmark(panel: Panel, b: int) -> Concordance:
    cells = panel.aligned_cells[b, panel.present[b].any(axis=0)]
    n = len(cells)
    incomplete = np.isnan(cells).any(axis=0)
    constant = panel.constant[b] & ~incomplete
    used = ~incomplete & ~constant

    def ids(mask: Bools) -> tuple[str, ...]:
        return tuple(m for m, inside in zip(panel.metric_ids, mask, strict=True) if inside)

    found = partial(
        Concordance,
        benchmark=panel.benchmarks[b],
        df=n - 1,
        n_methods=n,
        metrics=ids(used),
        constant=ids(constant),
        incomplete=ids(incomplete),
    )
    m = int(used.sum())
    if n < 2 or m < 2:
        return found(
            reason="one method only"
            if n < 2
            else f"{m} of {len(used)} metrics can rank here, two are needed"
        )
    w = kendalls_w(cells[:, used])
    chi2 = m * (n - 1) * w
    return found(
        w=w,
        chi2=chi2,
        p=float(lazy_scipy.stats.chi2.sf(chi2, n - 1)) if panel.grids is None else None,
    )
