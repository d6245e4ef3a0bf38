"""Shares with their intervals: how much of what was suppressed could still be brought out."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import segments
from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened
from components.views.reproduction.recoverability import RecoverabilityResult


def recoverability_shares(result: RecoverabilityResult, mode: Mode) -> go.Figure:
    """The counts of the pilot under one another: share (dot), 95 % Wilson interval (line), counts (text)."""
    colours, rows = palette(mode), result.rows
    known = [(len(rows) - 1 - i, r) for i, r in enumerate(rows) if r.share is not None]
    fig = go.Figure()
    segments(fig, [(r.low, place, r.high, place) for place, r in known], colours.muted, showlegend=False)
    fig.add_scatter(
        x=[r.share for _, r in known],
        y=[place for place, _ in known],
        mode="markers",
        marker={"size": 11, "color": colours.accent},
        customdata=[[r.revealed, r.suppressed, r.low, r.high, figure_text(shortened(r.source, 60))] for _, r in known],
        hovertemplate="%{customdata[0]} of %{customdata[1]}: %{x:.3f} (%{customdata[2]:.3f} to %{customdata[3]:.3f})"
        "<br>%{customdata[4]}<extra></extra>",
        showlegend=False,
    )
    for i, row in enumerate(rows):
        fig.add_annotation(
            x=0,
            y=len(rows) - 1 - i + 0.33,
            text=figure_text(
                f"{shortened(row.label, 24)}, {row.revealed} of {row.suppressed} · {shortened(row.source, 34)}"
            ),
            showarrow=False,
            xanchor="left",
            font={"size": 13, "color": colours.ink},
            bgcolor=colours.background,
        )
    fig.update_xaxes(range=[-0.02, 1.02], title_text="share that still revealed the answer", tickformat=".1f")
    fig.update_yaxes(range=[-0.6, len(rows) - 0.3], visible=False)
    return fig.update_layout(height=100 + 56 * len(rows))
