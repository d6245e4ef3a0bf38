"""Does a model answer as one that never saw the forgotten data? J of each."""

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import counted, few, figure_text, joined, number, shortened, verb
from components.plotting.intervals import dots, spans
from components.plotting.marks import log_ticks, name_rows, write
from components.plotting.theme import hatched, palette
from components.results.equivalence import Distances, ModelDistance, compute, do_overlap
from components.table import (
    Column,
    Medium,
    Table,
    count_column,
    flag_column,
    number_column,
    records,
    table,
)
from components.words import Labels

NORMALISATION = (
    "J is the sum of both directions, in nats per prompt, over whole answers with their end token."
    " The formula printed in the FADE paper (arXiv 2510.12981) was not available to check whether"
    " it halves the sum or divides by the number of tokens; half of J and J per token (each"
    " direction divided by the mean length of its answers) stand beside it."
)
READING = (
    "Dot: J of the drawn answers with its 95 % interval. Ring: J over the whole forget set, of"
    " which these answers are a sample. Dashed: a retrained model and the original one. Square:"
    " farther away than the original model."
)
ROW_HEIGHT = 34
"""Pixels."""


def say(distances: Distances, labels: Labels) -> Said:
    lines = [verdict(distances, labels), near_retrained(distances, labels)]
    farther = [labels.method(model.method) for model in distances.models if model.is_farther]
    if farther:
        are = verb(len(farther), "is", "are")
        lines.append(f"{few(farther, 'method')} {are} farther away than the original model.")
    answers_text = "over the whole forget set" if distances.is_whole else "of the drawn answers"
    basis = f"Models are ordered by J {answers_text}; the intervals are those of the drawn answers."
    return Said(lines, [basis, balance(distances), NORMALISATION])


def verdict(distances: Distances, labels: Labels) -> str:
    """Return which model answers most like a retrained one, with its J between those of the
    controls.

    Where another is closest on the drawn answers: both if their intervals overlap, else each by
    its J."""
    closest = list(distances.closest)
    if not closest:
        return "No method has drawn answers."
    by_drawn = distances.closest_by_drawn_answers
    overlap = ""
    other = ""
    if by_drawn is not None and do_overlap(closest[0], by_drawn):
        closest.append(by_drawn)
        overlap = " (intervals overlap)"
    elif by_drawn is not None:
        other = f"; on drawn answers {labels.method(by_drawn.method)} does"
    control_texts = [
        f"{control_name} {number(control_j)}"
        for control_name, control_j in distances.j_of_controls.items()
    ]
    compared_with = f" ({', '.join(control_texts)})" if control_texts else ""
    answer = verb(len(closest), "answers", "answer")
    listed = few([labels.method(model.method) for model in closest], "method")
    distance_texts = dict.fromkeys(number(model.ranking_j) for model in closest)
    return (
        f"{listed} {answer} most like a retrained model{overlap}: FADE distance"
        f" {joined([*distance_texts])}{compared_with}{other}."
    )


def near_retrained(distances: Distances, labels: Labels) -> str:
    """Return which methods the drawn answers cannot tell from a retrained model, "" without
    intervals."""
    high_of_retrained = None if distances.retrained is None else distances.retrained.interval[1]
    low_of_method = {}
    for model in distances.models:
        lowest_j = model.interval[0]
        if lowest_j is not None and not model.is_control:
            low_of_method[model.method] = lowest_j
    if high_of_retrained is None or not low_of_method:
        return ""
    near_labels = [
        labels.method(method)
        for method, lowest_j in low_of_method.items()
        if lowest_j <= high_of_retrained
    ]
    if not near_labels:
        return "No method's interval reaches that of a retrained model."
    listed = f": {joined(near_labels)}" if len(near_labels) <= 3 else ""
    return (
        f"{len(near_labels)} of {len(low_of_method)} methods cannot be told apart from a retrained"
        f" model{listed}."
    )


def balance(distances: Distances) -> str:
    """Return for how many models the drawn answers pass the test of how they were drawn."""
    balances = [model.estimate.balance for model in distances.models]
    tested = [test for test in balances if test is not None]
    if not tested:
        return ""
    n_passed = sum(not test.biased for test in tested)
    return (
        "Drawn at temperature 1 from the models that score them, as far as a test can tell:"
        f" {n_passed} of {counted(len(tested), 'set')} of answers."
    )


