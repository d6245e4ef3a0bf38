"""A simple picture of a query's result: one bar per row."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.plotting.marks import name_rows
from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened


def query_bars(labels: Sequence[str], values: Sequence[float | None], name: str, mode: Mode) -> go.Figure:
    """Bars under one another in the order of the rows; a row without a value keeps its place and has none."""
    colours = palette(mode)
    fig = go.Figure()
    fig.add_bar(
        x=list(values),
        y=list(range(len(labels)))[::-1],
        orientation="h",
        marker={"color": colours.accent},
        customdata=[figure_text(shortened(label, 80)) for label in labels],
        hovertemplate="%{customdata}: %{x:.6~g}<extra></extra>",
        showlegend=False,
    )
    fig.update_xaxes(title_text=figure_text(shortened(name, 60)), zeroline=True)
    return name_rows(fig, labels, most=34).update_layout(bargap=0.3, height=110 + 26 * len(labels))
