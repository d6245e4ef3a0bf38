"""What the trade-off page says in words, from its result."""

from __future__ import annotations

from components.text import counted, joined
from components.views.tradeoff.result import Axis, BestFor, ReferencePoint, TradeoffResult

NAMED = 3
"""At most so many candidates are named in a sentence; the table has the rest."""
READING = (
    "Right and up are better; both axes are utilities from 0 (worst) to 1 (best). Filled marks are on the front: no "
    "other is better on one axis without being worse on the other. Click marks, or draw round them with the lasso, to "
    "open their runs."
)
SCORES = " The thin lines join equal scores; the dotted one goes through the best mark, which has a ring."
PARTS = " The thin lines join what these two axes alone would score alike; the best mark has a ring."
LINES = " Dashed lines cross at the retrained model."


def explanation(result: TradeoffResult) -> str:
    """Why there is nothing to draw; empty when there is."""
    if not result.points:
        return "No run matches these filters."
    for axis in result.axes:
        if not axis.defined:
            return _undefined(axis)
    if not result.drawn:
        measured = joined([plain(a) for a in result.axes])
        return f"No {noun(result)} shown has a value on both {measured}. Choose other axes."
    return ""


def reading(result: TradeoffResult) -> str:
    """How to read the figure, with what is drawn in it."""
    scores = (SCORES if result.exact else PARTS) if result.turns and result.best else ""
    return READING + scores + (LINES if _retrained(result) else "")


def lead(result: TradeoffResult) -> list[str]:
    """Who is best at the current weights and how many are on the front; then for which weights that holds."""
    if explanation(result):
        return [explanation(result)]
    return [s for s in (lead_sentence(result), share_sentence(result)) if s]


def lead_sentence(result: TradeoffResult) -> str:
    """Who is best at the current weights, and how many stand on the front."""
    if len(result.drawn) == 1:
        return f"{result.drawn[0].label} is the only {noun(result)} here: there is nothing to trade off."
    if not result.best:
        return f"{standing(result)}."
    verb = "is best" if len(result.best) == 1 else "share the lead"
    return f"{named(result, result.best)} {verb} at the current weights; {standing(result)}."


def standing(result: TradeoffResult) -> str:
    """How many candidates stand on the front."""
    n = len(result.members)
    return f"{n} of {counted(len(result.drawn), noun(result))} {'is' if n == 1 else 'are'} on the Pareto front"


def share_sentence(result: TradeoffResult) -> str:
    """How far weight can move between the axes before another is best, or that the axes leave weight out."""
    if len(result.drawn) == 1:
        return ""
    if result.share is None:
        return "Neither axis has any weight now, so the leader was chosen by other metrics."
    if not result.exact:
        weight = sum(a.weight for a in result.axes)
        if weight < 0.9995:
            return f"The two axes hold {percent(weight)} of the weight: the leader need not be on their front."
        return ""
    leader = next((b for b in result.best_for if b.method in result.best), None)
    if leader is None:
        return ""
    return f"{leader.label} is best {between(leader)} on {plain(result.axes[0])}."


def axes_sentence(result: TradeoffResult) -> str:
    """Which metrics stand in where a suite has no groups, or one of them no weight."""
    if len(result.stand_ins) == len(result.axes) and not any(s.has_metrics for s in result.stand_ins):
        both = joined([s.metric for s in result.stand_ins])
        return f"This suite does not sort its metrics into forgetting and utility, so its first two are shown: {both}."
    return " ".join(
        f"No metric of {s.group} has any weight now, so its axis shows {s.metric}."
        if s.has_metrics
        else f"This suite has no metric of {s.group}, so {s.metric} is shown instead."
        for s in result.stand_ins
    )


def beaten_sentence(result: TradeoffResult) -> str:
    """Who beats the model retrained without the data on both axes."""
    sentences = []
    for r in (r for r in _retrained(result) if r.beaten_by):
        verb = "beats" if len(r.beaten_by) == 1 else "beat"
        sentences.append(f"{named(result, r.beaten_by)} {verb} {r.label}, the retrained model, on both axes.")
    if not sentences:
        return ""
    return " ".join([*sentences, "Nobody should beat the retrained model: check what these axes measure."])


def unsupported_sentence(result: TradeoffResult) -> str:
    """Who stands on the front and yet is best for no share of weight."""
    inside = [p.method for p in result.members if not p.supported]
    if not inside:
        return ""
    verb = "stands" if len(inside) == 1 else "stand"
    return (
        f"{named(result, inside)} {verb} on the front but {_are(inside)} best for no share of "
        "weight: some other always has a higher weighted sum."
    )


def undrawn_sentence(result: TradeoffResult) -> str:
    """Who has no place for want of a value."""
    lost = [p.method for p in result.points if not p.drawn]
    verb = "has" if len(lost) == 1 else "have"
    return f"{named(result, lost)} {verb} no value on one of the axes and {_are(lost)} not drawn." if lost else ""


def best_for_sentence(result: TradeoffResult) -> str:
    """What the table beside the figure says."""
    x, y = (plain(a) for a in result.axes)
    if len(result.best_for) == 1:
        return f"By these two axes alone {result.best_for[0].label} is best at any split between {x} and {y}."
    return f"By these two axes alone: who is best at which share of weight on {x}, the rest on {y}."


def named(result: TradeoffResult, methods: tuple[str, ...] | list[str]) -> str:
    """Candidates as a list in running text, the first ones by name."""
    if len(methods) <= NAMED + 1:
        return result.labels.listed_methods(methods)
    names = [result.labels.method(m) for m in methods[:NAMED]]
    return joined([*names, f"{len(methods) - NAMED} more"])


def noun(result: TradeoffResult) -> str:
    """What a candidate is."""
    return "checkpoint" if result.checkpoints else "method"


def plain(axis: Axis) -> str:
    """An axis in running text."""
    return axis.label.removesuffix(", as weighted").lower() if axis.is_group else axis.label


def percent(share: float) -> str:
    """A share in per cent; one that is not quite nothing or everything is not shown as such."""
    whole = round(100 * share)
    if whole in (0, 100) and 1e-9 < share < 1 - 1e-9:
        return "less than 1 %" if whole == 0 else "more than 99 %"
    return f"{whole} %"


def between(row: BestFor) -> str:
    """The shares of weight for which a candidate is best, in words."""
    if row.low <= 0 and row.high >= 1:
        return "at every share of weight"
    if row.low <= 0:
        return f"with up to {percent(row.high)}"
    if row.high >= 1:
        return f"with {percent(row.low)} or more"
    return f"with {percent(row.low)} to {percent(row.high)}"


def _retrained(result: TradeoffResult) -> list[ReferencePoint]:
    return [r for r in result.references if r.role == "reference" and r.x is not None and r.y is not None]


def _undefined(axis: Axis) -> str:
    group = plain(axis)
    if not axis.metrics:
        return f"This suite has no metric of {group}. Choose two metrics as axes."
    return f"No metric of {group} has any weight now. Choose other weights, or two metrics as axes."


def _are(some: list[str]) -> str:
    return "is" if len(some) == 1 else "are"
