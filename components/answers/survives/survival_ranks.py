"""Does forgetting last? Rank before against rank after, and who leads on both sides."""

import math
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
UTILITY = "mapped value, 1 is best; empty where it was not measured on both sides"
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
    sentences = [
        verdict(result, labels),
        agreement(result),
        unmeasured(result, labels),
        kept_below_floor(result, labels),
    ]
    if all(metric.group != "utility" for metric in result.metrics):
        sentences.append(f"Usefulness was not measured after {result.change}.")
    return Said([*sentences, trained_again(result)], notes)


def trained_again(result: BeforeAndAfter) -> str:
    """Return on which data the models were trained again and how long; "" if they were not."""
    if not result.trained_on:
        return ""
    return f"Relearned on {', '.join(filter(None, [result.trained_on, result.steps]))}."


def verdict(result: BeforeAndAfter, labels: Labels) -> str:
    """Return who leads before the change and after it, of those that were measured."""
    sentence = _leaders(result, labels)
    if not result.unmeasured:
        return sentence
    measured = f"Of {counted(len(result.compared), result.noun)} measured twice, "
    return measured + sentence.replace("Before", "before", 1)


def unmeasured(result: BeforeAndAfter, labels: Labels) -> str:
    """Return who leads before and was not measured after; "" for nobody."""
    leaders = result.leaders_unmeasured
    if not leaders:
        return ""
    listed = named_or_counted(labels, leaders, result.noun)
    leads = verb(len(leaders), "leads", "lead")
    was = verb(len(leaders), "was", "were")
    return f"{listed} {leads} before and {was} not measured after."


def _leaders(result: BeforeAndAfter, labels: Labels) -> str:
    """Return who leads before the change and after it."""
    before = result.leaders_before
    leaders = named_or_counted(labels, before, result.noun)
    verb_form = verb(len(before), "leads", "lead")
    if before == result.leaders_after:
        return f"{leaders} {verb_form} before and after {result.change}."
    after_text = named_or_counted(labels, result.leaders_after, result.noun)
    fallen = ""
    if len(before) == 1:
        rank_after = next(
            model.after.rank for model in result.compared if model.method == before[0]
        )
        if rank_after != 1:
            fallen = f"; {leaders} then ranks {rank_after} of {len(result.compared)}"
    return f"Before {result.change} {leaders} {verb_form}, after it {after_text}{fallen}."


def kept_below_floor(result: BeforeAndAfter, labels: Labels) -> str:
    """Return which model below the floor, the best one after, keeps nearly all of its score."""
    models = []
    for model in result.candidates:
        if model.is_below_floor and (model.kept or 0.0) >= SURVIVES:
            models.append(model)
    if not models:
        return ""
    best_model = max(models, key=lambda model: model.after.score or 0.0)
    best_label = labels.method(best_model.method)
    return f"{best_label} keeps {number(best_model.kept)} of its score but is below the floor."


def agreement(result: BeforeAndAfter) -> str:
    """Return how far the rankings before and after agree."""
    survival_tau = result.survival.tau
    n_compared = len(result.compared)
    if n_compared > 2:
        if math.isnan(survival_tau):
            return f"All {n_compared} {result.noun}s tie before or after {result.change}."
        return (
            f"The rankings before and after agree with τ {number(survival_tau)} over"
            f" {counted(n_compared, result.noun)}."
        )
    if math.isnan(survival_tau):
        return f"The two {result.noun}s tie in their order."
    return f"The two {result.noun}s {'keep' if survival_tau > 0 else 'swap'} their order."


