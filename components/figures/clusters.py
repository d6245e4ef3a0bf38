"""Dendrogram over the reordered heat map, and what all cluster figures share: letters, symbols and outlines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.figures.theme import TAU_SCALE, Mode, metric_colours, palette
from components.text import figure_text, number, shortened

Part = Mapping[str, Any]
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "star", "hexagon", "cross")
WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show them."""


def dendrogram(part: Part, labels: Mapping[str, str], metric_ids: Sequence[str], mode: Mode) -> go.Figure:
    """The tree over the τ matrix, both in leaf order, with one strip for the clusters and one for the publication.

    `labels` maps metric ids to labels, `metric_ids` are all score metrics of the suite, for the colours. Clusters
    are framed solid, runs of published clusters dashed.
    """
    order, colours = part["order"], palette(mode)
    theirs = published(part)
    strips = [("here", {m: str(c) for m, c in part["labels"].items()})]
    if theirs:
        strips.append(("published", {m: letter(c) for m, c in theirs.items()}))
    strip = 0.055 * len(strips)
    fig = make_subplots(
        rows=3, cols=1, shared_xaxes=True, vertical_spacing=0.012, row_heights=[0.3, strip, 0.7 - strip]
    )
    _brackets(fig, part, labels, mode)
    hues = metric_colours(metric_ids, mode)
    fig.add_scatter(
        x=list(range(len(order))),
        y=[0] * len(order),
        mode="markers",
        marker={
            "size": 11,
            "color": [hues[m] for m in order],
            "symbol": [symbol(theirs.get(m)) for m in order],
            "line": {"width": 1, "color": colours.background},
        },
        text=[name_of(part, m, labels) for m in order],
        hovertemplate="%{text}<extra></extra>",
        cliponaxis=False,
        row=1,
        col=1,
    )
    _strips(fig, order, strips, mode)
    _heat(fig, part, labels)
    for first, last in runs(order, part["labels"]):
        _frame(fig, first, last, {"width": 3, "color": colours.ink})
    for first, last in runs(order, theirs):
        _frame(fig, first, last, {"width": 2, "color": colours.accent, "dash": "dot"}, inset=0.1)
    ticks = [figure_text(shortened(labels[m], 14)) for m in order]
    fig.update_xaxes(range=[-0.5, len(order) - 0.5], showgrid=False, zeroline=False, showticklabels=False)
    fig.update_xaxes(
        row=3, showticklabels=True, tickvals=list(range(len(order))), ticktext=ticks, tickangle=tick_angle(ticks)
    )
    fig.update_yaxes(
        row=3, range=[len(order) - 0.5, -0.5], tickvals=list(range(len(order))), ticktext=ticks, showgrid=False
    )
    fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 12, "b": 8})
    return fig


def dendrogram_height(count: int) -> int:
    """Pixels for a number of metrics."""
    return int(min(900, 330 + 44 * min(count, WRITTEN) + 14 * max(0, count - WRITTEN)))


def published(part: Part) -> dict[str, int]:
    """The first published partition, of the metrics that are clustered: the one that every view marks."""
    first = part["published"][0]["clusters"] if part["published"] else {}
    return {m: c for m, c in first.items() if m in part["labels"]}


def letter(cluster: int) -> str:
    """A published cluster by letter, so that it is never taken for a number of ours: A … Z, AA …"""
    before, last = divmod(cluster - 1, 26)
    return (letter(before) if before else "") + chr(ord("A") + last)


def symbol(cluster: int | None) -> str:
    """The mark of a published cluster; a small open circle for a metric outside the publication."""
    return "circle-open" if cluster is None else SYMBOLS[(cluster - 1) % len(SYMBOLS)]


def name_of(part: Part, metric: str, labels: Mapping[str, str]) -> str:
    """A metric with its cluster here and in the publication, for hovering."""
    theirs = published(part).get(metric)
    also = f", published {letter(theirs)}" if theirs is not None else ""
    return f"{figure_text(labels[metric])}: cluster {part['labels'][metric]}{also}"


def runs(order: Sequence[str], clusters: Mapping[str, int]) -> Iterator[tuple[int, int]]:
    """First and last place of each stretch of neighbours in one cluster; metrics in none are passed over."""
    for cluster, places in groupby(range(len(order)), key=lambda i: clusters.get(order[i])):
        inside = list(places)
        if cluster is not None:
            yield inside[0], inside[-1]


