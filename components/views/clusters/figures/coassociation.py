"""Co-association: how often two metrics share a cluster when benchmarks are drawn again."""

from __future__ import annotations

import plotly.graph_objects as go

from components.plotting.marks import entries
from components.plotting.theme import SHARE_SCALE, Mode, hatched
from components.text import figure_text, number
from components.views.clusters.figures.marks import WRITTEN, frames, label_axes, scale_below, written
from components.views.clusters.result.clusters import ClustersResult
from components.views.clusters.result.resampling import Coassociation


def coassociation(result: ClustersResult, mode: Mode) -> go.Figure:
    """The shares as a matrix in leaf order, framed like the heat map; hatched where two metrics never meet."""
    order = result.order
    pairs: dict[tuple[str, str], Coassociation] = {}
    for p in result.coassociation:
        pairs[p.x, p.y] = pairs[p.y, p.x] = p
    value = [[1.0 if a == b else pairs[a, b].share for b in order] for a in order]
    names = {m: figure_text(result.names.metric(m)) for m in order}
    hover = [
        [
            ""
            if a == b
            else f"{names[a]} and {names[b]}: together in {number(pairs[a, b].share)} of the resamples "
            f"in which both are clustered ({number(pairs[a, b].defined)} of all)"
            for b in order
        ]
        for a in order
    ]
    fig = go.Figure(
        go.Heatmap(
            z=entries(value),
            zmin=0,
            zmax=1,
            colorscale=SHARE_SCALE,
            xgap=1,
            ygap=1,
            customdata=entries(hover),
            hovertemplate="%{customdata}<extra></extra>",
            hoverongaps=False,
            showscale=len(order) > WRITTEN,
            colorbar=scale_below("share"),
        )
    )
    if len(order) <= WRITTEN:
        written(fig, value, [["" if v is None else number(v) for v in row] for row in value])
    never = [(i, j) for j, row in enumerate(value) for i, v in enumerate(row) if v is None]
    if never:
        fig.add_trace(hatched(never, mode))
    fig.update_layout(shapes=frames(result))
    label_axes(fig, result)
    fig.update_layout(showlegend=False, height=460, margin={"l": 8, "r": 8, "t": 12, "b": 8})
    return fig
