"""What is the score of one method made of? Its rank under each metric alone, its gaps and its runs."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components import choice_text as reading
from components.answers.leaderboard import ranking
from components.answers.leaderboard.ranking import Ranking
from components.answers.leaderboard.rows import Row
from components.answers.record import Answer, Ask, Part, Said
from components.format import finite, spread_text, whole_number
from components.resolved import Resolved
from components.runs import runs_of
from components.table import Column, Table, of_frame, table
from components.words import Labels
from data.registry import Method

SPREAD = "standard deviation over seeds; on a log scale the factor of that deviation"


@dataclass(frozen=True, eq=False)
class Opened:
    """The row that is open, what its suite says of the method or checkpoint, and its runs; None where none is."""

    ranking: Ranking
    row: Row | None
    info: Method | None
    runs: pd.DataFrame


def compute(view: Resolved, method: str | None = None) -> Opened:
    """Return the row of a method or checkpoint."""
    found = view.of(ranking.compute)
    row = found.row(method or "")
    if row is None:
        return Opened(found, None, None, pd.DataFrame())
    info = next(m for m in view.tables.methods if m.id == row.shows)
    return Opened(found, row, info, runs_of(view, [info.id]).drop(columns="method"))


def say(result: Opened, names: Labels) -> Said:
    """What the method is, and what of it was not measured, or not with every seed."""
    if not choices(result, names):
        return Said()
    if result.row is None or result.info is None:
        return Said(["Choose a method for its mean, rank and contribution under each metric, and for its runs."])
    info = result.info
    about = f"Kind: {info.family}. Source: {info.reference} {info.url}".rstrip()
    lacking = [
        f"{names.metric(m)} was not measured on {names.listed_benchmarks(where)}."
        for m, where in result.ranking.missing(result.row).items()
    ]
    some = [
        f"{names.metric(m)} on {names.listed_benchmarks(where)} rests on some of the seeds only."
        for m, where in result.ranking.partial(result.row).items()
    ]
    return Said([f"{info.name}. {info.description}", about, *lacking, *some])


def _spread(found: Ranking, at: int, k: int) -> str | None:
    deviation = finite(found.sd[0][at, k])
    if deviation is None:
        return None
    return spread_text(deviation, log=found.panel.metrics[k].scale == "log")


def metrics_table(result: Opened, names: Labels) -> Table[int]:
    """One row per metric: mean and rank of the method, and how its score is made."""
    found, row = result.ranking, result.row
    if row is None or row.at is None:
        return Table((), ())
    at, own, summary, ids = row.at, row.own, found.summary, found.panel.metric_ids
    listed, column = {m.id for m in found.metrics}, Column[int]
    columns = (
        column("metric", lambda k: ids[k], kind="metric", place="print"),
        column("mean", lambda k: finite(found.means[at, k]), kind="number", place="print"),
        column("sd", lambda k: finite(found.sd[0][at, k]), kind="number", place="file"),
        column("spread", lambda k: _spread(found, at, k), "over seeds", place="print", help=SPREAD),
        column(
            "rank",
            lambda k: whole_number(found.singles[own, k]),
            f"rank of {len(found.rows)}",
            kind="count",
            place="print",
        ),
        column("utility_map", lambda k: summary.utility_maps[ids[k]], "utility map", place="print"),
        column("utility", lambda k: finite(found.utilities[at, k]), kind="number", place="print"),
        column("weight", lambda k: summary.weights[ids[k]], kind="number", place="print"),
        column("contribution", lambda k: found.contribution(row).get(ids[k]), kind="number", place="print"),
    )
    return table(columns, [k for k, metric in enumerate(ids) if metric in listed])


def choices(result: Opened, names: Labels) -> Mapping[str, str]:
    """The rows that can be opened, by what they show."""
    known = {r.shows: names.method(r.method) for r in result.ranking.rows if r.shows is not None}
    return {"": "none", **known} if known else {}


def title(result: Opened, names: Labels) -> str:
    """What the table of its metrics is called."""
    return "Under each metric" if result.row is None else f"{names.method(result.row.method)} under each metric"


def is_open(result: Opened) -> bool:
    """Whether a row is open."""
    return result.row is not None


OPENED = Answer(
    "opened",
    compute,
    say,
    [
        Part("method_ranks", title, metrics_table, when=is_open, shown="open"),
        Part(
            "method_runs",
            lambda result, names: "Runs" if result.row is None else f"Runs of {names.method(result.row.method)}",
            lambda result, names: of_frame(result.runs),
            when=is_open,
            shown="open",
        ),
    ],
    heading="One method",
    asks=(
        Ask(
            "method",
            "the method or checkpoint that is open",
            reading.one_id(reading.models),
            ("Open a method",),
            choices,
            lambda result: [result.row.shows or "" if result.row else ""],
        ),
    ),
)
