"""Two axes against each other: every candidate, the models drawn beside them, and who is best for which weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components import axes
from components.labels import Labels, in_full
from components.plain import aside, number
from components.resolved import Resolved
from components.selection import AXES
from components.stats.panel import Floats
from components.stats.ranking.front import best_shares
from components.stats.ranking.front import front as pareto
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_utilities
from data.registry import REFERENCE

MOST_GROUPS = 16
"""More methods than these, without grids, are grouped by their kind."""
MOST_NAMED = 12
"""Candidates that are written beside their marks; of more, only the best, and those that are pointed at."""


@dataclass(frozen=True, kw_only=True)
class Axis:
    """One axis: a metric, or a group of them by their current weights.

    `weight` is what its `metrics` weigh together; a group without any has no values. `name` says it in full.
    """

    axis: str
    label: str
    weight: float
    metrics: tuple[str, ...]
    name: str = aside()

    @property
    def is_group(self) -> bool:
        """Whether the axis is a group of metrics."""
        return self.axis in AXES

    @property
    def defined(self) -> bool:
        """Whether anything can be placed on it."""
        return bool(self.metrics) and (not self.is_group or self.weight > 0)


@dataclass(frozen=True, kw_only=True)
class Point:
    """One candidate with its utilities on both axes and its UQS, None where it has none.

    `supported`: best for some share of weight, ties and the ends included.
    """

    method: str
    label: str
    group: str
    x: float | None
    y: float | None
    score: float | None
    on_front: bool
    supported: bool

    @property
    def drawn(self) -> bool:
        """Whether it has a place."""
        return self.x is not None and self.y is not None


@dataclass(frozen=True, kw_only=True)
class ReferencePoint:
    """A model that is drawn and never ranked; `beaten_by` are the candidates that are better than it on both axes."""

    method: str
    label: str
    role: str
    x: float | None
    y: float | None
    beaten_by: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class BestFor:
    """A supported candidate and the shares of weight on the axis x, from 0 to 1, for which none is better.

    The rest of the weight is on y; what other metrics weigh is left out.
    """

    method: str
    label: str
    low: float
    high: float
    x: float
    y: float


@dataclass(frozen=True, kw_only=True)
class StandIn:
    """A group that no weighted metric belongs to, or no metric at all, and the metric on its axis instead."""

    group: str
    metric: str
    has_metrics: bool


@dataclass(frozen=True, kw_only=True)
class TradeoffResult:
    """All candidates in row order; `best_for` from all weight on y to all weight on x.

    `share` is what x weighs now of both axes together, None where neither weighs anything. `exact` says whether the
    axes hold all the weight and no metric twice: then candidates of equal UQS lie on straight lines. `turns` says
    whether moving weight between the axes has a meaning: some is there, no metric is on both, and there are
    candidates to choose between. `best` are the
    candidates with the highest UQS. `groups` are labels by id, those of the whole suite, `checkpoints` says whether
    candidates are checkpoints of methods. `stand_ins` are metrics shown where a group has nothing to show.
    """

    axes: tuple[Axis, ...]
    share: float | None
    exact: bool
    best: tuple[str, ...]
    points: tuple[Point, ...]
    references: tuple[ReferencePoint, ...]
    best_for: tuple[BestFor, ...]
    turns: bool = aside()
    groups: Mapping[str, str] = aside()
    checkpoints: bool = aside()
    stand_ins: tuple[StandIn, ...] = aside()
    labels: Labels = aside()

    @property
    def drawn(self) -> tuple[Point, ...]:
        """The candidates that have a place."""
        return tuple(p for p in self.points if p.drawn)

    @property
    def all_named(self) -> bool:
        """Whether there are few enough candidates to write the names of all into the picture."""
        return len(self.drawn) <= MOST_NAMED

    @property
    def members(self) -> tuple[Point, ...]:
        """The candidates on the front, from the left."""
        return tuple(sorted((p for p in self.points if p.on_front), key=lambda p: (p.x or 0.0, -(p.y or 0.0))))


@dataclass(frozen=True, kw_only=True)
class FrontRow:
    """A candidate on the Pareto front with its utilities on both axes.

    `supported`: best for some slope, ties and the ends included.
    """

    method: str
    x: float
    y: float
    supported: bool


def tradeoff(resolved: Resolved) -> TradeoffResult:
    """The trade-off between the axes shown."""
    names = axes.pair(resolved)
    both = tuple(_axis(resolved, name) for name in names)
    held = [k for name in names for k in axes.held(resolved, name)]
    weight = both[0].weight + both[1].weight
    outside, apart = float(np.delete(resolved.w, held).sum()), len(set(held)) == len(held)
    x, y = (_values(resolved, a, resolved.utilities) for a in both)
    frontier = pareto(x, y)
    shares = best_shares(x, y, frontier)
    methods, labels = resolved.panel.methods, resolved.labels
    groups, group_of = _groups(resolved)
    return TradeoffResult(
        axes=both,
        share=both[0].weight / weight if weight > 0 else None,
        exact=apart and outside == 0 and all(a.defined for a in both),
        turns=apart and weight > 0 and all(a.defined for a in both) and int((~np.isnan(x + y)).sum()) > 1,
        best=tuple(methods[i] for i in resolved.ranked if resolved.ranks[i] == 1),
        points=tuple(
            Point(
                method=m,
                label=labels.method(m),
                group=group_of[m],
                x=number(x[i]),
                y=number(y[i]),
                score=number(resolved.scores[i]),
                on_front=i in frontier.members,
                supported=i in shares,
            )
            for i, m in enumerate(methods)
        ),
        references=_references(resolved, both, x, y),
        best_for=tuple(
            BestFor(
                method=methods[i], label=labels.method(methods[i]), low=low, high=high, x=float(x[i]), y=float(y[i])
            )
            for i, (low, high) in shares.items()
        ),
        groups=groups,
        checkpoints=bool(resolved.tables.families),
        stand_ins=tuple(
            StandIn(group=group, metric=axis.name, has_metrics=bool(axes.held(resolved, group)))
            for group, axis in zip(resolved.selection.axes, both, strict=True)
            if group != axis.axis
        ),
        labels=labels,
    )


def front(resolved: Resolved) -> tuple[FrontRow, ...]:
    """The Pareto front over the axes chosen, from the left; empty where an axis has no weighted metric."""
    x, y = (axes.values(resolved, name, resolved.utilities) for name in resolved.selection.axes)
    if x is None or y is None:
        return ()
    frontier = pareto(x, y)
    methods = resolved.panel.methods
    return tuple(
        FrontRow(method=methods[i], x=float(x[i]), y=float(y[i]), supported=s)
        for i, s in zip(frontier.members, frontier.supported, strict=True)
    )


def _axis(resolved: Resolved, name: str) -> Axis:
    places, label = list(axes.held(resolved, name)), axes.label(resolved, name)
    full = next((m.name for m in resolved.panel.metrics if m.id == name), label)
    return Axis(
        axis=name,
        label=label,
        weight=float(resolved.w[places].sum()),
        metrics=tuple(resolved.panel.metric_ids[k] for k in places),
        name=in_full(label, full),
    )


def _values(resolved: Resolved, axis: Axis, utilities: Floats) -> Floats:
    values = axes.values(resolved, axis.axis, utilities)
    return np.full(len(utilities), np.nan) if values is None else rounded(values)


def _references(resolved: Resolved, both: tuple[Axis, ...], x: Floats, y: Floats) -> tuple[ReferencePoint, ...]:
    panel = resolved.references
    utilities = method_utilities(panel, resolved.selection.transform, resolved.aggregate)
    across, up = (_values(resolved, a, utilities) for a in both)
    roles = {m.id: m.role for m in resolved.tables.methods}
    return tuple(
        ReferencePoint(
            method=m,
            label=resolved.labels.method(m),
            role=roles[m],
            x=number(across[i]),
            y=number(up[i]),
            beaten_by=tuple(resolved.panel.methods[j] for j in np.flatnonzero((x > across[i]) & (y > up[i])))
            if roles[m] == REFERENCE
            else (),
        )
        for i, m in enumerate(panel.methods)
    )


def _groups(resolved: Resolved) -> tuple[dict[str, str], dict[str, str]]:
    """The labels of the groups of all candidates of the suite, and the group of each: its grid, itself or its kind."""
    candidates = resolved.tables.candidates
    named = {f.id: f.label for f in resolved.tables.families}
    if not named and len(candidates) <= MOST_GROUPS:
        return {m.id: m.label for m in candidates}, {m.id: m.id for m in candidates}
    group_of = {m.id: m.family or m.id for m in candidates}
    return {g: named.get(g, g) for g in [*named, *group_of.values()] if g in group_of.values()}, group_of
