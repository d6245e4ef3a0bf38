"""Which method leads over two axes, for which shares of weight, and what qualifies that?"""

from components.answers.record import Answer, Said
from components.answers.tradeoff.plane import Mark, Tradeoff, compute
from components.format import counted, joined, percent
from components.words import Labels

NAMED = 3
"""The most candidates that a sentence names; the table has the rest."""


def say(result: Tradeoff, names: Labels) -> Said:
    """Who leads at the current weights and for which others; who beats the retrained model; what is left out."""
    if missing := explanation(result):
        return Said([missing])
    notes = [
        axes_sentence(result),
        unsupported_sentence(result, names),
        below_sentence(result, names),
        undrawn_sentence(result, names),
    ]
    return Said([*lead(result, names), beaten_sentence(result, names)], notes)


def explanation(result: Tradeoff) -> str:
    """Why there is nothing to draw; empty when there is."""
    if not result.points:
        return "No run matches these filters."
    for axis in result.axes:
        if not axis.metrics:
            return f"This suite has no metric of {axis.plain}. Choose two metrics as axes."
        if not axis.defined:
            return f"No metric of {axis.plain} has any weight now. Choose other weights, or two metrics as axes."
    if not result.drawn:
        measured = joined([a.plain for a in result.axes])
        return f"No {result.noun} shown has a value on both {measured}. Choose other axes."
    return ""


def lead(result: Tradeoff, names: Labels) -> list[str]:
    """Who leads at the current weights and how many are on the front; then for which weights that holds."""
    return [s for s in (lead_sentence(result, names), share_sentence(result, names)) if s]


def lead_sentence(result: Tradeoff, names: Labels) -> str:
    """Who leads at the current weights, and how many are on the front."""
    if not result.compared:
        return f"No {result.noun} is above the floor: there is nothing to trade off."
    if len(result.compared) == 1:
        only = names.method(result.compared[0].method)
        above = " above the floor" if len(result.drawn) > 1 else ""
        return f"{only} is the only {result.noun}{above or ' here'}: there is nothing to trade off."
    if not result.leaders:
        return f"{on_the_front(result)}."
    return f"{listed(names, result.leaders)} {leads(result, len(result.leaders))}; {on_the_front(result)}."


def leads(result: Tradeoff, n: int) -> str:
    """That n rows lead, and by what where each has several checkpoints."""
    by = " by its best checkpoint" if result.grids else ""
    return f"{'leads' if n == 1 else 'share the lead'} at the current weights{by if n == 1 else ''}"


def on_the_front(result: Tradeoff) -> str:
    """How many candidates are on the front."""
    n = len(result.members)
    return f"{n} of {counted(len(result.compared), result.noun)} {'is' if n == 1 else 'are'} on the Pareto front"


def share_sentence(result: Tradeoff, names: Labels) -> str:
    """How far weight can move between the axes before another leads, or that the axes leave weight out."""
    if len(result.compared) < 2:
        return ""
    if result.share is None:
        return "Neither axis has any weight now, so the leader was chosen by other metrics."
    if not result.exact:
        weight = sum(a.weight for a in result.axes)
        if weight < 0.9995:
            return f"The two axes hold {whole_percent(weight)} of the weight: the leader need not be on their front."
        return ""
    leader = next((b for b in result.best_for if b.method in result.best), None)
    return f"{names.method(leader.method)} leads {between(leader)} on {result.axes[0].plain}." if leader else ""


def beaten_sentence(result: Tradeoff, names: Labels) -> str:
    """Who beats the model retrained without the data on both axes."""
    sentences = [
        f"{listed(names, r.beaten_by)} {'beats' if len(r.beaten_by) == 1 else 'beat'} {names.method(r.method)}, the "
        "retrained model, on both axes."
        for r in result.retrained
        if r.beaten_by
    ]
    warning = "Nobody should beat the retrained model: check what these axes measure."
    return " ".join([*sentences, warning]) if sentences else ""


def axes_sentence(result: Tradeoff) -> str:
    """Which metrics are shown where a suite has no groups, or one of them no weight."""
    instead = result.stand_ins
    if len(instead) == len(result.axes) and not any(has_metrics for _, has_metrics in instead.values()):
        both = joined([metric for metric, _ in instead.values()])
        return f"This suite does not sort its metrics into forgetting and utility, so its first two are shown: {both}."
    return " ".join(
        f"No metric of {group} has any weight now, so its axis shows {metric}."
        if has_metrics
        else f"This suite has no metric of {group}, so {metric} is shown instead."
        for group, (metric, has_metrics) in instead.items()
    )


def unsupported_sentence(result: Tradeoff, names: Labels) -> str:
    """Who is on the front and yet best for no share of weight."""
    inside = [p.method for p in result.members if p.between is None]
    if not inside:
        return ""
    are = "is" if len(inside) == 1 else "are"
    return (
        f"{listed(names, inside)} {are} on the front but best for no share of weight: some other always has a higher "
        "weighted sum."
    )


def below_sentence(result: Tradeoff, names: Labels) -> str:
    """Who is below a floor."""
    below = [p.method for p in result.drawn if p.below]
    are = "is" if len(below) == 1 else "are"
    return f"{listed(names, below)} {are} below the floor: drawn in grey, and on no front." if below else ""


def undrawn_sentence(result: Tradeoff, names: Labels) -> str:
    """Who has no place for want of a value."""
    lost = [p.method for p in result.points if not p.drawn]
    have = "has no value on one of the axes and is" if len(lost) == 1 else "have no value on one of the axes and are"
    return f"{listed(names, lost)} {have} not drawn." if lost else ""


def listed(names: Labels, methods: tuple[str, ...] | list[str]) -> str:
    """Candidates as a list in running text, the first ones by name."""
    if len(methods) <= NAMED + 1:
        return names.listed_methods(methods)
    return joined([*map(names.method, methods[:NAMED]), f"{len(methods) - NAMED} more"])


def whole_percent(share: float) -> str:
    """A share of weight in whole per cent; what rounding left beside nothing or everything is dropped."""
    return percent(share if 1e-9 < share < 1 - 1e-9 else round(share))


def between(mark: Mark) -> str:
    """The shares of weight for which a candidate leads, in words."""
    low, high = mark.between or (0.0, 1.0)
    if low <= 0 and high >= 1:
        return "at every share of weight"
    if (round(100 * low) <= 0 and high >= 1) or (low <= 0 and round(100 * high) >= 100):
        return "at nearly every share of weight"
    if low <= 0:
        return f"with up to {whole_percent(high)}"
    return f"with {whole_percent(low)} or more" if high >= 1 else f"with {whole_percent(low)} to {whole_percent(high)}"


def facts(result: Tradeoff) -> dict[str, object]:
    """The axes, what the groups weigh, who is best, and who leads the board."""
    both = [{"axis": a.axis, "label": a.label, "weight": a.weight, "metrics": a.metrics} for a in result.axes]
    return {
        "axes": both,
        "groups": result.shares,
        "share": result.share,
        "exact": result.exact,
        "best": result.best,
        "leaders": result.leaders,
    }


PLANE = Answer("plane", compute, say, facts=facts)
