"""A suite and a selection, resolved once: everything a part of the report needs to start from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

import numpy as np
import numpy.typing as npt
import pandas as pd

from components.controls import Controls, controls_of
from components.selection import ROWS, Selection, default_selection, panel_tables
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Panel, panel_from_runs
from components.stats.ranking.floors import FloorCheck, floor_check
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import group_members, movable, normalised, preset_weights
from components.words import Labels, labels_of
from data.registry import REFERENCE, Floor, Group, Metric, PanelInfo, Tables, Under, UtilityMap

if TYPE_CHECKING:
    from components.served import Served

UNRANKED = ("reference", "original", "control")
"""The roles of models that are drawn and never ranked."""
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
        """The runs selected, as they are in the suite. May be empty when the filters exclude one
        another."""
        chosen = self.selection

        def select() -> pd.DataFrame:
            runs = whole_runs(self.tables, chosen.panel, chosen.benchmarks)
            for column, wanted in (("seed", chosen.seeds), ("method", chosen.methods)):
                if wanted:
                    runs = runs[runs[column].isin(wanted)]
            return runs[~runs["method"].isin(self.too_dear)] if chosen.most else runs

        filters = (chosen.panel, chosen.benchmarks, chosen.seeds, chosen.methods, chosen.most)
        return memoised(self.tables, ("runs", *filters), select)

    @cached_property
    def too_dear(self) -> tuple[str, ...]:
        """The candidates that cost more than the reader has, in any run of the panel, or whose cost
        is not known."""
        runs = whole_runs(self.tables, self.selection.panel)
        dear = [runs.groupby("method", observed=True)[m].max() for m, _ in self.selection.most]
        within = [
            set(worst.index[worst <= most])
            for worst, (_, most) in zip(dear, self.selection.most, strict=True)
        ]
        here = set(runs["method"])
        return tuple(
            m.id
            for m in self.tables.candidates
            if m.id in here and any(m.id not in fit for fit in within)
        )

    @cached_property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics of the suite, aimed as the reader chose."""
        return aimed(self.tables.metrics, self.selection.aim)

    @cached_property
    def panel(self) -> Panel:
        """The runs of candidates selected, as one array."""
        return self._arranged("candidate")

    @cached_property
    def references(self) -> Panel:
        """The runs of the models that are drawn and never ranked; of the filters only that of
        benchmarks applies."""
        return self._arranged(*UNRANKED)

    @cached_property
    def judged(self) -> Panel:
        """All candidates and the controls, ranked or not; the filter of methods does not apply."""
        chosen = self.selection

        def arrange() -> Panel:
            runs = whole_runs(self.tables, chosen.panel, chosen.benchmarks)
            keep = runs["method"].isin(
                {*self.controls.all, *(m.id for m in self.tables.candidates)}
            )
            if chosen.seeds:
                keep &= runs["seed"].isin(chosen.seeds)
            roles = ("candidate", *UNRANKED)
            return arranged(self.tables, chosen.panel, self.metrics, runs[keep], roles)

        key = ("judged", chosen.panel, chosen.benchmarks, chosen.seeds, chosen.aim)
        return memoised(self.tables, key, arrange)

    def _arranged(self, *roles: str) -> Panel:
        chosen, ranked = self.selection, "candidate" in roles
        filters = (
            chosen.panel,
            chosen.benchmarks,
            *((chosen.seeds, chosen.methods, chosen.most) if ranked else ()),
            chosen.aim,
        )

        def arrange() -> Panel:
            runs = (
                self.selected_runs
                if ranked
                else whole_runs(self.tables, chosen.panel, chosen.benchmarks)
            )
            return arranged(self.tables, chosen.panel, self.metrics, runs, roles)

        return memoised(self.tables, ("panel", roles, *filters), arrange)

    @cached_property
    def reference(self) -> Panel:
        """The suite's whole reference panel, whatever is filtered."""
        panel, aim = self.tables.reference_panel.id, self.selection.aim
        return memoised(
            self.tables, ("reference", aim), lambda: whole_panel(self.tables, panel, aim)
        )

    @cached_property
    def w(self) -> Floats:
        """(K,) nominal weights, summing to 1."""
        if isinstance(self.selection.weights, str):
            return preset_weights(self.selection.weights, self.tables, self.panel, self.reference)
        return normalised(dict(self.selection.weights), self.panel.metric_ids)

    @cached_property
    def aggregate(self) -> str:
        """How runs are averaged: the published protocol always maps the means."""
        return (
            "score-of-means" if self.selection.protocol == "published" else self.selection.aggregate
        )

    @cached_property
    def utilities(self) -> Floats:
        """(M, K) utilities; NaN where a benchmark shown has no value at all."""
        transform, aggregate = self.selection.transform, self.aggregate
        return memoised(
            self.panel,
            ("utilities", transform, aggregate),
            lambda: method_utilities(self.panel, transform, aggregate),
        )

    @cached_property
    def complete(self) -> Bools:
        """(M,) whether a method has a value in every shown benchmark for every weighted metric."""
        complete: Bools = np.asarray(~np.isnan(self.utilities[:, self.w > 0]).any(axis=1))
        return complete

    @cached_property
    def floors(self) -> tuple[Floor, ...]:
        """What a method has to keep on the panel shown to be ranked."""
        chosen = self.selection.floors
        if isinstance(chosen, str):
            return self.tables.floors.get(self.selection.panel, ()) if chosen == "suite" else ()
        return chosen

    def floor_check(self, floor: Floor) -> FloorCheck:
        """Which methods keep a floor, whether it is chosen or not."""
        transform = self.selection.transform

        def checked() -> FloorCheck:
            whose = [i for i, m in enumerate(self.references.methods) if self.role(m) == floor.of]
            divisor = self.references.subset(methods=whose) if floor.of else None
            return floor_check(self.panel, floor, self.serving(floor.on), transform, divisor)

        return memoised(self.panel, ("floor_check", floor, transform), checked)

    def serving(self, on: str) -> tuple[int, ...]:
        """The places of the metrics that a floor is on: the one that it names, or those that serve
        a group here."""
        ids = self.panel.metric_ids
        return (
            (ids.index(on),)
            if on in ids
            else group_members(self.tables, self.selection.panel, cast("Group", on))
        )

    @cached_property
    def floor_checks(self) -> tuple[FloorCheck, ...]:
        """Which methods keep each floor."""
        return tuple(self.floor_check(f) for f in self.floors)

    @cached_property
    def below(self) -> Bools:
        """(M,) whether a method is below a floor, or was not measured where one holds."""
        missed = [s.missed for s in self.floor_checks]
        return np.any(missed, axis=0) if missed else np.zeros(len(self.panel.methods), dtype=bool)

    @cached_property
    def eligible(self) -> Bools:
        """(M,) whether a method has a rank: complete, and above every floor."""
        return self.complete & ~self.below

    @cached_property
    def ranked(self) -> npt.NDArray[np.intp]:
        """Indices of the methods that have a rank, in registry order."""
        return np.flatnonzero(self.eligible)

    @cached_property
    def listed_metrics(self) -> tuple[Metric, ...]:
        """The metrics that a ranking lists: those measured on something shown, and those with
        weight."""
        missing = np.isnan(self.panel.values).all(axis=(0, 1, 2)) & (self.w == 0)
        return tuple(m for m, absent in zip(self.panel.metrics, missing, strict=True) if not absent)

    @cached_property
    def in_play(self) -> npt.NDArray[np.intp]:
        """Indices of the metrics between which weight can be moved: no parts without weight,
        measured of all ranked."""
        own = movable(self.tables, self.selection.panel, self.w)
        return np.flatnonzero(own & ~np.isnan(self.utilities[self.ranked]).any(axis=0))

    @cached_property
    def contributions(self) -> Floats:
        """(M, K) weight × utility; an unweighted metric contributes 0 even where it was not
        measured."""
        return np.where(self.w > 0, self.w * self.utilities, 0.0)

    @cached_property
    def scores(self) -> Floats:
        """(M,) UQS, NaN for incomplete methods, rounded so that equal sums stay tied."""
        return rounded(self.contributions.sum(axis=1))

    @cached_property
    def ranks(self) -> Floats:
        """(M,) competition ranks by UQS (ties share the best rank), NaN where a method has none."""
        ranks = np.full(len(self.scores), np.nan)
        ranks[self.ranked] = competition_ranks(self.scores[self.ranked])
        return ranks

    def role(self, method: str) -> str:
        """The role of a method."""
        return next(m.role for m in self.tables.methods if m.id == method)

    @cached_property
    def families(self) -> Mapping[str, npt.NDArray[np.intp]]:
        """The checkpoints of each family among the methods selected, as indices in registry order;
        no empty ones."""
        places = {m: i for i, m in enumerate(self.panel.methods)}
        own = {
            f.id: [
                places[m.id] for m in self.tables.candidates if m.family == f.id and m.id in places
            ]
            for f in self.tables.families
        }
        return {f: np.array(rows, dtype=np.intp) for f, rows in own.items() if rows}

    @cached_property
    def grids(self) -> Grids | None:
        """The methods that are ranked, by places of their checkpoints in `ranked`; None where rows
        are checkpoints."""
        return self._grids(self.eligible)

    def _grids(self, eligible: Bools) -> Grids | None:
        if self.selection.rows == ROWS[0] or not self.tables.families:
            return None
        place = np.cumsum(eligible) - 1
        own = {f: place[rows[eligible[rows]]] for f, rows in self.families.items()}
        known = {f: places for f, places in own.items() if places.size}
        return Grids(tuple(known), tuple(known.values()))

    def leaders(self, eligible: Bools) -> tuple[str, ...]:
        """The rows that share the lead where these (M,) complete checkpoints or methods are
        ranked."""
        scores, grids = self.scores[eligible], self._grids(eligible)
        names = [m for m, own in zip(self.panel.methods, eligible, strict=True) if own]
        if grids is not None:
            scores, names = grids.scores(scores), list(grids.names)
        return tuple(n for n, s in zip(names, scores, strict=True) if s == scores.max())

    @cached_property
    def row_ranks(self) -> Mapping[str, int]:
        """The competition rank of each row of leaderboard and stability that has one."""
        if self.grids is None:
            return {self.panel.methods[i]: int(self.ranks[i]) for i in self.ranked}
        ranks = competition_ranks(self.grids.scores(self.scores[self.ranked]))
        return dict(zip(self.grids.names, ranks.tolist(), strict=True))

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
    def controls(self) -> Controls:
        """The controls of the panel shown, whatever is filtered."""
        return controls_of(self.tables, self.selection.panel)

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


