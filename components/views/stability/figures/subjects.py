"""Two methods head to head and sample by sample, and ranks over seeds."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from components.plotting.marks import segments
from components.plotting.theme import Mode, metric_colours, metric_lines, palette
from components.text import figure_text, number, shortened
from components.views.stability.result.duel import DuelResult
from components.views.stability.result.samples import SamplesResult
from components.views.stability.result.seeds import SeedsResult

MOST_ROWS = 40
"""Rows beyond this are cut; the table beneath holds them all."""


def rows_height(count: int) -> int:
    """One row per method or metric."""
    return 140 + max(min(count, MOST_ROWS), 2) * 34


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
    fig.update_layout(height=rows_height(len(result.margins)), showlegend=False, bargap=0.35)
    return fig


FEW = 60
"""Up to so many samples each is marked."""
_OTHER = 4
"""The hue of the second method: it stays apart from the accent for the colour-blind, and says what below 0 says."""


def sorted_differences(result: SamplesResult, mode: Mode) -> go.Figure:
    """A curve from the sample on which the first method is ahead most to the one on which the second is."""
    c = palette(mode)
    ranks, values = np.array(result.ranks), np.array(result.values)
    names = [figure_text(shortened(result.labels.method(m), 24)) for m in (result.a, result.b)]
    fig = go.Figure()
    for name, own, colour in zip(names, (values > 0, values < 0), (c.accent, c.lines[_OTHER]), strict=True):
        if own.any():
            fig.add_scatter(
                x=ranks[own],
                y=values[own],
                mode="lines+markers" if result.n <= FEW else "lines",
                fill="tozeroy",
                line={"width": 2, "color": colour, "shape": "hvh"},
                marker={"size": 6, "color": colour},
                hovertemplate=f"sample %{{x}} of {result.n}: %{{y:+.4~g}}, for {name}<extra></extra>",
                name=f"for {name}",
            )
    fig.add_hline(y=0, line={"width": 1, "color": c.muted})
    fig.update_xaxes(title_text="samples, sorted", range=[0.5, result.n + 0.5], zeroline=False)
    fig.update_yaxes(title_text="difference", zeroline=False)
    fig.update_layout(height=320, showlegend=True)
    return fig


def seed_ranks(result: SeedsResult, mode: Mode) -> go.Figure:
    """The rank of each method: where it stands, over its seeds (thick), over benchmarks and seeds (thin).

    Best method on top; the first 40 are drawn.
    """
    c, rows, labels = palette(mode), result.methods[:MOST_ROWS], result.labels
    fig = go.Figure()
    single = [(i, r.low, r.high) for i, r in enumerate(rows)]
    again = [(i, r.rank_low, r.rank_high) for i, r in enumerate(rows) if r.rank_low and r.rank_high]
    for spans, name, colour, width, shift in (
        (again, "benchmarks and seeds resampled", c.muted, 2, 0.16),
        (single, "one seed per cell", c.accent, 7, -0.1),
    ):
        if not spans:
            continue  # no name in the legend for what is not drawn
        # a rank that never changes is drawn as a short stroke, so that it can be seen
        strokes = [(low - 0.06, i + shift, high + 0.06, i + shift) for i, low, high in spans]
        segments(fig, strokes, colour, width, name=name)
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
    return fig.update_layout(height=rows_height(len(result.methods)))
