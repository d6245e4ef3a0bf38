"""The table of methods: which columns it has, in which order its rows stand, and what is best."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import pandas as pd

from components.answers.stability.verdicts import SHARED
from components.selection import USUAL_COLUMNS
from components.stats.ranking.grids import BEST
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import Side
from components.views.leaderboard.beside import Families, References
from components.views.leaderboard.result import NO_RANK, LeaderboardResult, LeaderboardRow
from components.views.leaderboard.words import FRAGILE_LEAD, ROLES, instead_of_interval

Value: TypeAlias = "float | str | None"
"""What a cell holds, None where it is undefined."""


@dataclass(frozen=True)
class Field:
    """One column: `value` reads it from a row; `word` columns hold text, the others numbers.

    `sort` is the choice that sorts by it, empty where none does; `spread` reads the standard deviation that stands
    beside the value, `side` on which side of its target it lies; `better` is +1 or −1 where a best value is marked;
    `why` explains what is undefined; `apart` columns hold a word in place of numbers that cannot be given.
    """

    id: str
    label: str
    title: str
    value: Callable[[LeaderboardRow], Value]
    sort: str = ""
    word: bool = False
    digits: int = 3
    spread: Callable[[LeaderboardRow], float | None] | None = None
    side: Callable[[LeaderboardRow], Side] | None = None
    better: int = 0
    why: str = ""
    apart: bool = False


def fields(result: LeaderboardResult, columns: Collection[str] = ()) -> list[Field]:
    """The columns of the groups chosen, the usual ones by default; rank and method are always there."""
    groups = columns or USUAL_COLUMNS
    checkpoints = result.checkpoints
    one = len(result.summary.benchmarks) == 1
    unknown = result.no_intervals or NO_RANK
    where = "on the benchmark shown" if one else "over the benchmarks shown"
    listed = [
        Field("rank", "Rank", "Competition rank by UQS: ties share the best rank", lambda r: r.rank, digits=0),
        *_lettered(result),
        Field("method", "Method", "Method; open it for its runs", lambda r: r.label, "method", word=True),
    ]
    if checkpoints is not None and checkpoints.rule == BEST:
        title = "The checkpoint whose numbers stand in the row: the method's best under these weights"
        listed.append(
            Field("checkpoint", "Best checkpoint", title, lambda r: r.best_label, word=True, why="not ranked")
        )
    if "interval" in groups:
        title = "Rank interval: 95 % of the ranks when benchmarks are resampled, and seeds within each"
        if result.no_intervals:
            listed.append(Field("interval", "Interval", unknown, _instead, word=True, why=NO_RANK, apart=True))
        else:
            listed.append(Field("interval", "95 %", title, _interval, word=True, why=unknown))
    if "uqs" in groups:
        title = "Unified Quality Score: the sum of weight × utility"
        listed.append(Field("uqs", "UQS", title, lambda r: r.uqs, "uqs", why="not ranked", better=1))
    if "p_first" in groups:
        title = "Share of the resamplings in which the method is first"
        listed.append(Field("p_first", "P(first)", title, lambda r: r.p_first, "p_first", why=unknown))
        title = "The same with the weights derived again by the published rule in every resampling"
        listed.append(
            Field("p_first_rederived", "P(first), re-derived", title, lambda r: r.p_first_rederived, why="no oracle")
        )
    for metric in result.metrics:
        name, label = metric.id, f"{metric.label} {metric.arrow}"
        if "metrics" in groups and (checkpoints is None or checkpoints.rule == BEST):
            title = f"{metric.name}: mean {where}; {metric.better}"
            spread = _of(lambda r: r.sd, name) if "sd" in groups else None
            why = "not measured on every benchmark shown"
            value = _of(lambda r: r.means, name)
            side = _side(name) if metric.targeted else None
            better = 0 if metric.targeted else metric.sign
            listed.append(Field(name, label, title, value, name, spread=spread, side=side, better=better, why=why))
        if "ranks" in groups:
            title = f"Rank by {metric.name} alone"
            value = _of(lambda r: r.metric_ranks, name)
            listed.append(Field(f"{name}_rank", f"{metric.label} rank", title, value, digits=0, why="not measured"))
    if "runs" in groups:
        listed.append(Field("runs", "Runs", "Number of runs behind the row", lambda r: r.runs, "runs", digits=0))
    return listed


def ordered(rows: Sequence[LeaderboardRow], columns: Sequence[Field], sort: str) -> list[LeaderboardRow]:
    """Rows in the order chosen; undefined ones last, ties as they stand. Only a column that is there sorts."""
    name, _, way = sort.partition(":")
    field = next((f for f in columns if f.sort and f.sort == name), None)
    if field is None:
        return list(rows)
    known = [(r, v) for r in rows if (v := field.value(r)) is not None]
    unknown = [r for r in rows if field.value(r) is None]
    key: Callable[[tuple[LeaderboardRow, float | str]], float | str] = (
        (lambda pair: str(pair[1]).casefold()) if field.word else (lambda pair: float(pair[1]))
    )
    return [r for r, _ in sorted(known, key=key, reverse=way == "desc")] + unknown


def best(rows: Sequence[LeaderboardRow], field: Field) -> set[str]:
    """Ids of the methods with the best value of a column; none where all are equal or only one has a value."""
    if not field.better:
        return set()
    values = {r.method: field.better * float(rounded(v)) for r in rows if (v := field.value(r)) is not None}
    if len(set(values.values())) < 2:
        return set()
    top = max(values.values())
    return {m for m, v in values.items() if v == top}


def frame(rows: Sequence[LeaderboardRow], columns: Sequence[Field]) -> pd.DataFrame:
    """The table as numbers, for downloads: spreads, sides of targets and a fragile lead in columns of their own."""
    values: dict[str, list[Value]] = {}
    for field in columns:
        values[field.label] = [field.value(r) for r in rows]
        if field.id == "method" and any(r.fragile_lead for r in rows):
            values["Note"] = [FRAGILE_LEAD if r.fragile_lead else None for r in rows]
        if field.spread is not None:
            values[spread_head(field)] = [field.spread(r) for r in rows]
        if field.side is not None:
            values[f"{field.label} side"] = [field.side(r) for r in rows]
    return pd.DataFrame(values)


def spread_head(field: Field) -> str:
    """What the column of a field's standard deviations is called."""
    return f"{field.label} SD"


