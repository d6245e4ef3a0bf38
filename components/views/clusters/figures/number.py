"""Silhouette and gap statistic over the number of clusters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.plotting.theme import Mode, palette


def number_of_clusters(part: Mapping[str, Any], mode: Mode) -> go.Figure:
    """Two panels over k: mean silhouette above, gap with one standard error below.

    The k that each of them picks is filled, the k shown has a vertical line, and the published partition its own
    mark (its silhouette) and a dotted line.
    """
    colours, rows = palette(mode), part["by_k"]
    fig = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.1)
    _line(fig, 1, rows, "silhouette", part["silhouette_k"], "silhouette", mode)
    _line(fig, 2, rows, "gap", part["gap_k"], "gap, ± one standard error", mode)
    first = part["published"][0] if part["published"] else None
    if first and first["silhouette"] is not None:
        fig.add_scatter(
            x=[first["k"]],
            y=[first["silhouette"]],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 15, "color": colours.accent, "line": {"width": 2.5}},
            name="published partition",
            hovertemplate="published partition: silhouette %{y:.3f}<extra></extra>",
            row=1,
            col=1,
        )
    for row in (1, 2):
        fig.add_vline(x=part["k"], line={"width": 16, "color": colours.grid}, layer="below", row=row, col=1)
        if first and first["n"]:
            fig.add_vline(
                x=first["k"], line={"width": 2, "color": colours.accent, "dash": "dot"}, layer="below", row=row, col=1
            )
    last = max((r["k"] for r in rows), default=1)
    fig.update_xaxes(range=[0.5, last + 0.5], dtick=1 if last < 15 else 5, tick0=0, showgrid=False)
    fig.update_xaxes(title_text="number of clusters k", row=2)
    fig.update_yaxes(title_text="silhouette", row=1)
    fig.update_yaxes(title_text="gap", row=2)
    return fig


def _line(
    fig: go.Figure, row: int, rows: Sequence[Mapping[str, Any]], key: str, best: int | None, name: str, mode: Mode
) -> None:
    colours = palette(mode)
    shown = [r for r in rows if r[key] is not None]
    errors = [r["gap_se"] for r in shown] if key == "gap" else None
    fig.add_scatter(
        x=[r["k"] for r in shown],
        y=[r[key] for r in shown],
        mode="lines+markers",
        line={"color": colours.muted, "width": 2},
        marker={
            "size": [13 if r["k"] == best else 9 for r in shown],
            "color": [colours.ink if r["k"] == best else colours.background for r in shown],
            "line": {"width": 2, "color": colours.ink},
        },
        error_y={"type": "data", "array": errors, "color": colours.muted, "thickness": 1.5, "width": 4}
        if errors
        else None,
        name=f"{name} (filled: its choice)",
        hovertemplate=f"k = %{{x}}: {key} %{{y:.3f}}<extra></extra>",
        row=row,
        col=1,
    )
