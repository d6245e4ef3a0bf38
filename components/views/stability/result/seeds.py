"""What seeds alone can change: ranks when every cell is one of its seeds, and the confidence factor."""

from __future__ import annotations

from dataclasses import dataclass

from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import aside, number
from components.resolved import Resolved
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.stability.acceptability import acceptability, uniform_weights
from components.stats.stability.seed_noise import seed_noise
from components.views.leaderboard.result import intervals_of
from components.views.stability.result.ranked import NOBODY, Absent, ranked


@dataclass(frozen=True, kw_only=True)
class SeedRank:
    """The rank of one method now, over its seeds (`low` to `high`, 95 %), and over benchmarks and seeds drawn again.

    `p_first` is the share of draws in which it is first at the current weights, `confidence` the share in which it
    is first at its own central weights (None where it has none).
    """

    method: str
    rank: int
    low: int
    high: int
    p_first: float
    confidence: float | None
    rank_low: int | None
    rank_high: int | None


@dataclass(frozen=True, kw_only=True)
class SeedsResult:
    """The ranks when each cell (method on a benchmark) shows one of its seeds at a time. Methods by score.

    `fewest_seeds` and `most_seeds` are those a cell can draw from; `interval_draws` made the intervals over
    `benchmarks` benchmarks and their seeds, or there are none and `interval_reason` says why.
    """

    reason: str = ""
    draws: int
    fewest_seeds: int
    most_seeds: int
    benchmarks: int
    interval_draws: int
    interval_reason: str
    methods: tuple[SeedRank, ...]
    labels: Labels = aside()


def seeds(resolved: Resolved) -> SeedsResult | Absent:
    """Ranks over seeds; absent where no cell has more than one."""
    data, chosen = ranked(resolved), resolved.selection
    if not data.methods:
        return Absent(reason=NOBODY)
    smaa = acceptability(data.utilities, uniform_weights(chosen.draws, len(data.metrics), chosen.rng))
    try:
        noise = seed_noise(
            resolved.panel,
            data.w,
            smaa.central,
            data.rows,
            resolved.in_play,
            transform=chosen.transform,
            aggregate=resolved.aggregate,
            rng=chosen.rng,
        )
    except NotEnoughData as error:
        return Absent(reason=str(error))
    intervals, ranks = intervals_of(resolved), competition_ranks(rounded(data.scores))
    place = {resolved.panel.methods[r]: i for i, r in enumerate(resolved.ranked)}
    return SeedsResult(
        draws=noise.draws,
        fewest_seeds=noise.seeds[0],
        most_seeds=noise.seeds[1],
        benchmarks=intervals.benchmarks,
        interval_draws=intervals.draws - intervals.dropped,
        interval_reason=intervals.reason,
        methods=tuple(
            SeedRank(
                method=m,
                rank=int(ranks[i]),
                low=int(noise.low[i]),
                high=int(noise.high[i]),
                p_first=float(noise.p_first[i]),
                confidence=number(noise.confidence[i]),
                rank_low=intervals.bounds(place[m])[0],
                rank_high=intervals.bounds(place[m])[1],
            )
            for i, m in enumerate(data.methods)
        ),
        labels=resolved.labels,
    )
