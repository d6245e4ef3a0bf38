"""Shares of a count: how sure they are, and how fine they can be."""

from typing import NamedTuple

from components.errors import LeaderboardError
from components.stats import scipy


class Share(NamedTuple):
    """A share with its 95 % Wilson interval; NaN throughout for 0 of 0."""

    share: float
    low: float
    high: float


def wilson(successes: int, n: int) -> Share:
    """The share `successes`/`n` with its 95 % score interval (Wilson 1927, no continuity correction).

    Raises LeaderboardError when the counts cannot be a share.
    """
    if not 0 <= successes <= n:
        raise LeaderboardError(f"{successes} of {n} is not a share: expected counts with 0 ≤ successes ≤ n")
    if n == 0:
        return Share(float("nan"), float("nan"), float("nan"))
    interval = scipy.stats.binomtest(successes, n).proportion_ci(0.95, method="wilson")
    return Share(successes / n, float(interval.low), float(interval.high))
