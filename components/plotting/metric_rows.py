"""Figures with a row per metric: where each row is, a line of text above its marks, and the axis that names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened


class MetricRow(Protocol):
    """What a row shows: one metric, by its id and its label."""

    @property
    def metric(self) -> str: ...  # noqa: D102
    @property
    def label(self) -> str: ...  # noqa: D102


def places(rows: Sequence[MetricRow]) -> dict[str, int]:
    """The height of each metric's row, the first on top."""
    return {r.metric: len(rows) - 1 - i for i, r in enumerate(rows)}


def write_notes(
    fig: go.Figure, rows: Sequence[MetricRow], notes: Sequence[str], left: float, mode: Mode, up: float = 0.33
) -> None:
    """One text per row, `up` above its middle, from `left` on, on ground of its own."""
    colours, place = palette(mode), places(rows)
    for row, note in zip(rows, notes, strict=True):
        fig.add_annotation(
            x=left,
            y=place[row.metric] + up,
            text=figure_text(note),
            showarrow=False,
            xanchor="left",
            font={"size": 11, "color": colours.muted},
            bgcolor=colours.background,
            borderpad=1,
        )


def name_rows(fig: go.Figure, rows: Sequence[MetricRow], most: int = 14) -> go.Figure:
    """The axis: labels of at most `most` letters."""
    return fig.update_yaxes(
        range=[-0.6, len(rows) - 0.4],
        tickvals=list(places(rows).values()),
        ticktext=[figure_text(shortened(r.label, most)) for r in rows],
        showgrid=False,
        zeroline=False,
    )
