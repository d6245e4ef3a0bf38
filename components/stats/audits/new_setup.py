"""What one run in a new set-up would give: a prediction interval from the set-ups that are
known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy

LEVEL = 0.95
MIN_SETUPS = 3
MIN_SEEDS = 3
MAX_WIDTH = 0.5
"""A wider interval says nothing: a share of what the bounds allow."""
MAX_LOG_WIDTH = 3.0
"""On a log scale a wider interval says nothing: powers of ten."""

Basis = Literal["set-ups", "seeds"]


@dataclass(frozen=True)
class Prediction:
    """The 95 % interval, low to high, for one run in a new set-up, or for a new seed of the one
    set-up known.

    `wide` says that it is so wide that no value can be told to be unusual.
    """

    basis: Basis
    low: float
    high: float
    wide: bool

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval, its ends included."""
        return self.low <= value <= self.high


def prediction(
    values: npt.ArrayLike,
    setups: Sequence[int],
    *,
    log: bool = False,
    low: float | None = None,
    high: float | None = None,
) -> Prediction | None:
    """Return the 95 % prediction interval from values (n,) of set-ups numbered by `setups` (n,).

    Three or more set-ups, one of them with two values or more: the unweighted mean of their means
    m_k plus or minus t(K − 1)·√(s²(1 + 1/K) + s_w²(1 − mean(1/n_k))), s² the variance of the m_k,
    s_w² that within set-ups, pooled (analysis of unweighted means, Thomas & Hultquist 1978). One
    set-up with three values or more: the mean plus or minus t(n − 1)·s·√(1 + 1/n). None in other
    cases, and where all values are equal.

    On a log scale values are above 0 and the interval is computed of their base-10 logarithms. It
    is cut at the bounds `low` and `high` of the metric."""
    scaled = np.asarray(values, dtype=float)
    if log:
        scaled = np.log10(scaled)
    groups = [scaled[np.asarray(setups) == setup] for setup in dict.fromkeys(setups)]
    sizes = np.array([len(group) for group in groups])
    means = np.array([group.mean() for group in groups])
    n_setups = len(groups)
    basis: Basis
    if n_setups >= MIN_SETUPS and sizes.max() > 1:
        squares = 0.0
        for group in groups:
            squares += float(((group - group.mean()) ** 2).sum())
        within = squares / (sizes.sum() - n_setups)
        between = means.var(ddof=1)
        weight_within = 1 - (1 / sizes).mean()
        variance = between * (1 + 1 / n_setups) + within * weight_within
        basis = "set-ups"
        freedom = n_setups - 1
    elif n_setups == 1 and sizes[0] >= MIN_SEEDS:
        variance = scaled.var(ddof=1) * (1 + 1 / sizes[0])
        basis = "seeds"
        freedom = int(sizes[0]) - 1
    else:
        return None
    t = lazy_scipy.stats.t.ppf((1 + LEVEL) / 2, freedom)
    half_width = float(t * np.sqrt(variance))
    if not half_width > 0:
        return None
    centre = float(means.mean())
    ends = np.array([centre - half_width, centre + half_width])
    if log:
        ends = 10.0**ends
    lower_end, upper_end = np.clip(ends, low, high).tolist()
    wide = False
    if log:
        wide = 2 * half_width > MAX_LOG_WIDTH
    elif low is not None and high is not None:
        wide = upper_end - lower_end > MAX_WIDTH * (high - low)
    return Prediction(basis, lower_end, upper_end, wide)
