"""What is traded off? Both axes, every candidate over them, the Pareto front, and who leads now."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.answers.tradeoff import axes
from components.format import finite
from components.resolved import Resolved
from components.selection import AXES
from components.stats.panel import Floats
from components.stats.ranking.front import best_shares, front
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import group_shares
from components.words import in_full
from data.registry import REFERENCE

MOST_GROUPS = 16
"""More methods than these, without checkpoints, are grouped by their kind."""
MOST_NAMED = 12
"""Candidates that are written next to their marks; of more, only the leader."""


@dataclass(frozen=True)
class Axis:
    """One axis: a metric, or a group of metrics by their current weights.

    label    in titles; `name` says it in full
    weight   the sum of the weights of its `metrics`
    """

    axis: str
    label: str
    name: str
    weight: float
    metrics: tuple[str, ...]

    @property
    def is_group(self) -> bool:
        """Whether the axis is a group of metrics."""
        return self.axis in AXES

    @property
    def defined(self) -> bool:
        """Whether anything can be placed on it: a group without weight has no values."""
        return bool(self.metrics) and (not self.is_group or self.weight > 0)

    @property
    def plain(self) -> str:
        """The axis in running text."""
        return self.label.removesuffix(", as weighted").lower() if self.is_group else self.label


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A candidate, or a model that is never ranked, with its utilities on both axes; None if it has
    no value.

    between  the shares of weight on x, the rest on y, at which no candidate is better; None if
             there are none
    below    whether it is below a floor: it is drawn, and counts for nothing else
    """

    method: str
    role: str
    x: float | None
    y: float | None
    group: str = ""
    score: float | None = None
    on_front: bool | None = None
    below: bool = False
    between: tuple[float, float] | None = None

    @property
    def drawn(self) -> bool:
        """Whether it has a place."""
        return self.x is not None and self.y is not None


@dataclass(frozen=True, kw_only=True)
class Tradeoff:
    """All candidates in row order as `points`, and the `references`, which are never ranked.

    share        the part of the weight of both axes that x has, None if neither has any
    held         the part of all weight that is on the axes
    exact        the axes hold all the weight and no metric twice: equal scores lie on straight
                 lines
    turns        whether weight can be moved between the axes: there is some, no metric on both,
                 several candidates
    best         the candidates with the highest score
    leaders      the rows that lead the board: `best`, or with `grids` the methods that these are
                 checkpoints of
    shares       the part of all weight that each group of metrics has
    groups       labels of the groups of the whole suite, by id
    checkpoints  whether the candidates of the suite are checkpoints
    stand_ins    groups with nothing to show: the metric shown instead, and whether the group has
                 metrics at all
    """

    axes: tuple[Axis, Axis]
    share: float | None
    held: float
    exact: bool
    turns: bool
    best: tuple[str, ...]
    leaders: tuple[str, ...]
    grids: bool
    shares: Mapping[str, float]
    points: tuple[Mark, ...]
    references: tuple[Mark, ...]
    groups: Mapping[str, str]
    checkpoints: bool
    stand_ins: Mapping[str, tuple[str, bool]]

    @property
    def drawn(self) -> tuple[Mark, ...]:
        """The candidates that have a place."""
        return tuple(p for p in self.points if p.drawn)

    @property
    def compared(self) -> tuple[Mark, ...]:
        """The drawn candidates that are above every floor."""
        return tuple(p for p in self.drawn if not p.below)

    @property
    def all_named(self) -> bool:
        """Whether there are few enough candidates to write the names of all into the picture."""
        return len(self.drawn) <= MOST_NAMED

    @property
    def members(self) -> tuple[Mark, ...]:
        """The candidates on the front, from the left."""
        return tuple(
            sorted(
                (p for p in self.points if p.on_front), key=lambda p: (p.x or 0.0, -(p.y or 0.0))
            )
        )

    @property
    def best_for(self) -> tuple[Mark, ...]:
        """The candidates that lead at some split, from all weight on y to all weight on x."""
        return tuple(p for p in self.members if p.between is not None)

    @property
    def retrained(self) -> list[Mark]:
        """The models trained without the forgotten data that have a place."""
        return [r for r in self.references if r.role == REFERENCE and r.drawn]

    @property
    def noun(self) -> str:
        """What a candidate is."""
        return "checkpoint" if self.checkpoints else "method"