def weights_sentence(result: BeforeAndAfter, labels: Labels) -> str:
    """Return what the score is."""
    weights = [
        f"{labels.metric(metric)} {number(weight)}"
        for metric, weight in result.weights.items()
        if weight > 0
    ]
    return (
        f"The score weighs {joined(weights)}: mapped values from 0 (worst) to 1 (best), before"
        " and after alike."
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
    reason_texts = [
        f"{counted(n_models, result.noun)} ({reason})" for reason, n_models in n_by_reason.items()
    ]
    return f"Without rank: {', '.join(reason_texts)}." if reason_texts else ""


def title(result: BeforeAndAfter, labels: Labels) -> str:
    return f"Ranks before and after {result.change}"


def reading(result: BeforeAndAfter, labels: Labels) -> str:
    """Return how to read the lines."""
    sentences = "Each line goes from the rank before to the rank after, 1 on top."
    if len(result.compared) > MAX_NAMED:
        best_text = "the best checkpoint of each method before, and " if result.families else ""
        sentences += f" Named: {best_text}who leads."
    if retrained(result):
        sentences += " Dashed: where the retrained model would rank."
    return sentences


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
    labels_of_methods = {}
    others = []
    for model in result.compared:
        rank_line = (model.before.rank or 0, model.after.rank or 0, _hover(model, look.names))
        if model.method in written:
            labels_of_methods[model.method] = rank_line
        else:
            others.append(rank_line)
    figure = go.Figure()
    thin_line = {"width": 0.75, "color": colours.muted}
    slopes(figure, others, line=thin_line, marker={"size": 3}, opacity=0.55)
    thick_line = {"width": 2, "color": colours.accent}
    slopes(
        figure,
        [labels_of_methods[method] for method in written],
        line=thick_line,
        marker={"size": 7},
    )
    for model in retrained(result):
        rank_before, rank_after = would_rank(result, model)
        model_label = figure_text(look.names.method(model.method))
        hover_text = (
            f"{model_label}, retrained: would rank {rank_before} before, {rank_after} after"
        )
        dashed = {"width": 2, "dash": "dash", "color": colours.missing}
        slopes(
            figure,
            [(rank_before, rank_after, hover_text)],
            line=dashed,
            marker={"symbol": "diamond"},
        )
    label_gap = NAME_HEIGHT * n_rows / (height - FRAME_HEIGHT)
    lowest = float(n_rows)
    for side_index, label_place, anchor in ((0, -0.04, "right"), (1, 1.04, "left")):
        labels_at_rank: dict[float, list[str]] = {}
        for method, method_label in written.items():
            labels_at_rank.setdefault(labels_of_methods[method][:2][side_index], []).append(
                figure_text(method_label)
            )
        heights = spread(list(labels_at_rank), label_gap)
        lowest = max(lowest, *heights)
        for label_height, (rank, labels) in zip(heights, labels_at_rank.items(), strict=True):
            hover_text = f"{rank:g} {labels[0]}"
            if len(labels) > 1:
                hover_text += f" and {len(labels) - 1} more"
            write(figure, label_place, label_height, hover_text, colours.ink, anchor=anchor)
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
    method_label = figure_text(labels.method(model.method))
    hover_text = f"{method_label}: rank {model.before.rank} before, {model.after.rank} after"
    if model.kept is not None:
        hover_text += f", keeps {number(model.kept, 2)} of its score"
    return hover_text


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
    return {method: shortened(method_label, 16) for method, method_label in written}


def would_rank(result: BeforeAndAfter, model: MeasuredTwice) -> tuple[int, int]:
    """Return the ranks that a model that is never ranked would have before and after."""
    before = 1
    rank_after = 1
    for candidate in result.compared:
        before += (candidate.before.score or 0.0) > (model.before.score or 0.0)
        rank_after += (candidate.after.score or 0.0) > (model.after.score or 0.0)
    return before, rank_after


def rows_table(result: BeforeAndAfter, labels: Labels) -> Table[MeasuredTwice]:
    """Return one row per candidate in the order before, then the models that are never ranked."""
    column = Column[MeasuredTwice]
    number_column = partial(column, kind="number", why="reason")
    rank_column = partial(column, kind="count", why="reason")
    columns = [
        column("perturbation", lambda model: result.perturbation, place="file"),
        column("method", head=result.noun, kind="method"),
        number_column("score_before", "before.score", "score before"),
        number_column("score_after", "after.score", "score after"),
        rank_column("rank_before", "before.rank", "rank before"),
        rank_column("rank_after", "after.rank", "rank after"),
        column("kept", head="kept", kind="number", help=KEPT),
    ]
    for metric in result.metrics:
        for side_name, utilities_path in SIDES.items():
            columns.append(
                Column(
                    f"utility_{side_name}.{metric.id}",
                    item(utilities_path, metric.id),
                    f"{metric.label} {side_name}",
                    kind="number",
                    help=UTILITY,
                    place="screen",
                )
            )
    columns += [
        column("role", place="file"),
        column("reason", head="without rank", place="screen"),
    ]
    return table([*result.candidates, *result.never_ranked], *columns)


SIDES = {"before": "before.utilities", "after": "after.utilities", "kept": "kept_of"}
"""Where a model has its utilities, and what it keeps of them, by metric id."""


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