def _brackets(fig: go.Figure, part: Part, labels: Mapping[str, str], mode: Mode) -> None:
    """Merges inside the clusters in ink, those above the cut in grey, and the cut itself."""
    colours, brackets = palette(mode), part["brackets"]
    kept = len(part["order"]) - (part["k"] or 1)
    for shown, colour, width in ((brackets[:kept], colours.ink, 2.5), (brackets[kept:], colours.muted, 1.5)):
        fig.add_scatter(
            x=[x for b in shown for x in (*b["x"], None)],
            y=[y for b in shown for y in (*b["y"], None)],
            mode="lines",
            line={"color": colour, "width": width},
            hoverinfo="skip",
            row=1,
            col=1,
        )
    fig.add_scatter(
        x=[(b["x"][1] + b["x"][2]) / 2 for b in brackets],
        y=[b["height"] for b in brackets],
        mode="markers",
        marker={"size": 14, "color": "rgba(0,0,0,0)"},
        text=[
            f"{_several([labels[m] for m in b['joins']])} joined at distance {number(b['height'])}" for b in brackets
        ],
        hovertemplate="%{text}<extra></extra>",
        row=1,
        col=1,
    )
    heights = [0.0, *(b["height"] for b in brackets)]
    top = heights[-1] or 1.0
    level = (heights[kept] + heights[kept + 1]) / 2 if kept < len(brackets) else (heights[-1] + top * 1.1) / 2
    fig.add_hline(
        y=level,
        line={"width": 1.5, "color": colours.accent, "dash": "dash"},
        annotation={
            "text": f"cut: {part['k']}",
            "font": {"size": 12, "color": colours.accent},
            "xanchor": "right",
            "yanchor": "bottom",
        },
        row=1,
        col=1,
    )
    fig.update_yaxes(
        row=1, range=[-0.04 * top, top * 1.14], title_text="distance", showgrid=False, zeroline=False, nticks=4
    )


def _strips(fig: go.Figure, order: Sequence[str], strips: Sequence[tuple[str, dict[str, str]]], mode: Mode) -> None:
    """One row of frames per partition, each run with the name of its cluster."""
    colours = palette(mode)
    for row, (_, names) in enumerate(strips):
        y = len(strips) - 1 - row
        for first, last in runs(order, names):  # type: ignore[arg-type]
            fig.add_shape(
                type="rect",
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
            fig.add_annotation(
                x=(first + last) / 2, y=y, text=names[order[first]], showarrow=False, font={"size": 12}, row=2, col=1
            )
    fig.update_yaxes(
        row=2,
        range=[-0.5, len(strips) - 0.5],
        tickvals=list(range(len(strips))),
        ticktext=[name for name, _ in reversed(strips)],
        tickfont={"size": 12},
        showgrid=False,
        zeroline=False,
    )


def _heat(fig: go.Figure, part: Part, labels: Mapping[str, str]) -> None:
    order, place = part["order"], {m: i for i, m in enumerate(part["metrics"])}
    index = [place[m] for m in order]
    tau = [[part["tau"][i][j] for j in index] for i in index]
    names = [figure_text(labels[m]) for m in order]
    hover = [
        [
            f"{names[a]} and {names[b]}: τ {number(tau[a][b], sign=True)}, "
            f"{part['blocks_defined'][i][j]} of {part['blocks']} blocks"
            for b, j in enumerate(index)
        ]
        for a, i in enumerate(index)
    ]
    written = [[number(t, 2 if len(order) > 6 else 3, sign=True) for t in row] for row in tau]
    fig.add_heatmap(
        z=tau,
        zmin=-1,
        zmax=1,
        colorscale=TAU_SCALE,
        xgap=1,
        ygap=1,
        text=written,
        texttemplate="%{text}" if len(order) <= WRITTEN else None,
        textfont={"size": 13},
        customdata=hover,
        hovertemplate="%{customdata}<extra></extra>",
        colorbar={"title": {"text": "τ"}, "len": 0.6, "y": 0.0, "yanchor": "bottom", "thickness": 10},
        row=3,
        col=1,
    )


def _frame(fig: go.Figure, first: int, last: int, line: dict[str, Any], inset: float = 0.0) -> None:
    low, high = first - 0.5 + inset, last + 0.5 - inset
    fig.add_shape(type="rect", x0=low, x1=high, y0=low, y1=high, line=line, row=3, col=1)


def tick_angle(ticks: Sequence[str]) -> int:
    """Upright where labels are short and few, else turned."""
    return 0 if len(ticks) <= WRITTEN and max(map(len, ticks), default=0) <= 5 else -90


def _several(names: Sequence[str]) -> str:
    more = f" and {len(names) - 4} more" if len(names) > 4 else ""
    return figure_text(", ".join(names[:4]) + more)
