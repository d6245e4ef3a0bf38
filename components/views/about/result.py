"""What a suite is made of, and how much data each of its panels is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from components.labels import Labels
from components.resolved import Resolved, reads, whole_panel
from components.stats.ranking.utility import formula
from data.registry import Metric, PanelInfo, Tables


@dataclass(frozen=True, kw_only=True)
class MetricFacts:
    """One metric. `formulas` are those of its utility maps, by the name of the map."""

    metric: Metric
    formulas: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class PanelFacts:
    """How much data one panel is.

    `smallest_p` is the smallest two-sided p that one block without ties can give. `missing` counts the runs without
    a value by metric id, for metrics that lack one. `judged` says whether any run has an oracle distance.
    """

    info: PanelInfo
    runs: int
    cells: int
    methods: int
    benchmarks: int
    seeds: int
    smallest_p: float
    missing: Mapping[str, int]
    judged: bool


@dataclass(frozen=True, kw_only=True)
class AboutResult:
    """A whole suite, whatever is selected of it."""

    metrics: tuple[MetricFacts, ...]
    panels: tuple[PanelFacts, ...]
    labels: Labels


@reads(weights=False)
def about(resolved: Resolved) -> AboutResult:
    """The metrics and panels of the suite."""
    tables = resolved.tables
    return AboutResult(
        metrics=tuple(
            MetricFacts(metric=m, formulas={u.name: formula(m, u.name) for u in m.utilities}) for m in tables.metrics
        ),
        panels=tuple(_panel(tables, p) for p in tables.panels),
        labels=resolved.labels,
    )


def _panel(tables: Tables, info: PanelInfo) -> PanelFacts:
    panel = whole_panel(tables, info.id)
    runs = tables.runs[tables.runs["panel"] == info.id]
    methods = len(panel.methods)
    return PanelFacts(
        info=info,
        runs=panel.n_runs,
        cells=panel.n_cells,
        methods=methods,
        benchmarks=len(panel.benchmarks),
        seeds=len(panel.seeds),
        smallest_p=2 / math.factorial(methods) if methods > 1 else 1.0,
        missing={m.id: int(runs[m.id].isna().sum()) for m in tables.metrics if runs[m.id].isna().any()},
        judged=tables.oracle is not None and bool(runs[tables.oracle.id].notna().any()),
    )
