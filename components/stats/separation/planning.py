"""How many benchmarks like these, or seeds, would separate two methods: what makes their difference vary, and power."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import scipy
from components.stats.panel import Floats, nanmean
from components.stats.permutation import LEVEL


@dataclass(frozen=True)
class Split:
    """y_bs = δ + b_b + e_bs for the difference y of the scores of two runs on benchmark b with seed s.

    delta, sd   mean over B benchmarks of the difference on each, and its standard deviation (B − 1)
    benchmarks  σ_b², 0 where the analysis of variance puts it below
    seeds       σ_e² of one seed
    shared      σ_e²/S: what the present seeds leave on one benchmark
    negative    σ_b² came out below 0
    paired      by seed, so that the effect of a seed on both methods cancels

    The variances are None where no benchmark has two seeds: what benchmarks and seeds do is one then.
    """

    delta: float
    sd: float
    benchmarks: float | None
    seeds: float | None
    shared: float | None
    negative: bool
    paired: bool

    def variance(self, seeds: float | None = None) -> float:
        """Variance of the difference on one benchmark with so many seeds, endless ones too; at the present by default.

        NaN for other than the present seeds where the parts are not known.
        """
        if self.benchmarks is None or self.seeds is None or self.shared is None:
            return self.sd**2 if seeds is None else math.nan
        return self.benchmarks + (self.shared if seeds is None else self.seeds / seeds)


def split(a: Floats, b: Floats) -> Split:
    """Split the difference of two methods given the scores of their runs (B, S), NaN where a run is not there.

    Each has a run on every of B ≥ 2 benchmarks. Runs are paired by seed where every benchmark has a seed of both and
    some has two, and those without a partner are left out; else σ_e²/S is MSE_a/S_a + MSE_b/S_b. σ_b² = s² − MSE ·
    mean(1/S_b) (analysis of variance of unweighted means; Searle, Casella & McCulloch 1992).
    """
    common = (~np.isnan(a) & ~np.isnan(b)).sum(axis=1)
    paired = bool((common > 0).all()) and int(common.max()) > 1
    sides = (a - b,) if paired else (a, b)
    means = nanmean(sides[0], axis=1) if paired else nanmean(a, axis=1) - nanmean(b, axis=1)
    errors = [_error(side) for side in sides]
    delta, sd = float(means.mean()), float(means.std(ddof=1))
    if any(mse is None for mse, _ in errors):
        return Split(delta, sd, None, None, None, False, paired)
    known = [(mse, share) for mse, share in errors if mse is not None]
    shared = sum(mse * share for mse, share in known)
    between = sd**2 - shared
    return Split(delta, sd, max(0.0, between), sum(m for m, _ in known), shared, between < 0.0, paired)


def _error(y: Floats) -> tuple[float | None, float]:
    """Mean square within benchmarks of values (B, S), None without two in any, and the mean of 1/S over benchmarks."""
    known = ~np.isnan(y)
    n = known.sum(axis=1)
    free = int((n - 1).sum())
    centred = np.where(known, y - nanmean(y, axis=1)[:, None], 0.0)
    return (float((centred**2).sum()) / free if free else None), float((1.0 / n).mean())


POWER = 0.8
MOST = 100
"""More benchmarks or seeds are no plan: "more than 100"."""
STEPS = 32
"""Quantiles of each estimated variance over which the power of Welch's test is averaged: right to .002."""
_FAR = 100.0
"""A noncentrality, or a t, from which on the normal part of the noncentral t no longer matters beside the χ part."""


def power_benchmarks(effect: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL) -> Floats:
    """Return the power of a two-sided t test at `level` with n ≥ 2 benchmarks; shapes broadcast.

    `effect` is the difference over its standard deviation on one benchmark: noncentrality effect·√n, n − 1 degrees.
    """
    d, cases = np.broadcast_arrays(np.abs(np.asarray(effect, dtype=float)), np.asarray(n, float))
    noncentrality, df = d * np.sqrt(cases), cases - 1
    critical = -scipy.special.stdtrit(df, level / 2)
    far, near = noncentrality > _FAR, np.minimum(noncentrality, _FAR)
    above, below = scipy.stats.nct.sf(critical, df, np.stack([near, -near]))
    found = np.minimum(above + below, 1.0)
    if far.any():
        with np.errstate(over="ignore"):
            limit = scipy.special.chdtr(df, df * (noncentrality / critical) ** 2)
        found = np.where(far, limit, found)
    return np.asarray(found)


