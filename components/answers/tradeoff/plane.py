"""What is traded off? Both axes, every candidate over them, the Pareto front, and who leads now."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.resolved import Resolved
from components.results import axes
from components.selection import AXES
from components.stats.ranking.front import best_shares, front
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import group_shares
from components.words import in_full
from data.registry import REFERENCE, Group

MAX_GROUPS = 16
"""More methods than these, without checkpoints, are grouped by their kind."""
MAX_NAMED = 12
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
    """A candidate, or a model that is never ranked, with its utilities on both axes, None without a
    value.

    between         the shares of weight on x, the rest on y, at which no candidate is better; None
                    if there are none
    is_below_floor  it is drawn, and counts for nothing else
    """

    method: str
    role: str
    x: float | None
    y: float | None
    group: str = ""
    score: float | None = None
    on_front: bool | None = None
    is_below_floor: bool = False
    between: tuple[float, float] | None = None

    @property
    def drawn(self) -> bool:
        """Whether it has a place."""
        return self.x is not None and self.y is not None

    @property
    def supported(self) -> bool | None:
        """Whether it leads at some split; None if it is never ranked."""
        return None if self.on_front is None else self.between is not None


@dataclass(frozen=True, kw_only=True)
class Tradeoff:
    """All candidates in row order as `points`, and the models that are `never_ranked`.

    share        the part of the weight of both axes that x has, None if neither has any
    held         the part of all weight that is on the axes
    exact        the axes hold all the weight and no metric twice: equal scores lie on straight
                 lines
    turns        whether weight can be moved between the axes: there is some, no metric on both,
                 several candidates
    best         the candidates with the highest score
    leaders      the rows that lead the board: `best`, or the methods whose checkpoints these are if
                 `ranks_best_checkpoints`
    group_weights    the part of all weight that each group of metrics has
    groups           labels of the groups of candidates of the whole suite, by id
    has_checkpoints  whether the candidates of the suite are checkpoints
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
    ranks_best_checkpoints: bool
    group_weights: Mapping[Group, float]
    points: tuple[Mark, ...]
    never_ranked: tuple[Mark, ...]
    groups: Mapping[str, str]
    has_checkpoints: bool
    stand_ins: Mapping[str, tuple[str, bool]]

    @property
    def drawn(self) -> tuple[Mark, ...]:
        """The candidates that have a place."""
        return tuple(candidate for candidate in self.points if candidate.drawn)

    @property
    def compared(self) -> tuple[Mark, ...]:
        """The drawn candidates that are above every floor."""
        return tuple(candidate for candidate in self.drawn if not candidate.is_below_floor)

    @property
    def all_named(self) -> bool:
        """Whether there are few enough candidates to write the names of all into the picture."""
        return len(self.drawn) <= MAX_NAMED

    @property
    def members(self) -> tuple[Mark, ...]:
        """The candidates on the front, from the left."""
        on_front = [candidate for candidate in self.points if candidate.on_front]
        on_front.sort(key=lambda candidate: (candidate.x or 0.0, -(candidate.y or 0.0)))
        return tuple(on_front)

    @property
    def best_for(self) -> tuple[Mark, ...]:
        """The candidates that lead at some split, from all weight on y to all weight on x."""
        return tuple(candidate for candidate in self.members if candidate.between is not None)

    @property
    def retrained(self) -> list[Mark]:
        """The models trained without the forgotten data that have a place."""
        return [model for model in self.never_ranked if model.role == REFERENCE and model.drawn]

    @property
    def noun(self) -> str:
        """What a candidate is."""
        return "checkpoint" if self.has_checkpoints else "method"


