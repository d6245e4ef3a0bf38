"""Which metrics join first? The tree over the reordered heat map of τ."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.clusters.grouping import Clusters, compute
from components.answers.clusters.marks import (
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
from components.answers.record import Answer, Look, Part, silent
from components.format import figure_text, number
from components.plotting.marks import entries
from components.plotting.theme import Mode, metric_colours, palette, tau_scale
from components.stats.clusters.clustering import Bracket
from components.table import Column, Table, table
from components.words import Labels

TREE_HEIGHT, STRIP, ROW, MANY_ROW = 150, 26, 48, 20
"""Pixels: the tree, one strip, one row of a small matrix, one row of a large one."""


def draw(result: Clusters, look: Look) -> go.Figure:
    """The tree over the τ matrix, both in leaf order, with one strip for the clusters and one for the publication.

    Clusters are framed solid, runs of published clusters dotted.
    """
    order, theirs, mode, names = result.order, result.theirs, look.mode, look.names
    colours = palette(mode)
    strips = [("here", {m: str(c) for m, c in result.labels.items()})]
    if theirs:
        strips.append(("published", {m: letter(c) for m, c in theirs.items()}))
    # names and scale below the matrix included
    height = TREE_HEIGHT + 2 * STRIP + _rows(len(order)) + 70
    fig = make_subplots(
        rows=3,
        cols=1,
        shared_xaxes=True,
        vertical_spacing=8 / height,
        row_heights=[TREE_HEIGHT, STRIP * len(strips), _rows(len(order))],
    )
    _brackets(fig, result, look)
    hues = metric_colours(result.panel.metric_ids, mode)
    fig.add_scatter(
        x=list(range(len(order))),
        y=[tree_range(result.got.brackets)[0]] * len(order),
        mode="markers",
        marker={
            "size": 11 if len(order) <= WRITTEN else 8,
            "color": [hues[m] for m in order],
            "symbol": [symbol(theirs.get(m)) for m in order],
            "line": {"width": 1, "color": colours.background},
        },
        text=[name_of(result, names, m) for m in order],
        hovertemplate="%{text}<extra></extra>",
        cliponaxis=False,
        row=1,
        col=1,
    )
    _strips(fig, order, strips, mode)
    _heat(fig, result, names, mode)
    fig.layout.shapes += tuple(frames(result, xref="x3", yref="y3"))
    fig.update_xaxes(range=[-0.5, len(order) - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    label_axes(fig, result, names, row=3, col=1)
    fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 12, "b": 8}, height=height)
    return fig


def _rows(count: int) -> int:
    return count * ROW if count <= WRITTEN else max(WRITTEN * ROW, count * MANY_ROW)


def _brackets(fig: go.Figure, result: Clusters, look: Look) -> None:
    """Merges inside the clusters in ink, those above the cut in grey, and the cut itself."""
    colours, brackets, names = palette(look.mode), result.got.brackets, look.names
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
            f"{_several([names.metric(m) for m in b.joins])} joined at distance {number(b.height)}" for b in brackets
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


def _heat(fig: go.Figure, result: Clusters, labels: Labels, mode: Mode) -> None:
    order, place = result.order, {m: i for i, m in enumerate(result.got.metrics)}
    index = [place[m] for m in order]
    tau = result.got.tau[np.ix_(index, index)].tolist()
    names = [figure_text(labels.metric(m)) for m in order]
    hover = [
        [
            f"{names[a]} and {names[b]}: τ {number(tau[a][b], sign=True)}, "
            f"{result.blocks_defined[i, j]} of {len(result.agreed.blocks)} blocks"
            for b, j in enumerate(index)
        ]
        for a, i in enumerate(index)
    ]
    fig.add_heatmap(
        z=entries(tau),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(mode),
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
        written(fig, tau, [[number(t, digits, sign=True) for t in row] for row in tau], mode, row=3, col=1)


def _several(names: Sequence[str]) -> str:
    others = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return figure_text(", ".join(names[:4]) + others)


def tree_sentence(result: Clusters, names: Labels) -> str:
    """Where the tree begins and ends, and how well it keeps the distances."""
    joins = result.got.brackets
    if not joins:
        return ""
    first = f"{names.listed_metrics(joins[0].joins)} join first, at distance {number(joins[0].height)}"
    if len(joins) == 1:
        return f"{first}; there is no other join."
    if result.cophenetic is None:
        return f"{first}; with one distance for all joins or pairs there is no cophenetic correlation."
    return (
        f"{first}; the last join is at {number(joins[-1].height)}. The tree keeps the distances with a cophenetic "
        f"correlation of {number(result.cophenetic)}."
    )


def tree_caption(result: Clusters, names: Labels) -> str:
    """How to read the tree over the matrix."""
    caption = (
        "Metrics that join low order the methods alike; the dashed line cuts the tree. The matrix has the same order, "
        "left to right and top to bottom: blue agrees, orange contradicts. Solid frames are the clusters here"
    )
    if not result.published:
        return f"{caption}."
    return f"{caption}, dotted ones the published clusters, which letters and shapes repeat."


def pairs_table(result: Clusters, names: Labels) -> Table[tuple[int, int]]:
    """One row per pair of clustered metrics: τ, distance, blocks, and whether they share a cluster."""
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


TREE = Answer(
    "tree",
    compute,
    silent,
    Part(
        "dendrogram",
        "Dendrogram of the metrics over their agreement",
        pairs_table,
        draw,
        reading=lambda result, names: f"{tree_sentence(result, names)} {tree_caption(result, names)}",
        when=lambda result: bool(result.got.metrics),
        zoom=lambda result: len(result.got.metrics) > WRITTEN,
    ),
    heading="Tree and agreement",
    facts=lambda result: {"brackets": result.got.brackets},
    terms=("tau_distance", "linkage", "cophenetic"),
)
