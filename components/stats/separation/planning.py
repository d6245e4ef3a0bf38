"""How many benchmarks like these, or seeds, would separate two methods: what makes their difference vary, and power."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import scipy
from components.stats.panel import Floats, nanmean
from components.stats.separation.sign_flips import LEVEL


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
MOST = 100_000
"""Plans for more are no plans."""
AROUND = np.arange(-1, 3)[:, None]
"""Numbers of cases tried at once around the first guess."""
_FAR = 100.0
"""A noncentrality, or a t, from which on the normal part of the noncentral t no longer matters beside the χ part."""


def power(effect: npt.ArrayLike, n: npt.ArrayLike, level: float = LEVEL, share: npt.ArrayLike = 1.0) -> Floats:
    """Power of a two-sided t test at `level` with n ≥ 2 cases: noncentrality effect·√n, share·(n − 1) degrees.

    Over benchmarks the effect is the difference over its standard deviation on one of them; of Welch's test over seeds
    the difference over √(s_a² + s_b²), and the share (s_a² + s_b²)²/(s_a⁴ + s_b⁴). Shapes broadcast.
    """
    d, cases, parts = np.broadcast_arrays(np.abs(np.asarray(effect, dtype=float)), np.asarray(n, float), share)
    noncentrality, df = d * np.sqrt(cases), parts * (cases - 1)
    critical = -scipy.special.stdtrit(df, level / 2)
    far, near = noncentrality > _FAR, np.minimum(noncentrality, _FAR)
    above, below = scipy.stats.nct.sf(critical, df, np.stack([near, -near]))
    found = np.minimum(above + below, 1.0)
    if far.any():
        with np.errstate(over="ignore"):
            limit = scipy.special.chdtr(df, df * (noncentrality / critical) ** 2)
        found = np.where(far, limit, found)
    return np.asarray(found)


def needed(effect: npt.ArrayLike, level: float = LEVEL, share: npt.ArrayLike = 1.0, fewest: int = 2) -> Floats:
    """The fewest cases, at least `fewest`, with power .8 at each effect (…); NaN where it is NaN, inf above MOST."""
    whole, parts = np.broadcast_arrays(np.abs(np.asarray(effect, dtype=float)), share)
    d, parts = whole.ravel(), parts.ravel()
    counts = np.where(np.isnan(d), np.nan, np.inf)
    # that of the normal test, never more than the t test's
    usual = -scipy.special.ndtri(level / 2)
    least = scipy.special.ndtri(POWER) + usual
    open_ = np.flatnonzero(d * np.sqrt(MOST) > least)
    # begin where the t test's count is nearly always (Guenther 1981), and step from there: power rises with n
    n = np.maximum(fewest, np.floor((least / d[open_]) ** 2 + usual**2 / (2.0 * parts[open_])))
    while open_.size:
        tried = np.maximum(fewest, n + AROUND)
        enough = power(d[open_], tried, level, parts[open_]) >= POWER
        first = enough.argmax(axis=0)
        fits = np.take_along_axis(tried, first[None], axis=0)[0]
        found = enough.any(axis=0) & ((first > 0) | (fits <= fewest))
        counts[open_[found]] = fits[found]
        n = np.where(enough.any(axis=0), n - 3, n + 3)
        left = ~found & (n <= MOST)
        open_, n = open_[left], n[left]
    counts[counts > MOST] = np.inf
    return counts.reshape(whole.shape)


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
