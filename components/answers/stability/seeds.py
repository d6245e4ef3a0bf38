"""What can seeds alone change? Ranks when every cell shows one of its seeds, and the confidence factor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.leaderboard.intervals import intervals_of
from components.answers.record import Absent, Answer, Look, Part, Said
from components.answers.stability.ranked import CHECKPOINTS_ONLY, NOBODY, ranked
from components.errors import NotEnoughData
from components.labels import Labels
from components.plotting.intervals import Ends, dots, spans
from components.plotting.marks import MOST_ROWS, name_rows, rows_height
from components.plotting.theme import palette
from components.resolved import Resolved, reads
from components.sentences import NAMED, short, some
from components.stats.ranking.rank_intervals import SEEDS_ONLY, UNPAIRED, RankIntervals
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.stability.acceptability import acceptability, uniform_weights
from components.stats.stability.seed_noise import SeedNoise, seed_noise
from components.table import Column, Table, table
from components.text import counted, figure_text, joined, number, percent, thousands

READING = (
    "Circle: the rank now. Thick: 95 % of the ranks when every cell shows one of its seeds. Thin: 95 % of the ranks "
    "when benchmarks and seeds are resampled."
)
UNKNOWN = {
    SEEDS_ONLY: "That is noise of training on one benchmark: how ranks vary over benchmarks cannot be told from it.",
    UNPAIRED: "Ranks over benchmarks are not drawn: some methods have no benchmark and seed in common.",
}
"""What seeds cannot tell, by the reason why there are no rank intervals."""
CONFIDENCE = "first under its own central weights, whatever the seeds"


@dataclass(frozen=True, eq=False)
class Seeds:
    """Methods by score with their rank now, its noise over seeds, and the intervals over benchmarks and seeds.

    `places` are those of the methods in the intervals.
    """

    methods: tuple[str, ...]
    ranks: tuple[int, ...]
    noise: SeedNoise
    intervals: RankIntervals
    places: tuple[int, ...]

    @property
    def confidence(self) -> dict[str, float]:
        """The confidence factor of each method that has central weights."""
        return {m: c for m, c in zip(self.methods, self.noise.confidence.tolist(), strict=True) if c == c}

    def again(self, i: int) -> tuple[int | None, int | None]:
        """The rank interval of a method over benchmarks and seeds."""
        return self.intervals.bounds(self.places[i])


@reads(rows=True)
def compute(view: Resolved) -> Seeds | Absent:
    """Ranks over seeds; absent where no cell has more than one."""
    if view.grids is not None:
        return Absent(CHECKPOINTS_ONLY)
    data, chosen = ranked(view), view.selection
    if not data.methods:
        return Absent(f"There is no seed noise to show: {NOBODY}.")
    smaa = acceptability(data.utilities, uniform_weights(chosen.draws, len(data.metrics), chosen.rng))
    try:
        noise = seed_noise(
            view.panel,
            data.w,
            smaa.central,
            data.rows,
            view.in_play,
            transform=chosen.transform,
            aggregate=view.aggregate,
            rng=chosen.rng,
        )
    except NotEnoughData as error:
        return Absent(f"There is no seed noise to show: {error}.")
    place = {view.panel.methods[r]: i for i, r in enumerate(view.ranked)}
    return Seeds(
        data.methods,
        tuple(competition_ranks(rounded(data.scores)).tolist()),
        noise,
        intervals_of(view),
        tuple(place[m] for m in data.methods),
    )


def say(result: Seeds, names: Labels) -> Said:
    """What seeds alone can change, and how sure each method's own weights make its lead."""
    noise, labels = result.noise, short(names)
    moving = [m for m, low, high in zip(result.methods, noise.low, noise.high, strict=True) if low != high]
    effect = f"moves the rank of {some(labels, moving)}" if moving else "moves no rank"
    fewest, most = noise.seeds
    each = counted(most, "seed") if fewest == most else f"{fewest} to {most} seeds"
    moves = (
        f"Every cell has {each}. Showing one of them at a time, {thousands(noise.draws)} times, {effect} (95 % of the "
        f"draws). {UNKNOWN.get(result.intervals.reason, '')}"
    ).strip()
    return Said([moves, _confidence(result, labels)])


