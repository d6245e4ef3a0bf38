"""The trade-off between two axes: metrics, or forgetting against utility under the current weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.front import front as pareto
from components.stats.ranking.ranks import rounded

FORGETTING = ("forgetting", "privacy")
"""The groups that count to the axis of forgetting."""


@dataclass(frozen=True, kw_only=True)
class FrontRow:
    """A candidate on the Pareto front with its utilities on both axes.

    `supported`: best for some slope, ties and the ends included.
    """

    method: str
    x: float
    y: float
    supported: bool


def front(resolved: Resolved) -> tuple[FrontRow, ...]:
    """The Pareto front over the axes chosen, from the left; empty where an axis has no weighted metric."""
    x, y = (axis(resolved, name) for name in resolved.selection.axes)
    if x is None or y is None:
        return ()
    found = pareto(x, y)
    methods = resolved.panel.methods
    return tuple(
        FrontRow(method=methods[i], x=float(x[i]), y=float(y[i]), supported=s)
        for i, s in zip(found.members, found.supported, strict=True)
    )


def axis(resolved: Resolved, name: str) -> Floats | None:
    """(M,) utilities of the candidates on an axis: those of a metric, or of a group by its own current weights."""
    ids = resolved.panel.metric_ids
    if name in ids:
        return resolved.utilities[:, ids.index(name)]
    groups = FORGETTING if name == "forgetting" else (name,)
    w = np.array([w if m.group in groups else 0.0 for m, w in zip(resolved.panel.metrics, resolved.w, strict=True)])
    if not w.sum() > 0:
        return None
    return rounded(np.where(w > 0, w * resolved.utilities, 0.0).sum(axis=1) / w.sum())
