"""Models under one another by J, each between an independent retrain and the model before unlearning."""

import math
from collections.abc import Callable, Sequence
from operator import attrgetter

import plotly.graph_objects as go

from components.answers.equivalence.models import ModelRow, Models, ends
from components.format import figure_text, number
from components.plotting.intervals import Ends, dots, spans
from components.plotting.marks import log_ticks, name_rows, write
from components.plotting.theme import Mode, hatched, palette

ROW = 46
"""Height of a model in the figure, in pixels."""
READING = (
    "Dot: J of the drawn answers with its 95 % interval over prompts, thin with whole runs drawn instead. Ring: J over "
    "all answers of the forget set, where the suite has them; the dot is a sample of these, so they may differ. "
    "Small triangles: the two directions apart, pointing right for answers of the unlearned model, "
    "left for answers of the reference. Left is better; dashed lines are the floor (an independent retrain) and the "
    "ceiling (the model before unlearning). A square in place of the dot: farther than before unlearning."
)


def forest(result: Models, mode: Mode) -> go.Figure:
    """Models under one another, the first on top; J in nats, log scale where all is above 0.

    Models whose J is undefined or infinite are hatched.
    """
    colours, rows = palette(mode), result.models
    place = {r.method: len(rows) - 1 - i for i, r in enumerate(rows)}
    known = [r for r in rows if r.j is not None]
    numbers = _numbers(result, known)
    left, right = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    log = left > 0
    fig = go.Figure()
    for row, name in ((result.floor, "floor"), (result.ceiling, "ceiling")):
        if row is not None and row.j is not None:
            fig.add_vline(x=row.j, line={"width": 1.5, "color": colours.muted, "dash": "dash"})
            at = math.log10(row.j) if log else row.j  # plotly takes annotations, not shapes, in powers of ten
            write(fig, at, 1, name, colours.muted, anchor="auto", yref="paper", yanchor="bottom")
    fig.add_trace(hatched([((left + right) / 2, place[r.method]) for r in rows if r.j is None], mode, 0.5))

    def drawn(of: Callable[[ModelRow], float | None]) -> Callable[[ModelRow], float | None]:
        return lambda row: None if row.j is None else of(row)

    def ends_of(low: str, high: str) -> Callable[[ModelRow], Ends]:
        return lambda row: (None, None) if row.j is None else (getattr(row, low), getattr(row, high))

    spans(fig, rows, ends_of("low_runs", "high_runs"), colours.muted, 1.5, name="95 %, runs drawn")
    spans(fig, rows, ends_of("low", "high"), colours.muted, 4, name="95 % interval")
    for of, symbol, name in (
        (attrgetter("forward"), "triangle-right", "answers of the unlearned model"),
        (attrgetter("backward"), "triangle-left", "answers of the reference"),
    ):
        marker = {"symbol": symbol, "size": 8, "color": colours.muted}
        dots(fig, rows, drawn(of), marker, up=-0.3, hover=f"{name}: %{{x:.3f}}", name=name)
    if any(r.j_whole is not None for r in known):
        ring = {"symbol": "circle-open", "size": 16, "color": colours.ink, "line": {"width": 2}}
        name = "whole forget set"
        dots(fig, rows, drawn(lambda r: r.j_whole), ring, hover=f"{name}: %{{x:.3f}}", name=name)
    dots(
        fig,
        rows,
        lambda r: r.j,
        {"symbol": lambda r: "square" if r.farther else "circle", "size": 10, "color": colours.accent},
        data=lambda r: [figure_text(r.label), number(r.half), number(r.per_token), r.prompts],
        hover="%{customdata[0]}: J %{x:.3f}<br>half %{customdata[1]}, per token %{customdata[2]}"
        "<br>%{customdata[3]} prompts",
        name="J of the drawn answers",
    )
    if log:
        ticks = log_ticks(left, right)
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
    fig.update_xaxes(title_text=f"J in nats per prompt{' (log scale)' if log else ''}: ← more alike")
    legend = {"y": 1.0, "yref": "container", "yanchor": "top"}
    name_rows(fig, [r.label for r in rows], most=18)
    return fig.update_layout(legend=legend, margin={"t": 128}, height=198 + ROW * max(len(rows), 1))


def _numbers(result: Models, known: Sequence[ModelRow]) -> list[float]:
    """Every number on the axis of the forest."""
    drawn = [
        value
        for r in known
        for value in (r.j, r.j_whole, r.low, r.high, r.low_runs, r.high_runs, r.forward, r.backward)
    ]
    return [value for value in (*drawn, *(r.j for r in ends(result))) if value is not None]
