"""The power to separate two methods over the number of benchmarks."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.theme import Mode, palette
from components.stats.separation.planning import FEWEST, POWER
from components.views.separable.result import PowerCurve
from components.views.separable.tables import seeds_of

DASHES = ("solid", "dash", "dot")


def power_lines(curve: PowerCurve, mode: Mode) -> go.Figure:
    """A line for each number of seeds; dotted the power wanted, shaded where no p of sign flips can reach .05."""
    c = palette(mode)
    fig = go.Figure()
    fig.add_vrect(x0=curve.benchmarks[0], x1=FEWEST, fillcolor=c.muted, opacity=0.15, line_width=0)
    for line, dash in zip(curve.lines, DASHES, strict=False):
        name = seeds_of(line)
        fig.add_scatter(
            x=curve.benchmarks,
            y=line.power,
            mode="lines",
            name=name,
            line={"width": 2.5, "color": c.accent if dash == "solid" else c.ink, "dash": dash},
            hovertemplate=f"%{{x}} benchmarks, {name}: %{{y:.0%}}<extra></extra>",
        )
    fig.add_hline(y=POWER, line={"width": 1.5, "color": c.muted, "dash": "dot"})
    fig.update_xaxes(title="benchmarks like these", range=[curve.benchmarks[0], curve.benchmarks[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    fig.update_layout(height=320, showlegend=len(curve.lines) > 1)
    return fig
