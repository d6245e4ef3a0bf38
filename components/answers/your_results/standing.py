"""Where do your methods rank beside the others?"""

from dataclasses import dataclass

from components.answers.leaderboard.intervals import head, why_none
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.leaderboard.rows import Row
from components.answers.record import Absent, Answer, Part, Said
from components.answers.stability import weightings
from components.answers.stability.verdicts import OVER
from components.format import MARK, at_most, counted, joined, number, thousands
from components.intake.suites import WITH
from components.own_ids import APART, beside
from components.resolved import Resolved
from components.stats.panel import Panel
from components.stats.reliability.spearman import spearman_pooled
from components.table import Column, Table, table
from components.words import Labels
from data.registry import Tables

AGAINST, FEWEST = -0.5, 8
"""A metric whose ρ with closeness to the oracle is at most this, over at least this many runs, may be reversed."""
_MOST = 4


@dataclass(frozen=True)
class Place:
    """A method's row of the ranking and the share of random weightings under which it leads, ties split.

    `new`: it is one of yours that the suite has under no such name.
    """

    row: Row
    yours: bool
    new: bool
    first: float | None


@dataclass(frozen=True, eq=False)
class Standing:
    """All methods in the order of the leaderboard, and where they are: suite, and what of it is shown.

    `shared` counts the metrics with weight. `turned` are metrics that run against closeness to the oracle, with ρ and
    the number of runs.
    """

    panel: Panel
    ranking: Ranking
    places: tuple[Place, ...]
    where: str
    shared: int
    turned: tuple[tuple[str, float, int], ...]
    weightings: int
    largest_se: float


def yours(tables: Tables) -> tuple[str, ...]:
    """The ids of the methods that a reader added; none in a suite of its own."""
    return tuple(m.id for m in tables.methods if m.label.endswith(MARK))


def compute(view: Resolved) -> Standing:
    """The ranking of a selection, with the reader's methods marked."""
    panel, mine, drawn, ranked = view.panel, yours(view.tables), view.of(weightings.compute), view.of(ranking)
    first, draws, se = ({}, 0, 0.0) if isinstance(drawn, Absent) else (drawn.first, drawn.draws, drawn.smaa.largest_se)
    pooled = spearman_pooled(panel)
    against = [
        (m, float(rho), int(n))
        for m, rho, n in zip(panel.metric_ids, pooled.rho, pooled.n, strict=True)
        if rho <= AGAINST and n >= FEWEST
    ]
    places = tuple(
        Place(r, r.method in mine, r.method in mine and not _known(r.method), first.get(r.method)) for r in ranked.rows
    )
    parts = [view.tables.suite.title.partition(WITH)[0], view.info.label if len(view.tables.panels) > 1 else ""]
    few = view.labels.listed_benchmarks(panel.benchmarks) if view.selection.benchmarks else ""
    where = " · ".join(p for p in (*parts, few) if p)
    shared = int((view.w > 0).sum())
    return Standing(panel, ranked, places, where, shared, tuple(against), draws, se or 0.0)


def _known(method: str) -> bool:
    return bool(beside(method)) or method.endswith(APART)


def say(result: Standing, names: Labels) -> Said:
    """The rank of your method (of the leaders where none is marked), then of your others and what it rests on."""
    mine = [p for p in result.places if p.yours]
    if not mine:
        leaders = [p for p in result.places if p.row.rank == 1]
        lines = [_place(result, names, p) for p in leaders[:_MOST]]
    else:
        # of several the one new to the suite comes first
        best = min(mine, key=lambda p: (p.row.rank is None, not p.new, p.row.rank))
        others = [f"{names.method(p.row.method)} {p.row.rank or 'has no rank'}" for p in mine if p is not best]
        rest = f"Your others: {joined(at_most(_MOST, others))}." if others else ""
        lines = [_verdict(result, names, best), rest, _place(result, names, best)]
    turned = [
        f"{names.metric(m)} runs against the oracle distance (ρ {number(rho, sign=True)} over {counted(n, 'run')}): "
        "check which end of it is better."
        for m, rho, n in result.turned
    ]
    return Said([*lines, _size(result)], turned)


def _verdict(result: Standing, names: Labels, best: Place) -> str:
    if best.row.rank is None:
        return ""
    ranked = sum(p.row.rank is not None for p in result.places)
    shared = "the metric" if result.shared == 1 else f"the {result.shared} metrics"
    place = f"{names.method(best.row.method)} is {best.row.rank} of {ranked}"
    return f"Ranked on {shared} you share with {result.where}: {place}."


def _place(result: Standing, names: Labels, place: Place) -> str:
    row, label, ranked_as = place.row, names.method(place.row.method), result.ranking
    if row.below:
        return f"{label} has no rank: it is below a floor of the suite, or was not measured where one holds."
    if row.rank is None:
        lacks = [f"{names.metric(m)} on {names.listed_benchmarks(bs)}" for m, bs in ranked_as.missing(row).items()]
        return f"{label} has no rank: {joined(at_most(_MOST, lacks)) or 'a weighted metric'} was not measured."
    ranked = sum(p.row.rank is not None for p in result.places)
    low, high = ranked_as.bounds(row)
    board = ranked_as.inferred.board
    interval = why_none(ranked_as.inferred, row) if board is None else f"{low} to {high} on {OVER[board.over]}"
    start = f"{label} ranks {row.rank} of {ranked} ({interval}) with UQS {number(row.uqs)}"
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
    Part("standing", "Rank, interval and share of weightings under which a method leads", standing_table, shown="open"),
)
