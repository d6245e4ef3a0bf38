"""Which metrics join first? The tree over the map of τ, both in leaf order, in one figure."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.clusters.clustered import Clusters
from components.answers.clusters.marks import WRITTEN, frames, label_axes, letter, runs
from components.answers.record import Look
from components.format import figure_text, number
from components.plotting.marks import entries
from components.plotting.matrices import scale_below, write_cells
from components.plotting.theme import Mode, palette, tau_colour, tau_scale
from components.stats.clusters.clustering import Bracket
from components.table import Column, Table, table
from components.words import Labels

TREE, STRIP, MOST_ROW, ROWS = 130, 24, 48, 340
"""Pixels: the tree, one strip, the tallest row of the map, and what all rows share as long as each has 12."""


def draw(result: Clusters, look: Look) -> go.Figure:
    """Draw the tree over the map, with one strip for the clusters and one for the published ones."""
    order, count, mode = result.order, len(result.order), look.mode
    strips = [("here", {m: str(c) for m, c in result.labels.items()})]
    if result.theirs:
        strips.append(("published", {m: letter(c) for m, c in result.theirs.items()}))
    rows, bands = count * max(12, min(MOST_ROW, ROWS // count)), STRIP * len(strips)
    height = TREE + bands + rows + 60
    fig = make_subplots(rows=3, cols=1, shared_xaxes=True, vertical_spacing=8 / height, row_heights=[TREE, bands, rows])
    _brackets(fig, result, look)
    _strips(fig, order, strips, mode)
    _heat(fig, result, look)
    fig.layout.shapes += tuple(frames(result, xref="x3", yref="y3"))
    fig.update_xaxes(range=[-0.5, count - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    label_axes(fig, result, look.names, row=3, col=1)
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=height)


def _brackets(fig: go.Figure, result: Clusters, look: Look) -> None:
    """Draw the merges inside the clusters in ink, the ones above the cut in grey, and the cut itself."""
    colours, brackets, names = palette(look.mode), result.got.brackets, look.names
    inside = len(result.order) - result.k
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
            f"{figure_text(names.listed_metrics(b.joins[:4]))}{' and more' if len(b.joins) > 4 else ''}: "
            f"distance {number(b.height)}"
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
    """Return where the tree begins and ends: at 0, or just below the first of many merges that lie close together."""
    heights = [b.height for b in brackets]
    top, first = max(heights) or 1.0, min(heights)
    if len(heights) < WRITTEN or first < 0.6 * top:
        return 0.0, top
    return max(first - 0.5 * (top - first) - 0.05 * top, 0.0), top


def _strips(fig: go.Figure, order: Sequence[str], strips: Sequence[tuple[str, dict[str, str]]], mode: Mode) -> None:
    """Draw one row of frames per partition, each run with the name of its cluster."""
    colours = palette(mode)
    for y, (_, names) in enumerate(reversed(strips)):
        for first, last in runs(order, names):
            fig.add_shape(
                x0=first - 0.46,
                x1=last + 0.46,
                y0=y - 0.4,
                y1=y + 0.4,
                line={"width": 1, "color": colours.muted},
                fillcolor=colours.surface,
                layer="below",
                row=2,
                col=1,
            )
            middle = (first + last) / 2
            fig.add_annotation(x=middle, y=y, text=names[order[first]], showarrow=False, font_size=12, row=2, col=1)
    fig.update_yaxes(
        row=2,
        range=[-0.5, len(strips) - 0.5],
        tickvals=list(range(len(strips))),
        ticktext=[name for name, _ in reversed(strips)],
        tickfont={"size": 12},
        showgrid=False,
        zeroline=False,
    )


def _heat(fig: go.Figure, result: Clusters, look: Look) -> None:
    order, blocks = result.order, len(result.agreed.blocks)
    index = [result.got.metrics.index(m) for m in order]
    tau, defined = (of[np.ix_(index, index)].tolist() for of in (result.got.tau, result.blocks_defined))
    names = [figure_text(look.names.metric(m)) for m in order]
    count = range(len(order))
    fig.add_heatmap(
        z=entries(tau),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(look.mode),
        xgap=1,
        ygap=1,
        customdata=entries(
            [
                [f"{names[j]} and {names[i]}: τ {number(tau[j][i])}, {defined[j][i]} of {blocks} blocks" for i in count]
                for j in count
            ]
        ),
        hovertemplate="%{customdata}<extra></extra>",
        showscale=len(order) > WRITTEN,
        colorbar=scale_below("τ"),
        row=3,
        col=1,
    )
    if len(order) <= WRITTEN:
        cells = [(i, j, number(tau[j][i]), tau_colour(tau[j][i], look.mode)) for j in count for i in count]
        write_cells(fig, cells, row=3, col=1)


def tree_reading(result: Clusters, names: Labels) -> str:
    """Return how to read the tree over the map."""
    theirs = ", dotted ones the published clusters" if result.theirs else ""
    return (
        "Metrics that join low rank the methods alike; the dashed line cuts the tree. Blue agrees, orange contradicts. "
        f"Solid frames are the clusters{theirs}."
    )


def pairs_table(result: Clusters, names: Labels) -> Table[tuple[int, int]]:
    """Return one row per pair of clustered metrics: τ, distance, blocks, and whether they share a cluster."""
    got, theirs = result.got, result.theirs

    def published(pair: tuple[int, int]) -> bool | None:
        x, y = (theirs.get(got.metrics[i]) for i in pair)
        return None if x is None or y is None else x == y

    column = Column[tuple[int, int]]
    columns = (
        column("x", lambda p: got.metrics[p[0]], "metric", kind="metric", place="print"),
        column("y", lambda p: got.metrics[p[1]], "with", kind="metric", place="print"),
        column("tau", lambda p: got.tau[p], "τ", kind="number", place="print"),
        column("distance", lambda p: got.distance[p], kind="number", help="√(2(1−τ))"),
        column("blocks_defined", lambda p: result.blocks_defined[p], "blocks", kind="count"),
        column("same_cluster", lambda p: bool(result.cut[p[0]] == result.cut[p[1]]), "same cluster", kind="flag"),
        column("same_published_cluster", published, "same published cluster", kind="flag"),
    )
    return table(columns, combinations(range(len(got.metrics)), 2))
