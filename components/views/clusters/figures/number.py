"""Silhouette and gap statistic over the number of clusters, and how often two metrics share one on other benchmarks."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.plotting.marks import entries
from components.plotting.theme import SHARE_SCALE, Mode, hatched, palette
from components.text import figure_text, number
from components.views.clusters.figures.marks import WRITTEN, frames, label_axes, scale_below, written
from components.views.clusters.result.clusters import ClustersResult
from components.views.clusters.result.number import Coassociation


def number_of_clusters(result: ClustersResult, mode: Mode) -> go.Figure:
    """Two panels over k: mean silhouette above, gap with one standard error below.

    The k that each of them picks is filled, the k shown has a vertical line, and the published partition its own
    mark (its silhouette) and a dotted line.
    """
    colours, first = palette(mode), result.first_published
    fig = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.1)
    silhouettes = [(cut.k, cut.silhouette) for cut in result.by_k if cut.silhouette is not None]
    gaps = [(cut.k, cut.gap) for cut in result.by_k if cut.gap is not None]
    errors = [cut.gap_se for cut in result.by_k if cut.gap is not None]
    _line(fig, 1, silhouettes, None, "silhouette", "silhouette", result.silhouette_k, mode)
    _line(fig, 2, gaps, errors, "gap", "gap, ± one standard error", result.gap_k, mode)
    if first and first.silhouette is not None:
        fig.add_scatter(
            x=[first.k],
            y=[first.silhouette],
            mode="markers",
            marker={"symbol": "diamond-open", "size": 15, "color": colours.accent, "line": {"width": 2.5}},
            name="published partition",
            hovertemplate="published partition: silhouette %{y:.3f}<extra></extra>",
            row=1,
            col=1,
        )
    for row in (1, 2):
        fig.add_vline(x=result.k, line={"width": 16, "color": colours.grid}, layer="below", row=row, col=1)
        if first and first.n:
            fig.add_vline(
                x=first.k, line={"width": 2, "color": colours.accent, "dash": "dot"}, layer="below", row=row, col=1
            )
    last = max((cut.k for cut in result.by_k), default=1)
    fig.update_xaxes(range=[0.5, last + 0.5], dtick=1 if last < 15 else 5, tick0=0, showgrid=False)
    fig.update_xaxes(title_text="number of clusters k", row=2)
    fig.update_yaxes(title_text="silhouette", row=1)
    fig.update_yaxes(title_text="gap", row=2)
    return fig.update_layout(height=460)


def _line(
    fig: go.Figure,
    row: int,
    points: Sequence[tuple[int, float]],
    errors: Sequence[float | None] | None,
    statistic: str,
    name: str,
    best: int | None,
    mode: Mode,
) -> None:
    """A statistic over k, with error bars where it has some."""
    colours = palette(mode)
    fig.add_scatter(
        x=[k for k, _ in points],
        y=[value for _, value in points],
        mode="lines+markers",
        line={"color": colours.muted, "width": 2},
        marker={
            "size": [13 if k == best else 9 for k, _ in points],
            "color": [colours.ink if k == best else colours.background for k, _ in points],
            "line": {"width": 2, "color": colours.ink},
        },
        error_y={"type": "data", "array": errors, "color": colours.muted, "thickness": 1.5, "width": 4}
        if errors
        else None,
        name=f"{name} (filled: its choice)",
        hovertemplate=f"k = %{{x}}: {statistic} %{{y:.3f}}<extra></extra>",
        row=row,
        col=1,
    )


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
