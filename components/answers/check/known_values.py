"""Everything known of one metric of one method on one model and split: values of suites and of
data/replications."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import pandas as pd

from components import words
from components.format import joined, shortened, whole_number
from components.served import Served
from components.stats.memo import memoised
from components.table import Column, Table, table
from data.known_metrics import KnownMetric, known_metrics
from data.names import PERCENT, SAME
from data.registry import Metric, Tables
from data.replications import replications

ASKED = ("metric", "method", "model", "split")
"""What identifies values to compare, in the order in which a reader chooses it."""
COLUMNS = (*ASKED, "seed", "value", "source", "setup", "url", "note", "suite", "at_bound", "grid")
BACK: Mapping[str, Callable[[Any], Any]] = {
    SAME: lambda x: x,
    "one minus": lambda x: 1 - x,
    PERCENT: lambda x: x / 100,
}
"""From what a suite has to the metric at the address; the reverse of
`results.support`."""


@dataclass(frozen=True)
class Scale:
    """How a metric is read: `low` and `high` bound what is possible, None where nothing does.

    `retrained` says that a value depends on the model trained without the forgotten data. On a
    `log` scale what lies below `floor` counts as it."""

    label: str
    log: bool = False
    floor: float = 0.0
    low: float | None = None
    high: float | None = None
    retrained: bool = False

    def floored(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Values that all have a place on the scale."""
        if not self.log:
            return rows
        low = rows["value"] < self.floor
        return rows.assign(
            value=rows["value"].clip(lower=self.floor), at_bound=rows["at_bound"] | low
        )


def values_of(tables: Tables) -> pd.DataFrame:
    """The values of a suite under the names across suites; a checkpoint is under its method."""
    return memoised(tables, "known values", lambda: _values_of(tables))


def _values_of(tables: Tables) -> pd.DataFrame:
    entries = {m.id: words.entry("metrics", tables, m.id) for m in tables.metrics}
    usable = [m for m in tables.metrics if entries[m.id].relation in BACK]
    methods = {m.id: words.address("methods", tables, m.id) for m in tables.methods}
    family = {m.id: words.family_of(tables, m.id) for m in tables.methods}
    grids = pd.Series(family).value_counts().to_dict()
    panels = {p.id: p for p in tables.panels}
    models = [p.base_model for p in tables.panels]
    found = [pd.DataFrame(columns=list(COLUMNS))]
    for metric in usable:
        own = tables.runs[tables.runs[metric.id].notna()]
        floor = metric.lower_bound if metric.scale == "log" else None
        raw = own[metric.id]
        setups = [
            ", ".join(
                [
                    *([panels[p].label] if models.count(panels[p].base_model) > 1 else []),
                    *([f"{grids[family[m]]} checkpoints"] if grids[family[m]] > 1 else []),
                ]
            )
            for p, m in zip(own["panel"], own["method"], strict=True)
        ]
        found.append(
            pd.DataFrame(
                {
                    "metric": entries[metric.id].address,
                    "method": own["method"].map(methods),
                    "model": own["panel"].map(lambda p: panels[p].base_model),
                    "split": own["benchmark"],
                    "seed": own["seed"],
                    "value": BACK[entries[metric.id].relation](
                        raw if floor is None else raw.clip(lower=floor)
                    ),
                    "source": tables.suite.title,
                    "setup": setups,
                    "url": tables.suite.source_url,
                    "note": own["panel"].map(lambda p: panels[p].description),
                    "suite": tables.suite.id,
                    "at_bound": False if floor is None else raw < floor,
                    "grid": own["method"].map(lambda m: grids[family[m]] > 1),
                }
            )
        )
    return pd.concat(found[1:] or found, ignore_index=True)


def everything(served: Served) -> pd.DataFrame:
    """All values that are known, replications last.

    A file of replications with the id of a suite replaces that suite's values; a reader's own suite
    is no source."""
    public = [t for t in served.suites if not t.suite.private]
    versions = tuple((t.suite.id, t.data_version) for t in public)
    return memoised(public[0], ("everything known", versions), lambda: _everything(public))


def _everything(suites: Sequence[Tables]) -> pd.DataFrame:
    further = replications()
    rows = pd.concat(further.values(), ignore_index=True).assign(
        suite="", at_bound=False, grid=False
    )
    of_suites = [values_of(t) for t in suites if t.suite.id not in further]
    return pd.concat([*of_suites, rows[list(COLUMNS)]], ignore_index=True)


