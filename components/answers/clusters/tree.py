"""Which metrics join first? The tree over the map of τ, both in leaf order, in one figure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.clusters.clustered import Clusters
from components.answers.record import Look
from components.format import figure_text, number
from components.plotting.marks import entries, matrix_axis, outline, scale_below, write_cells
from components.plotting.theme import palette, tau_colour, tau_scale
from components.stats.clusters.clustering import Bracket
from components.table import Column, Table, table
from components.words import Labels

WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show
them."""
TREE, MOST_ROW, ROWS = 130, 48, 340
"""Pixels: the tree, the tallest row of the map, and what all rows share as long as each has 12."""


def draw(result: Clusters, look: Look) -> go.Figure:
    """Draw the tree over the map."""
    count = len(result.order)
    rows = count * max(12, min(MOST_ROW, ROWS // count))
    height = TREE + rows + 60
    fig = make_subplots(
        rows=2, cols=1, shared_xaxes=True, vertical_spacing=8 / height, row_heights=[TREE, rows]
    )
    _brackets(fig, result, look)
    _heat(fig, result, look)
    fig.layout.shapes += tuple(_frames(result))
    fig.update_xaxes(
        range=[-0.5, count - 0.5], showgrid=False, zeroline=False, showticklabels=False
    )
    axis = matrix_axis([look.names.metric(m) for m in result.order])
    fig.update_xaxes(
        **axis, range=[-0.5, count - 0.5], showticklabels=count <= WRITTEN, row=2, col=1
    )
    fig.update_yaxes(**{**axis, "tickangle": 0}, range=[count - 0.5, -0.5], row=2, col=1)
    return fig.update_layout(
        showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=height
    )


def _brackets(fig: go.Figure, result: Clusters, look: Look) -> None:
    """Draw the merges inside the clusters in ink, the ones above the cut in grey, and the cut
    itself."""
    colours, brackets, names = palette(look.mode), result.got.brackets, look.names
    inside = len(result.order) - result.k
    low, top = tree_range(brackets)
    for merges, colour, width in (
        (brackets[:inside], colours.ink, 2.5),
        (brackets[inside:], colours.muted, 1.5),
    ):
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
            f"{figure_text(names.listed_metrics(b.joins[:4]))}{' and more' if len(b.joins) > 4 else ''}:"
            f" distance {number(b.height)}"
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
    """Return where the tree begins and ends: at 0, or just below the first of many merges that lie
    close together."""
    heights = [b.height for b in brackets]
    top, first = max(heights) or 1.0, min(heights)
    if len(heights) < WRITTEN or first < 0.6 * top:
        return 0.0, top
    return max(first - 0.5 * (top - first) - 0.05 * top, 0.0), top


def _heat(fig: go.Figure, result: Clusters, look: Look) -> None:
    order, blocks = result.order, len(result.agreed.blocks)
    index = [result.got.metrics.index(m) for m in order]
    tau, defined = (
        of[np.ix_(index, index)].tolist() for of in (result.got.tau, result.blocks_defined)
    )
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
                [
                    f"{names[j]} and {names[i]}: τ {number(tau[j][i])}, {defined[j][i]} of {blocks}"
                    " blocks"
                    for i in count
                ]
                for j in count
            ]
        ),
        hovertemplate="%{customdata}<extra></extra>",
        showscale=len(order) > WRITTEN,
        colorbar=scale_below("τ"),
        row=2,
        col=1,
    )
    if len(order) <= WRITTEN:
        cells = [
            (i, j, number(tau[j][i]), tau_colour(tau[j][i], look.mode))
            for j in count
            for i in count
        ]
        write_cells(fig, cells, row=2, col=1)


def _runs(order: Sequence[str], clusters: Mapping[str, object]) -> Iterator[tuple[int, int]]:
    """Yield first and last place of each stretch of neighbours in one cluster; metrics in none are
    left out."""
    for cluster, places in groupby(range(len(order)), key=lambda i: clusters.get(order[i])):
        inside = list(places)
        if cluster is not None:
            yield inside[0], inside[-1]


def _frames(result: Clusters) -> list[dict[str, object]]:
    """Return frames around pairs of a matrix in leaf order that share a cluster: solid here, dotted
    as published.

    Black on a white edge, because the cells under it are light and dark. A published cluster that
    the leaf order tears apart gets a frame for every two of its stretches; of many metrics only for
    each stretch of two or more."""
    order, theirs = result.order, result.theirs
    own = [_outline(run, run, 0.0) for run in _runs(order, result.labels)]
    stretches = [(theirs[order[first]], (first, last)) for first, last in _runs(order, theirs)]
    published = [
        _outline(across, down, 0.06)
        for cluster, across in stretches
        for other, down in stretches
        if cluster == other
        and (len(order) <= WRITTEN or (across == down and across[0] < across[1]))
    ]
    lines = (
        (own, {"width": 5, "color": "#FFFFFF"}),
        (own, {"width": 2.5, "color": "#000000"}),
        (published, {"width": 4, "color": "#FFFFFF"}),
        (published, {"width": 2, "color": "#000000", "dash": "dot"}),
    )
    return [
        {"type": "path", "path": "".join(drawn), "line": line, "xref": "x2", "yref": "y2"}
        for drawn, line in lines
        if drawn
    ]


def _outline(across: tuple[int, int], down: tuple[int, int], inset: float) -> str:
    beside = inset / 3  # cells are wider than tall
    return outline(
        across[0] - 0.5 + beside,
        across[1] + 0.5 - beside,
        down[0] - 0.5 + inset,
        down[1] + 0.5 - inset,
    )


def tree_reading(result: Clusters, names: Labels) -> str:
    """Return how to read the tree over the map."""
    theirs = ", dotted ones the published clusters" if result.theirs else ""
    return (
        "Metrics that join low rank the methods alike; the dashed line cuts the tree. Blue agrees,"
        f" orange contradicts. Solid frames are the clusters{theirs}."
    )


def pairs_table(result: Clusters, names: Labels) -> Table[tuple[int, int]]:
    """Return one row per pair of clustered metrics: τ, distance, blocks, and whether they share a
    cluster."""
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
        column(
            "same_cluster",
            lambda p: bool(result.cut[p[0]] == result.cut[p[1]]),
            "same cluster",
            kind="flag",
        ),
        column("same_published_cluster", published, "same published cluster", kind="flag"),
    )
    return table(columns, combinations(range(len(got.metrics)), 2))