def aimed(metrics: tuple[Metric, ...], aim: str) -> tuple[Metric, ...]:
    """Metrics that offer closeness to the reference turned to it where that is the aim; the others
    as they are."""
    if aim != REFERENCE:
        return metrics
    closeness = (UtilityMap("closeness"),)
    return tuple(
        replace(m, direction="target", target=REFERENCE, utilities=closeness, under=_worse_side(m))
        if REFERENCE in m.aims and not m.targeted
        else m
        for m in metrics
    )


def _worse_side(metric: Metric) -> Under:
    """On which side of the reference too little was forgotten: the worse one by the printed
    direction.

    Empty for a metric of utility, which says nothing of forgetting.
    """
    if metric.group == "utility":
        return ""
    return "above" if metric.direction == "lower" else "below"


def whole_runs(tables: Tables, panel_id: str, benchmarks: tuple[str, ...] = ()) -> pd.DataFrame:
    """All runs of a panel, or of some of its benchmarks."""
    runs = panel_tables(tables, panel_id).runs
    return runs[runs["benchmark"].isin(benchmarks)] if benchmarks else runs


def arranged(
    tables: Tables,
    panel_id: str,
    metrics: tuple[Metric, ...],
    runs: pd.DataFrame,
    roles: Sequence[str],
) -> Panel:
    """Return the given runs of methods with these roles as one array; targets come from all
    references of the panel."""
    by_role = {r: [m.id for m in tables.methods if m.role == r] for r in ("candidate", *UNRANKED)}
    everyone = whole_runs(tables, panel_id)
    panel = panel_from_runs(
        panel_id,
        metrics,
        runs[runs["method"].isin([m for r in roles for m in by_role[r]])],
        tuple(b.id for b in tables.benchmarks),
        everyone[everyone["method"].isin(by_role[REFERENCE])],
        tuple(m.id for m in tables.methods),
    )
    number = {f: i for i, f in enumerate(sorted(f.id for f in tables.families))}
    if not number or "candidate" not in roles:
        return panel
    family = {m.id: number[m.family] for m in tables.candidates}
    alone = len(
        number
    )  # models that are no candidates belong to no grid: each is a case of its own
    grids = [family.get(m, alone + i) for i, m in enumerate(panel.methods)]
    return replace(panel, grids=np.array(grids, dtype=np.intp))


def whole_panel(tables: Tables, panel_id: str, aim: str = "printed") -> Panel:
    """All runs of the candidates of a panel."""
    return arranged(
        tables, panel_id, aimed(tables.metrics, aim), whole_runs(tables, panel_id), ("candidate",)
    )
