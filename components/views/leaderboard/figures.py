"""The expected best score of each method over the number of its checkpoints tried."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import benchmark_marks
from components.plotting.room import spread
from components.plotting.theme import Mode, palette
from components.text import figure_text, shortened
from components.views.leaderboard.beside import Families

ROOM = 0.42
"""Room to the right of the lines for the names of the methods, as a share of the axis."""
LEAST_GAP = 0.055
"""The least distance between two names, as a share of the axis."""


def tries_lines(result: Families, mode: Mode) -> go.Figure:
    """A line per method from one try to the size of its grid, named at its end; the tries compared are dashed."""
    rows, colours = result.rows, palette(mode)
    fig, marks = go.Figure(), benchmark_marks(sorted(r.family for r in rows), mode)
    most = max((len(r.curve) for r in rows), default=1)
    values = [v for r in rows for v in r.curve]
    low, high = min(values, default=0.0), max(values, default=1.0)
    span = (high - low) or 1.0
    fig.add_vline(x=result.tries, line={"width": 1, "color": colours.muted, "dash": "dash"})
    for row in rows:
        tries = list(range(1, len(row.curve) + 1))
        mark, name = marks[row.family], figure_text(shortened(row.label, 16))
        fig.add_scatter(
            x=tries,
            y=list(row.curve),
            mode="lines+markers",
            line={"width": 2, "color": mark["color"]},
            marker={**mark, "size": [0] * (len(tries) - 1) + [9]},
            name=name,
            showlegend=False,
            hovertemplate=f"{name}: %{{y:.3f}} with %{{x:d}} tries<extra></extra>",
        )
    heights = spread([r.curve[-1] for r in rows], LEAST_GAP * span)
    fig.update_layout(
        height=460,
        annotations=[
            {
                "x": len(row.curve) + 0.2,
                "y": row.curve[-1],
                "ax": most + 0.8,
                "ay": height,
                "axref": "x",
                "ayref": "y",
                "text": figure_text(shortened(row.label, 16)),
                "xanchor": "left",
                "showarrow": True,
                "arrowhead": 0,
                "arrowwidth": 1,
                "arrowcolor": colours.grid,
                "font": {"size": 13, "color": colours.ink},
            }
            for row, height in zip(rows, heights, strict=True)
        ],
    )
    ends = [*values, *heights]
    fig.update_yaxes(
        range=[min(ends, default=0.0) - 0.05 * span, max(ends, default=1.0) + 0.05 * span],
        title_text="Expected best UQS",
    )
    ticks = sorted({1, result.tries, most})
    return fig.update_xaxes(
        range=[0.5, 1 + (most - 1 or 1) * (1 + ROOM)],
        tickvals=ticks,
        ticktext=[str(t) for t in ticks],
        title_text="Checkpoints tried",
    )
