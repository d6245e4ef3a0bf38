"""Two methods head to head: the margin on each metric."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.theme import Mode, metric_colours, metric_lines, palette
from components.text import figure_text, number, shortened
from components.views.stability.result.duel import DuelResult


def margins(result: DuelResult, mode: Mode) -> go.Figure:
    """What each metric adds to the lead of one method over another: weight × difference of utilities.

    To the right: for the method ahead.
    """
    c, metrics, labels = palette(mode), list(result.weighted), result.labels
    areas, lines = metric_colours(result.metrics, mode), metric_lines(result.metrics, mode)
    values = list(result.weighted.values())
    fig = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(metrics))),
            orientation="h",
            marker={
                "color": [areas[m] for m in metrics],
                "line": {"width": 1, "color": [lines[m] for m in metrics]},
            },
            text=[number(v, 4, sign=True) for v in values],
            textposition="outside",
            cliponaxis=False,
            textfont={"color": c.ink, "size": 12},
            customdata=[[figure_text(labels.metric(m)), number(result.margins[m], sign=True)] for m in metrics],
            hovertemplate="%{customdata[0]}: utilities differ by %{customdata[1]}, weighted %{x:+.4f}<extra></extra>",
        )
    )
    fig.add_vline(x=0, line={"width": 1, "color": c.muted})
    reach = max([abs(v) for v in values] or [0.0]) * 1.35 or 1.0
    ahead, behind = (figure_text(shortened(labels.method(m), 20)) for m in (result.ahead, result.behind))
    fig.update_xaxes(range=[-reach, reach], title_text=f"← for {behind}        for {ahead} →", zeroline=False)
    fig.update_yaxes(
        range=[len(metrics) - 0.5, -0.5],
        tickvals=list(range(len(metrics))),
        ticktext=[figure_text(shortened(labels.metric(m), 16)) for m in metrics],
        showgrid=False,
        zeroline=False,
    )
    fig.update_layout(showlegend=False, bargap=0.35)
    return fig
