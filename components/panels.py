"""Which runs a selection keeps, and the arrays that they are arranged in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from components.control_models import control_models_of
from components.selection import Selection, panel_tables
from components.stats.memo import memoised
from components.stats.panel import Panel, panel_from_runs
from data.registry import REFERENCE, Metric, Tables, Under, UtilityMap

CANDIDATE = "candidate"
UNRANKED = (REFERENCE, "original", "control")
"""The roles of models that are drawn and never ranked."""


def aimed(metrics: tuple[Metric, ...], aim: str) -> tuple[Metric, ...]:
    """Return the metrics; under the aim "reference" those that offer it aim at the retrained
    model."""
    if aim != REFERENCE:
        return metrics
    return tuple(_aimed_at_reference(metric) for metric in metrics)


def _aimed_at_reference(metric: Metric) -> Metric:
    if metric.targeted or REFERENCE not in metric.aims:
        return metric
    return replace(
        metric,
        direction="target",
        target=REFERENCE,
        utilities=(UtilityMap("closeness"),),
        under=_under_forgotten_side(metric),
    )


def _under_forgotten_side(metric: Metric) -> Under:
    """On which side of the retrained model too little was forgotten: the worse one by the printed
    direction. Empty for a metric of utility, which says nothing of forgetting."""
    if metric.group == "utility":
        return ""
    return "above" if metric.direction == "lower" else "below"


def whole_runs(tables: Tables, panel_id: str, benchmarks: tuple[str, ...] = ()) -> pd.DataFrame:
    """Return all runs of a panel, or of some of its benchmarks."""
    runs_of_panel = panel_tables(tables, panel_id).runs
    return (
        runs_of_panel[runs_of_panel["benchmark"].isin(benchmarks)] if benchmarks else runs_of_panel
    )


def selected_runs(tables: Tables, selection: Selection) -> pd.DataFrame:
    """Return the runs that a selection keeps; none if its filters exclude one another."""

    def select() -> pd.DataFrame:
        runs = whole_runs(tables, selection.panel, selection.benchmarks)
        if selection.seeds:
            runs = runs[runs["seed"].isin(selection.seeds)]
        if selection.methods:
            runs = runs[runs["method"].isin(selection.methods)]
        if selection.most:
            runs = runs[~runs["method"].isin(over_budget(tables, selection))]
        return runs

    filters = (selection.benchmarks, selection.seeds, selection.methods, selection.most)
    return memoised(tables, ("runs", selection.panel, *filters), select)


def over_budget(tables: Tables, selection: Selection) -> tuple[str, ...]:
    """Return the candidates that cost more than chosen in any run of the panel, or whose cost is
    not known."""
    runs_of_panel = whole_runs(tables, selection.panel)
    measured_methods = set(runs_of_panel["method"])
    affordable_methods = set(measured_methods)
    for metric, budget in selection.most:
        largest_cost = runs_of_panel.groupby("method", observed=True)[metric].max()
        affordable_methods &= set(largest_cost.index[largest_cost <= budget])
    excess_methods = measured_methods - affordable_methods
    return tuple(method.id for method in tables.candidates if method.id in excess_methods)


def candidate_panel(tables: Tables, selection: Selection) -> Panel:
    """Return the runs of candidates that a selection keeps."""
    filters = (selection.benchmarks, selection.seeds, selection.methods, selection.most)
    return _panel(tables, selection, (CANDIDATE,), filters, selected_runs)


def unranked_panel(tables: Tables, selection: Selection) -> Panel:
    """Return the runs of the models that are drawn and never ranked; of the filters only that of
    benchmarks applies."""
    return _panel(tables, selection, UNRANKED, (selection.benchmarks,), _runs_on_benchmarks)


def judged_panel(tables: Tables, selection: Selection) -> Panel:
    """Return the runs of all candidates and controls, ranked or not; the filter of methods does not
    apply."""
    filters = (selection.benchmarks, selection.seeds)
    return _panel(tables, selection, (CANDIDATE, *UNRANKED), filters, _judged_runs)


def _runs_on_benchmarks(tables: Tables, selection: Selection) -> pd.DataFrame:
    return whole_runs(tables, selection.panel, selection.benchmarks)


def _judged_runs(tables: Tables, selection: Selection) -> pd.DataFrame:
    judged_runs = _runs_on_benchmarks(tables, selection)
    control_models = control_models_of(tables, selection.panel).ids
    judged_methods = {*control_models, *(method.id for method in tables.candidates)}
    judged_runs = judged_runs[judged_runs["method"].isin(judged_methods)]
    if selection.seeds:
        judged_runs = judged_runs[judged_runs["seed"].isin(selection.seeds)]
    return judged_runs


def _panel(
    tables: Tables,
    selection: Selection,
    method_roles: tuple[str, ...],
    filters: tuple[object, ...],
    runs_of: Callable[[Tables, Selection], pd.DataFrame],
) -> Panel:
    """The runs of models with these roles; `filters` are the choices that `runs_of` reads."""

    def arrange() -> Panel:
        metrics = aimed(tables.metrics, selection.aim)
        return arranged(tables, selection.panel, metrics, runs_of(tables, selection), method_roles)

    return memoised(tables, (method_roles, selection.panel, selection.aim, *filters), arrange)


def reference_panel(tables: Tables, aim: str) -> Panel:
    """Return all runs of candidates of the suite's reference panel, whatever is filtered."""
    panel_id = tables.reference_panel.id
    memo_key = ("reference panel", aim)
    return memoised(tables, memo_key, lambda: whole_panel(tables, panel_id, aim))


def whole_panel(tables: Tables, panel_id: str, aim: str = "printed") -> Panel:
    """Return all runs of the candidates of a panel."""
    metrics = aimed(tables.metrics, aim)
    return arranged(tables, panel_id, metrics, whole_runs(tables, panel_id), (CANDIDATE,))


def arranged(
    tables: Tables,
    panel_id: str,
    metrics: tuple[Metric, ...],
    runs: pd.DataFrame,
    method_roles: Sequence[str],
) -> Panel:
    """Return the given runs of methods with these roles as one array; targets come from all
    retrained models of the panel."""
    all_runs = whole_runs(tables, panel_id)
    panel = panel_from_runs(
        panel_id,
        metrics,
        runs[runs["method"].isin(_with_role(tables, method_roles))],
        tuple(benchmark.id for benchmark in tables.benchmarks),
        all_runs[all_runs["method"].isin(_with_role(tables, (REFERENCE,)))],
        tuple(method.id for method in tables.methods),
    )
    if CANDIDATE not in method_roles or not tables.families:
        return panel
    family_ids = sorted(family.id for family in tables.families)
    number_of_method = {
        candidate.id: family_ids.index(candidate.family) for candidate in tables.candidates
    }
    numbers = [
        # a model that is no candidate belongs to no family: it is a case of its own
        number_of_method.get(method, len(family_ids) + method_index)
        for method_index, method in enumerate(panel.methods)
    ]
    return replace(panel, family_of_method=np.array(numbers, dtype=np.intp))


def _with_role(tables: Tables, method_roles: Collection[str]) -> set[str]:
    return {method.id for method in tables.methods if method.role in method_roles}
