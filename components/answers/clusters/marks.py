"""What all cluster figures share: letters and symbols of published clusters, frames, numbers and names of a matrix."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import plotly.graph_objects as go

from components.answers.clusters.grouping import Clusters
from components.format import figure_text
from components.plotting.marks import matrix_axis, outline
from components.plotting.matrices import write_cells
from components.plotting.theme import Mode, tau_colour
from components.words import Labels

SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "star", "hexagon", "cross")
WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show them."""


ROOMY = 7
"""Up to this many metrics the numbers have the usual size."""


def letter(cluster: int) -> str:
    """A published cluster by letter, so that it is never taken for a number of ours: A … Z, AA …"""
    before, last = divmod(cluster - 1, 26)
    return (letter(before) if before else "") + chr(ord("A") + last)


def symbol(cluster: int | None) -> str:
    """The mark of a published cluster; a small open circle for a metric outside the publication."""
    return "circle-open" if cluster is None else SYMBOLS[(cluster - 1) % len(SYMBOLS)]


def name_of(result: Clusters, names: Labels, metric: str) -> str:
    """A metric with its cluster here and in the publication, for hovering."""
    theirs = result.theirs.get(metric)
    also = f", published {letter(theirs)}" if theirs is not None else ""
    return f"{figure_text(names.metric(metric))}: cluster {result.labels[metric]}{also}"


def runs(order: Sequence[str], clusters: Mapping[str, object]) -> Iterator[tuple[int, int]]:
    """First and last place of each stretch of neighbours in one cluster; metrics in none are left out."""
    for cluster, places in groupby(range(len(order)), key=lambda i: clusters.get(order[i])):
        inside = list(places)
        if cluster is not None:
            yield inside[0], inside[-1]


def frames(result: Clusters, **axes: str) -> list[dict[str, object]]:
    """Frames around pairs of a matrix in leaf order that share a cluster: solid here, dotted in the publication.

    Black on a white edge, because the cells under it are light and dark.

    A published cluster that the leaf order tears apart gets a frame for every two of its stretches; of many metrics
    only for each stretch of two or more, and the strip of letters tells which belong together.
    """
    order, theirs = result.order, result.theirs
    own = [_outline(run, run, 0.0) for run in runs(order, result.labels)]
    stretches = [(theirs[order[first]], (first, last)) for first, last in runs(order, theirs)]
    published = [
        _outline(across, down, 0.06)
        for cluster, across in stretches
        for other, down in stretches
        if cluster == other and (len(order) <= WRITTEN or (across == down and across[0] < across[1]))
    ]
    lines = (
        (own, {"width": 5, "color": "#FFFFFF"}),
        (own, {"width": 2.5, "color": "#000000"}),
        (published, {"width": 4, "color": "#FFFFFF"}),
        (published, {"width": 2, "color": "#000000", "dash": "dot"}),
    )
    return [{"type": "path", "path": "".join(drawn), "line": line, **axes} for drawn, line in lines if drawn]


def written(
    fig: go.Figure,
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    mode: Mode,
    **where: int,
) -> None:
    """Numbers in the cells of a matrix of τ or shares, each in black or white, whichever reads better."""
    cells = [(i, j, v) for j, row in enumerate(values) for i, v in enumerate(row) if v is not None]
    size = 12 if len(values) <= ROOMY else 10  # ten metrics on a telephone leave 30 pixels for a number
    write_cells(fig, [(i, j, texts[j][i], tau_colour(v, mode)) for i, j, v in cells], size, **where)


def label_axes(fig: go.Figure, result: Clusters, names: Labels, **where: int) -> None:
    """Names along both sides of a matrix in leaf order; of many metrics along the rows only, so that none overlap."""
    order = result.order
    axis = matrix_axis([names.metric(m) for m in order])
    fig.update_xaxes(**axis, range=[-0.5, len(order) - 0.5], showticklabels=len(order) <= WRITTEN, **where)
    fig.update_yaxes(**{**axis, "tickangle": 0}, range=[len(order) - 0.5, -0.5], **where)


def scale_below(title: str) -> dict[str, object]:
    """A colour scale under a matrix, where it takes no width from the cells."""
    return {
        "title": {"text": title, "font": {"size": 13}, "side": "top"},
        "orientation": "h",
        "thickness": 10,
        "len": 0.6,
        "x": 0,
        "xanchor": "left",
        "y": -0.02,
        "yanchor": "top",
    }


def _outline(across: tuple[int, int], down: tuple[int, int], inset: float) -> str:
    x0, x1, y0, y1 = (
        place + side for ends in (across, down) for place, side in zip(ends, (-0.5 + inset, 0.5 - inset), strict=True)
    )
    return outline(x0, x1, y0, y1)
