"""Weights and what they favour: central weights of each method, and the map of leaders over three metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

import plotly.graph_objects as go

from components.plotting.theme import Mode, ink_on, mixed, palette
from components.text import figure_text, number, shortened

MOST_LINES = 8
DASHES = ("solid", "dash", "dot", "dashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x", "pentagon", "star")
HEIGHT = sqrt(3) / 2
PIXELS, LETTER = 400, 7
"""Usual width of the map on a screen and of a letter: a name that does not fit its part goes into the legend."""
CORNERS = ((0.5, HEIGHT), (0.0, 0.0), (1.0, 0.0))
"""Where the three metrics stand: first on top, second left, third right."""


def central_weights(
    central: Mapping[str, Mapping[str, float]],
    weights: Mapping[str, float],
    labels: Mapping[str, str],
    metric_labels: Mapping[str, str],
    mode: Mode,
) -> go.Figure:
    """Parallel coordinates: one line per method through the weights that typically put it first; grey: current.

    `central` maps at most eight methods, most often first ones foremost, to their central weights.
    """
    c, metrics = palette(mode), list(weights)
    ticks = [figure_text(shortened(metric_labels[m], 14)) for m in metrics]
    fig = go.Figure()
    fig.add_scatter(
        x=list(range(len(metrics))),
        y=list(weights.values()),
        mode="lines",
        line={"width": 5, "color": c.missing},
        name="your weights",
        hovertemplate="your weights: %{y:.3f}<extra></extra>",
    )
    for i, (method, row) in enumerate(list(central.items())[:MOST_LINES]):
        colour, name = c.lines[i % len(c.lines)], figure_text(shortened(labels[method], 24))
        fig.add_scatter(
            x=list(range(len(metrics))),
            y=[row[m] for m in metrics],
            mode="lines+markers",
            line={"width": 2, "color": colour, "dash": DASHES[i % len(DASHES)]},
            marker={"size": 9, "symbol": SYMBOLS[i % len(SYMBOLS)], "color": colour},
            name=name,
            hovertemplate=f"{name}: %{{y:.3f}}<extra></extra>",
        )
    fig.update_xaxes(tickvals=list(range(len(metrics))), ticktext=ticks, range=[-0.3, len(metrics) - 0.7])
    fig.update_yaxes(rangemode="tozero", title_text="weight")
    return fig


def weight_map(
    found: Mapping[str, Any], labels: Mapping[str, str], metric_labels: Mapping[str, str], mode: Mode
) -> go.Figure:
    """The triangle of three metrics, each part named and coloured by its leader.

    `found` is the map of weights. The dot is where the weights are now, the arrow points to the nearest border.
    """
    c, corners = palette(mode), found["corners"]
    fig = go.Figure()
    for i, region in enumerate(found["regions"]):
        fill = mixed(c.areas[i % len(c.areas)], c.background, 0.45)
        points = [_place(p, corners) for p in region["polygon"]]
        name = _leaders(region["methods"], labels)
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
            text=f"{name} leads on {region['share']:.1%} of the map",
            hoverinfo="text",
            name=f"{name} leads",
            showlegend=not named,
        )
        if named:
            fig.add_annotation(x=x, y=y, text=name, showarrow=False, font={"size": 14, "color": ink_on(fill)})
    here = _place(found["current"], corners)
    if found["border"] is not None and found["border"] != found["current"]:
        there = _place(found["border"], corners)
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
            hovertemplate=f"{_shares(found['border'], metric_labels)}<extra></extra>",
        )
    fig.add_scatter(
        x=[here[0]],
        y=[here[1]],
        mode="markers",
        marker={"size": 13, "color": c.ink, "line": {"width": 2, "color": c.background}},
        name="your weights",
        hovertemplate=f"{_shares(found['current'], metric_labels)}<extra></extra>",
    )
    for metric, (x, y), anchor in zip(corners, CORNERS, ("center", "left", "right"), strict=True):
        fig.add_annotation(
            x=x,
            y=y,
            text=f"all on {figure_text(shortened(metric_labels[metric], 20))}",
            showarrow=False,
            xanchor=anchor,
            yanchor="bottom" if y else "top",
            yshift=4 if y else -4,
            font={"size": 13, "color": c.ink},
        )
    fig.update_xaxes(range=[-0.02, 1.02], visible=False)
    fig.update_yaxes(range=[-0.08, HEIGHT + 0.07], visible=False, scaleanchor="x", scaleratio=1)
    fig.update_layout(legend={"y": 1.02})
    return fig


def _place(shares: Mapping[str, float], corners: Sequence[str]) -> tuple[float, float]:
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


def _leaders(methods: Sequence[str], labels: Mapping[str, str]) -> str:
    shown = " = ".join(figure_text(shortened(labels[m], 18)) for m in methods[:3])
    return f"{shown} = {len(methods) - 3} more" if len(methods) > 3 else shown


def _shares(point: Mapping[str, float], metric_labels: Mapping[str, str]) -> str:
    return "<br>".join(f"{figure_text(metric_labels[m])}: {number(v)} of the three" for m, v in point.items())
