"""Which metrics join first? The tree over the map of τ, both in leaf order, in one figure."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.record import Look
from components.format import figure_text, number
from components.plotting.marks import entries, matrix_axis, outline, scale_below, write_cells
from components.plotting.theme import palette, tau_colour, tau_scale
from components.results.clusters import Clusters
from components.stats.clusters.clustering import Bracket
from components.table import Column, Table, count_column, flag_column, number_column, table
from components.words import Labels

WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show
them."""
TREE_HEIGHT = 130
"""Pixels of the tree."""
MIN_ROW = 12
MAX_ROW = 48
ROWS_HEIGHT = 340
"""Pixels that the rows of the map share, as long as each has MIN_ROW to MAX_ROW."""
MAX_NAMED = 4
"""Metrics of a merge that its text names."""

Span = tuple[int, int]
"""First and last place of neighbours in leaf order."""


def draw(clusters: Clusters, look: Look) -> go.Figure:
    """Draw the tree over the map."""
    n_metrics = len(clusters.order)
    rows_height = n_metrics * max(MIN_ROW, min(MAX_ROW, ROWS_HEIGHT // n_metrics))
    height = TREE_HEIGHT + rows_height + 60
    fig = make_subplots(
        rows=2,
        cols=1,
        shared_xaxes=True,
        vertical_spacing=8 / height,
        row_heights=[TREE_HEIGHT, rows_height],
    )
    _brackets(fig, clusters, look)
    _cut_line(fig, clusters, look)
    _heat(fig, clusters, look)
    fig.layout.shapes += tuple(_frames(clusters))
    axis_span = [-0.5, n_metrics - 0.5]
    fig.update_xaxes(range=axis_span, showgrid=False, zeroline=False, showticklabels=False)
    axis_layout = matrix_axis([look.names.metric(metric) for metric in clusters.order])
    fig.update_xaxes(
        **axis_layout, range=axis_span, showticklabels=n_metrics <= WRITTEN, row=2, col=1
    )
    fig.update_yaxes(**{**axis_layout, "tickangle": 0}, range=axis_span[::-1], row=2, col=1)
    return fig.update_layout(
        showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=height
    )


def _brackets(fig: go.Figure, clusters: Clusters, look: Look) -> None:
    """Draw the merges inside the clusters in ink and the ones above the cut in grey."""
    colours = palette(look.mode)
    brackets = clusters.clustering.brackets
    n_inside = len(clusters.order) - clusters.k
    for merges, colour, line_width in (
        (brackets[:n_inside], colours.ink, 2.5),
        (brackets[n_inside:], colours.muted, 1.5),
    ):
        line_x: list[float | None] = []
        line_y: list[float | None] = []
        for bracket in merges:
            line_x += [*bracket.x, None]
            line_y += [*bracket.y, None]
        fig.add_scatter(
            x=line_x,
            y=line_y,
            mode="lines",
            line={"color": colour, "width": line_width},
            hoverinfo="skip",
            row=1,
            col=1,
        )
    fig.add_scatter(
        x=[(bracket.x[1] + bracket.x[2]) / 2 for bracket in brackets],
        y=[bracket.height for bracket in brackets],
        mode="markers",
        marker={"size": 14, "color": "rgba(0,0,0,0)"},
        text=[_merge_text(bracket, look.names) for bracket in brackets],
        hovertemplate="%{text}<extra></extra>",
        row=1,
        col=1,
    )


def _merge_text(bracket: Bracket, labels: Labels) -> str:
    metrics = figure_text(labels.listed_metrics(bracket.joins[:MAX_NAMED]))
    more_text = " and more" if len(bracket.joins) > MAX_NAMED else ""
    return f"{metrics}{more_text}: distance {number(bracket.height)}"


def _cut_line(fig: go.Figure, clusters: Clusters, look: Look) -> None:
    """Draw the cut between the last merge inside the clusters and the first one above it."""
    colours = palette(look.mode)
    brackets = clusters.clustering.brackets
    n_inside = len(clusters.order) - clusters.k
    tree_height = max(bracket.height for bracket in brackets)
    heights = [0.0, *(bracket.height for bracket in brackets), 1.1 * tree_height]
    cut_height = (heights[n_inside] + heights[n_inside + 1]) / 2
    fig.add_hline(
        y=cut_height,
        line={"width": 1.5, "color": colours.accent, "dash": "dash"},
        annotation={
            "text": f"cut: {clusters.k}",
            "font": {"size": 12, "color": colours.accent},
            "xanchor": "right",
            "yanchor": "middle",
            "bgcolor": colours.background,
        },
        row=1,
        col=1,
    )
    fig.update_yaxes(
        row=1,
        range=[-0.05 * tree_height, 1.16 * tree_height],
        title_text="distance",
        showgrid=False,
        zeroline=False,
        nticks=4,
    )


def _heat(fig: go.Figure, clusters: Clusters, look: Look) -> None:
    n_blocks = len(clusters.agreement.blocks)
    in_order = [clusters.metrics.index(metric) for metric in clusters.order]
    ordered_tau = clusters.clustering.tau[np.ix_(in_order, in_order)]
    blocks = clusters.blocks_defined[np.ix_(in_order, in_order)]
    metric_labels = [figure_text(look.names.metric(metric)) for metric in clusters.order]
    hovers = []
    hover_rows = []
    for row_index, row_name in enumerate(metric_labels):
        hover_row = []
        for column_index, column_name in enumerate(metric_labels):
            tau_text = number(ordered_tau[row_index, column_index])
            hover_row.append(
                f"{row_name} and {column_name}: τ {tau_text},"
                f" {blocks[row_index, column_index]} of {n_blocks} blocks"
            )
            hover_rows.append(
                (
                    column_index,
                    row_index,
                    tau_text,
                    tau_colour(ordered_tau[row_index, column_index], look.mode),
                )
            )
        hovers.append(hover_row)
    fig.add_heatmap(
        z=entries(ordered_tau.tolist()),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(look.mode),
        xgap=1,
        ygap=1,
        customdata=entries(hovers),
        hovertemplate="%{customdata}<extra></extra>",
        showscale=len(metric_labels) > WRITTEN,
        colorbar=scale_below("τ"),
        row=2,
        col=1,
    )
    if len(metric_labels) <= WRITTEN:
        write_cells(fig, hover_rows, row=2, col=1)


def _stretches(
    ordered_metrics: Sequence[str], labels: Mapping[str, int]
) -> Iterator[tuple[int | None, Span]]:
    """Yield the cluster and the place of each stretch of neighbours; metrics in none are left
    out."""
    for cluster_label, places in groupby(
        range(len(ordered_metrics)),
        key=lambda metric_place: labels.get(ordered_metrics[metric_place]),
    ):
        stretch = list(places)
        if cluster_label is not None:
            yield cluster_label, (stretch[0], stretch[-1])


def _frames(clusters: Clusters) -> list[dict[str, object]]:
    """Return frames around pairs of a matrix in leaf order that share a cluster: solid here, dotted
    as published.

    Black on a white edge, because the cells under it are light and dark. A published cluster that
    the leaf order tears apart gets a frame for every two of its stretches."""
    solid_outlines = []
    for _, span in _stretches(clusters.order, clusters.labels):
        solid_outlines.append(_outline(span, span, 0.0))
    dotted = []
    stretches = list(_stretches(clusters.order, clusters.published_labels))
    for cluster_label, across in stretches:
        for other_label, down in stretches:
            if cluster_label == other_label:
                dotted.append(_outline(across, down, 0.06))
    shapes: list[dict[str, object]] = []
    for outlines, line_style in (
        (solid_outlines, {"width": 5, "color": "#FFFFFF"}),
        (solid_outlines, {"width": 2.5, "color": "#000000"}),
        (dotted, {"width": 4, "color": "#FFFFFF"}),
        (dotted, {"width": 2, "color": "#000000", "dash": "dot"}),
    ):
        if outlines:
            outline_path = "".join(outlines)
            shapes.append(
                {
                    "type": "path",
                    "path": outline_path,
                    "line": line_style,
                    "xref": "x2",
                    "yref": "y2",
                }
            )
    return shapes


def _outline(across: Span, down: Span, inset: float) -> str:
    side_inset = inset / 3  # cells are wider than tall
    return outline(
        across[0] - 0.5 + side_inset,
        across[1] + 0.5 - side_inset,
        down[0] - 0.5 + inset,
        down[1] + 0.5 - inset,
    )


def tree_reading(clusters: Clusters, labels: Labels) -> str:
    """Return how to read the tree over the map."""
    dotted = ", dotted ones the published clusters" if clusters.published_labels else ""
    return (
        "Metrics that join low rank the methods alike; the dashed line cuts the tree. Blue agrees,"
        f" orange contradicts. Solid frames are the clusters{dotted}."
    )


def pairs_table(clusters: Clusters, labels: Labels) -> Table[tuple[int, int]]:
    """Return one row per pair of clustered metrics: τ, distance, blocks, and whether they share a
    cluster."""
    metrics = clusters.metrics

    def is_same_published(metric_pair: tuple[int, int]) -> bool | None:
        first_label = clusters.published_labels.get(metrics[metric_pair[0]])
        second = clusters.published_labels.get(metrics[metric_pair[1]])
        return None if first_label is None or second is None else first_label == second

    return table(
        combinations(range(len(metrics)), 2),
        Column("x", lambda metric_pair: metrics[metric_pair[0]], "metric", kind="metric"),
        Column("y", lambda metric_pair: metrics[metric_pair[1]], "with", kind="metric"),
        number_column("tau", lambda metric_pair: clusters.clustering.tau[metric_pair], "τ"),
        number_column(
            "distance",
            lambda metric_pair: clusters.clustering.distance[metric_pair],
            help="√(2(1−τ))",
            place="screen",
        ),
        count_column(
            "blocks_defined",
            lambda metric_pair: clusters.blocks_defined[metric_pair],
            "blocks",
            place="screen",
        ),
        flag_column(
            "same_cluster",
            lambda metric_pair: bool(clusters.cut[metric_pair[0]] == clusters.cut[metric_pair[1]]),
            "same cluster",
            place="screen",
        ),
        flag_column(
            "same_published_cluster", is_same_published, "same published cluster", place="screen"
        ),
    )
