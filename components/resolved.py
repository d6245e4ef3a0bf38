"""A suite and a selection, resolved once: everything a part of the report needs to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np

from components.contest import Contest
from components.control_models import ControlModels, control_models_of
from components.panels import (
    judged_panel,
    reference_panel,
    unranked_panel,
)
from components.selection import Selection, default_selection
from components.stats.panel import Panel
from components.words import Labels, labels_of
from data.registry import Metric, PanelInfo, Tables

if TYPE_CHECKING:
    from components.served import Served

F = TypeVar("F", bound=Callable[..., object])
T = TypeVar("T")


class Keep(Protocol):
    """Where the results of selections are kept."""

    def __call__(self, compute: Callable[..., T], view: Resolved, /, *asked: object) -> T:
        """Return the result of `compute` for a selection and what is asked of it."""


@dataclass(frozen=True, eq=False)
class Resolved:
    """One selection of one suite.

    `opened` is what a page has open, by name: no number of a selection depends on it, it is passed
    to `compute`. `among` are all suites, for what rests on others too; None if there are no others.
    """

    tables: Tables
    selection: Selection
    keep: Keep | None = None
    opened: Mapping[str, Any] = field(default_factory=dict)
    among: Served | None = None

    def of(self, compute: Callable[..., T], *asked: object) -> T:
        """Return the result of a function for this selection with nothing open, computed once;
        `keep` is where pages share results."""
        results: dict[object, T] = self.__dict__.setdefault("_results", {})
        key = (compute, asked)
        if key not in results:
            if self.keep is None:
                results[key] = compute(self._closed, *asked)
            else:
                results[key] = self.keep(compute, self._closed, *asked)
        return results[key]

    @cached_property
    def _closed(self) -> Resolved:
        return replace(self, opened={}) if self.opened else self

    @cached_property
    def contest(self) -> Contest:
        """Who competes: rows, scores, ranks, and what other weights change."""
        return Contest(self.tables, self.selection)

    @cached_property
    def panel(self) -> Panel:
        """The runs of candidates selected."""
        return self.contest.panel

    @cached_property
    def unranked(self) -> Panel:
        """The runs of the models that are drawn and never ranked; of the filters only that of
        benchmarks applies."""
        return unranked_panel(self.tables, self.selection)

    @cached_property
    def judged(self) -> Panel:
        """The runs of all candidates and controls, ranked or not; the filter of methods does not
        apply."""
        return judged_panel(self.tables, self.selection)

    @cached_property
    def reference_panel(self) -> Panel:
        """The suite's whole reference panel, whatever is filtered."""
        return reference_panel(self.tables, self.selection.aim)

    @cached_property
    def listed_metrics(self) -> tuple[Metric, ...]:
        """The metrics that a ranking lists: those measured on something shown, and those with
        weight."""
        is_missing = np.isnan(self.panel.values).all(axis=(0, 1, 2))
        listed = np.flatnonzero(~is_missing | (self.contest.weights > 0))
        return tuple(self.panel.metrics[metric_index] for metric_index in listed)

    @cached_property
    def info(self) -> PanelInfo:
        """The registry entry of the panel shown."""
        panel_id = self.selection.panel
        return next(panel for panel in self.tables.panels if panel.id == panel_id)

    def role(self, method_id: str) -> str:
        """Return the role of a method."""
        return next(method.role for method in self.tables.methods if method.id == method_id)

    @cached_property
    def samples(self) -> Mapping[tuple[str, str], tuple[int, str]]:
        """The sample sizes behind proportions that the suite states for this panel.

        From (benchmark, metric) to (samples, what they are); {} if it states none.
        """
        table = self.tables.extras.get("samples")
        if table is None:
            return {}
        rows = table[table["panel"] == self.selection.panel].to_dict("records")
        return {(row["benchmark"], row["metric"]): (row["n"], row["basis"]) for row in rows}

    @cached_property
    def sharing(self) -> tuple[tuple[str, ...], ...]:
        """The benchmarks shown that contain one another or share samples, group by group."""
        group_of_benchmark = sample_groups(self.tables)
        groups = [group_of_benchmark[benchmark] for benchmark in self.panel.benchmarks]
        return sharing(self.panel.benchmarks, groups)

    @cached_property
    def control_models(self) -> ControlModels:
        """The controls of the panel shown, whatever is filtered."""
        return control_models_of(self.tables, self.selection.panel)

    @cached_property
    def labels(self) -> Labels:
        """What everything is called on screen."""
        return labels_of(self.tables, self.selection.panel)


def sharing(benchmarks: Sequence[str], groups: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Return the benchmarks of each group, in the order of their first; those that are alone in
    theirs are left out."""
    benchmarks_of_group: dict[str, list[str]] = {}
    for benchmark, group in zip(benchmarks, groups, strict=True):
        benchmarks_of_group.setdefault(group, []).append(benchmark)
    return tuple(tuple(group) for group in benchmarks_of_group.values() if len(group) > 1)


def sample_groups(tables: Tables) -> dict[str, str]:
    """Return the group of each benchmark: the name of the outermost one that contains it or shares
    its samples."""
    container_of = {benchmark.id: benchmark.within for benchmark in tables.benchmarks}
    group_of_benchmark = {}
    for benchmark in container_of:
        outermost = benchmark
        while container_of[outermost]:
            outermost = container_of[outermost]
        group_of_benchmark[benchmark] = outermost
    return group_of_benchmark


def unweighted(compute: F) -> F:
    """Mark a function whose result is the same under all weights and floors: it is kept while these
    move."""
    compute.__dict__["unweighted"] = True
    return compute


def decides(compute: Callable[..., object], selection: Selection, tables: Tables) -> Selection:
    """Return the selection with what no result of `compute` depends on set to its default."""
    if not getattr(compute, "unweighted", False):
        return selection
    usual = default_selection(tables)
    return replace(
        selection, weights=usual.weights, floors=usual.floors, rows=usual.rows, axes=usual.axes
    )