def _confidence(result: Seeds, labels: Labels) -> str:
    known = result.confidence
    if len(known) > NAMED:
        least = min(known, key=lambda m: known[m])
        return (
            f"The lowest of {len(known)} confidence factors ({CONFIDENCE}) is {labels.method(least)}'s, "
            f"{percent(known[least])}."
        )
    factors = joined([f"{labels.method(m)} {percent(c)}" for m, c in known.items()]) if known else ""
    return f"Confidence factor ({CONFIDENCE}): {factors}." if factors else ""


def draw(result: Seeds, look: Look) -> go.Figure:
    """The rank of the first 40 methods, best on top: now, over seeds, and over benchmarks and seeds."""
    c, labels, noise, rows = palette(look.mode), look.names, result.noise, range(len(result.methods))[:MOST_ROWS]

    def stroke(low: int | None, high: int | None) -> Ends:
        # a rank that never changes is a short stroke, so that it can be seen
        return (low - 0.06, high + 0.06) if low and high else (None, None)

    fig = go.Figure()
    name = "benchmarks and seeds resampled"
    spans(fig, rows, lambda i: stroke(*result.again(i)), c.muted, 2, up=-0.16, name=name)
    name = "one seed per cell"
    spans(fig, rows, lambda i: stroke(int(noise.low[i]), int(noise.high[i])), c.accent, 7, up=0.1, name=name)
    dots(
        fig,
        rows,
        result.ranks.__getitem__,
        {"size": 11, "color": c.background, "line": {"width": 2, "color": c.ink}},
        up=0.1,
        name="rank now",
        data=lambda i: [
            figure_text(labels.method(result.methods[i])),
            int(noise.low[i]),
            int(noise.high[i]),
            number(noise.confidence[i]),
        ],
        hover="%{customdata[0]}: rank %{x}, over seeds %{customdata[1]} to %{customdata[2]}"
        "<br>confidence factor %{customdata[3]}",
    )
    again = [high for _, high in map(result.again, rows) if high]
    last = max(again or [int(noise.high[i]) for i in rows])
    fig.update_xaxes(range=[0.5, last + 0.5], title_text="rank", tickformat="d", zeroline=False)
    if last <= 12:
        fig.update_xaxes(dtick=1)
    name_rows(fig, [labels.method(result.methods[i]) for i in rows], most=18)
    return fig.update_layout(height=rows_height(len(rows)))


def seeds_table(result: Seeds, names: Labels) -> Table[int]:
    """One row per method: its rank, its ranks over seeds and over benchmarks and seeds, and its confidence factor."""
    column, noise = Column[int], result.noise
    columns = (
        column("method", lambda i: result.methods[i], kind="method"),
        column("rank", lambda i: result.ranks[i], kind="count"),
        column("low", lambda i: noise.low[i], "over seeds from", kind="count"),
        column("high", lambda i: noise.high[i], "to", kind="count"),
        column("p_first", lambda i: noise.p_first[i], "first over seeds", kind="number"),
        column("confidence", lambda i: noise.confidence[i], "confidence factor", kind="number"),
        column("rank_low", lambda i: result.again(i)[0], "over benchmarks and seeds from", kind="count", why="reason"),
        column("rank_high", lambda i: result.again(i)[1], "up to", kind="count", why="reason"),
        column("reason", lambda i: result.intervals.reason, "why none over benchmarks"),
    )
    return table(columns if result.intervals.reason else columns[:-1], range(len(result.methods)))


def facts(result: Seeds) -> Mapping[str, object]:
    """What was drawn from how many seeds, and over how many benchmarks."""
    noise, intervals = result.noise, result.intervals
    drawn = {
        "draws": noise.draws,
        "fewest_seeds": noise.seeds[0],
        "most_seeds": noise.seeds[1],
        "benchmarks": intervals.benchmarks,
        "interval_draws": intervals.draws - intervals.dropped,
        "interval_reason": intervals.reason,
    }
    return {"seed_noise": drawn}


SEEDS = Answer(
    "seeds",
    compute,
    say,
    [Part("seeds", "Ranks over seeds", seeds_table, draw, reading=READING)],
    facts=facts,
    terms=("rank_interval", "confidence"),
)