def compute(view: Resolved) -> Tradeoff:
    """Return the trade-off between the axes shown."""
    contest = view.contest
    axes_shown = axes.pair(view)
    across = _axis(view, axes_shown[0])
    upright = _axis(view, axes_shown[1])
    metrics = [*axes.members(view, across.axis), *axes.members(view, upright.axis)]
    are_apart = len(set(metrics)) == len(metrics)
    are_defined = across.defined and upright.defined
    weight = across.weight + upright.weight
    outside = float(np.delete(contest.weights, metrics).sum())
    x_values = axes.values(view, across.axis, contest.utilities)
    y_values = axes.values(view, upright.axis, contest.utilities)
    compared_x = np.where(contest.is_below_floor, np.nan, x_values)
    compared_y = np.where(contest.is_below_floor, np.nan, y_values)
    frontier = front(compared_x, compared_y)
    ranges = best_shares(compared_x, compared_y, frontier)
    n_compared = int((~np.isnan(compared_x + compared_y)).sum())
    groups, group_of_method = _groups(view)
    points = []
    for candidate_index, method in enumerate(view.panel.methods):
        points.append(
            Mark(
                method=method,
                role="candidate",
                group=group_of_method[method],
                x=finite(x_values[candidate_index]),
                y=finite(y_values[candidate_index]),
                is_below_floor=bool(contest.is_below_floor[candidate_index]),
                score=finite(contest.scores[candidate_index]),
                on_front=candidate_index in frontier.members,
                between=ranges.get(candidate_index),
            )
        )
    highest = contest.scores.max(where=contest.is_eligible, initial=-np.inf)
    is_best = contest.is_eligible & (contest.scores == highest)
    stand_ins = {}
    for axis_group, score_axis in zip(view.selection.axes, (across, upright), strict=True):
        if axis_group != score_axis.axis:
            stand_ins[axis_group] = (score_axis.name, bool(axes.members(view, axis_group)))
    return Tradeoff(
        axes=(across, upright),
        share=across.weight / weight if weight > 0 else None,
        held=1 - outside,
        exact=are_apart and outside == 0 and are_defined,
        turns=are_apart and weight > 0 and are_defined and n_compared > 1,
        best=tuple(
            view.panel.methods[candidate_index] for candidate_index in np.flatnonzero(is_best)
        ),
        leaders=contest.leaders,
        ranks_best_checkpoints=contest.ranks_best_checkpoints,
        group_weights=group_shares(view.panel.metrics, contest.weights),
        points=tuple(points),
        never_ranked=_never_ranked(view, across, upright),
        groups=groups,
        has_checkpoints=bool(view.tables.families),
        stand_ins=stand_ins,
    )


def _axis(view: Resolved, axis: str) -> Axis:
    metric_indices = axes.members(view, axis)
    axis_label = axes.label(view, axis)
    axis_name = axis_label
    if axis in view.panel.metric_ids:
        axis_name = in_full(axis_label, view.panel.metrics[metric_indices[0]].name)
    metrics = tuple(view.panel.metric_ids[metric_index] for metric_index in metric_indices)
    return Axis(
        axis, axis_label, axis_name, float(view.contest.weights[metric_indices].sum()), metrics
    )


def _never_ranked(view: Resolved, across: Axis, upright: Axis) -> tuple[Mark, ...]:
    panel = view.unranked
    utilities = method_utilities(panel, view.selection.transform, view.contest.aggregate)
    x_values = axes.values(view, across.axis, utilities)
    y_values = axes.values(view, upright.axis, utilities)
    never_ranked = []
    for model_index, method in enumerate(panel.methods):
        never_ranked.append(
            Mark(
                method=method,
                role=view.role(method),
                x=finite(x_values[model_index]),
                y=finite(y_values[model_index]),
            )
        )
    return tuple(never_ranked)


def _groups(view: Resolved) -> tuple[dict[str, str], dict[str, str]]:
    """Return the labels of the groups of all candidates, and the group of each: its family, itself
    or its kind."""
    candidates = view.tables.candidates
    labels = {family.id: family.label for family in view.tables.families}
    if not labels and len(candidates) <= MAX_GROUPS:
        labels = {method.id: method.label for method in candidates}
        return labels, {method: method for method in labels}
    group_of_method = {method.id: method.family or method.id for method in candidates}
    groups = {
        group_id: labels.get(group_id, group_id)
        for group_id in (*labels, *group_of_method.values())
    }
    used_groups = set(group_of_method.values())
    return {
        group_id: group_label for group_id, group_label in groups.items() if group_id in used_groups
    }, group_of_method
