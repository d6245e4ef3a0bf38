"""Co-association: how often two metrics share a cluster when benchmarks are drawn again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from components.figures.clusters import WRITTEN, published, runs, tick_angle
from components.figures.theme import BLUE, WHITE, Mode, hatched, palette
from components.text import figure_text, number, shortened

SCALE = [[0.0, WHITE], [0.5, "#7DB3DE"], [1.0, BLUE]]
"""From never to always. It is the agreeing half of the τ scale: nothing here can be negative."""


def coassociation(part: Mapping[str, Any], labels: Mapping[str, str], mode: Mode) -> go.Figure:
    """The shares as a matrix in leaf order, framed like the heat map; hatched where two metrics never meet."""
    order, colours = part["order"], palette(mode)
    share: dict[tuple[str, str], Mapping[str, Any]] = {}
    for p in part["coassociation"]:
        share[p["x"], p["y"]] = share[p["y"], p["x"]] = p
    value = [[None if a == b else share[a, b]["share"] for b in order] for a in order]
    names = {m: figure_text(labels[m]) for m in order}
    hover = [
        [
            ""
            if a == b
            else f"{names[a]} and {names[b]}: together in {number(share[a, b]['share'])} of the resamples "
            f"in which both are clustered ({number(share[a, b]['defined'])} of all)"
            for b in order
        ]
        for a in order
    ]
    fig = go.Figure(
        go.Heatmap(
            z=value,
            zmin=0,
            zmax=1,
            colorscale=SCALE,
            xgap=1,
            ygap=1,
            text=[["" if v is None else number(v, 2) for v in row] for row in value],
            texttemplate="%{text}" if len(order) <= WRITTEN else None,
            textfont={"size": 13},
            customdata=hover,
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            colorbar={"title": {"text": "share"}, "len": 0.7, "thickness": 10},
        )
    )
    never = [(i, j) for j, row in enumerate(value) for i, v in enumerate(row) if v is None and i != j]
    if never:
        fig.add_trace(hatched(never, mode))
    theirs = published(part)
    frames = (
        (part["labels"], {"width": 3, "color": colours.ink}, 0.0),
        (theirs, {"width": 2, "color": colours.accent, "dash": "dot"}, 0.1),
    )
    for clusters, line, inset in frames:
        for first, last in runs(order, clusters):
            low, high = first - 0.5 + inset, last + 0.5 - inset
            fig.add_shape(type="rect", x0=low, x1=high, y0=low, y1=high, line=line)
    ticks = [figure_text(shortened(labels[m], 14)) for m in order]
    places = list(range(len(order)))
    fig.update_xaxes(range=[-0.5, len(order) - 0.5], tickvals=places, ticktext=ticks, tickangle=tick_angle(ticks))
    fig.update_yaxes(range=[len(order) - 0.5, -0.5], tickvals=places, ticktext=ticks)
    fig.update_xaxes(showgrid=False, zeroline=False)
    fig.update_yaxes(showgrid=False, zeroline=False)
    fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 12, "b": 8})
    return fig