def power_seeds(effect: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL, share: npt.ArrayLike = 2.0) -> Floats:
    """Return the power of Welch's test at `level` with n ≥ 2 seeds of each method; shapes broadcast.

    `effect` is the difference over √(σ_a² + σ_b²), `share` (σ_a² + σ_b²)²/(σ_a⁴ + σ_b⁴), from 1 to 2. The test
    estimates both variances, and its degrees of freedom from them, so the power is the mean over their distributions.
    """
    d, cases, parts = np.broadcast_arrays(np.abs(np.asarray(effect, dtype=float)), np.asarray(n, float), share)
    free, excess = cases - 1, np.clip(parts, 1.0, 2.0) - 1
    # the ratio r of the variances from (1 + r)²/(1 + r²) = share
    ratio = np.divide(1 - np.sqrt(1 - excess**2), excess, out=np.zeros(d.shape), where=excess > 0)
    quantiles = (np.arange(STEPS) + 0.5) / STEPS
    drawn = scipy.special.chdtri(free[..., None], quantiles) / free[..., None]
    a = (drawn / (1 + ratio[..., None]))[..., :, None]
    b = (drawn * (ratio / (1 + ratio))[..., None])[..., None, :]
    variance = a + b
    df = variance**2 / (a**2 + b**2) * free[..., None, None]
    critical = -scipy.special.stdtrit(df, level / 2) * np.sqrt(variance)
    shift = (d * np.sqrt(cases))[..., None, None]
    reached = scipy.special.ndtr(shift - critical) + scipy.special.ndtr(-shift - critical)
    return np.asarray(reached.mean(axis=(-1, -2)))


def fewest(reached: Callable[[Floats], Floats], least: npt.ArrayLike) -> Floats:
    """Return (P,) the smallest numbers of cases, from `least` (P,), with power .8; MOST + 1 where more are needed.

    `reached` gives the power (P,) at numbers of cases (P,).
    """
    low = np.array(least, dtype=float) - 1
    high = np.full(low.shape, MOST + 1.0)
    while ((high - low) > 1).any():
        middle = np.where(high - low > 1, np.floor((low + high) / 2), high)
        enough = reached(np.minimum(middle, MOST)) >= POWER
        open_ = high - low > 1
        high, low = np.where(open_ & enough, middle, high), np.where(open_ & ~enough, middle, low)
    return high


def noncentrality_interval(observed: npt.ArrayLike, df: int, level: float = 0.95) -> tuple[Floats, Floats]:
    """Bounds of the noncentrality of an observed t (…): those at which it lies at the ends of its distribution.

    From |t| = 100 on by the limit t √(χ²/df), off by less than 1 in the noncentrality.
    """
    tail = (1.0 - level) / 2.0
    values = np.asarray(observed, dtype=float)
    lower, upper = _bounds(np.abs(values).ravel(), df, tail)
    mirrored = values.ravel() < 0
    low, high = np.where(mirrored, -upper, lower), np.where(mirrored, -lower, upper)
    return low.reshape(values.shape), high.reshape(values.shape)


def _bounds(size: Floats, df: int, tail: float) -> tuple[Floats, Floats]:
    """(P,) the two noncentralities of P t ≥ 0 at which P(T ≤ t) is 1 − tail and tail."""
    chi2, nct, find_root = scipy.stats.chi2, scipy.stats.nct, scipy.optimize.elementwise.find_root
    p = np.array([[1.0 - tail], [tail]])
    bounds = size * np.sqrt(chi2.ppf(1.0 - p, df) / df)
    near = np.flatnonzero(size <= _FAR)
    if near.size:
        ends = -10.0, size[near] * np.sqrt(chi2.isf(1e-12, df) / df) + 10.0
        # the upper tail: SciPy's nct.cdf is NaN for some noncentralities below 0
        bounds[:, near] = find_root(lambda nc, x, p: 1.0 - nct.sf(x, df, nc) - p, ends, args=(size[near], p)).x
    return bounds[0], bounds[1]
