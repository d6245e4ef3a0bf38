"""Where do your methods rank beside the others?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.answers.leaderboard.intervals import head, why_none
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.leaderboard.rows import Row
from components.answers.record import Answer, Part, Said
from components.answers.stability import weightings
from components.answers.stability.verdicts import OVER
from components.intake.suite_rows import MARK
from components.labels import Labels
from components.resolved import Resolved, reads
from components.stats.panel import Panel
from components.stats.reliability.spearman import spearman_pooled
from components.table import Column, Table, table
from components.text import at_most, counted, joined, number, thousands
from data.registry import Tables

AGAINST, FEWEST = -0.5, 8
"""A metric whose ρ with closeness to the oracle is at most this, over so many runs, may have the wrong direction."""
_MOST = 4


@dataclass(frozen=True)
class Place:
    """A method's row of the ranking and the share of random weightings under which it leads, ties split.

    `apart`: it is one of yours and shares no benchmark and seed with another method.
    """

    row: Row
    yours: bool
    first: float | None
    apart: bool


@dataclass(frozen=True, eq=False)
class Standing:
    """All methods in the order of the leaderboard. `seeds` are those of the methods that are not yours.

    `turned` are metrics that run against closeness to the oracle, with ρ and the number of runs.
    """

    panel: Panel
    ranking: Ranking
    places: tuple[Place, ...]
    seeds: tuple[int, ...]
    turned: tuple[tuple[str, float, int], ...]
    weightings: int
    largest_se: float


def yours(tables: Tables) -> tuple[str, ...]:
    """The ids of the methods that a reader added; none in a suite of its own."""
    return tuple(m.id for m in tables.methods if m.label.endswith(MARK))


@reads(rows=True)
def compute(view: Resolved) -> Standing:
    """The ranking of a selection, with the reader's methods marked."""
    panel, mine, drawn, ranked = view.panel, yours(view.tables), view.of(weightings.compute), view.of(ranking)
    (apart, seeds), first = _apart(panel, mine), drawn.first
    pooled = spearman_pooled(panel)
    against = [
        (m, float(rho), int(n))
        for m, rho, n in zip(panel.metric_ids, pooled.rho, pooled.n, strict=True)
        if rho <= AGAINST and n >= FEWEST
    ]
    places = tuple(
        Place(
            row,
            row.method in mine,
            first.get(row.method),
            row.method in apart,
        )
        for row in ranked.rows
    )
    return Standing(panel, ranked, places, seeds, tuple(against), drawn.weightings, drawn.largest_se or 0.0)


def _apart(panel: Panel, mine: Sequence[str]) -> tuple[set[str], tuple[int, ...]]:
    """The methods of yours that share no block with another one, and the seeds that the others have."""
    own = np.isin(panel.methods, mine)
    if own.all() or not own.any():
        return set(), ()
    there = panel.present[:, :, ~own].any(axis=2)
    apart = {panel.methods[m] for m in np.flatnonzero(own) if not (panel.present[:, :, m] & there).any()}
    return apart, tuple(panel.seeds[s] for s in np.flatnonzero(there.any(axis=0)))


def say(result: Standing, names: Labels) -> Said:
    """The rank of each of your methods (of the leaders where none is marked), then what it rests on."""
    mine = [p for p in result.places if p.yours] or [p for p in result.places if p.row.rank == 1]
    lines = [_place(result, names, p) for p in mine[:_MOST]]
    more = f"The table has all {len(mine)}." if len(mine) > _MOST else ""
    turned = [
        f"{names.metric(m)} runs against the oracle distance (ρ {number(rho, sign=True)} over {counted(n, 'run')}): "
        "check which end of it is better."
        for m, rho, n in result.turned
    ]
    return Said([*lines, more, _size(result)], turned)


def _place(result: Standing, names: Labels, place: Place) -> str:
    row, label, ranked_as = place.row, names.method(place.row.method), result.ranking
    if row.rank is None:
        lacks = [f"{names.metric(m)} on {names.listed_benchmarks(bs)}" for m, bs in ranked_as.missing(row).items()]
        return f"{label} has no rank: {joined(at_most(_MOST, lacks)) or 'a weighted metric'} was not measured."
    ranked = sum(p.row.rank is not None for p in result.places)
    low, high = ranked_as.bounds(row)
    board = ranked_as.inferred.board
    interval = why_none(ranked_as.inferred, row) if board is None else f"{low} to {high} on {OVER[board.over]}"
    start = f"{label} ranks {row.rank} of {ranked} ({interval}) with UQS {number(row.uqs)}"
    if place.apart:
        seeds = joined(at_most(_MOST, [str(s) for s in result.seeds]))
        start += f"; the others have seed{'' if len(result.seeds) == 1 else 's'} {seeds}, so no block has both"
    if place.first is None:
        return f"{start}."
    return (
        f"{start}; it leads under {100 * place.first:.1f} % of {thousands(result.weightings)} random weightings "
        f"(SE at most {100 * result.largest_se:.1f} points)."
    )


def _size(result: Standing) -> str:
    panel = result.panel
    return (
        f"{counted(panel.n_runs, 'run')}: {counted(len(panel.methods), 'method')} on "
        f"{counted(len(panel.benchmarks), 'benchmark')}, {counted(len(panel.seeds), 'seed')} in all, "
        f"{counted(len(panel.metrics), 'metric')}; {counted(len(panel.blocks), 'block')} of methods compared under "
        "the same conditions."
    )


def standing_table(result: Standing, names: Labels) -> Table[Place]:
    """All methods with rank, interval, score and the share of weightings under which they lead."""
    column = Column[Place]
    columns = (
        column("method", lambda p: names.method(p.row.method), place="print"),
        column("rank", lambda p: p.row.rank, kind="count", place="print"),
        column(
            "rank_low",
            lambda p: result.ranking.bounds(p.row)[0],
            f"{head(result.ranking.inferred)} from",
            kind="count",
            place="print",
        ),
        column("rank_high", lambda p: result.ranking.bounds(p.row)[1], "to", kind="count", place="print"),
        column("uqs", lambda p: p.row.uqs, "UQS", kind="number", better="higher", place="print"),
        column("first", lambda p: p.first, "leads under", kind="share", place="print"),
        column("runs", lambda p: result.ranking.runs(p.row), kind="count", place="print"),
        column("yours", lambda p: p.yours, kind="flag", place="file"),
    )
    return table(columns, result.places)


STANDING = Answer(
    "standing",
    compute,
    say,
    [Part("standing", "Rank, interval and share of weightings under which a method leads", standing_table, open=True)],
)
