"""The map of weights: who leads where when three metrics share their weight differently."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import plotly.graph_objects as go

from components.labels import Labels
from components.plotting.theme import Mode, ink_on, mixed, palette
from components.text import figure_text, number, shortened
from components.views.stability.result.leaders import Point, TernaryResult

HEIGHT = sqrt(3) / 2
PIXELS, LETTER = 400, 7
"""Usual width of the map on a screen and of a letter: a name that does not fit its part goes into the legend."""
CORNERS = ((0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0))
"""Where the three metrics stand: first on top, second left, third right."""


def weight_map(result: TernaryResult, mode: Mode) -> go.Figure:
    """The triangle of three metrics, each part named and coloured by its leader.

    The dot is where the weights are now, the arrow points to the nearest border.
    """
    c, corners, labels = palette(mode), result.corners, result.labels
    fig = go.Figure()
    for i, region in enumerate(result.regions):
        fill = mixed(c.areas[i % len(c.areas)], c.background, 0.45)
        points = [_place(p, corners) for p in region.polygon]
        name = _leaders(region.methods, labels)
        x, y = _centre(points)
        named = _width(points, y) * PIXELS > LETTER * len(name)
        fig.add_scatter(
            x=[p[0] for p in [*points, points[0]]],
            y=[p[1] for p in [*points, points[0]]],
            mode="lines",
            fill="toself",
            fillcolor=fill,
            line={"width": 1.5, "color": c.ink},
            hoveron="fills",
            text=f"{name} leads on {region.share:.1%} of the map",
            hoverinfo="text",
            name=f"{name} leads",
            showlegend=not named,
        )
        if named:
            fig.add_annotation(x=x, y=y, text=name, showarrow=False, font={"size": 14, "color": ink_on(fill)})
    here = _place(result.current, corners)
    if result.border is not None and result.border != result.current:
        there = _place(result.border, corners)
        fig.add_annotation(
            x=there[0],
            y=there[1],
            ax=here[0],
            ay=here[1],
            xref="x",
            yref="y",
            axref="x",
            ayref="y",
            text="",
            showarrow=True,
            arrowhead=2,
            arrowwidth=2,
            arrowcolor=c.ink,
        )
        fig.add_scatter(
            x=[there[0]],
            y=[there[1]],
            mode="markers",
            marker={"size": 10, "symbol": "diamond-open", "color": c.ink, "line": {"width": 2}},
            name="nearest border",
            hovertemplate=f"{_shares(result.border, labels)}<extra></extra>",
        )
    fig.add_scatter(
        x=[here[0]],
        y=[here[1]],
        mode="markers",
        marker={"size": 13, "color": c.ink, "line": {"width": 2, "color": c.background}},
        name="your weights",
        hovertemplate=f"{_shares(result.current, labels)}<extra></extra>",
    )
    for metric, (x, y), anchor in zip(corners, CORNERS, ("center", "left", "right"), strict=True):
        fig.add_annotation(
            x=x,
            y=y,
            text=f"all on {figure_text(shortened(labels.metric(metric), 20))}",
            showarrow=False,
            xanchor=anchor,
            yanchor="bottom" if y else "top",
            yshift=4 if y else -4,
            font={"size": 13, "color": c.ink},
        )
    fig.update_xaxes(range=[-0.02, 1.02], visible=False)
    fig.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    fig.update_layout(height=460, legend={"y": 1.02})
    return fig


def _place(shares: Point, corners: Sequence[str]) -> tuple[float, float]:
    total = [shares[m] for m in corners]
    return (
        sum(s * x for s, (x, _) in zip(total, CORNERS, strict=True)),
        sum(s * y for s, (_, y) in zip(total, CORNERS, strict=True)),
    )


def _centre(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Centroid of a convex polygon."""
    area = x = y = 0.0
    for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
        cross = x0 * y1 - x1 * y0
        area, x, y = area + cross, x + (x0 + x1) * cross, y + (y0 + y1) * cross
    return (x / (3 * area), y / (3 * area)) if area else points[0]


def _width(points: Sequence[tuple[float, float]], y: float) -> float:
    """How wide a convex polygon is at a height."""
    crossed = [
        x0 + (x1 - x0) * (y - y0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True)
        if (y0 > y) != (y1 > y)
    ]
    return max(crossed) - min(crossed) if crossed else 0.0


def _leaders(methods: Sequence[str], labels: Labels) -> str:
    names = " = ".join(figure_text(shortened(labels.method(m), 18)) for m in methods[:3])
    return f"{names} = {len(methods) - 3} more" if len(methods) > 3 else names


def _shares(point: Point, labels: Labels) -> str:
    return "<br>".join(f"{figure_text(labels.metric(m))}: {number(v)} of the three" for m, v in point.items())
