"""Power over numbers of benchmarks or seeds, and what makes the difference of two methods vary."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Floats, nanmean
from components.stats.permutation import LEVEL

POWER = 0.8
MOST = 100
"""More benchmarks or seeds are no plan: "more than 100"."""
STEPS = 32
"""Quantiles of each estimated variance over which the power of Welch's test is averaged."""
_FAR = 100.0
"""A noncentrality, or a t, from which on the normal part of the noncentral t no longer matters."""


@dataclass(frozen=True)
class Split:
    """What makes y_bs = δ + b_b + e_bs vary, the difference of the scores of two runs on benchmark
    b with seed s.

    sd          standard deviation (B − 1) over benchmarks of the mean difference on each
    benchmarks  σ_b², 0 if the analysis of variance puts it below; None if no benchmark has two
                seeds
    shared      σ_e²/S, what the present seeds leave on one benchmark; None if no benchmark has two
                seeds
    """

    sd: float
    benchmarks: float | None
    shared: float | None


def split(a: Floats, b: Floats) -> Split:
    """Split the variance of the difference of two methods with run scores a and b (B, S), NaN = no
    run.

    Each has a run on every of B ≥ 2 benchmarks. Runs are paired by seed if every benchmark has a
    seed of both and some has two, and those without a partner are left out; else σ_e²/S is
    MSE_a/S_a + MSE_b/S_b. σ_b² = s² − MSE · mean(1/S_b) (analysis of variance of unweighted means;
    Searle, Casella & McCulloch 1992)."""
    common = (~np.isnan(a) & ~np.isnan(b)).sum(axis=1)
    paired = bool((common > 0).all()) and int(common.max()) > 1
    sides = (a - b,) if paired else (a, b)
    means = nanmean(sides[0], axis=1) if paired else nanmean(a, axis=1) - nanmean(b, axis=1)
    sd, errors = float(means.std(ddof=1)), [_error(side) for side in sides]
    if np.isnan(errors).any():
        return Split(sd, None, None)
    shared = math.fsum(errors)
    return Split(sd, max(0.0, sd**2 - shared), shared)


def _error(y: Floats) -> float:
    """Mean square within benchmarks of y (B, S) times the mean of 1/S over benchmarks; NaN without
    two seeds in any."""
    known = ~np.isnan(y)
    n = known.sum(axis=1)
    free = int((n - 1).sum())
    centred = np.where(known, y - nanmean(y, axis=1)[:, None], 0.0)
    return float((centred**2).sum()) / free * float((1.0 / n).mean()) if free else math.nan


def power_benchmarks(effect: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> Floats:
    """Return the power of a two-sided t test at `level` with n ≥ 2 benchmarks; shapes broadcast.

    `effect` is the difference over its standard deviation on one benchmark: noncentrality
    effect·√n, n − 1 degrees."""
    d, cases = np.broadcast_arrays(np.abs(np.asarray(effect, dtype=float)), np.asarray(n, float))
    noncentrality, df = d * np.sqrt(cases), cases - 1
    critical = -lazy_scipy.special.stdtrit(df, level / 2)
    far, near = noncentrality > _FAR, np.minimum(noncentrality, _FAR)
    above, below = lazy_scipy.stats.nct.sf(critical, df, np.stack([near, -near]))
    found = np.minimum(above + below, 1.0)
    if far.any():
        with np.errstate(over="ignore"):
            limit = lazy_scipy.special.chdtr(df, df * (noncentrality / critical) ** 2)
        found = np.where(far, limit, found)
    return np.asarray(found)


def power_seeds(
    effect: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL, share: npt.ArrayLike = 2.0
) -> Floats:
    """Return the power of Welch's test at `level` with n ≥ 2 seeds of each method; shapes
    broadcast.

    `effect` is the difference over √(σ_a² + σ_b²), `share` (σ_a² + σ_b²)²/(σ_a⁴ + σ_b⁴), from 1 to
    2. The test estimates both variances, and its degrees of freedom from them, so the power is the
    mean over their distributions."""
    d, cases, parts = np.broadcast_arrays(
        np.abs(np.asarray(effect, dtype=float)), np.asarray(n, float), share
    )
    free, excess = cases - 1, np.clip(parts, 1.0, 2.0) - 1
    # the ratio r of the variances from (1 + r)²/(1 + r²) = share
    ratio = np.divide(1 - np.sqrt(1 - excess**2), excess, out=np.zeros(d.shape), where=excess > 0)
    quantiles = (np.arange(STEPS) + 0.5) / STEPS
    drawn = lazy_scipy.special.chdtri(free[..., None], quantiles) / free[..., None]
    a = (drawn / (1 + ratio[..., None]))[..., :, None]
    b = (drawn * (ratio / (1 + ratio))[..., None])[..., None, :]
    variance = a + b
    df = variance**2 / (a**2 + b**2) * free[..., None, None]
    critical = -lazy_scipy.special.stdtrit(df, level / 2) * np.sqrt(variance)
    shift = (d * np.sqrt(cases))[..., None, None]
    reached = lazy_scipy.special.ndtr(shift - critical) + lazy_scipy.special.ndtr(-shift - critical)
    return np.asarray(reached.mean(axis=(-1, -2)))


def fewest(reached: Callable[[Floats], Floats], least: npt.ArrayLike) -> Floats:
    """Return (P,) the smallest numbers of cases, from `least` (P,), that give power .8; MOST + 1 if
    more are needed.

    `reached` gives the power (P,) at numbers of cases (P,); it rises with them.
    """
    low = np.array(least, dtype=float) - 1
    high = np.full(low.shape, MOST + 1.0)
    while (open_ := high - low > 1).any():
        middle = np.where(open_, np.floor((low + high) / 2), MOST)
        enough = reached(middle) >= POWER
        high, low = np.where(open_ & enough, middle, high), np.where(open_ & ~enough, middle, low)
    return high


def noncentrality_interval(t: Floats, df: Floats, level: float) -> tuple[Floats, Floats]:
    """Return (P,) the lower and upper bounds of the noncentrality of observed t (P,) with df (P,)
    degrees of freedom.

    They are those at which t lies at the ends of its distribution. From |t| = 100 on by the limit t
    √(χ²/df), off by less than 1 in the noncentrality."""
    chi2, nct, find_root = (
        lazy_scipy.stats.chi2,
        lazy_scipy.stats.nct,
        lazy_scipy.optimize.elementwise.find_root,
    )
    tail, size = (1.0 - level) / 2.0, np.abs(t)
    p = np.array([[1.0 - tail], [tail]])
    bounds = size * np.sqrt(chi2.ppf(1.0 - p, df) / df)
    near = np.flatnonzero(size <= _FAR)
    if near.size:
        x, free = size[near], df[near]
        ends = -10.0, x * np.sqrt(chi2.isf(1e-12, free) / free) + 10.0
        # the upper tail: SciPy's nct.cdf is NaN for some noncentralities below 0
        bounds[:, near] = find_root(
            lambda nc, x, free, p: 1.0 - nct.sf(x, free, nc) - p, ends, args=(x, free, p)
        ).x
    low, high = np.where(t < 0, -bounds[::-1], bounds)
    return low, high
