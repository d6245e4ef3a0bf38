"""Ranks of the methods over seeds, and over benchmarks and seeds."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.text import figure_text, number, shortened
from components.views.stability.figures.heights import MOST_ROWS
from components.views.stability.result.seeds import SeedsResult


def seed_ranks(result: SeedsResult, mode: Mode) -> go.Figure:
    """The rank of each method: where it stands, over its seeds (thick), over benchmarks and seeds (thin).

    Best method on top; the first 40 are drawn.
    """
    c, rows, labels = palette(mode), result.methods[:MOST_ROWS], result.labels
    fig = go.Figure()
    single = [(i, r.low, r.high) for i, r in enumerate(rows)]
    again = [(i, r.rank_low, r.rank_high) for i, r in enumerate(rows) if r.rank_low and r.rank_high]
    for spans, name, line, shift in (
        (again, "benchmarks and seeds resampled", {"width": 2, "color": c.muted}, 0.16),
        (single, "one seed per cell", {"width": 7, "color": c.accent}, -0.1),
    ):
        if not spans:
            continue  # no name in the legend for what is not drawn
        # a rank that never changes is drawn as a short stroke, so that it can be seen
        fig.add_scatter(
            x=[x for _, low, high in spans for x in (low - 0.06, high + 0.06, None)],
            y=[y for i, _, _ in spans for y in (i + shift, i + shift, None)],
            mode="lines",
            line=line,
            name=name,
            hoverinfo="skip",
        )
    fig.add_scatter(
        x=[r.rank for r in rows],
        y=[i - 0.1 for i in range(len(rows))],
        mode="markers",
        marker={"size": 11, "color": c.background, "line": {"width": 2, "color": c.ink}},
        name="rank now",
        customdata=[[figure_text(labels.method(r.method)), r.low, r.high, number(r.confidence)] for r in rows],
        hovertemplate="%{customdata[0]}: rank %{x}, over seeds %{customdata[1]} to %{customdata[2]}"
        "<br>confidence factor %{customdata[3]}<extra></extra>",
    )
    last = max(r.rank_high or r.high for r in rows)
    fig.update_xaxes(range=[0.5, last + 0.5], title_text="rank", tickformat="d", zeroline=False)
    if last <= 12:
        fig.update_xaxes(dtick=1)
    fig.update_yaxes(
        range=[len(rows) - 0.4, -0.6],
        tickvals=list(range(len(rows))),
        ticktext=[figure_text(shortened(labels.method(r.method), 18)) for r in rows],
        showgrid=False,
        zeroline=False,
    )
    return fig
