"""Power over numbers of benchmarks or seeds, and what makes the difference of two methods vary."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Floats, n_measured, nanmean, ratio
from components.stats.permutation import LEVEL

POWER = 0.8
MAX_CASES = 100
"""More benchmarks or seeds are no plan: "more than 100"."""
STEPS = 32
"""Quantiles of each estimated variance over which the power of Welch's test is averaged."""
_FAR = 100.0
"""A noncentrality, or a t, from which on the normal part of the noncentral t no longer matters."""


@dataclass(frozen=True)
class Split:
    """What makes y_bs = δ + b_b + e_bs vary.

    It is the difference of the scores of two runs on benchmark b with seed s.

    sd          standard deviation (B − 1) over benchmarks of the mean difference on each
    benchmarks  σ_b², 0 if the analysis of variance puts it below; None if no benchmark has two
                seeds
    shared      σ_e²/S, what the present seeds leave on one benchmark; None if no benchmark has two
                seeds
    """

    sd: float
    benchmarks: float | None
    shared: float | None


def split(first_scores: Floats, second_scores: Floats) -> Split:
    """Split the variance of the difference of two methods.

    `first_scores` and `second_scores` (B, S) are run scores, NaN = no run. Each has a run on every
    of B ≥ 2 benchmarks. Runs are paired by seed if every benchmark has a seed of both and some has
    two, and those without a partner are left out; else σ_e²/S is MSE_a/S_a + MSE_b/S_b. σ_b² = s² −
    MSE · mean(1/S_b) (analysis of variance of unweighted means; Searle, Casella & McCulloch
    1992)."""
    differences = first_scores - second_scores
    n_common = n_measured(differences, axis=1)
    if n_common.min() > 0 and n_common.max() > 1:
        means = nanmean(differences, axis=1)
        shared = _error(differences)
    else:
        means = nanmean(first_scores, axis=1) - nanmean(second_scores, axis=1)
        shared = _error(first_scores) + _error(second_scores)
    deviation = float(means.std(ddof=1))
    if math.isnan(shared):
        return Split(deviation, None, None)
    return Split(deviation, max(0.0, deviation**2 - shared), shared)


def _error(y_values: Floats) -> float:
    """Mean square within benchmarks of y (B, S) times the mean of 1/S over benchmarks.

    NaN without two seeds in any."""
    n_seeds = n_measured(y_values, axis=1)
    freedom = int((n_seeds - 1).sum())
    if not freedom:
        return math.nan
    means = nanmean(y_values, axis=1)
    deviations = np.where(np.isnan(y_values), 0.0, y_values - means[:, None])
    mean_square = float((deviations**2).sum()) / freedom
    return mean_square * float((1.0 / n_seeds).mean())


def power_benchmarks(
    effect: npt.ArrayLike, n_benchmarks: npt.ArrayLike, level: float = LEVEL
) -> Floats:
    """Return the power of a two-sided t test at `level` with n ≥ 2 benchmarks; shapes broadcast.

    `effect` is the difference over its standard deviation on one benchmark: noncentrality
    effect·√n, n − 1 degrees."""
    cases = np.asarray(n_benchmarks, dtype=float)
    noncentrality = np.abs(effect) * np.sqrt(cases)
    freedom = np.broadcast_to(cases - 1, noncentrality.shape)
    critical = -lazy_scipy.special.stdtrit(freedom, level / 2)
    near = np.minimum(noncentrality, _FAR)
    both_sides = np.stack([near, -near])
    tails = lazy_scipy.stats.nct.sf(critical, freedom, both_sides)
    power = np.minimum(tails.sum(axis=0), 1.0)
    is_far = noncentrality > _FAR
    if is_far.any():
        with np.errstate(over="ignore"):
            chi2 = freedom * (noncentrality / critical) ** 2
        limit = lazy_scipy.special.chdtr(freedom, chi2)
        power = np.where(is_far, limit, power)
    return np.asarray(power)