def compute(view: Resolved) -> Tradeoff:
    """Return the trade-off between the axes shown."""
    names = axes.pair(view)
    both = _axis(view, names[0]), _axis(view, names[1])
    both_axes = [k for name in names for k in axes.members(view, name)]
    weight, outside = both[0].weight + both[1].weight, float(np.delete(view.w, both_axes).sum())
    apart, defined = len(set(both_axes)) == len(both_axes), all(a.defined for a in both)
    placed = np.column_stack([_values(view, a, view.utilities) for a in both])
    x, y = np.where(view.below[:, None], np.nan, placed).T
    frontier = front(x, y)
    shares, methods = best_shares(x, y, frontier), view.panel.methods
    groups, group_of = _groups(view)
    return Tradeoff(
        axes=both,
        share=both[0].weight / weight if weight > 0 else None,
        held=1 - outside,
        exact=apart and outside == 0 and defined,
        turns=apart and weight > 0 and defined and int((~np.isnan(x + y)).sum()) > 1,
        best=tuple(methods[i] for i in view.ranked if view.ranks[i] == 1),
        leaders=view.leaders(view.eligible) if view.ranked.size else (),
        grids=view.grids is not None,
        shares={str(g): share for g, share in group_shares(view.panel.metrics, view.w).items()},
        points=tuple(
            Mark(
                method=m,
                role="candidate",
                group=group_of[m],
                x=finite(placed[i, 0]),
                y=finite(placed[i, 1]),
                below=bool(view.below[i]),
                score=finite(view.scores[i]),
                on_front=i in frontier.members,
                between=shares.get(i),
            )
            for i, m in enumerate(methods)
        ),
        references=_references(view, both),
        groups=groups,
        checkpoints=bool(view.tables.families),
        stand_ins={
            group: (axis.name, bool(axes.members(view, group)))
            for group, axis in zip(view.selection.axes, both, strict=True)
            if group != axis.axis
        },
    )


def _axis(view: Resolved, name: str) -> Axis:
    places, label = list(axes.members(view, name)), axes.label(view, name)
    full = next((m.name for m in view.panel.metrics if m.id == name), label)
    metrics = tuple(view.panel.metric_ids[k] for k in places)
    return Axis(name, label, in_full(label, full), float(view.w[places].sum()), metrics)


def _values(view: Resolved, axis: Axis, utilities: Floats) -> Floats:
    values = axes.values(view, axis.axis, utilities)
    return np.full(len(utilities), np.nan) if values is None else rounded(values)


def _references(view: Resolved, both: tuple[Axis, Axis]) -> tuple[Mark, ...]:
    utilities = method_utilities(view.references, view.selection.transform, view.aggregate)
    x, y = (_values(view, a, utilities) for a in both)
    return tuple(
        Mark(method=m, role=view.role(m), x=finite(x[i]), y=finite(y[i]))
        for i, m in enumerate(view.references.methods)
    )


def _groups(view: Resolved) -> tuple[dict[str, str], dict[str, str]]:
    """Return the labels of the groups of all candidates, and the group of each: its family, itself
    or its kind."""
    candidates = view.tables.candidates
    named = {f.id: f.label for f in view.tables.families}
    if not named and len(candidates) <= MOST_GROUPS:
        return {m.id: m.label for m in candidates}, {m.id: m.id for m in candidates}
    group_of = {m.id: m.family or m.id for m in candidates}
    return {
        g: named.get(g, g) for g in [*named, *group_of.values()] if g in group_of.values()
    }, group_of
