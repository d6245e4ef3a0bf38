"""How does each method score, and what is the score made of? The one table of the ranking, on screen and in files."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from components import floors
from components.answers.leaderboard import by_metric, intervals
from components.answers.leaderboard.floors import misses
from components.answers.leaderboard.ranking import Ranking, compute
from components.answers.leaderboard.rows import Row
from components.answers.record import Answer, Part, Said
from components.answers.stability.dethroning import FRAGILE
from components.answers.stability.verdicts import SHARED
from components.labels import Labels
from components.plain import number
from components.selection import USUAL_COLUMNS, Selection
from components.stats.ranking.dominance import MARGIN
from components.stats.ranking.grids import BEST
from components.support import Supported
from components.table import Column, Table, filled, table
from components.text import counted
from components.text import number as written
from data.columns import SUPPORTS

FRAGILE_LEAD = "fragile lead"
"""The mark of a leader that falls when little weight moves."""
NO_CHECKPOINT = "a median stands for no single checkpoint"
GROUPS = {
    "interval": ("rank_low", "rank_high"),
    "uqs": ("uqs",),
    "metrics": ("means", "side"),
    "sd": ("sd", "factor"),
    "ranks": ("metric_ranks",),
    "runs": ("runs",),
    "support": ("supported",),
}
"""What of the table each group of columns shows on screen."""
SUPPORTED = "what supports the least supported of the weighted values of the row; it orders nothing"
UQS = "Unified Quality Score: the sum of weight × utility"
ALWAYS = ("rank", "letters", "method", "best_checkpoint", "misses")


def say(result: Ranking, names: Labels) -> Said:
    """How many methods and runs, and what a mark in the table means."""
    size = f"{counted(len(result.rows), 'method')}, {counted(result.summary.n_runs, 'run')}."
    spread = "± is the standard deviation over seeds." if spreads(result) else ""
    lines = [f"{size} {spread}".rstrip(), fragile_sentence(result), support_sentence(result)]
    return Said(lines if result.rows else [])


def spreads(result: Ranking) -> bool:
    """Whether the table has standard deviations over seeds."""
    return result.rule in ("", BEST) and bool((result.sd[0] == result.sd[0]).any())


def supports(result: Ranking) -> set[str]:
    """What supports the rows, in words."""
    return {s.words for s in map(result.support, result.rows) if s is not None}


def support_sentence(result: Ranking) -> str:
    """What supports all rows alike; where they differ a column says it."""
    found = supports(result)
    return f"Support of every row: {next(iter(found))}." if len(found) == 1 else ""


def fragile_sentence(result: Ranking) -> str:
    """What a fragile lead is; empty where there is none."""
    if not any(result.fragile(r) for r in result.leaders):
        return ""
    return f"{FRAGILE_LEAD.capitalize()}: another method catches up once {FRAGILE:g} of weight moves, or less."


def methods_table(result: Ranking, names: Labels) -> Table[Row]:
    """One row per method by rank, with everything that is known of it."""
    column, letters = Column[Row], result.letters
    grids, below = bool(result.rule), any(r.below for r in result.rows)
    columns = [
        column("rank", lambda r: r.rank, kind="count", place="print", help="by UQS; ties share the best rank"),
        *([] if letters is None else [column("letters", lambda r: letters.get(r.method), "group", help=SHARED)]),
        column("method", lambda r: r.method, kind="method", place="print"),
        *(_checkpoint_columns(result) if grids else ()),
        *_support_columns(result),
        column("uqs", lambda r: r.uqs, "UQS", kind="number", better="higher", place="print", help=UQS),
        column("misses", lambda r: _misses(result, names, r), "below the floor", place="print" if below else "file"),
        *intervals.columns(result.inferred),
        *by_metric.columns(result),
        column("kept", result.kept, kind="number", help="kept of the floor that it is closest to missing"),
        column("below_floor", lambda r: r.below, "below the floor", kind="flag", place="file"),
        column("runs", result.runs, kind="count", place="print"),
        column("fragile_lead", result.fragile, kind="flag", place="file"),
        column("dominated_by", result.dominated_by, kind="method", place="file"),
        column("potentially_optimal", lambda r: _can_lead(result.epsilon(r)), kind="flag", place="file"),
        column("epsilon", lambda r: number(result.epsilon(r)), kind="number", place="file"),
        *by_metric.gaps(result),
    ]
    return table(columns, result.rows)


def _support_columns(result: Ranking) -> list[Column[Row]]:
    """What supports the numbers of a row, in words on screen; in files its word, and how many others ran it again."""
    if not result.supports:
        return []

    def of(row: Row, cell: Callable[[Supported], Any]) -> Any:
        found = result.support(row)
        return None if found is None else cell(found)

    column = Column[Row]
    return [
        column("support", lambda r: of(r, lambda s: s.kind), place="file"),
        column("support_studies", lambda r: of(r, lambda s: s.studies), kind="count", place="file"),
        *(
            [column("supported", lambda r: of(r, lambda s: s.words), "support", place="screen only", help=SUPPORTED)]
            if len(supports(result)) > 1
            else []
        ),
    ]


def _misses(result: Ranking, names: Labels, row: Row) -> str:
    """What a row below a floor misses; of a method with several checkpoints that all of them are below."""
    if not row.below:
        return ""
    return (
        "every checkpoint"
        if len(row.members) > 1
        else misses(result.below, names, result.panel.methods[row.members[0]])
    )


def _can_lead(epsilon: float | None) -> bool | None:
    return None if epsilon is None else epsilon > MARGIN


def _checkpoint_columns(result: Ranking) -> list[Column[Row]]:
    """Of methods with several checkpoints: the best one, and how many have a rank."""
    column, methods = Column[Row], result.panel.methods
    unranked = {*result.summary.incomplete, *result.summary.below_floor}

    def ranked(row: Row) -> int:
        return sum(methods[m] not in unranked for m in row.members)

    count = column("checkpoints", ranked, kind="count", place="file")
    if result.rule == BEST:
        best = column(
            "best_checkpoint",
            lambda r: None if r.rank is None else r.shows,
            "best checkpoint",
            kind="method",
            place="print",
            help="the checkpoint whose numbers the row shows: the method's best under these weights",
        )
        return [best, count]
    return [count, column("reason", lambda r: NO_CHECKPOINT, place="file")]


def on_screen(listed: Table[Row], names: Labels, chosen: Selection) -> Table[Row]:
    """The columns of the groups chosen that hold something, in the order chosen; undefined last, ties as ranked."""
    wanted = {*ALWAYS, *(name for group in chosen.columns or USUAL_COLUMNS for name in GROUPS[group])}
    places = listed.at("print", "screen", "screen only").columns
    columns = filled(listed.rows, [c for c in places if c.id.partition(".")[0] in wanted])
    return replace(listed, columns=columns, rows=_ordered(_at_least(listed, chosen), names, columns, chosen.sort))


def _at_least(listed: Table[Row], chosen: Selection) -> Sequence[Row]:
    """The rows that are supported as firmly as was asked for."""
    of = next((c.of for c in listed.columns if c.id == "support"), None)
    if of is None or not chosen.support:
        return listed.rows
    enough = SUPPORTS[: SUPPORTS.index(chosen.support) + 1]
    return [r for r in listed.rows if of(r) in enough]


def _ordered(rows: Sequence[Row], names: Labels, columns: Sequence[Column[Row]], sort: str) -> tuple[Row, ...]:
    """Rows by a column that is shown, as `sort` names it: NAME or NAME:desc."""
    name, _, way = sort.partition(":")
    column = next((c for c in columns if c.id in (name, f"means.{name}")), None)
    if not name or column is None:
        return tuple(rows)
    of: Callable[[Row], Any] = column.of if name != "method" else lambda r: names.method(r.method).casefold()
    known = [r for r in rows if of(r) is not None]
    return (*sorted(known, key=of, reverse=way == "desc"), *(r for r in rows if of(r) is None))


def caption(result: Ranking, names: Labels, spread: bool = True) -> str:
    """The caption of the ranking in a paper: what it is, its weights, its protocol, and what it rests on.

    Without `spread` for a table that has no standard deviations.
    """
    summary = result.summary
    weights = ", ".join(f"{names.metric(m)} {written(w)}" for m, w in summary.weights.items() if w)
    around = " ± standard deviation over seeds" if spread and spreads(result) else ""
    asked = [s.floor for s in result.below.floor_checks]
    floor = f"Floor: {floors.listed(names, asked)}. " if asked else ""
    return (
        f"Methods by UQS on {names.panel} ({names.suite}). Weights: {weights}. {floor}"
        f"{summary.protocol.capitalize()} protocol; each metric as its mean over benchmarks and seeds{around}. "
        f"{counted(summary.n_runs, 'run')}, data version {summary.data_version}."
    )


def opens(clicked: Sequence[Row]) -> Mapping[str, str]:
    """A click on a name opens the method or checkpoint that the row shows."""
    shown = [row.shows for row in clicked if row.shows is not None]
    return {"method": shown[0]} if shown else {}


METHODS = Answer(
    "leaderboard",
    compute,
    say,
    Part(
        "leaderboard",
        "Methods by rank",
        methods_table,
        open=True,
        screen=on_screen,
        caption=caption,
        opens=opens,
        ticks=lambda row: row.method,
    ),
    heading="All methods",
    controls=("columns", "support"),
    alone=True,
    links=lambda result: {"methods": [r.method for r in result.rows], "metrics": [m.id for m in result.metrics]},
)
