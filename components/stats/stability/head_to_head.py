"""Two methods against each other: who is ahead, on what, how surely, and what would turn it round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.dominance import dominance
from components.stats.ranking.flipping import NORMS, Flip, flip
from components.stats.ranking.rank_intervals import undrawable
from components.stats.ranking.ranks import rounded
from components.stats.resampling import draw_blocks, resampled_utilities

AHEAD, TIED, DOMINATED, TOO_LITTLE = "ahead", "tied", "dominated", "too little data"
SURE = 0.95
"""Share of resampled data in which the better method has to stay ahead."""
DRAWS = 2_000


@dataclass(frozen=True, eq=False)
class HeadToHead:
    """The better method a against b: a is the one with the higher score, or the first one named when they are level.

    verdict     "tied": equal scores; "dominated": a is at least as good on every metric and better on one; "too
                little data": a stays ahead in less than 95 % of the resampled data, or nothing can be resampled;
                "ahead" otherwise
    swapped     whether a is the second one named
    margins     (K,) utility of a minus utility of b; `weighted` (K,) the same times the weights
    nearby      share of the weights near the current ones with a ahead; ties count half; None when there are none
    anywhere    the same over weights uniform on the simplex
    resampled   the same over draws of benchmarks and seeds; None where nothing can be drawn again
    flips       by norm, the smallest change of the weights at which b catches a
    """

    verdict: str
    swapped: bool
    margins: Floats
    weighted: Floats
    nearby: float | None
    anywhere: float
    resampled: float | None
    resampled_draws: int
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
    data: tuple[float | None, int],
) -> HeadToHead:
    """Compare two methods with utilities (K,) at weights `w` (K,).

    `nearby` and `anywhere` are weightings (N, K); `data` is what `resampled_lead` gives for a over b.
    """
    first, second, weights = (np.asarray(x, dtype=float) for x in (u_a, u_b, w))
    level = rounded(first @ weights) == rounded(second @ weights)
    swapped = bool(not level and first @ weights < second @ weights)
    a, b = (second, first) if swapped else (first, second)
    resampled = data[0] if data[0] is None or not swapped else 1.0 - data[0]
    if level:
        verdict = TIED
    elif dominance([a, b])[0, 1]:
        verdict = DOMINATED
    elif resampled is None or resampled < SURE:
        verdict = TOO_LITTLE
    else:
        verdict = AHEAD
    return HeadToHead(
        verdict=verdict,
        swapped=swapped,
        margins=a - b,
        weighted=weights * (a - b),
        nearby=None if nearby is None else lead_share(a, b, nearby),
        anywhere=lead_share(a, b, anywhere),
        resampled=resampled,
        resampled_draws=data[1],
        flips={norm: flip(a, b, weights, norm) for norm in NORMS},
    )


def lead_share(u_a: Floats, u_b: Floats, weightings: Floats) -> float:
    """Share of weightings (N, K) at which a scores higher than b, a tie counting half."""
    return _share(rounded(weightings @ u_a), rounded(weightings @ u_b))


def resampled_lead(
    panel: Panel,
    w: npt.ArrayLike,
    pair: Sequence[int],
    metrics: Sequence[int] | npt.NDArray[np.intp],
    *,
    transform: str,
    aggregate: str = "score-of-means",
    draws: int = DRAWS,
    rng: int = 0,
) -> tuple[float | None, int]:
    """Share of draws of benchmarks and seeds in which the first method of a pair (rows of the panel) leads.

    `w` (K,) are weights of the K metrics given. The same draw holds for both methods. Returns the share, ties
    counting half, and the number of draws in which both have a score; (None, 0) where nothing can be drawn again
    (`undrawable`) and when there is no such draw.
    """
    weights, columns = np.asarray(w, dtype=float), np.asarray(metrics)[np.asarray(w, dtype=float) > 0]
    if undrawable(panel, pair):
        return None, 0
    drawn = draw_blocks(panel, draws, np.random.default_rng(rng))
    u = resampled_utilities(panel, drawn, np.asarray(pair, dtype=np.intp), columns, transform, aggregate)
    scores = rounded(u @ weights[weights > 0])
    scores = scores[~np.isnan(scores).any(axis=1)]
    return (_share(scores[:, 0], scores[:, 1]), len(scores)) if len(scores) else (None, 0)


def _share(ours: Floats, theirs: Floats) -> float:
    return float((ours > theirs).mean() + (ours == theirs).mean() / 2.0)
