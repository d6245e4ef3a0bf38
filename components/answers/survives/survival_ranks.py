"""Does forgetting last? Rank before against rank after, and who leads on both sides."""

import math
from collections.abc import Callable, Mapping
from functools import partial

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, figure_text, joined, number, shortened, verb
from components.plotting.marks import slopes, write
from components.plotting.room import spread
from components.plotting.theme import palette
from components.results.before_and_after import BeforeAndAfter, MeasuredTwice, before_and_after
from components.results.ranked_names import NONE_RANKED, named_or_counted, only_one_ranked
from components.table import Column, Table, item, table
from components.words import Labels
from data.registry import REFERENCE

MAX_NAMED = 12
"""Rows whose names are written at both ends of their lines."""
SURVIVES = 0.9
"""A model below the floor that keeps at least this share of its score is named."""
KEPT = "score after / score before, empty where that is below 0.05; may exceed 1"
UTILITY = "utility, 1 is best; empty where it was not measured on both sides"
NAME_HEIGHT = 15
FRAME_HEIGHT = 90
"""Pixels of a name, and of all that is above and below the lines."""


def say(result: BeforeAndAfter, labels: Labels) -> Said:
    compared = result.compared
    notes = [result.description, weights_sentence(result, labels), unranked(result)]
    if not compared:
        return Said([NONE_RANKED], notes)
    if len(compared) == 1:
        return Said([only_one_ranked(labels.method(compared[0].method), result.noun)], notes)
    lines = [verdict(result, labels), agreement(result), kept_below_floor(result, labels)]
    if all(metric.group != "utility" for metric in result.metrics):
        lines.append(f"Utility was not measured after {result.change}.")
    return Said(lines, notes)


def verdict(result: BeforeAndAfter, labels: Labels) -> str:
    """Return who leads before the change and after it."""
    before = result.leaders_before
    leaders = named_or_counted(labels, before, result.noun)
    lead = verb(len(before), "leads", "lead")
    if before == result.leaders_after:
        return f"{leaders} {lead} before and after {result.change}."
    after = named_or_counted(labels, result.leaders_after, result.noun)
    fallen = ""
    if len(before) == 1:
        rank = next(model.after.rank for model in result.compared if model.method == before[0])
        if rank != 1:
            fallen = f"; {leaders} then ranks {rank} of {len(result.compared)}"
    return f"Before {result.change} {leaders} {lead}, after it {after}{fallen}."


def kept_below_floor(result: BeforeAndAfter, labels: Labels) -> str:
    """Return which model below the floor, the best one after, keeps nearly all of its score."""
    models = []
    for model in result.candidates:
        if model.is_below_floor and (model.kept or 0.0) >= SURVIVES:
            models.append(model)
    if not models:
        return ""
    best = max(models, key=lambda model: model.after.score or 0.0)
    name = labels.method(best.method)
    return f"{name} keeps {number(best.kept)} of its score but is below the floor."


def agreement(result: BeforeAndAfter) -> str:
    """Return how far the rankings before and after agree."""
    tau = result.survival.tau
    n_compared = len(result.compared)
    if n_compared > 2:
        if math.isnan(tau):
            return f"All {n_compared} {result.noun}s tie before or after {result.change}."
        return (
            f"The rankings before and after agree with τ {number(tau)} over"
            f" {counted(n_compared, result.noun)}."
        )
    if math.isnan(tau):
        return f"The two {result.noun}s tie in their order."
    return f"The two {result.noun}s {'keep' if tau > 0 else 'swap'} their order."


def weights_sentence(result: BeforeAndAfter, labels: Labels) -> str:
    """Return what the score is."""
    weights = [
        f"{labels.metric(metric)} {number(weight)}"
        for metric, weight in result.weights.items()
        if weight > 0
    ]
    return (
        f"The score weighs {joined(weights)}: utilities from 0 (worst) to 1 (best), before and"
        " after alike."
    )


def unranked(result: BeforeAndAfter) -> str:
    """Return how many candidates have no rank, and why."""
    n_by_reason: dict[str, int] = {}
    for model in result.candidates:
        if model.before.rank is None:
            reason = model.reason
            if model.is_below_floor:
                reason = "below the floor"
            n_by_reason[reason] = n_by_reason.get(reason, 0) + 1
    parts = [f"{counted(n, result.noun)} ({reason})" for reason, n in n_by_reason.items()]
    return f"Without rank: {', '.join(parts)}." if parts else ""


def title(result: BeforeAndAfter, labels: Labels) -> str:
    return f"Ranks before and after {result.change}"


def reading(result: BeforeAndAfter, labels: Labels) -> str:
    """Return how to read the lines."""
    text = "Each line goes from the rank before to the rank after, 1 on top."
    if len(result.compared) > MAX_NAMED:
        best = "the best checkpoint of each method before, and " if result.families else ""
        text += f" Named: {best}who leads."
    if retrained(result):
        text += " Dashed: where the retrained model would rank."
    return text


def retrained(result: BeforeAndAfter) -> list[MeasuredTwice]:
    """Return the models trained without the forgotten data that have a score."""
    return [
        model
        for model in result.never_ranked
        if model.role == REFERENCE and model.before.score is not None
    ]