def power_seeds(
    effect: npt.ArrayLike,
    n_seeds: npt.ArrayLike,
    level: float = LEVEL,
    share: npt.ArrayLike = 2.0,
) -> Floats:
    """Return the power of Welch's test at `level` with n ≥ 2 seeds of each method.

    Shapes broadcast. `effect` is the difference over √(σ_a² + σ_b²), `share` (σ_a² + σ_b²)²/(σ_a⁴ +
    σ_b⁴), from 1 to 2. The test estimates both variances, and its degrees of freedom from them, so
    the power is the mean over their distributions."""
    effects, cases, shares = np.broadcast_arrays(np.abs(effect), n_seeds, share)
    # the ratio r of the variances from (1 + r)²/(1 + r²) = share
    excess = np.clip(shares, 1.0, 2.0) - 1
    variance_ratio = ratio(1 - np.sqrt(1 - excess**2), excess, 0.0)
    quantiles = (np.arange(STEPS) + 0.5) / STEPS
    df_of_each = (cases - 1)[..., None]
    estimates = lazy_scipy.special.chdtri(df_of_each, quantiles) / df_of_each
    # on the last two axes each estimate of one variance meets each of the other
    share_of_b = (variance_ratio / (1 + variance_ratio))[..., None]
    first_variance = (estimates / (1 + variance_ratio[..., None]))[..., :, None]
    second_variance = (estimates * share_of_b)[..., None, :]
    variance = first_variance + second_variance
    share_of_df = variance**2 / (first_variance**2 + second_variance**2)
    freedom = share_of_df * df_of_each[..., None]
    t = -lazy_scipy.special.stdtrit(freedom, level / 2)
    critical = t * np.sqrt(variance)
    shift = (effects * np.sqrt(cases))[..., None, None]
    ndtr = lazy_scipy.special.ndtr
    reached = ndtr(shift - critical) + ndtr(-shift - critical)
    return np.asarray(reached.mean(axis=(-1, -2)))


def fewest(power: Callable[[Floats], Floats], least: npt.ArrayLike) -> Floats:
    """Return (P,) the smallest numbers of cases, from `least` (P,), that give power .8.

    `power` gives the power (P,) at numbers of cases (P,); it rises with them. MAX_CASES + 1 if more
    are needed."""
    low = np.array(least, dtype=float) - 1
    high = np.full(low.shape, MAX_CASES + 1.0)
    is_open = high - low > 1
    while is_open.any():
        halves = np.floor((low + high) / 2)
        middle = np.where(is_open, halves, MAX_CASES)
        is_enough = power(middle) >= POWER
        high = np.where(is_open & is_enough, middle, high)
        low = np.where(is_open & ~is_enough, middle, low)
        is_open = high - low > 1
    return high


def noncentrality_interval(
    statistics: Floats, freedom: Floats, level: float
) -> tuple[Floats, Floats]:
    """Return (P,) the lower and the upper bound of the noncentrality of observed t (P,).

    `freedom` (P,) are its degrees of freedom. They are those at which t lies at the ends of its
    distribution. From |t| = 100 on by the limit t √(χ²/df), off by less than 1 in the
    noncentrality."""
    chi2 = lazy_scipy.stats.chi2
    tail = (1.0 - level) / 2.0
    probabilities = np.array([[1.0 - tail], [tail]])
    size = np.abs(statistics)
    bounds = size * np.sqrt(chi2.ppf(1.0 - probabilities, freedom) / freedom)
    near = np.flatnonzero(size <= _FAR)
    if near.size:
        t_near = size[near]
        df_near = freedom[near]
        largest = np.sqrt(chi2.isf(1e-12, df_near) / df_near)
        solution = lazy_scipy.optimize.elementwise.find_root(
            _tail_error,
            (-10.0, t_near * largest + 10.0),
            args=(t_near, df_near, probabilities),
        )
        bounds[:, near] = solution.x
    low, high = np.where(statistics < 0, -bounds[::-1], bounds)
    return low, high


def _tail_error(
    noncentrality: Floats,
    statistics: Floats,
    freedom: Floats,
    probabilities: Floats,
) -> Floats:
    """P(T ≤ t) − p by the upper tail: SciPy's nct.cdf is NaN for some noncentralities below 0."""
    return np.asarray(
        1.0 - lazy_scipy.stats.nct.sf(statistics, freedom, noncentrality) - probabilities
    )
