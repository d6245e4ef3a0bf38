"""Who leads over two axes, and at which splits of the weight?"""

from itertools import groupby

from components.answers.record import Answer, Said
from components.answers.tradeoff.plane import Axis, Mark, Tradeoff, compute
from components.format import counted, percent
from components.results.ranked_names import NONE_RANKED, named_or_counted
from components.words import Labels

NEARLY_ALL = 0.9995
"""Axes with more of the weight than this are not said to lack some."""


def say(result: Tradeoff, names: Labels) -> Said:
    if missing := explanation(result):
        return Said([missing])
    instead = [
        (
            f"This suite has no metric of {group}; the axis shows {metric}."
            if not has_metrics
            else f"No metric of {group} has weight; the axis shows {metric}."
        )
        for group, (metric, has_metrics) in result.stand_ins.items()
    ]
    below = [p.method for p in result.drawn if p.below]
    out = (
        f"{named_or_counted(names, below, result.noun)} {'is' if len(below) == 1 else 'are'} below the floor."
        if below
        else ""
    )
    lacking = [
        f"{named_or_counted(names, lost, result.noun)} {'has' if len(lost) == 1 else 'have'} no value of"
        f" {axis.plain}."
        for i, axis in enumerate(result.axes)
        if (lost := [p.method for p in result.points if (p.x, p.y)[i] is None])
    ]
    return Said(
        [
            verdict(result, names),
            front_sentence(result, names),
            " ".join(filter(None, [*instead, out])),
        ],
        lacking,
    )


def explanation(result: Tradeoff) -> str:
    """Return why there is nothing to draw; "" if there is something."""
    if not result.points:
        return "No runs match these filters."
    for axis in result.axes:
        if not axis.metrics:
            return f"This suite has no metric of {axis.plain}. Choose two metrics as axes."
        if not axis.defined:
            return f"No metric of {axis.plain} has weight. Choose two metrics as axes."
    return "" if result.drawn else f"No {result.noun} has both values. Choose other axes."


def verdict(result: Tradeoff, names: Labels) -> str:
    """Return who leads at the current weights, and at which other splits."""
    if not result.leaders:
        return NONE_RANKED
    if len(result.compared) == 1:
        above = "" if len(result.drawn) == 1 else " above the floor"
        return (
            f"{names.method(result.compared[0].method)} is the only {result.noun} with both"
            f" values{above}."
        )
    where = splits(result)
    tail = outside(result) or next((f" {where[m]}" for m in result.best if m in where), "")
    who = named_or_counted(names, result.leaders, "method" if result.grids else result.noun)
    return f"{who} {'leads' if len(result.leaders) == 1 else 'lead'}{tail}."


def outside(result: Tradeoff) -> str:
    """Return what follows "leads" if the axes do not decide alone; "" if they do."""
    if result.share is None:
        return ", but these axes have none of the weight"
    if result.exact or result.held > NEARLY_ALL:
        return ""
    return f", but these axes have only {percent(result.held)} of the weight"


def splits(result: Tradeoff) -> dict[str, str]:
    """Return by candidate at which splits of the weight it leads, or with checkpoints its method
    does.

    Empty if the axes do not hold all the weight.
    """
    found: dict[str, str] = {}
    for _, run in groupby(
        result.best_for if result.exact else (), lambda p: p.group if result.grids else p.method
    ):
        marks = list(run)
        low, high = min(_between(p)[0] for p in marks), max(_between(p)[1] for p in marks)
        found |= {p.method: _split(result.axes[0], low, high) for p in marks}
    return found


def _between(mark: Mark) -> tuple[float, float]:
    assert mark.between is not None
    return mark.between


def _split(axis: Axis, low: float, high: float) -> str:
    if low < 0.005 and high > 0.995:
        return f"at {'every' if low <= 0 and high >= 1 else 'nearly every'} split of the weight"
    amount = f"{whole_percent(low)} to {whole_percent(high)}"
    if low <= 0 or high >= 1:
        amount = f"up to {whole_percent(high)}" if low <= 0 else f"{whole_percent(low)} or more"
    have = "have" if axis.is_group and " and " in axis.plain else "has"
    return f"when {axis.plain} {have} {amount} of the weight"


def whole_percent(share: float) -> str:
    """Return a share of weight in whole per cent; next to nothing and everything is rounding."""
    return percent(share if 1e-9 < share < 1 - 1e-9 else round(share))


def front_sentence(result: Tradeoff, names: Labels) -> str:
    """Return how many candidates are on the front, and how many of them lead at no split."""
    front, n, idle = (
        result.members,
        len(result.compared),
        len(result.members) - len(result.best_for),
    )
    if n < 2:
        return ""
    who = f": {names.listed_methods(p.method for p in front)}" if len(front) <= 3 else ""
    rest = f"; {idle} of them lead{'s' if idle == 1 else ''} at no split" if idle else ""
    are = "is" if len(front) == 1 else "are"
    return f"{len(front)} of {counted(n, result.noun)} {are} on the Pareto front{who}{rest}."


def facts(result: Tradeoff) -> dict[str, object]:
    """Return the axes, the weight of each group, who is best, and who leads the board."""
    both = [
        {"axis": a.axis, "label": a.label, "weight": a.weight, "metrics": a.metrics}
        for a in result.axes
    ]
    return {
        "axes": both,
        "groups": result.shares,
        "share": result.share,
        "exact": result.exact,
        "best": result.best,
        "leaders": result.leaders,
    }


PLANE = Answer("plane", compute, say, facts=facts)