def draw(distances: Distances, look: Look) -> go.Figure:
    """Draw the models, the first on top; J in nats, on a log scale if all is above 0, hatched if
    infinite."""
    colours = palette(look.mode)
    fig = go.Figure()
    models = distances.models
    low, high = _range(distances)
    is_log = low > 0
    axis_of = math.log10 if is_log else float
    for control_name, control_j in distances.j_of_controls.items():
        if control_j is None:
            continue
        fig.add_vline(x=control_j, line={"width": 1.5, "color": colours.muted, "dash": "dash"})
        # plotly takes annotations, not shapes, in powers of ten
        axis_place = axis_of(control_j)
        write(
            fig,
            axis_place,
            1,
            control_name,
            colours.muted,
            anchor="auto",
            yref="paper",
            yanchor="bottom",
        )
    undefined = []
    for height, model in enumerate(reversed(models)):
        if model.estimate.j is None:
            undefined.append(((low + high) / 2, height))
    fig.add_trace(hatched(undefined[::-1], look.mode, 0.5))
    spans(fig, models, lambda model: model.interval, colours.muted, name="95 % interval")
    if any(_drawn_ring(model) is not None for model in models):
        ring_marker = {
            "symbol": "circle-open",
            "size": 16,
            "color": colours.ink,
            "line": {"width": 2},
        }
        control_name = "whole forget set"
        dots(
            fig,
            models,
            _drawn_ring,
            ring_marker,
            hover_template=f"{control_name}: %{{x:.3f}}",
            name=control_name,
        )
    dots(
        fig,
        models,
        lambda model: model.estimate.j,
        {
            "symbol": lambda model: "square" if model.is_farther else "circle",
            "size": 10,
            "color": colours.accent,
        },
        data_of=lambda model: [
            figure_text(shortened(look.names.method(model.method))),
            number(model.estimate.half),
            number(model.estimate.per_token),
            model.estimate.prompts,
        ],
        hover_template=(
            "%{customdata[0]}: J %{x:.3f}<br>half %{customdata[1]}, per token %{customdata[2]}"
            "<br>%{customdata[3]} prompts"
        ),
        name="drawn answers",
    )
    axis_title = "J in nats per prompt: ← more alike"
    if is_log:
        axis_title = "J in nats per prompt (log scale): ← more alike"
        tick_values = log_ticks(low, high)
        fig.update_xaxes(
            type="log",
            tickvals=tick_values,
            ticktext=[f"{tick_value:g}" for tick_value in tick_values],
        )
    axis_margin = 0.03 * (axis_of(high) - axis_of(low)) or 1.0
    fig.update_xaxes(
        range=[axis_of(low) - axis_margin, axis_of(high) + axis_margin], title_text=axis_title
    )
    name_rows(fig, [look.names.method(model.method) for model in models], 18)
    legend = {"y": 1.0, "yref": "container", "yanchor": "top"}
    height = 158 + ROW_HEIGHT * max(len(models), 1)
    return fig.update_layout(legend=legend, margin={"t": 92}, height=height)


def _range(distances: Distances) -> tuple[float, float]:
    """Return the lowest and the highest J that is drawn."""
    values = [*distances.j_of_controls.values()]
    for model in distances.models:
        if model.estimate.j is not None:
            values += [model.estimate.j, model.j_whole, *model.interval]
    finite = [value for value in values if value is not None]
    return min(finite, default=0.0), max(finite, default=1.0)


def _drawn_ring(model: ModelDistance) -> float | None:
    return None if model.estimate.j is None else model.j_whole


def models_table(models: Sequence[ModelDistance]) -> Table[ModelDistance]:
    """Return one row per model: J, its parts and its intervals."""
    column = Column[ModelDistance]
    of_runs: Medium = "screen" if any(model.estimate.runs > 1 for model in models) else "file"

    def estimated(
        key: str, head: str = "", unit: str = "", why: str = "", place: Medium = "print"
    ) -> Column[ModelDistance]:
        value_of = attrgetter(f"estimate.{key}")
        return number_column(key, value_of, head, unit=unit, why=why, place=place)

    return table(
        models,
        count_column("rank"),
        column("method", head="model", kind="method"),
        flag_column("control", "is_control", place="file"),
        number_column("j_whole", head="J, whole forget set"),
        estimated("j", "J", "nats", "j_reason"),
        estimated("low", "from", why="interval_reason"),
        estimated("high", "to", why="interval_reason"),
        estimated("low_runs", "low, runs drawn", place=of_runs),
        estimated("high_runs", "high, runs drawn", place=of_runs),
        estimated("half", "half of J"),
        estimated("per_token", "per token"),
        estimated("forward", "answers of the unlearned", place="screen"),
        estimated("backward", "answers of the retrained", place="screen"),
        estimated("finite", "J, finite terms", place="screen"),
        count_column("prompts", "estimate.prompts"),
        number_column("lowest_prompt", head="J of a prompt from", place="screen"),
        number_column("highest_prompt", head="to a prompt", place="screen"),
        count_column("runs", "estimate.runs", place="file"),
        flag_column("farther", "is_farther", "farther than the original", place="screen"),
        column("balance", "estimate.balance", place="file"),
        column("j_reason", "infinite", "why J is infinite", place="screen"),
        column("interval_reason", "estimate.interval_reason", "why no interval", place="screen"),
    )


def facts(distances: Distances) -> Mapping[str, object]:
    """Return which J this is, and that of the retrained and of the original model."""

    def record(control: ModelDistance | None) -> object:
        return None if control is None else records(models_table([control]))[0]

    return {
        "normalisation": NORMALISATION,
        "ranked_by": "whole" if distances.is_whole else "answers",
        "floor": record(distances.retrained),
        "ceiling": record(distances.original),
    }


MODELS = Answer(
    "models",
    compute,
    say,
    Part(
        "models",
        "FADE distance J of each model",
        lambda distances, labels: models_table(distances.models),
        draw,
        reading=READING,
    ),
    facts=facts,
    key="equivalence",
    terms=("fade", "fade_floor", "answer_balance", "bootstrap_interval"),
)
