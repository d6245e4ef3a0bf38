"""How does each method score, and what is the score made of? The one table of the ranking, on
screen and in files."""

from collections.abc import Callable
from typing import Any

from components import floors
from components.answers.leaderboard import by_metric, intervals
from components.answers.record import Answer, Part, Said
from components.contest import Contender
from components.format import counted, finite, number
from components.results.below_floors import misses
from components.results.nearest_change import FRAGILE
from components.results.ranking import Ranking, compute
from components.results.support import Supported
from components.stats.ranking.dominance import MARGIN
from components.table import Column, Table, table
from components.words import Labels

FRAGILE_LEAD = "fragile lead"
"""The mark of a leader that falls when little weight moves."""
SUPPORTED = "what supports the least supported of the weighted values of the row; it orders nothing"
UQS = "Unified Quality Score: the sum of weight × utility"


def say(result: Ranking, names: Labels) -> Said:
    size = f"{counted(len(result.rows), 'method')}, {counted(result.summary.n_runs, 'run')}."
    spread = "± is the standard deviation over seeds." if spreads(result) else ""
    lines = [f"{size} {spread}".rstrip(), fragile_sentence(result), support_sentence(result)]
    return Said(lines if result.rows else [])


def spreads(result: Ranking) -> bool:
    """Whether the table has standard deviations over seeds."""
    return bool((result.sd[0] == result.sd[0]).any())


def supports(result: Ranking) -> set[str]:
    """What supports the rows, in words."""
    return {s.words for s in map(result.support, result.rows) if s is not None}


def support_sentence(result: Ranking) -> str:
    """What supports all rows alike, with its source if that is one; where they differ a column says
    it."""
    found = supports(result)
    sources = {s.source for s in map(result.support, result.rows) if s is not None and s.source}
    told = f" ({sources.pop()})" if len(sources) == 1 else ""
    return f"Support of every row: {next(iter(found))}{told}." if len(found) == 1 else ""


def fragile_sentence(result: Ranking) -> str:
    """What a fragile lead is; empty where there is none."""
    if not any(result.is_fragile(r) for r in result.leaders):
        return ""
    return (
        f"{FRAGILE_LEAD.capitalize()}: another method catches up once {FRAGILE:g} of weight moves,"
        " or less."
    )


def methods_table(result: Ranking, names: Labels) -> Table[Contender]:
    """One row per method by rank, with everything that is known of it."""
    column = Column[Contender]
    grids, below = result.contest.ranks_best_checkpoints, any(r.is_below_floor for r in result.rows)
    columns = [
        column(
            "rank",
            lambda r: r.rank,
            kind="count",
            place="print",
            help="by UQS; ties share the best rank",
        ),
        column("method", lambda r: r.method, kind="method", place="print"),
        *(_checkpoint_columns(result) if grids else ()),
        *_support_columns(result),
        column(
            "uqs", lambda r: r.score, "UQS", kind="number", better="higher", place="print", help=UQS
        ),
        column(
            "misses",
            lambda r: _misses(result, names, r),
            "below the floor",
            place="print" if below else "file",
        ),
        *intervals.columns(result.pair_tests),
        *by_metric.columns(result),
        column(
            "kept",
            result.kept,
            kind="number",
            help="kept of the floor that it is closest to missing",
        ),
        column(
            "below_floor", lambda r: r.is_below_floor, "below the floor", kind="flag", place="file"
        ),
        column("runs", result.runs, kind="count", place="print"),
        column("fragile_lead", result.is_fragile, kind="flag", place="file"),
        column("dominated_by", result.dominated_by, kind="method", place="file"),
        column(
            "potentially_optimal",
            lambda r: _can_lead(result.largest_lead(r)),
            kind="flag",
            place="file",
        ),
        column("epsilon", lambda r: finite(result.largest_lead(r)), kind="number", place="file"),
        *by_metric.gaps(result),
    ]
    return table(columns, result.rows)


def _support_columns(result: Ranking) -> list[Column[Contender]]:
    """What supports the numbers of a row, in words on screen; in files its word, and how many
    others ran it again."""
    if not result.supports:
        return []

    def of(row: Contender, cell: Callable[[Supported], Any]) -> Any:
        found = result.support(row)
        return None if found is None else cell(found)

    column = Column[Contender]
    return [
        column("support", lambda r: of(r, lambda s: s.kind), place="file"),
        column("support_studies", lambda r: of(r, lambda s: s.studies), kind="count", place="file"),
        *(
            [
                column(
                    "supported",
                    lambda r: of(r, lambda s: s.words),
                    "support",
                    place="screen only",
                    help=SUPPORTED,
                )
            ]
            if len(supports(result)) > 1
            else []
        ),
    ]


def _misses(result: Ranking, names: Labels, row: Contender) -> str:
    """What a row below a floor misses; of a method with several checkpoints that all of them are
    below."""
    if not row.is_below_floor:
        return ""
    return (
        "every checkpoint"
        if len(row.candidates) > 1
        else misses(result.below, names, result.panel.methods[row.candidates[0]])
    )


def _can_lead(epsilon: float | None) -> bool | None:
    return None if epsilon is None else epsilon > MARGIN


def _checkpoint_columns(result: Ranking) -> list[Column[Contender]]:
    """Of methods with several checkpoints: the best one, and how many have a rank."""
    column, methods = Column[Contender], result.panel.methods
    unranked = {*result.summary.incomplete, *result.summary.below_floor}

    def ranked(row: Contender) -> int:
        return sum(methods[m] not in unranked for m in row.candidates)

    best = column(
        "best_checkpoint",
        lambda r: None if r.rank is None else r.shown,
        "best checkpoint",
        kind="method",
        place="print",
        help="the checkpoint whose numbers the row shows: the method's best under these weights",
    )
    return [best, column("checkpoints", ranked, kind="count", place="file")]


def caption(result: Ranking, names: Labels, spread: bool = True) -> str:
    """The caption of the ranking in a paper: what it is, its weights, its protocol, and what it
    rests on.

    Without `spread` for a table that has no standard deviations.
    """
    summary = result.summary
    weights = ", ".join(f"{names.metric(m)} {number(w)}" for m, w in summary.weights.items() if w)
    around = " ± standard deviation over seeds" if spread and spreads(result) else ""
    asked = [s.floor for s in result.below.floor_checks]
    floor = f"Floor: {floors.listed(names, asked)}. " if asked else ""
    return (
        f"Methods by UQS on {names.panel} ({names.suite}). Weights: {weights}."
        f" {floor}{summary.protocol.capitalize()} protocol; each metric as its mean over benchmarks"
        f" and seeds{around}. {counted(summary.n_runs, 'run')}, data version"
        f" {summary.data_version}."
    )


METHODS = Answer(
    "leaderboard",
    compute,
    say,
    Part("leaderboard", "Methods by rank", methods_table, shown="open"),
    heading="All methods",
    key="leaderboard",
)