def metrics_frame(result: LeaderboardResult, row: LeaderboardRow) -> pd.DataFrame:
    """One method under each metric: its mean and rank, and how its score is made."""
    rank = f"rank of {len(result.rows)}"
    told = result.summary
    return pd.DataFrame(
        [
            {
                "metric": f"{m.label} {m.arrow}",
                "mean": row.means[m.id],
                "SD over seeds": row.sd[m.id],
                rank: row.metric_ranks[m.id],
                "utility map": told.utility_maps[m.id],
                "utility": row.utilities[m.id],
                "weight": told.weights[m.id],
                "contribution": row.contributions[m.id],
            }
            for m in result.metrics
        ]
    ).astype({rank: "Int64"})


def references_frame(result: References) -> pd.DataFrame:
    """The models that are never ranked: what they are, their score, and the place it would take."""
    rank = f"would rank, beside {result.candidates}"
    return pd.DataFrame(
        [
            {
                "model": r.label,
                "what it is": ROLES.get(r.role, r.role),
                "UQS": r.uqs,
                rank: r.would_rank,
                **{label: r.means[metric] for metric, label in result.metrics.items()},
            }
            for r in result.rows
        ]
    ).astype({rank: "Int64"} if result.rows else {})


def families_frame(result: Families) -> pd.DataFrame:
    """One row per method: its best checkpoint, its median, the expected best of equal tries, and its optimism."""
    told = any(r.optimism is not None for r in result.rows)
    return pd.DataFrame(
        [
            {
                "method": r.label,
                "checkpoints": r.checkpoints,
                "best UQS": r.best,
                "median UQS": r.median,
                f"expected best of {result.tries}": r.expected_best.value,
                **({"best flatters by": r.optimism} if told else {}),
                "best checkpoint": r.best_label,
            }
            for r in result.rows
        ]
    )


def curves_frame(result: Families) -> pd.DataFrame:
    """The expected best by the number of tries, a column per method."""
    most = max((len(r.curve) for r in result.rows), default=0)
    return pd.DataFrame(
        {
            "tries": range(1, most + 1),
            **{r.label: [*r.curve, *([None] * (most - len(r.curve)))] for r in result.rows},
        }
    )


def _lettered(result: LeaderboardResult) -> list[Field]:
    """The letters beside the ranks, where there are any."""
    letters = None if result.inferred.board is None else result.inferred.board.letters
    if letters is None:
        return []
    return [Field("letters", "Group", SHARED, lambda r: letters.get(r.method), word=True, why="not ranked")]


def _of(
    group: Callable[[LeaderboardRow], Mapping[str, float | None]], metric: str
) -> Callable[[LeaderboardRow], float | None]:
    return lambda r: group(r)[metric]


def _side(metric: str) -> Callable[[LeaderboardRow], Side]:
    return lambda r: r.sides.get(metric, "")


def _instead(row: LeaderboardRow) -> str | None:
    return None if row.rank is None else instead_of_interval(row.rank_interval_reason)


def _interval(row: LeaderboardRow) -> str | None:
    low, high = row.rank_low, row.rank_high
    if low is None:
        return None
    return str(low) if low == high else f"{low}–{high}"
