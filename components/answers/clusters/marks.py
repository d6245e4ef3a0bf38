"""What the cluster figures share: letters of published clusters, frames and names of a matrix."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import plotly.graph_objects as go

from components.answers.clusters.clustered import Clusters
from components.plotting.marks import matrix_axis, outline
from components.words import Labels

WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show them."""


def letter(cluster: int) -> str:
    """Return a published cluster as a letter, never to be taken for a number of ours: A … Z, AA …"""
    before, last = divmod(cluster - 1, 26)
    return (letter(before) if before else "") + chr(ord("A") + last)


def runs(order: Sequence[str], clusters: Mapping[str, object]) -> Iterator[tuple[int, int]]:
    """Yield first and last place of each stretch of neighbours in one cluster; metrics in none are left out."""
    for cluster, places in groupby(range(len(order)), key=lambda i: clusters.get(order[i])):
        inside = list(places)
        if cluster is not None:
            yield inside[0], inside[-1]


def frames(result: Clusters, **axes: str) -> list[dict[str, object]]:
    """Return frames around pairs of a matrix in leaf order that share a cluster: solid here, dotted as published.

    Black on a white edge, because the cells under it are light and dark. A published cluster that the leaf order tears
    apart gets a frame for every two of its stretches; of many metrics only for each stretch of two or more.
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


def _outline(across: tuple[int, int], down: tuple[int, int], inset: float) -> str:
    beside = inset / 3  # cells are wider than tall
    return outline(across[0] - 0.5 + beside, across[1] + 0.5 - beside, down[0] - 0.5 + inset, down[1] + 0.5 - inset)


def label_axes(fig: go.Figure, result: Clusters, names: Labels, **where: int) -> None:
    """Name both sides of a matrix in leaf order; of many metrics the rows only, so that no names overlap."""
    order = result.order
    axis = matrix_axis([names.metric(m) for m in order])
    fig.update_xaxes(**axis, range=[-0.5, len(order) - 0.5], showticklabels=len(order) <= WRITTEN, **where)
    fig.update_yaxes(**{**axis, "tickangle": 0}, range=[len(order) - 0.5, -0.5], **where)
