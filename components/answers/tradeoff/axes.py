"""The axes of the trade-off: which are offered, which are shown, and which metrics each holds."""

import numpy as np

from components.resolved import Resolved
from components.selection import AXES
from components.stats.panel import Floats
from components.stats.ranking.ranks import rounded

FORGETTING = ("forgetting", "privacy")
"""The groups that count to the axis of forgetting."""


def members(resolved: Resolved, name: str) -> tuple[int, ...]:
    """The places of the metrics on an axis: the metric it names, or all of a group."""
    ids = resolved.panel.metric_ids
    if name in ids:
        return (ids.index(name),)
    groups = FORGETTING if name == "forgetting" else (name,)
    return tuple(k for k, m in enumerate(resolved.panel.metrics) if m.group in groups)


def measured(resolved: Resolved) -> tuple[str, ...]:
    """The metrics that some candidate shown has a value for, in registry order."""
    known = np.flatnonzero((~np.isnan(resolved.utilities)).any(axis=0))
    return tuple(resolved.panel.metric_ids[k] for k in known)


def offered(resolved: Resolved) -> tuple[str, ...]:
    """The axes a reader may choose: the groups that hold metrics, then the metrics measured."""
    groups = tuple(name for name in AXES if members(resolved, name))
    return (*groups, *measured(resolved))


def pair(resolved: Resolved) -> tuple[str, str]:
    """The axes shown: those chosen. Where none were and a group has no weighted metric, a metric
    replaces it: the first one measured of the group, else the first one that is not on the other
    axis."""
    x, y = resolved.selection.axes
    if (x, y) != AXES:
        return x, y
    first = _weighted_or_metric(resolved, x, _ids(resolved, y))
    return first, _weighted_or_metric(resolved, y, {first, *_ids(resolved, x)})


def _weighted_or_metric(resolved: Resolved, group: str, taken: set[str]) -> str:
    if resolved.w[list(members(resolved, group))].sum() > 0:
        return group
    known, own = measured(resolved), _ids(resolved, group)
    metrics = [m for m in known if m in own] or [m for m in known if m not in taken]
    return metrics[0] if metrics else group


def _ids(resolved: Resolved, name: str) -> set[str]:
    return {resolved.panel.metric_ids[k] for k in members(resolved, name)}


def label(resolved: Resolved, name: str) -> str:
    """What an axis is called: a metric by its label; a group says that it is weighted, as a metric
    may share its name.

    Privacy is beside forgetting where a metric of it is weighted.
    """
    if name in resolved.panel.metric_ids:
        return resolved.labels.metric(name)
    private = any(
        resolved.panel.metrics[k].group == "privacy" and resolved.w[k] > 0
        for k in members(resolved, name)
    )
    group = {
        "forgetting": "Forgetting and privacy" if private else "Forgetting",
        "utility": "Utility",
    }[name]
    return f"{group}, as weighted"


def values(resolved: Resolved, name: str, utilities: Floats) -> Floats | None:
    """(M,) utilities on an axis: of a metric, or of a group by its own current weights.

    `utilities` (M, K) belong to candidates or references. None where a group has no weighted
    metric."""
    places = members(resolved, name)
    if name in resolved.panel.metric_ids:
        return utilities[:, places[0]]
    w = np.zeros(len(resolved.w))
    w[list(places)] = resolved.w[list(places)]
    if not w.sum() > 0:
        return None
    return rounded(np.where(w > 0, w * utilities, 0.0).sum(axis=1) / w.sum())
