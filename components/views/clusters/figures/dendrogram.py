"""Dendrogram over the reordered heat map of τ."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.plotting.marks import entries
from components.plotting.theme import TAU_SCALE, Mode, metric_colours, palette
from components.text import figure_text, number
from components.views.clusters.figures.marks import (
    WRITTEN,
    frames,
    label_axes,
    letter,
    name_of,
    runs,
    scale_below,
    symbol,
    written,
)
from components.views.clusters.result.clusters import Bracket, ClustersResult

TREE, STRIP, ROW, MANY_ROW = 150, 26, 48, 20
"""Pixels: the tree, one strip, one row of a small matrix, one row of a large one."""


def dendrogram(result: ClustersResult, mode: Mode) -> go.Figure:
    """The tree over the τ matrix, both in leaf order, with one strip for the clusters and one for the publication.

    Clusters are framed solid, runs of published clusters dotted.
    """
    order, theirs, colours = result.order, result.published_clusters, palette(mode)
    strips = [("here", {m: str(c) for m, c in result.labels.items()})]
    if theirs:
        strips.append(("published", {m: letter(c) for m, c in theirs.items()}))
    # names and scale below the matrix included
    height = TREE + 2 * STRIP + _rows(len(order)) + 70
    fig = make_subplots(
        rows=3,
        cols=1,
        shared_xaxes=True,
        vertical_spacing=8 / height,
        row_heights=[TREE, STRIP * len(strips), _rows(len(order))],
    )
    _brackets(fig, result, mode)
    hues = metric_colours(result.score_ids, mode)
    fig.add_scatter(
        x=list(range(len(order))),
        y=[tree_range(result.brackets)[0]] * len(order),
        mode="markers",
        marker={
            "size": 11 if len(order) <= WRITTEN else 8,
            "color": [hues[m] for m in order],
            "symbol": [symbol(theirs.get(m)) for m in order],
            "line": {"width": 1, "color": colours.background},
        },
        text=[name_of(result, m) for m in order],
        hovertemplate="%{text}<extra></extra>",
        cliponaxis=False,
        row=1,
        col=1,
    )
    _strips(fig, order, strips, mode)
    _heat(fig, result)
    fig.layout.shapes += tuple(frames(result, xref="x3", yref="y3"))
    fig.update_xaxes(range=[-0.5, len(order) - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    label_axes(fig, result, row=3, col=1)
    fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 12, "b": 8}, height=height)
    return fig


def _rows(count: int) -> int:
    return count * ROW if count <= WRITTEN else max(WRITTEN * ROW, count * MANY_ROW)


def _brackets(fig: go.Figure, result: ClustersResult, mode: Mode) -> None:
    """Merges inside the clusters in ink, those above the cut in grey, and the cut itself."""
    colours, brackets = palette(mode), result.brackets
    inside = len(result.order) - (result.k or 1)
    low, top = tree_range(brackets)
    for merges, colour, width in ((brackets[:inside], colours.ink, 2.5), (brackets[inside:], colours.muted, 1.5)):
        fig.add_scatter(
            x=[x for b in merges for x in (*b.x, None)],
            y=[y for b in merges for y in (*(max(h, low) for h in b.y), None)],
            mode="lines",
            line={"color": colour, "width": width},
            hoverinfo="skip",
            row=1,
            col=1,
        )
    fig.add_scatter(
        x=[(b.x[1] + b.x[2]) / 2 for b in brackets],
        y=[b.height for b in brackets],
        mode="markers",
        marker={"size": 14, "color": "rgba(0,0,0,0)"},
        text=[
            f"{_several([result.names.metric(m) for m in b.joins])} joined at distance {number(b.height)}"
            for b in brackets
        ],
        hovertemplate="%{text}<extra></extra>",
        row=1,
        col=1,
    )
    heights = [low, *(b.height for b in brackets), 2 * top - low]
    level = (heights[inside] + min(heights[inside + 1], top + 0.1 * (top - low))) / 2
    fig.add_hline(
        y=level,
        line={"width": 1.5, "color": colours.accent, "dash": "dash"},
        annotation={
            "text": f"cut: {result.k}",
            "font": {"size": 12, "color": colours.accent},
            "xanchor": "right",
            "yanchor": "middle",
            "bgcolor": colours.background,
        },
        row=1,
        col=1,
    )
    room = top - low
    fig.update_yaxes(
        row=1,
        range=[low - 0.05 * room, top + 0.16 * room],
        title_text="distance",
        showgrid=False,
        zeroline=False,
        nticks=4,
    )


def tree_range(brackets: Sequence[Bracket]) -> tuple[float, float]:
    """Where the tree begins and ends: at 0, or just below the first merge when all merges lie close together."""
    heights = [b.height for b in brackets]
    top = max(heights) or 1.0
    first = min(heights)
    return (
        0.0 if len(heights) < WRITTEN or first < 0.6 * top else max(first - 0.5 * (top - first) - 0.05 * top, 0.0)
    ), top


def _strips(fig: go.Figure, order: Sequence[str], strips: Sequence[tuple[str, dict[str, str]]], mode: Mode) -> None:
    """One row of frames per partition, each run with the name of its cluster."""
    colours = palette(mode)
    shapes: list[dict[str, object]] = []
    texts: list[dict[str, object]] = []
    inside = {"xref": "x2", "yref": "y2"}
    for row, (_, names) in enumerate(strips):
        y = len(strips) - 1 - row
        for first, last in runs(order, names):
            shapes.append(
                {
                    **inside,
                    "type": "rect",
                    "x0": first - 0.46,
                    "x1": last + 0.46,
                    "y0": y - 0.4,
                    "y1": y + 0.4,
                    "line": {"width": 1, "color": colours.muted},
                    "fillcolor": colours.surface,
                    "layer": "below",
                }
            )
            text = {"text": names[order[first]], "showarrow": False, "font": {"size": 12}}
            texts.append({**inside, **text, "x": (first + last) / 2, "y": y})
    fig.layout.shapes += tuple(shapes)
    fig.layout.annotations += tuple(texts)
    fig.update_yaxes(
        row=2,
        range=[-0.5, len(strips) - 0.5],
        tickvals=list(range(len(strips))),
        ticktext=[name for name, _ in reversed(strips)],
        tickfont={"size": 12},
        showgrid=False,
        zeroline=False,
    )


def _heat(fig: go.Figure, result: ClustersResult) -> None:
    order, place = result.order, {m: i for i, m in enumerate(result.metrics)}
    index = [place[m] for m in order]
    tau = [[result.tau[i][j] for j in index] for i in index]
    names = [figure_text(result.names.metric(m)) for m in order]
    hover = [
        [
            f"{names[a]} and {names[b]}: τ {number(tau[a][b], sign=True)}, "
            f"{result.blocks_defined[i][j]} of {result.blocks} blocks"
            for b, j in enumerate(index)
        ]
        for a, i in enumerate(index)
    ]
    fig.add_heatmap(
        z=entries(tau),
        zmin=-1,
        zmax=1,
        colorscale=TAU_SCALE,
        xgap=1,
        ygap=1,
        customdata=entries(hover),
        hovertemplate="%{customdata}<extra></extra>",
        showscale=len(order) > WRITTEN,
        colorbar=scale_below("τ"),
        row=3,
        col=1,
    )
    if len(order) <= WRITTEN:
        digits = 2 if len(order) > 6 else 3
        written(fig, tau, [[number(t, digits, sign=True) for t in row] for row in tau], row=3, col=1)


def _several(names: Sequence[str]) -> str:
    others = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return figure_text(", ".join(names[:4]) + others)
