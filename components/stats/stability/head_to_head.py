"""Two methods against each other under weights: who leads, on what, how often, and what would turn it round."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats
from components.stats.ranking.dominance import dominance
from components.stats.ranking.flipping import NORMS, Flip, flip
from components.stats.ranking.ranks import rounded


@dataclass(frozen=True, eq=False)
class HeadToHead:
    """The better method a against b: a is the one with the higher score, or the first one named when they are level.

    tied        whether their scores are equal
    dominated   whether a is at least as good on every metric and better on one
    swapped     whether a is the second one named
    margins     (K,) utility of a minus utility of b; `weighted` (K,) the same times the weights
    nearby      share of the weights near the current ones under which a leads; ties count half; None without any
    anywhere    the same over weights uniform on the simplex
    flips       by norm, the smallest change of the weights at which b catches a
    """

    tied: bool
    dominated: bool
    swapped: bool
    margins: Floats
    weighted: Floats
    nearby: float | None
    anywhere: float
    flips: Mapping[str, Flip]

    @property
    def gap(self) -> float:
        """Score of a minus score of b."""
        return float(self.weighted.sum())


def head_to_head(
    u_a: npt.ArrayLike,
    u_b: npt.ArrayLike,
    w: npt.ArrayLike,
    *,
    nearby: Floats | None,
    anywhere: Floats,
) -> HeadToHead:
    """Compare two methods with utilities (K,) at weights `w` (K,).

    `nearby` and `anywhere` are weightings (N, K).
    """
    first, second, weights = (np.asarray(x, dtype=float) for x in (u_a, u_b, w))
    level = rounded(first @ weights) == rounded(second @ weights)
    swapped = bool(not level and first @ weights < second @ weights)
    a, b = (second, first) if swapped else (first, second)
    return HeadToHead(
        tied=bool(level),
        dominated=bool(dominance([a, b])[0, 1]),
        swapped=swapped,
        margins=a - b,
        weighted=weights * (a - b),
        nearby=None if nearby is None else lead_share(a, b, nearby),
        anywhere=lead_share(a, b, anywhere),
        flips={norm: flip(a, b, weights, norm) for norm in NORMS},
    )


def lead_share(u_a: Floats, u_b: Floats, weightings: Floats) -> float:
    """Share of weightings (N, K) at which a scores higher than b, a tie counting half."""
    ours, theirs = rounded(weightings @ u_a), rounded(weightings @ u_b)
    return float((ours > theirs).mean() + (ours == theirs).mean() / 2.0)
