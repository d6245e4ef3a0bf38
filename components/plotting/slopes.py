"""Slope lines from one order to another, and what is written at their ends; the axis upright is the figure's own."""

from collections.abc import Mapping, Sequence
from typing import Literal

import plotly.graph_objects as go

from components.plotting.theme import GAP


def slopes(fig: go.Figure, rows: Sequence[tuple[float, float, str]], **style: object) -> None:
    """A line per row (left, right, what it says) from x = 0 to x = 1, all of them as one trace."""
    fig.add_scatter(
        x=[x for _ in rows for x in (0, 1, None)],
        y=[y for left, right, _ in rows for y in (left, right, None)],
        mode="lines+markers",
        text=[t for *_, text in rows for t in (text, text, "")],
        hovertemplate="%{text}<extra></extra>",
        **style,
    )


def ends(
    fig: go.Figure, side: Literal[0, 1], texts: Mapping[float, str], colour: str, size: int = 12, **more: object
) -> None:
    """Texts beside the left (0) or the right ends (1) of lines, by their height."""
    fig.add_scatter(
        x=[side] * len(texts),
        y=list(texts),
        mode="text",
        text=[f"{GAP}{text}{GAP}" for text in texts.values()],
        textposition=("middle left", "middle right")[side],
        textfont={"size": size, "color": colour},
        cliponaxis=False,
        hoverinfo="skip",
        **{"showlegend": False, **more},
    )
