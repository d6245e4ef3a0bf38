"""How well supported the values behind a row are: computed here, recomputed, run again by others,
or printed.

What `support.csv` of a suite states comes first; else a value was run again if others report one of
the same method (data/replications); else it is printed by its source alone."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from components import name_pages
from components.format import finite, verb
from components.resolved import Resolved
from components.stats.memo import memoised
from data.columns import SUPPORTS, Support
from data.names import PERCENT, SAME
from data.registry import PanelInfo, Tables
from data.replications import replications

WORDS_OF_SUPPORT: Mapping[Support, str] = {
    "computed": "computed here",
    "recomputed": "recomputed from samples",
    "rerun": "run again by others",
    "printed": "printed",
}
TO_SCALE_OF_SUITE: Mapping[str, Callable[[float], float]] = {
    SAME: lambda value: value,
    "one minus": lambda value: 1 - value,
    PERCENT: lambda value: 100 * value,
}
"""How a value that others report is turned into one of the suite, by the relation of the names."""


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
        """The support in words: "run again by others (2 studies)"."""
        if not self.studies:
            return WORDS_OF_SUPPORT[self.kind]
        studies = verb(self.studies, "study", "studies")
        return f"{WORDS_OF_SUPPORT[self.kind]} ({self.studies} {studies})"

    @property
    def place(self) -> tuple[int, int]:
        """What is less supported is larger."""
        return SUPPORTS.index(self.kind), -self.studies


PRINTED = Supported("printed")
Cell = tuple[str, str, str]
"""Benchmark, method and metric."""
SupportOfCell = Callable[[Cell], Supported]


def support_of_rows(view: Resolved) -> Mapping[str, Supported]:
    """Return by candidate the support of its least supported value among those that have weight; {}
    for a suite that a user brought."""
    least = {}
    for method, supports in _supports_of_rows(view).items():
        least[method] = max(supports, key=lambda support: support.place)
    return least


def printed_note(view: Resolved) -> str:
    """Return that every weighted value is printed alone, with the source if that is one; else
    ""."""
    all_supports: set[Supported] = set()
    for supports in _supports_of_rows(view).values():
        all_supports.update(supports)
    if {support.kind for support in all_supports} != {"printed"}:
        return ""
    sources = {support.source for support in all_supports} - {""}
    source = f" ({sources.pop()})" if len(sources) == 1 else ""
    return f"All values are as their authors printed them{source}; nobody has run them again."


def _supports_of_rows(view: Resolved) -> Mapping[str, frozenset[Supported]]:
    """By candidate the supports of its values that have weight; {} for a suite that a user
    brought."""
    if view.tables.suite.private:
        return {}
    panel = view.panel
    weights = view.contest.weights
    support_of_cell = memoised(
        view.tables, ("support", view.info.id), lambda: _support_of_cell(view.tables, view.info)
    )
    if support_of_cell is None:
        return dict.fromkeys(panel.methods, frozenset({PRINTED}))
    weighted = tuple(m for m, weight in zip(panel.metric_ids, weights, strict=True) if weight > 0)

    def supports_of_rows() -> dict[str, frozenset[Supported]]:
        supports_of_method = {}
        for method in panel.methods:
            supports = set()
            for benchmark in panel.benchmarks:
                for metric in weighted:
                    supports.add(support_of_cell((benchmark, method, metric)))
            supports_of_method[method] = frozenset(supports)
        return supports_of_method

    return memoised(panel, ("support", view.info.id, weighted), supports_of_rows)


def support_of_values(tables: Tables) -> Counter[Support]:
    """Return how many means over seeds of a suite have each support."""
    counts: Counter[Support] = Counter()
    metrics = [metric.id for metric in tables.metrics]
    for panel in tables.panels:
        panel_runs = tables.runs_of(panel.id)
        n_values = panel_runs.groupby(["benchmark", "method"], observed=True)[metrics].count()
        support_of_cell = _support_of_cell(tables, panel)
        for metric in metrics:
            for benchmark, method in n_values.index[n_values[metric] > 0].tolist():
                support = PRINTED
                if support_of_cell is not None:
                    support = support_of_cell((benchmark, method, metric))
                counts[support.kind] += 1
    return counts


def _support_of_cell(tables: Tables, panel: PanelInfo) -> SupportOfCell | None:
    """The support of each value of a panel; None if all are printed."""
    stated: list[dict[Hashable, Any]] = []
    table = tables.extras.get("support")
    if table is not None:
        stated = table[table["panel"].isin(["", panel.id])].to_dict("records")
    rerun = _rerun_cells(tables, panel)
    if not stated and not rerun:
        return None

    def support(support_cell: Cell) -> Supported:
        benchmark, method, metric = support_cell
        for stated_row in stated:
            if (
                stated_row["benchmark"] in ("", benchmark)
                and stated_row["method"] in ("", method)
                and stated_row["metric"] in ("", metric)
            ):
                return Supported(
                    stated_row["support"],
                    stated_row["studies"],
                    finite(stated_row["low"]),
                    finite(stated_row["high"]),
                    stated_row["source"],
                )
        return rerun.get(support_cell, PRINTED)

    return support


def _rerun_cells(tables: Tables, panel: PanelInfo) -> dict[Cell, Supported]:
    """The values of a panel for which others report the same method and metric on the same model
    and split.

    Of a method with several checkpoints none is known to have been run again.
    """
    reports = pd.concat(replications().values())
    reports = reports[(reports["support"] == "rerun") & (reports["model"] == panel.base_model)]
    if reports.empty:
        return {}
    methods_of_address: dict[str, list[str]] = {}
    for candidate in tables.methods:
        if name_pages.family_of(tables, candidate.id) == candidate.id:
            address = name_pages.address("methods", tables, candidate.id)
            methods_of_address.setdefault(address, []).append(candidate.id)
    rerun_cells = {}
    for metric in tables.metrics:
        name_entry = name_pages.entry("metrics", tables, metric.id)
        to_scale = TO_SCALE_OF_SUITE.get(name_entry.relation)
        if to_scale is None:
            continue
        of_metric = reports[reports["metric"] == name_entry.address]
        for (method, split), rows in of_metric.groupby(["method", "split"]):
            values = [to_scale(value) for value in rows["value"]]
            sources = rows["source"].unique()
            support = Supported("rerun", len(sources), min(values), max(values), ", ".join(sources))
            for method_id in methods_of_address.get(str(method), ()):
                rerun_cells[str(split), method_id, metric.id] = support
    return rerun_cells
