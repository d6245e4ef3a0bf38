"""Two methods against each other: who is ahead, on what, how surely, and what would turn it round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.dominance import dominance
from components.stats.ranking.flipping import NORMS, Flip, flip
from components.stats.ranking.rank_intervals import NO_DRAW, undrawable
from components.stats.ranking.ranks import rounded
from components.stats.resampling import draw_blocks, resampled_utilities

AHEAD, TIED, DOMINATED, TOO_LITTLE = "ahead", "tied", "dominated", "too little data"
SURE = 0.95
"""Share of resampled data in which the better method has to stay ahead."""
DRAWS = 2_000


@dataclass(frozen=True)
class Lead:
    """The `share` of draws in which the first of two methods leads, ties counting half, over `draws` with both scores.

    None with the `reason` where nothing can be drawn again, or no draw gives both a score.
    """

    share: float | None
    draws: int = 0
    reason: str = ""


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
    resampled   the same over draws of benchmarks and seeds
    flips       by norm, the smallest change of the weights at which b catches a
    """

    verdict: str
    swapped: bool
    margins: Floats
    weighted: Floats
    nearby: float | None
    anywhere: float
    resampled: Lead
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
    data: Lead,
) -> HeadToHead:
    """Compare two methods with utilities (K,) at weights `w` (K,).

    `nearby` and `anywhere` are weightings (N, K); `data` is what `resampled_lead` gives for a over b.
    """
    first, second, weights = (np.asarray(x, dtype=float) for x in (u_a, u_b, w))
    level = rounded(first @ weights) == rounded(second @ weights)
    swapped = bool(not level and first @ weights < second @ weights)
    a, b = (second, first) if swapped else (first, second)
    resampled = replace(data, share=1.0 - data.share) if swapped and data.share is not None else data
    if level:
        verdict = TIED
    elif dominance([a, b])[0, 1]:
        verdict = DOMINATED
    elif resampled.share is None or resampled.share < SURE:
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
) -> Lead:
    """How often the first method of a pair (rows of the panel) leads over draws of benchmarks and seeds.

    `w` (K,) are weights of the K metrics given. The same draw holds for both methods.
    """
    weights, columns = np.asarray(w, dtype=float), np.asarray(metrics)[np.asarray(w, dtype=float) > 0]
    reason = undrawable(panel, pair)
    if reason:
        return Lead(None, reason=reason)
    drawn = draw_blocks(panel, draws, np.random.default_rng(rng))
    u = resampled_utilities(panel, drawn, np.asarray(pair, dtype=np.intp), columns, transform, aggregate)
    scores = rounded(u @ weights[weights > 0])
    scores = scores[~np.isnan(scores).any(axis=1)]
    return Lead(_share(scores[:, 0], scores[:, 1]), len(scores)) if len(scores) else Lead(None, reason=NO_DRAW)


def _share(ours: Floats, theirs: Floats) -> float:
    return float((ours > theirs).mean() + (ours == theirs).mean() / 2.0)
