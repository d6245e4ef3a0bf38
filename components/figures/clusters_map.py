"""Metrics as points in the plane: near means that they order the methods alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, cos, hypot, pi, sin
from typing import Any

import plotly.graph_objects as go

from components.figures.clusters import letter, name_of, published, symbol
from components.figures.theme import Mode, metric_colours, palette
from components.text import figure_text, shortened

Point = tuple[float, float]


def metric_map(part: Mapping[str, Any], labels: Mapping[str, str], metric_ids: Sequence[str], mode: Mode) -> go.Figure:
    """Points with their clusters filled and the published clusters dotted; both axes in the unit of the distance.

    `labels` maps metric ids to labels, `metric_ids` are all score metrics of the suite, for the colours.
    """
    colours, hues = palette(mode), metric_colours(metric_ids, mode)
    points: dict[str, Point] = {m: (x, y) for m, (x, y) in part["map"].items()}
    theirs = published(part)
    reach = max((hypot(*p) for p in points.values()), default=0.0) or 1.0
    fig = go.Figure()
    for cluster in sorted(set(part["labels"].values())):
        _outline(
            fig,
            [points[m] for m, c in part["labels"].items() if c == cluster],
            0.13 * reach,
            {"fillcolor": colours.surface, "line": {"width": 2, "color": colours.muted}},
            f"cluster {cluster}",
        )
    for cluster in sorted(set(theirs.values())):
        _outline(
            fig,
            [points[m] for m, c in theirs.items() if c == cluster],
            0.19 * reach,
            {"fill": "none", "line": {"width": 2, "color": colours.accent, "dash": "dot"}},
            f"published {letter(cluster)}",
        )
    for cluster in [*sorted(set(theirs.values())), None]:
        shown = [m for m in points if theirs.get(m) == cluster]
        if not shown:
            continue
        fig.add_scatter(
            x=[points[m][0] for m in shown],
            y=[points[m][1] for m in shown],
            mode="markers+text",
            marker={
                "size": 13,
                "color": [hues[m] for m in shown],
                "symbol": symbol(cluster),
                "line": {"width": 1, "color": colours.ink},
            },
            text=[figure_text(shortened(labels[m], 14)) for m in shown],
            textposition=[_beside(points[m], points) for m in shown],
            textfont={"size": 13, "color": colours.ink},
            customdata=[name_of(part, m, labels) for m in shown],
            hovertemplate="%{customdata}<extra></extra>",
            cliponaxis=False,
            showlegend=False,
        )
    width = 1.3 * reach
    fig.update_xaxes(range=[-width, width], nticks=6, zeroline=False, title_text="distance √(2(1−τ)), drawn to scale")
    fig.update_yaxes(range=[-width, width], nticks=6, zeroline=False, scaleanchor="x", scaleratio=1)
    fig.update_layout(legend={"traceorder": "normal"})
    return fig


def _outline(fig: go.Figure, points: Sequence[Point], radius: float, look: dict[str, Any], name: str) -> None:
    """A closed line at a distance around points: the hull of circles about them."""
    hull = convex_hull([(x + radius * cos(a), y + radius * sin(a)) for x, y in points for a in _ANGLES])
    ring = [*hull, hull[0]]
    fig.add_scatter(
        x=[x for x, _ in ring],
        y=[y for _, y in ring],
        mode="lines",
        fill=look.get("fill", "toself"),
        fillcolor=look.get("fillcolor"),
        line=look["line"],
        name=name,
        hoverinfo="skip",
    )


_ANGLES = [2 * pi * i / 32 for i in range(32)]


def convex_hull(points: Sequence[Point]) -> list[Point]:
    """Corners of the convex hull, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered

    def half(sequence: Sequence[Point]) -> list[Point]:
        chain: list[Point] = []
        for p in sequence:
            while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
                chain.pop()
            chain.append(p)
        return chain[:-1]

    return half(ordered) + half(ordered[::-1])


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _beside(point: Point, points: Mapping[str, Point]) -> str:
    """The side of a point that leads away from its nearest neighbour, so that labels do not meet."""
    others = [q for q in points.values() if q != point]
    if not others:
        return "top center"
    near = min(others, key=lambda q: hypot(q[0] - point[0], q[1] - point[1]))
    angle = atan2(point[1] - near[1], point[0] - near[0])
    if abs(sin(angle)) >= 0.5:
        return "top center" if sin(angle) > 0 else "bottom center"
    return "middle right" if cos(angle) > 0 else "middle left"
