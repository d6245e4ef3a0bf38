"""The axes of the trade-off: which are offered, which are shown, and which metrics each holds."""

from functools import partial

import numpy as np

from components.resolved import Resolved
from components.selection import AXES
from components.stats.panel import Floats
from components.stats.ranking.ranks import rounded

FORGETTING = ("forgetting", "privacy")
"""The groups that count to the axis of forgetting."""


def members(view: Resolved, axis: str) -> list[int]:
    """Return the indices of the metrics on an axis: the metric that it names, or all of a group."""
    if axis in view.panel.metric_ids:
        return [view.panel.metric_ids.index(axis)]
    groups = FORGETTING if axis == "forgetting" else (axis,)
    metric_indices = []
    for metric_index, metric in enumerate(view.panel.metrics):
        if metric.group in groups:
            metric_indices.append(metric_index)
    return metric_indices


def measured(view: Resolved) -> list[str]:
    """Return the metrics that some candidate shown has a value for, in registry order."""
    has_value = (~np.isnan(view.contest.utilities)).any(axis=0)
    return [view.panel.metric_ids[metric_index] for metric_index in np.flatnonzero(has_value)]


def offered(view: Resolved) -> tuple[str, ...]:
    """Return the axes to choose from: the groups that hold metrics, then the metrics measured."""
    groups = filter(partial(members, view), AXES)
    return (*groups, *measured(view))


def pair(view: Resolved) -> tuple[str, str]:
    """Return the axes shown: those chosen.

    Without a choice, a metric replaces a group that has no weight: the first one measured of the
    group, else the first one that is not on the other axis."""
    across, up = view.selection.axes
    if (across, up) != AXES:
        return across, up
    first_axis = _weighted_or_metric(view, across, _ids(view, up))
    return first_axis, _weighted_or_metric(view, up, {first_axis, *_ids(view, across)})


def _weighted_or_metric(view: Resolved, metric_group: str, other_axis: set[str]) -> str:
    if view.contest.weights[members(view, metric_group)].sum() > 0:
        return metric_group
    metrics = measured(view)
    own_metrics = _ids(view, metric_group).intersection(metrics)
    candidates = own_metrics or set(metrics) - other_axis
    return min(candidates, key=metrics.index, default=metric_group)


def _ids(view: Resolved, axis: str) -> set[str]:
    return {view.panel.metric_ids[metric_index] for metric_index in members(view, axis)}


def label(view: Resolved, axis: str) -> str:
    """Return what an axis is called: a metric by its label; a group says that it is weighted, as a
    metric may share its name.

    Privacy stands with forgetting if a metric of it is weighted.
    """
    if axis in view.panel.metric_ids:
        return view.labels.metric(axis)
    if axis != "forgetting":
        return "Usefulness, as weighted"
    for metric_index in members(view, axis):
        if (
            view.panel.metrics[metric_index].group == "privacy"
            and view.contest.weights[metric_index] > 0
        ):
            return "Forgetting and privacy, as weighted"
    return "Forgetting, as weighted"


def values(view: Resolved, axis: str, utilities: Floats) -> Floats:
    """Return (M,) utilities on an axis: of a metric, or of a group by its own current weights.

    `utilities` (M, K) belong to candidates or to models that are never ranked. NaN if the group has
    no weighted metric."""
    metric_indices = members(view, axis)
    if axis in view.panel.metric_ids:
        return rounded(utilities[:, metric_indices[0]])
    weights = np.zeros(len(view.contest.weights))
    weights[metric_indices] = view.contest.weights[metric_indices]
    if not weights.sum() > 0:
        return np.full(len(utilities), np.nan)
    weighted = np.where(weights > 0, weights * utilities, 0.0)
    return rounded(weighted.sum(axis=1) / weights.sum())
