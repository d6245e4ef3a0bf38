"""A simple picture of a query's result: one bar per row."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened


def query_bars(labels: Sequence[str], values: Sequence[float | None], name: str, mode: Mode) -> go.Figure:
    """Bars under one another in the order of the rows; a row without a value keeps its place and has none."""
    colours = palette(mode)
    places = [len(labels) - 1 - i for i in range(len(labels))]
    fig = go.Figure()
    fig.add_bar(
        x=list(values),
        y=places,
        orientation="h",
        marker={"color": colours.accent},
        customdata=[figure_text(shortened(label, 80)) for label in labels],
        hovertemplate="%{customdata}: %{x:.6~g}<extra></extra>",
        showlegend=False,
    )
    fig.update_yaxes(
        tickvals=places,
        ticktext=[figure_text(shortened(label, 34)) for label in labels],
        range=[-0.6, len(labels) - 0.4],
        showgrid=False,
    )
    fig.update_xaxes(title_text=figure_text(shortened(name, 60)), zeroline=True)
    fig.update_layout(bargap=0.3, height=110 + 26 * len(labels))
    return fig
