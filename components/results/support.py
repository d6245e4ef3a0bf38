"""How well supported the values behind a row are: computed here, recomputed, run again by others,
or printed.

What `support.csv` of a suite states comes first; else a value was run again where others report one
of the same method (data/replications); else it is printed by its source alone."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pandas as pd

from components import words
from components.format import finite
from components.resolved import Resolved
from components.stats.memo import memoised
from data.columns import SUPPORTS, Support
from data.names import PERCENT, SAME
from data.registry import PanelInfo, Tables
from data.replications import replications

WORDS: Mapping[Support, str] = {
    "computed": "computed here",
    "recomputed": "recomputed from samples",
    "rerun": "run again by others",
    "printed": "printed",
}
_SCALES: Mapping[str, Callable[[float], float]] = {
    SAME: lambda x: x,
    "one minus": lambda x: 1 - x,
    PERCENT: lambda x: 100 * x,
}


@dataclass(frozen=True)
class Supported:
    """What supports a value; of one that was run again by how many `studies`, and the range of what
    they report."""

    kind: Support
    studies: int = 0
    low: float | None = None
    high: float | None = None
    source: str = ""

    @property
    def words(self) -> str:
        """It in words: "run again by others (2 studies)"."""
        more = (
            f" ({self.studies} {'study' if self.studies == 1 else 'studies'})"
            if self.studies
            else ""
        )
        return f"{WORDS[self.kind]}{more}"

    @property
    def place(self) -> tuple[int, int]:
        """What is less supported is larger."""
        return SUPPORTS.index(self.kind), -self.studies


PRINTED = Supported("printed")
Cell = tuple[str, str, str]
"""Benchmark, method and metric."""


def support_of_rows(view: Resolved) -> Mapping[str, Supported]:
    """Of each candidate, the support of its least supported value among those that have weight.

    Nothing is reported for the rows of a suite that a reader brought.
    """
    if view.tables.suite.private:
        return {}
    cell = memoised(
        view.tables, ("support", view.info.id), lambda: _support(view.tables, view.info)
    )
    if cell is None:
        return dict.fromkeys(view.panel.methods, PRINTED)
    weighted = tuple(
        m.id for m, w in zip(view.panel.metrics, view.w.tolist(), strict=True) if w > 0
    )

    def least() -> dict[str, Supported]:
        places = [(b, k) for b in view.panel.benchmarks for k in weighted]
        return {
            m: max((cell((b, m, k)) for b, k in places), key=lambda s: s.place)
            for m in view.panel.methods
        }

    return memoised(view.panel, ("support", view.info.id, weighted), least)


def support_of_values(tables: Tables) -> Counter[Support]:
    """How many means over seeds of a suite have each support."""
    found: Counter[Support] = Counter()
    ids = [m.id for m in tables.metrics]
    for panel in tables.panels:
        runs = tables.runs_of(panel.id)
        there = runs.groupby(["benchmark", "method"], observed=True)[ids].count() > 0
        cell = _support(tables, panel)
        if cell is None:
            found["printed"] += int(there.to_numpy().sum())
            continue
        for (benchmark, method), known in zip(there.index.tolist(), there.to_numpy(), strict=True):
            found.update(
                cell((benchmark, method, m)).kind for m, own in zip(ids, known, strict=True) if own
            )
    return found


def _support(tables: Tables, panel: PanelInfo) -> Callable[[Cell], Supported] | None:
    """The support of each value of a panel; None where all are printed."""
    table = tables.extras.get("support")
    stated = [
        r
        for r in ([] if table is None else table.to_dict("records"))
        if r["panel"] in ("", panel.id)
    ]
    again = _run_again(tables, panel)
    if not stated and not again:
        return None

    def of(cell: Cell) -> Supported:
        for row in stated:
            asked = (row["benchmark"], row["method"], row["metric"])
            if all(a in ("", own) for a, own in zip(asked, cell, strict=True)):
                return Supported(
                    row["support"],
                    row["studies"],
                    finite(row["low"]),
                    finite(row["high"]),
                    row["source"],
                )
        return again.get(cell, PRINTED)

    return of


def _run_again(tables: Tables, panel: PanelInfo) -> dict[Cell, Supported]:
    """The values of a panel for which others report the same method and metric on the same model
    and split.

    Of a method with several checkpoints none is known to have been run again.
    """
    rows = pd.concat(replications().values())
    rows = rows[(rows["support"] == "rerun") & (rows["model"] == panel.base_model)]
    metrics = (
        {m.id: words.entry("metrics", tables, m.id) for m in tables.metrics} if len(rows) else {}
    )
    alone = (
        [m.id for m in tables.methods if words.family_of(tables, m.id) == m.id] if len(rows) else []
    )
    methods = {m: words.address("methods", tables, m) for m in alone}
    found: dict[Cell, Supported] = {}
    for metric, name in metrics.items():
        scale = _SCALES.get(name.relation)
        if scale is None:
            continue
        of_metric = rows[rows["metric"] == name.address]
        for method, address in methods.items() if len(of_metric) else ():
            for split, own in of_metric[of_metric["method"] == address].groupby("split"):
                values, sources = [scale(v) for v in own["value"]], own["source"].unique()
                cell = (str(split), method, metric)
                found[cell] = Supported(
                    "rerun", len(sources), min(values), max(values), ", ".join(sources)
                )
    return found