@dataclass(frozen=True, eq=False)
class Known:
    """The known values for a choice.

    `asked` holds one id for each of ASKED, `offered` the other choices of each, given the ones
    before it; `notice` says which part of a question nobody reports."""

    asked: Mapping[str, str]
    offered: Mapping[str, Mapping[str, str]]
    values: pd.DataFrame
    scale: Scale
    notice: str = ""

    def label(self, name: str) -> str:
        """The label of what is chosen."""
        return self.offered[name][self.asked[name]]


def compute(served: Served, *chosen: str | None) -> Known:
    """Return the values of what is asked (ASKED, in order); what is left open is what most studies
    report.

    From the first id that nobody reports together with those before it, the question counts as left
    open."""
    rows, notice = served.of(everything), ""
    labels: dict[str, Mapping[str, str]] = {
        "metric": words.known("metrics", served.suites),
        "method": words.known("methods", served.suites),
    }
    wanted = {name: text for name, text in zip(ASKED, chosen, strict=False) if text}
    left = rows
    for name, text in wanted.items():
        own = left[left[name] == text]
        if own.empty:
            known = list(dict.fromkeys(map(str, left[name])))
            notice = _unreported(name, text, {i: labels.get(name, {}).get(i, i) for i in known})
            break
        left = own
    counts = left.groupby(list(ASKED), sort=False).agg(
        sources=("source", "nunique"), values=("value", "size")
    )
    most = counts.sort_values(["sources", "values"], ascending=False, kind="stable").index[0]
    asked = dict(zip(ASKED, map(str, most), strict=True))
    offered: dict[str, Mapping[str, str]] = {}
    left = rows
    for name in ASKED:
        ids = list(dict.fromkeys(map(str, left[name])))
        offered[name] = {i: labels.get(name, {}).get(i, i) for i in ids}
        left = left[left[name] == asked[name]]
    scale = scale_of(asked["metric"], served.suites, offered["metric"][asked["metric"]])
    return Known(asked, offered, scale.floored(left), scale, notice)


def _unreported(name: str, text: str, known: Mapping[str, str]) -> str:
    """That nobody reports what is asked, and which ids are near it, or known."""
    by_fold = {i.casefold(): i for i in known}
    near = [known[by_fold[n]] for n in get_close_matches(text.casefold()[:60], by_fold, 5)]
    listed = near or [*known.values()][:5]
    return (
        f"Nobody reports the {name} {shortened(text, 60)!r} here; {'near it' if near else 'known'}:"
        f" {joined(listed)}."
    )


def scale_of(address: str, suites: Sequence[Tables], label: str) -> Scale:
    """How a metric is read, by the suites that have it as it is at its address, else by the
    dictionary."""
    own: list[Metric | KnownMetric] = [
        m
        for tables in suites
        for m in tables.metrics
        if (entry := words.entry("metrics", tables, m.id)).address == address
        and entry.relation == SAME
    ]
    found = own or [m for m in known_metrics() if m.id == address]
    if not found:
        return Scale(label)
    log = any(m.scale == "log" for m in found)
    lows, highs = [m.lower_bound for m in found], [m.upper_bound for m in found]
    return Scale(
        label,
        log=log,
        floor=min((v for v in lows if v), default=0.0) if log else 0.0,
        low=0.0 if log else None if None in lows else min(v for v in lows if v is not None),
        high=None if None in highs else max(v for v in highs if v is not None),
        retrained=any(
            m.direction == "target" or "retrained" in getattr(m, "family", "") for m in found
        ),
    )


def values_table(known: Known) -> Table[tuple[Any, ...]]:
    column = Column[tuple[Any, ...]]
    shown = ("source", "setup", "seed", "value", "note", "url")
    columns = (
        column("source", lambda r: r[0], "study", place="print"),
        column("setup", lambda r: r[1], "set-up", place="print"),
        column("seed", lambda r: whole_number(r[2]), kind="count", place="print"),
        column("value", lambda r: r[3], kind="number", digits=None, place="print"),
        column("note", lambda r: r[4]),
        column("url", lambda r: r[5], "where"),
    )
    return table(columns, known.values[list(shown)].itertuples(index=False, name=None))
