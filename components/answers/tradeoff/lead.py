"""Who leads over two axes, and at which splits of the weight?"""

from itertools import groupby

from components.answers.record import Answer, Said
from components.answers.tradeoff.plane import Axis, Mark, Tradeoff, compute
from components.format import counted, percent, verb
from components.results.ranked_names import NONE_RANKED, named_or_counted
from components.words import Labels
from data.registry import GROUP_WORDS

MAX_ON_FRONT = 3
"""The most candidates on the front that a sentence names."""
NEARLY_ALL = 0.9995
"""Axes with more of the weight than this are not said to lack some."""
NO_SHARE = 0.005
ALL_SHARES = 0.995
"""A range of splits from less to more than these is nearly every split."""
ROUNDING = 1e-9


def say(tradeoff: Tradeoff, labels: Labels) -> Said:
    missing = explanation(tradeoff)
    if missing:
        return Said([missing])
    qualified = []
    for group, (metric, has_metrics) in tradeoff.stand_ins.items():
        lacking_text = f"This suite has no metric of {GROUP_WORDS[group]}"
        if has_metrics:
            lacking_text = f"No metric of {GROUP_WORDS[group]} has weight"
        qualified.append(f"{lacking_text}; the axis shows {metric}.")
    below_floor = [candidate.method for candidate in tradeoff.drawn if candidate.is_below_floor]
    if below_floor:
        verb_form = verb(len(below_floor), "is", "are")
        qualified.append(
            f"{named_or_counted(labels, below_floor, tradeoff.noun)} {verb_form} below the floor."
        )
    sentences = [verdict(tradeoff, labels), front_sentence(tradeoff, labels), " ".join(qualified)]
    across, upright = tradeoff.axes
    without_x = [candidate.method for candidate in tradeoff.points if candidate.x is None]
    without_y = [candidate.method for candidate in tradeoff.points if candidate.y is None]
    notes = []
    for axis, methods in ((across, without_x), (upright, without_y)):
        if methods:
            has_or_have = verb(len(methods), "has", "have")
            which_methods = named_or_counted(labels, methods, tradeoff.noun)
            notes.append(f"{which_methods} {has_or_have} no value of {axis.plain}.")
    return Said(sentences, notes)


def explanation(tradeoff: Tradeoff) -> str:
    """Return why there is nothing to draw; "" if there is something."""
    if not tradeoff.points:
        return "No runs match these filters."
    for score_axis in tradeoff.axes:
        if not score_axis.metrics:
            return f"This suite has no metric of {score_axis.plain}. Choose two metrics as axes."
        if not score_axis.defined:
            return f"No metric of {score_axis.plain} has weight. Choose two metrics as axes."
    if not tradeoff.drawn:
        return f"No {tradeoff.noun} has both values. Choose other axes."
    return ""


def verdict(tradeoff: Tradeoff, labels: Labels) -> str:
    """Return who leads at the current weights, and at which other splits."""
    if not tradeoff.leaders:
        return NONE_RANKED
    if len(tradeoff.compared) == 1:
        method_label = labels.method(tradeoff.compared[0].method)
        sentence = f"{method_label} is the only {tradeoff.noun} with both values"
        if len(tradeoff.drawn) > 1:
            sentence += " above the floor"
        return f"{sentence}."
    outside_text = outside(tradeoff)
    split_of_method = splits(tradeoff)
    for method in tradeoff.best:
        if not outside_text and method in split_of_method:
            outside_text = f" {split_of_method[method]}"
    noun = "method" if tradeoff.ranks_best_checkpoints else tradeoff.noun
    leaders = named_or_counted(labels, tradeoff.leaders, noun)
    return f"{leaders} {verb(len(tradeoff.leaders), 'leads', 'lead')}{outside_text}."


def outside(tradeoff: Tradeoff) -> str:
    """Return what follows "leads" if the axes do not decide alone; "" if they do."""
    if tradeoff.share is None:
        return ", but these axes have none of the weight"
    if tradeoff.exact or tradeoff.held > NEARLY_ALL:
        return ""
    return f", but these axes have only {percent(tradeoff.held)} of the weight"


def splits(tradeoff: Tradeoff) -> dict[str, str]:
    """Return by candidate at which splits of the weight it leads, or its method does if rows are
    best checkpoints.

    Empty if the axes do not hold all the weight.
    """
    if not tradeoff.exact:
        return {}

    def row_of(candidate: Mark) -> str:
        return candidate.group if tradeoff.ranks_best_checkpoints else candidate.method

    split_of_method: dict[str, str] = {}
    for _, neighbours in groupby(tradeoff.best_for, row_of):
        methods = []
        end_values: list[float] = []
        for candidate in neighbours:
            methods.append(candidate.method)
            end_values += candidate.between or ()
        split_text = _split(tradeoff.axes[0], min(end_values), max(end_values))
        split_of_method |= dict.fromkeys(methods, split_text)
    return split_of_method


def _split(score_axis: Axis, low: float, high: float) -> str:
    if low <= 0 and high >= 1:
        return "at every split of the weight"
    if low < NO_SHARE and high > ALL_SHARES:
        return "at nearly every split of the weight"
    amount = f"{whole_percent(low)} to {whole_percent(high)}"
    if low <= 0:
        amount = f"up to {whole_percent(high)}"
    elif high >= 1:
        amount = f"{whole_percent(low)} or more"
    has_or_have = "have" if score_axis.is_group and " and " in score_axis.plain else "has"
    return f"when {score_axis.plain} {has_or_have} {amount} of the weight"


def whole_percent(share: float) -> str:
    """Return a share of weight in whole per cent; next to nothing and everything is rounding."""
    if not ROUNDING < share < 1 - ROUNDING:
        share = round(share)
    return percent(share)


def front_sentence(tradeoff: Tradeoff, labels: Labels) -> str:
    """Return how many candidates are on the front, and how many of them lead at no split."""
    methods = [candidate.method for candidate in tradeoff.members]
    n_compared = len(tradeoff.compared)
    if n_compared < 2:
        return ""
    verb_form = verb(len(methods), "is", "are")
    sentence = (
        f"{len(methods)} of {counted(n_compared, tradeoff.noun)} {verb_form} on the Pareto front"
    )
    if len(methods) <= MAX_ON_FRONT:
        sentence += f": {labels.listed_methods(methods)}"
    n_idle = len(methods) - len(tradeoff.best_for)
    if n_idle:
        sentence += f"; {n_idle} of them {verb(n_idle, 'leads', 'lead')} at no split"
    return f"{sentence}."


def facts(tradeoff: Tradeoff) -> dict[str, object]:
    """Return the axes, the weight of each group, who is best, and who leads the board."""
    both_axes = []
    for score_axis in tradeoff.axes:
        both_axes.append(
            {
                "axis": score_axis.axis,
                "label": score_axis.label,
                "weight": score_axis.weight,
                "metrics": score_axis.metrics,
            }
        )
    return {
        "axes": both_axes,
        "groups": tradeoff.group_weights,
        "share": tradeoff.share,
        "exact": tradeoff.exact,
        "best": tradeoff.best,
        "leaders": tradeoff.leaders,
    }


PLANE = Answer("plane", compute, say, facts=facts)
