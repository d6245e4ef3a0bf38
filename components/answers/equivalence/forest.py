"""Models under one another by J, between a retrained and the original model."""

import math
from collections.abc import Callable, Sequence

import plotly.graph_objects as go

from components.answers.equivalence.models import ModelRow
from components.format import figure_text, number
from components.plotting.intervals import dots, spans
from components.plotting.marks import log_ticks, name_rows, write
from components.plotting.theme import Mode, hatched, palette

ROW = 34
"""Height of a model in the figure, in pixels."""
READING = (
    "Dot: J of the drawn answers with its 95 % interval. Ring: J over the whole forget set, of"
    " which these answers are a sample. Dashed: a retrained model and the original one. Square:"
    " farther away than the original model."
)


def forest(
    rows: Sequence[ModelRow], retrained: ModelRow | None, original: ModelRow | None, mode: Mode
) -> go.Figure:
    """Draw the models, the first on top; J in nats, on a log scale if all is above 0, hatched if
    infinite."""
    colours, fig = palette(mode), go.Figure()
    ends = [
        (r.ranking_j, name)
        for r, name in ((retrained, "retrained"), (original, "original"))
        if r is not None
    ]
    known = [r for r in rows if r.estimate.j is not None]
    drawn = [x for r in known for x in (r.estimate.j, r.j_whole, *r.interval)]
    numbers = [x for x in (*drawn, *(j for j, _ in ends)) if x is not None]
    left, right = (min(numbers), max(numbers)) if numbers else (0.0, 1.0)
    log = left > 0
    for j, name in ends:
        if j is not None:
            fig.add_vline(x=j, line={"width": 1.5, "color": colours.muted, "dash": "dash"})
            at = (
                math.log10(j) if log else j
            )  # plotly takes annotations, not shapes, in powers of ten
            write(fig, at, 1, name, colours.muted, anchor="auto", yref="paper", yanchor="bottom")
    unknown = [len(rows) - 1 - i for i, r in enumerate(rows) if r.estimate.j is None]
    fig.add_trace(hatched([((left + right) / 2, y) for y in unknown], mode, 0.5))

    def finite(of: Callable[[ModelRow], float | None]) -> Callable[[ModelRow], float | None]:
        return lambda row: None if row.estimate.j is None else of(row)

    spans(
        fig,
        rows,
        lambda r: (None, None) if r.estimate.j is None else r.interval,
        colours.muted,
        name="95 % interval",
    )
    if any(r.j_whole is not None for r in known):
        ring = {"symbol": "circle-open", "size": 16, "color": colours.ink, "line": {"width": 2}}
        name = "whole forget set"
        dots(fig, rows, finite(lambda r: r.j_whole), ring, hover=f"{name}: %{{x:.3f}}", name=name)
    dots(
        fig,
        rows,
        lambda r: r.estimate.j,
        {
            "symbol": lambda r: "square" if r.farther else "circle",
            "size": 10,
            "color": colours.accent,
        },
        data=lambda r: [
            figure_text(r.label),
            number(r.estimate.half),
            number(r.estimate.per_token),
            r.estimate.prompts,
        ],
        hover=(
            "%{customdata[0]}: J %{x:.3f}<br>half %{customdata[1]}, per token %{customdata[2]}"
            "<br>%{customdata[3]} prompts"
        ),
        name="drawn answers",
    )
    low, high = (math.log10(left), math.log10(right)) if log else (left, right)
    room = 0.03 * (high - low) or 1.0
    if log:
        ticks = log_ticks(left, right)
        fig.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{t:g}" for t in ticks])
    fig.update_xaxes(range=[low - room, high + room])
    fig.update_xaxes(
        title_text=f"J in nats per prompt{' (log scale)' if log else ''}: ← more alike"
    )
    legend = {"y": 1.0, "yref": "container", "yanchor": "top"}
    name_rows(fig, [r.label for r in rows], most=18)
    return fig.update_layout(legend=legend, margin={"t": 92}, height=158 + ROW * max(len(rows), 1))
