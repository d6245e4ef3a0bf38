"""The table of methods: which columns it has, in which order its rows stand, and what is best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components.resolved import Resolved
from components.selection import USUAL_COLUMNS
from components.stats.ranking.ranks import rounded

Row = dict[str, Any]


@dataclass(frozen=True)
class Field:
    """One column: `value` reads it from a row of the leaderboard, None where it is undefined.

    `spread` reads the standard deviation that stands beside it; `better` is +1 or −1 where a best value is marked.
    """

    id: str
    label: str
    title: str
    value: Callable[[Row], Any]
    sort: str = ""
    word: bool = False
    digits: int = 3
    spread: Callable[[Row], float | None] | None = None
    better: int = 0
    why: str = ""


def fields(resolved: Resolved) -> list[Field]:
    """The columns of the groups chosen, in a fixed order; rank and method are always there."""
    groups = resolved.selection.columns or USUAL_COLUMNS
    one = len(resolved.panel.benchmarks) == 1
    single = one and len(resolved.panel.seeds) < 2
    unknown = "one benchmark and one seed: nothing to resample" if single else "not ranked"
    where = "on the benchmark shown" if one else "over the benchmarks shown"
    found = [
        Field("rank", "Rank", "Competition rank by UQS: ties share the best rank", lambda r: r["rank"], digits=0),
        Field("method", "Method", "Method; open it for its runs", lambda r: r["label"], "method", word=True),
    ]
    if "interval" in groups:
        title = (
            "Rank interval: 95 % of the ranks when benchmarks are resampled, and seeds within each"
            if not one
            else "Rank interval: 95 % of the ranks when seeds are resampled; one benchmark says nothing of others"
        )
        found.append(Field("interval", "95 %", title, _interval, word=True, why=unknown))
    if "uqs" in groups:
        title = "Unified Quality Score: the sum of weight × utility"
        found.append(Field("uqs", "UQS", title, lambda r: r["uqs"], "uqs", why="not ranked", better=1))
    if "p_first" in groups:
        title = "Share of the resamplings in which the method is first"
        found.append(Field("p_first", "P(first)", title, lambda r: r["p_first"], "p_first", why=unknown))
        title = "The same with the weights derived again by the published rule in every resampling"
        found.append(
            Field("p_first_rederived", "P(first), re-derived", title, lambda r: r["p_first_rederived"], why="no oracle")
        )
    for metric in resolved.panel.metrics:
        name, label = metric.id, f"{metric.label} {metric.arrow}"
        if "metrics" in groups:
            title = f"{metric.name}: mean {where}; {'higher' if metric.sign > 0 else 'lower'} is better"
            spread = _reader("sd", name) if "sd" in groups else None
            why = "not measured on every benchmark shown"
            value = _reader("means", name)
            found.append(Field(name, label, title, value, name, spread=spread, better=metric.sign, why=why))
        if "ranks" in groups:
            title = f"Rank by {metric.name} alone"
            value = _reader("metric_ranks", name)
            found.append(Field(f"{name}_rank", f"{metric.label} rank", title, value, digits=0, why="not measured"))
    if "runs" in groups:
        found.append(Field("runs", "Runs", "Number of runs behind the row", lambda r: r["runs"], "runs", digits=0))
    return found


def ordered(rows: Sequence[Row], shown: Sequence[Field], sort: str) -> list[Row]:
    """Rows in the order asked for; undefined ones last, ties as they stand. Only a column that is shown sorts."""
    name, _, way = sort.partition(":")
    field = next((f for f in shown if f.sort and f.sort == name), None)
    if field is None:
        return list(rows)
    known = [r for r in rows if field.value(r) is not None]
    unknown = [r for r in rows if field.value(r) is None]
    key = (lambda r: str(field.value(r)).casefold()) if field.word else field.value
    return sorted(known, key=key, reverse=way == "desc") + unknown


def best(rows: Sequence[Row], field: Field) -> set[str]:
    """Ids of the methods with the best value of a column; none where all are equal or only one has a value."""
    if not field.better:
        return set()
    values = {r["method"]: float(rounded(field.value(r))) for r in rows if field.value(r) is not None}
    if len(set(values.values())) < 2:
        return set()
    top = max(field.better * v for v in values.values())
    return {m for m, v in values.items() if field.better * v == top}


def frame(rows: Sequence[Row], shown: Sequence[Field]) -> pd.DataFrame:
    """The table as numbers, for downloads: spreads in columns of their own."""
    columns: dict[str, list[Any]] = {}
    for field in shown:
        columns[field.label] = [field.value(r) for r in rows]
        if field.spread is not None:
            columns[f"{field.label} SD"] = [field.spread(r) for r in rows]
    return pd.DataFrame(columns)


def _reader(group: str, name: str) -> Callable[[Row], Any]:
    return lambda r: r[group][name]


def _interval(row: Row) -> str | None:
    low, high = row["rank_low"], row["rank_high"]
    if low is None:
        return None
    return str(low) if low == high else f"{low}–{high}"
