"""Confidence intervals of proportions."""

import math
from typing import NamedTuple

from components.stats import lazy_scipy
from data.errors import LeaderboardError


class Share(NamedTuple):
    """A proportion with its 95 % interval; all NaN for 0 of 0."""

    share: float
    low: float
    high: float


def wilson(successes: int, n: int) -> Share:
    """Return `successes`/`n` with its 95 % score interval (Wilson 1927, no continuity correction).

    Raises LeaderboardError unless 0 ≤ successes ≤ n.
    """
    if not 0 <= successes <= n:
        raise LeaderboardError(
            f"{successes} of {n} is not a share: expected counts with 0 ≤ successes ≤ n"
        )
    if n == 0:
        return Share(math.nan, math.nan, math.nan)
    test = lazy_scipy.stats.binomtest(successes, n)
    interval = test.proportion_ci(0.95, method="wilson")
    return Share(successes / n, float(interval.low), float(interval.high))
