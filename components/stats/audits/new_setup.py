"""What one run in a new set-up would give: a prediction interval from the set-ups that are
known."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy

LEVEL = 0.95
FEWEST_SETUPS, FEWEST_SEEDS = 3, 3
WIDE, WIDE_LOG = 0.5, 3.0
"""A wider interval says nothing: a share of what the bounds allow, on a log scale powers of ten."""

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
    known = np.asarray(values, dtype=float)
    scaled = np.log10(known) if log else known
    groups = [scaled[np.asarray(setups) == k] for k in dict.fromkeys(setups)]
    sizes, means = np.array([len(g) for g in groups]), np.array([g.mean() for g in groups])
    basis: Basis
    if len(groups) >= FEWEST_SETUPS and sizes.max() > 1:
        within = sum(float(((g - g.mean()) ** 2).sum()) for g in groups) / (
            sizes.sum() - len(groups)
        )
        variance = means.var(ddof=1) * (1 + 1 / len(groups)) + within * (1 - (1 / sizes).mean())
        basis, centre, df = "set-ups", float(means.mean()), len(groups) - 1
    elif len(groups) == 1 and sizes[0] >= FEWEST_SEEDS:
        basis, centre, df = "seeds", float(means[0]), int(sizes[0]) - 1
        variance = scaled.var(ddof=1) * (1 + 1 / sizes[0])
    else:
        return None
    half = float(lazy_scipy.stats.t.ppf((1 + LEVEL) / 2, df) * np.sqrt(variance))
    if not half > 0:
        return None
    ends = np.array([centre - half, centre + half])
    cut = np.clip(
        10.0**ends if log else ends,
        -np.inf if low is None else low,
        np.inf if high is None else high,
    )
    reach = None if low is None or high is None else high - low
    wide = (
        2 * half > WIDE_LOG if log else reach is not None and float(cut[1] - cut[0]) > WIDE * reach
    )
    return Prediction(basis, float(cut[0]), float(cut[1]), bool(wide))
