"""Who is best for which share of weight between the two axes, and who is on the front."""

import numpy as np

from components import axes
from components.answers.record import Answer, Part, Said
from components.answers.tradeoff.lead import explanation
from components.answers.tradeoff.plane import Mark, Tradeoff, compute
from components.resolved import Resolved
from components.stats.ranking.front import best_shares, front
from components.table import Column, Table, item, table
from components.words import Labels


def several(result: Tradeoff) -> bool:
    """Whether there are candidates to choose among."""
    return not explanation(result) and len(result.compared) > 1


def say(result: Tradeoff, names: Labels) -> Said:
    """What the table lists."""
    x, y = (a.plain for a in result.axes)
    if not several(result):
        return Said()
    if len(result.best_for) == 1:
        only = names.method(result.best_for[0].method)
        return Said([f"By these two axes alone {only} scores highest, whatever the share of weight on {x}."])
    return Said([f"By these two axes alone: who scores highest at which share of weight on {x}, the rest on {y}."])


def shares_table(result: Tradeoff, names: Labels) -> Table[Mark]:
    """One row per supported candidate, from all weight on y to all weight on x."""
    column, first = Column[Mark], result.axes[0].plain
    columns = (
        column("method", lambda p: p.method, result.noun, kind="method", place="print"),
        column("low", item(lambda p: p.between, 0), "from", kind="share", help=f"share on {first}", place="print"),
        column("high", item(lambda p: p.between, 1), "to", kind="share", help=f"share on {first}", place="print"),
        column("x", lambda p: p.x, kind="number", place="file"),
        column("y", lambda p: p.y, kind="number", place="file"),
    )
    return table(columns, result.best_for)


BEST_FOR = Answer(
    "best_for",
    compute,
    say,
    Part("best_for", "Best for which weights", shares_table, when=several, shown="open"),
)


def compute_front(view: Resolved) -> tuple[Mark, ...]:
    """The Pareto front over the axes chosen, from the left; empty where an axis has no weighted metric."""
    x, y = (axes.values(view, name, view.utilities) for name in view.selection.axes)
    if x is None or y is None:
        return ()
    x, y = (np.where(view.below, np.nan, axis) for axis in (x, y))
    found, methods = front(x, y), view.panel.methods
    shares = best_shares(x, y, found)
    return tuple(
        Mark(method=methods[i], role="candidate", x=float(x[i]), y=float(y[i]), between=shares.get(i))
        for i in found.members
    )


FRONT_COLUMNS = (
    Column[Mark]("method", lambda p: p.method, kind="method", place="print"),
    Column[Mark]("x", lambda p: p.x, kind="number", place="print"),
    Column[Mark]("y", lambda p: p.y, kind="number", place="print"),
    Column[Mark]("supported", lambda p: p.between is not None, "best for some weights", kind="flag", place="print"),
)
FRONT = Answer(
    "front",
    compute_front,
    lambda result, names: Said(),
    Part("front", "The Pareto front", lambda result, names: table(FRONT_COLUMNS, result)),
    key="front",
)
