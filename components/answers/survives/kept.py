"""How much forgetting is kept? Score after / score before of every checkpoint, method by method."""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import figure_text, number
from components.plotting.intervals import PlacedMark, points
from components.plotting.marks import MAX_ROWS, name_rows, rows_height
from components.plotting.theme import palette
from components.results.before_and_after import BeforeAndAfter, MeasuredTwice, before_and_after
from components.words import Labels

READING = (
    "Score after / score before; at 1 nothing is lost. Filled: the best checkpoint before. Crosses:"
    " never ranked."
)


def with_share(models: Sequence[MeasuredTwice]) -> list[MeasuredTwice]:
    """Return the models whose kept share is known."""
    return [model for model in models if model.kept is not None]


def say(result: BeforeAndAfter, labels: Labels) -> Said:
    models = with_share(result.compared)
    models.sort(key=lambda model: (model.kept or 0.0, model.method))
    if len(models) < 2:
        return Said()
    end_sentences = []
    for model in (models[0], models[-1]):
        end_sentences.append(f"{number(model.kept)} ({labels.method(model.method)})")
    return Said([f"The kept share of the score runs from {' to '.join(end_sentences)}."])


def draw(result: BeforeAndAfter, look: Look) -> go.Figure:
    """Draw a row per method, a ring per checkpoint at the share that it keeps, filled for the one
    best before."""
    colours = palette(look.mode)
    best_methods = [model.method for model in result.best_before()]
    rows = _rows(result, look.names)[:MAX_ROWS]
    ring_marks: list[PlacedMark[MeasuredTwice]] = []
    filled: list[PlacedMark[MeasuredTwice]] = []
    crosses: list[PlacedMark[MeasuredTwice]] = []
    highest = 1.0
    for height, (_, models) in enumerate(reversed(rows)):
        for model in models:
            highest = max(highest, model.kept or 0.0)
            marks_of_side = filled if model.method in best_methods else ring_marks
            if model.role != "candidate":
                marks_of_side = crosses
            marks_of_side.append((model, model.kept, height))
    figure = go.Figure()
    figure.add_vline(x=1, line={"width": 1, "color": colours.muted})
    for marks_of_side, symbol, mark_size, colour in (
        (ring_marks, "circle-open", 8, colours.accent),
        (filled, "circle", 11, colours.accent),
        (crosses, "x-thin", 11, colours.ink),
    ):
        line_style = {"width": 1.5, "color": colour}
        points(
            figure,
            marks_of_side,
            {"symbol": symbol, "size": mark_size, "color": colour, "line": line_style},
            data_of=lambda model: _hover(model, look.names),
            hover_template=(
                "%{customdata[0]}: keeps %{x:.2f}<br>%{customdata[1]} before, %{customdata[2]}"
                " after"
            ),
        )
    figure.update_xaxes(range=[0, 1.05 * highest], title_text="share of the score kept")
    figure.update_layout(height=rows_height(len(rows)), showlegend=False)
    return name_rows(figure, [row_label for row_label, _ in rows], max_letters=18)


def _hover(model: MeasuredTwice, labels: Labels) -> list[str]:
    method_label = figure_text(labels.method(model.method))
    return [method_label, number(model.before.score), number(model.after.score)]


def _rows(result: BeforeAndAfter, labels: Labels) -> list[tuple[str, list[MeasuredTwice]]]:
    """Each method with its checkpoints, most kept by the best one first, then the models that are
    never ranked."""
    rows = []
    models = with_share(result.compared)
    for best_checkpoint in sorted(result.best_before(), key=lambda model: -(model.kept or 0.0)):
        row_label = result.families.get(best_checkpoint.family) or labels.method(
            best_checkpoint.method
        )
        checkpoints = [model for model in models if model.family == best_checkpoint.family]
        if checkpoints:
            rows.append((row_label, checkpoints))
    for model in with_share(result.never_ranked):
        rows.append((labels.method(model.method), [model]))
    return rows


KEPT = Answer(
    "kept",
    before_and_after,
    say,
    Part(
        "kept",
        "Share of the score that each checkpoint keeps",
        draw=draw,
        reading=READING,
        when=lambda result: bool(with_share(result.compared)),
    ),
    heading="How much is kept",
    key=None,
)
