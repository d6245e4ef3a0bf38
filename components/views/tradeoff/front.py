"""The front of the trade-off as the report tells it: its members only."""

from __future__ import annotations

from dataclasses import dataclass

from components import axes
from components.resolved import Resolved
from components.stats.ranking.front import front as pareto


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
    x, y = (axes.values(resolved, name, resolved.utilities) for name in resolved.selection.axes)
    if x is None or y is None:
        return ()
    frontier = pareto(x, y)
    methods = resolved.panel.methods
    return tuple(
        FrontRow(method=methods[i], x=float(x[i]), y=float(y[i]), supported=s)
        for i, s in zip(frontier.members, frontier.supported, strict=True)
    )