def draw(result: BeforeAndAfter, look: Look) -> go.Figure:
    """Draw a line per row from its rank before to its rank after; the retrained model where it
    would rank."""
    colours = palette(look.mode)
    n_rows = len(result.compared)
    height = 480 if n_rows > MAX_NAMED else 120 + 30 * max(2, n_rows)
    written = written_names(result, look.names)
    named = {}
    others = []
    for model in result.compared:
        line = (model.before.rank or 0, model.after.rank or 0, _hover(model, look.names))
        if model.method in written:
            named[model.method] = line
        else:
            others.append(line)
    figure = go.Figure()
    thin = {"width": 0.75, "color": colours.muted}
    slopes(figure, others, line=thin, marker={"size": 3}, opacity=0.55)
    thick = {"width": 2, "color": colours.accent}
    slopes(figure, [named[method] for method in written], line=thick, marker={"size": 7})
    for model in retrained(result):
        before, after = would_rank(result, model)
        name = figure_text(look.names.method(model.method))
        text = f"{name}, retrained: would rank {before} before, {after} after"
        dashed = {"width": 2, "dash": "dash", "color": colours.missing}
        slopes(figure, [(before, after, text)], line=dashed, marker={"symbol": "diamond"})
    gap = NAME_HEIGHT * n_rows / (height - FRAME_HEIGHT)
    lowest = float(n_rows)
    for side, place, anchor in ((0, -0.04, "right"), (1, 1.04, "left")):
        labels_at_rank: dict[float, list[str]] = {}
        for method, label in written.items():
            labels_at_rank.setdefault(named[method][:2][side], []).append(figure_text(label))
        heights = spread(list(labels_at_rank), gap)
        lowest = max(lowest, *heights)
        for y, (rank, labels) in zip(heights, labels_at_rank.items(), strict=True):
            text = f"{rank:g} {labels[0]}"
            if len(labels) > 1:
                text += f" and {len(labels) - 1} more"
            write(figure, place, y, text, colours.ink, anchor=anchor)
    figure.update_xaxes(
        tickvals=[0, 1],
        ticktext=["before", "after"],
        range=[-0.9, 1.9],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(range=[lowest * 1.02 + 0.4, 0.6 - 0.03 * n_rows], visible=False)
    return figure.update_layout(height=height, showlegend=False)


def _hover(model: MeasuredTwice, labels: Labels) -> str:
    name = figure_text(labels.method(model.method))
    text = f"{name}: rank {model.before.rank} before, {model.after.rank} after"
    if model.kept is not None:
        text += f", keeps {number(model.kept, 2)} of its score"
    return text


def written_names(result: BeforeAndAfter, labels: Labels) -> dict[str, str]:
    """Return the rows whose names are written, by what they are called there.

    All of few; else who leads on one of the sides, and the best checkpoint of each method, called
    after its method."""
    label_of_row: dict[str, str] = {}
    if len(result.compared) <= MAX_NAMED:
        for model in result.compared:
            label_of_row[model.method] = labels.method(model.method)
    else:
        for method in (*result.leaders_before, *result.leaders_after):
            label_of_row[method] = labels.method(method)
        for model in result.best_before() if result.families else ():
            label_of_row[model.method] = result.families[model.family]
    written = list(label_of_row.items())[:MAX_NAMED]
    return {method: shortened(label, 16) for method, label in written}


def would_rank(result: BeforeAndAfter, model: MeasuredTwice) -> tuple[int, int]:
    """Return the ranks that a model that is never ranked would have before and after."""
    before = 1
    after = 1
    for candidate in result.compared:
        before += (candidate.before.score or 0.0) > (model.before.score or 0.0)
        after += (candidate.after.score or 0.0) > (model.after.score or 0.0)
    return before, after


def rows_table(result: BeforeAndAfter, labels: Labels) -> Table[MeasuredTwice]:
    """Return one row per candidate in the order before, then the models that are never ranked."""
    column = partial(Column[MeasuredTwice], place="print")
    number_column = partial(column, kind="number", why="reason")
    rank_column = partial(column, kind="count", why="reason")
    columns = [
        column("perturbation", lambda model: result.perturbation, place="file"),
        column("method", head=result.noun, kind="method"),
        number_column("score_before", lambda model: model.before.score, "score before"),
        number_column("score_after", lambda model: model.after.score, "score after"),
        rank_column("rank_before", lambda model: model.before.rank, "rank before"),
        rank_column("rank_after", lambda model: model.after.rank, "rank after"),
        column("kept", head="kept", kind="number", help=KEPT),
    ]
    for metric in result.metrics:
        for key, utilities_of in SIDES.items():
            columns.append(
                Column(
                    f"utility_{key}.{metric.id}",
                    item(utilities_of, metric.id),
                    f"{metric.label} {key}",
                    kind="number",
                    help=UTILITY,
                )
            )
    columns += [
        column("role", place="file"),
        column("reason", head="without rank", place="screen"),
    ]
    return table(columns, [*result.candidates, *result.never_ranked])


SIDES: dict[str, Callable[[MeasuredTwice], Mapping[str, float | None]]] = {
    "before": lambda model: model.before.utilities,
    "after": lambda model: model.after.utilities,
    "kept": lambda model: model.kept_of,
}

RANKS = Answer(
    "survives",
    before_and_after,
    say,
    Part(
        "survives",
        title,
        rows_table,
        draw,
        reading=reading,
        when=lambda result: len(result.compared) > 1,
    ),
    key="survives",
    terms=("kept_forgetting", "tau_b", "reference_model", "utility"),
)
