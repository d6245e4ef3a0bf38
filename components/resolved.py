"""A suite and a selection, resolved once: everything a part of the report needs to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import numpy as np
import pandas as pd

from components.contest import Contest
from components.control_models import ControlModels, control_models_of
from components.panels import (
    aimed,
    judged_panel,
    over_budget,
    reference_panel,
    selected_runs,
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
    """One selection of one suite. Arrays are in the order of `panel.methods` (M) and the score
    metrics (K).

    `opened` is what a page has open, by name: no number of a selection depends on it, it is passed
    to `compute`. `among` are all suites, for what rests on others too; None if there are no others.
    """

    tables: Tables
    selection: Selection
    keep: Keep | None = None
    opened: Mapping[str, Any] = field(default_factory=dict)
    among: Served | None = None

    def of(self, compute: Callable[..., T], *asked: object) -> T:
        """Return the result of a function for this selection, computed once; `keep` is where pages
        share results."""
        results: dict[object, T] = self.__dict__.setdefault("_results", {})
        if (compute, asked) not in results:
            keep = self.keep
            results[compute, asked] = (
                keep(compute, self.bare, *asked) if keep else compute(self.bare, *asked)
            )
        return results[compute, asked]

    @cached_property
    def bare(self) -> Resolved:
        """The same selection with nothing open: what a function is given."""
        return replace(self, opened={}) if self.opened else self

    @cached_property
    def info(self) -> PanelInfo:
        """The registry entry of the panel shown."""
        return next(p for p in self.tables.panels if p.id == self.selection.panel)

    @cached_property
    def selected_runs(self) -> pd.DataFrame:
        """The runs selected, as they are in the suite; none if the filters exclude one another."""
        return selected_runs(self.tables, self.selection)

    @cached_property
    def over_budget(self) -> tuple[str, ...]:
        """The candidates that cost more than chosen, or whose cost is not known."""
        return over_budget(self.tables, self.selection)

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics of the suite, aimed as chosen."""
        return aimed(self.tables.metrics, self.selection.aim)

    @cached_property
    def contest(self) -> Contest:
        """Who competes: rows, scores, ranks, and what other weights change."""
        return Contest(self.tables, self.selection)

    @cached_property
    def panel(self) -> Panel:
        """The runs of candidates selected, as one array."""
        return self.contest.panel

    @cached_property
    def references(self) -> Panel:
        """The runs of the models that are drawn and never ranked; of the filters only that of
        benchmarks applies."""
        return unranked_panel(self.tables, self.selection)

    @cached_property
    def judged(self) -> Panel:
        """All candidates and the controls, ranked or not; the filter of methods does not apply."""
        return judged_panel(self.tables, self.selection)

    @cached_property
    def reference(self) -> Panel:
        """The suite's whole reference panel, whatever is filtered."""
        return reference_panel(self.tables, self.selection.aim)

    @cached_property
    def listed_metrics(self) -> tuple[Metric, ...]:
        """The metrics that a ranking lists: those measured on something shown, and those with
        weight."""
        is_missing = np.isnan(self.panel.values).all(axis=(0, 1, 2))
        is_listed = ~is_missing | (self.contest.weights > 0)
        return tuple(self.panel.metrics[k] for k in np.flatnonzero(is_listed))

    def role(self, method: str) -> str:
        """Return the role of a method."""
        return next(m.role for m in self.tables.methods if m.id == method)

    @cached_property
    def samples(self) -> Mapping[tuple[str, str], tuple[int, str]]:
        """The sample sizes behind proportions that the suite states for this panel.

        From (benchmark, metric) to (samples, what they are); empty where it states none.
        """
        table = self.tables.extras.get("samples")
        if table is None:
            return {}
        rows = table[table["panel"] == self.selection.panel]
        keys = zip(rows["benchmark"].astype(str), rows["metric"].astype(str), strict=True)
        return dict(
            zip(
                keys,
                zip(rows["n"].astype(int), rows["basis"].astype(str), strict=True),
                strict=True,
            )
        )

    @cached_property
    def sharing(self) -> tuple[tuple[str, ...], ...]:
        """The benchmarks shown that contain one another or share samples, group by group; one by
        itself is left out."""
        groups = sample_groups(self.tables)
        return sharing(self.panel.benchmarks, [groups[b] for b in self.panel.benchmarks])

    @cached_property
    def control_models(self) -> ControlModels:
        """The controls of the panel shown, whatever is filtered."""
        return control_models_of(self.tables, self.selection.panel)

    @cached_property
    def labels(self) -> Labels:
        """What everything is called on screen."""
        return labels_of(self.tables, self.selection.panel)


def sharing(benchmarks: Sequence[str], groups: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The benchmarks of one group each, in the order of their first; one that is alone in its group
    is left out."""
    shared: dict[str, tuple[str, ...]] = {}
    for benchmark, group in zip(benchmarks, groups, strict=True):
        shared[group] = (*shared.get(group, ()), benchmark)
    return tuple(own for own in shared.values() if len(own) > 1)


def sample_groups(tables: Tables) -> dict[str, str]:
    """The group of each benchmark: those that contain one another or share samples have the
    outermost one's name."""
    around, group = {b.id: b.within for b in tables.benchmarks}, {}
    for benchmark in around:
        outer = benchmark
        while around[outer]:
            outer = around[outer]
        group[benchmark] = outer
    return group


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
