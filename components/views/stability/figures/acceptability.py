"""Which ranks the methods take over all weightings, and who beats whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from components.labels import Labels
from components.plotting.marks import entries
from components.plotting.theme import SHARE_SCALE, TAU_SCALE, Mode, hatched, ink_on, mixed, palette, tau_colour
from components.text import figure_text, shortened
from components.views.stability.result.weightings import WeightingsResult

MOST_BARS = 20
"""Bars of more methods than this are too thin to read; the heat map holds them all."""
WRITTEN = 12
"""Cells of larger matrices carry no number."""
MOST_TICKS = 30
"""Names of more methods than this find no room beside a matrix."""
HEAD_HEIGHT = 462
"""Pixels of both figures that stand side by side at the head of the page."""


def acceptability_bars(result: WeightingsResult, mode: Mode) -> go.Figure:
    """One bar per method, best score on top, divided by the share of weightings that give it each rank.

    The darker, the better the rank; segments of 5 % or more carry it as a number.
    """
    c, methods, labels = palette(mode), result.methods, result.labels
    names = [figure_text(shortened(labels.method(m), 18)) for m in methods]
    n, fig = len(methods), go.Figure()
    for r in range(n):
        colour = mixed(c.accent, c.surface, r / max(n - 1, 1))
        shares = [result.rank_acceptability[m][r] for m in methods]
        fig.add_bar(
            y=list(range(n)),
            x=shares,
            orientation="h",
            marker={"color": colour, "line": {"width": 1, "color": c.muted}},
            text=[str(r + 1) if s >= 0.05 else "" for s in shares],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": ink_on(colour), "size": 13},
            customdata=[figure_text(labels.method(m)) for m in methods],
            hovertemplate=f"%{{customdata}}: rank {r + 1} in %{{x:.1%}}<extra></extra>",
            name=f"rank {r + 1}",
            showlegend=False,
        )
    fig.update_layout(height=HEAD_HEIGHT, barmode="stack", bargap=0.25, margin={"l": 8, "r": 28, "t": 32, "b": 8})
    fig.update_xaxes(range=[0, 1], tickformat=".0%", title_text="share of random weightings")
    fig.update_yaxes(range=[n - 0.5, -0.5], tickvals=list(range(n)), ticktext=names, showgrid=False, zeroline=False)
    return fig


def acceptability_map(result: WeightingsResult, mode: Mode, height: int = 0) -> go.Figure:
    """The same shares as a matrix: methods by score from the top, ranks from the left; `height` in pixels if given.

    Beyond twelve methods the darkest colour is the largest share there is, as its scale says.
    """
    methods, labels = result.methods, result.labels
    shares = [result.rank_acceptability[m] for m in methods]
    written = len(methods) <= WRITTEN
    ranks, few, names = list(range(1, len(methods) + 1)), len(methods) <= MOST_TICKS, _names(methods, labels)
    fig = _heat_map(
        ranks,
        shares,
        zmax=1 if written else max(max(row) for row in shares),
        colorscale=SHARE_SCALE,
        customdata=entries([[n] * len(ranks) for n in names]) if few else None,
        hovertemplate=f"%{{{'customdata' if few else 'y'}}}: rank %{{x}} in %{{z:.1%}}<extra></extra>",
    )
    fig.update_xaxes(title_text="rank", side="top", showgrid=False, zeroline=False, tickformat="d")
    if written:
        _write(fig, ranks, shares, [[tau_colour(v) for v in row] for row in shares])
        fig.update_xaxes(tickvals=ranks, ticktext=[str(r) for r in ranks], range=[0.5, len(ranks) + 0.5])
    _method_axis(fig, methods, labels)
    return fig.update_layout(height=height or _matrix_height(len(methods)))


def winning_matrix(result: WeightingsResult, mode: Mode) -> go.Figure:
    """Share of weightings in which the row's method scores higher than the column's: blue wins, orange loses."""
    methods, labels = result.methods, result.labels
    shares = [[result.winning[a][b] for b in methods] for a in methods]
    places, few, names = list(range(len(methods))), len(methods) <= MOST_TICKS, _names(methods, labels)
    fig = _heat_map(
        places,
        shares,
        zmax=1,
        colorscale=TAU_SCALE,
        customdata=entries([[f"{a} beats {b}" for b in names] for a in names]) if few else None,
        hovertemplate=f"%{{{'customdata' if few else 'y} beats %{x'}}} in %{{z:.1%}}<extra></extra>",
        hoverongaps=False,
    )
    fig.add_trace(hatched([(i, i) for i in places], mode))
    if len(methods) <= WRITTEN:
        _write(fig, places, shares, [["" if v is None else tau_colour(2 * v - 1) for v in row] for row in shares])
    fig.update_xaxes(
        **_ticks(methods, labels, 16),
        side="top",
        range=[-0.5, len(methods) - 0.5],
        tickangle=-40 if len(methods) > 3 else 0,
        showgrid=False,
        zeroline=False,
    )
    _method_axis(fig, methods, labels)
    return fig.update_layout(height=_matrix_height(len(methods)))


def _names(methods: Sequence[str], labels: Labels) -> list[str]:
    return [figure_text(labels.method(m)) for m in methods]


def _matrix_height(count: int) -> int:
    return 130 + min(max(count, 2) * 34, 900)


def _heat_map(columns: list[int], shares: Sequence[Sequence[float | None]], **more: object) -> go.Figure:
    """Shares from 0 on, a row for each method. Cells of large matrices touch: a gap would take most of them."""
    gap = 1 if len(shares) <= 40 else 0
    return go.Figure(
        go.Heatmap(
            x=columns,
            y=list(range(len(shares))),
            z=np.array(shares, dtype=np.float64),
            zmin=0,
            xgap=gap,
            ygap=gap,
            showscale=len(shares) > WRITTEN,
            colorbar={"tickformat": ".0%", "len": 0.7, "thickness": 10},
            **more,
        )
    )


def _write(
    fig: go.Figure, columns: list[int], values: Sequence[Sequence[float | None]], colours: list[list[str]]
) -> None:
    cells = [
        (x, y, f"{value:.0%}", ink_on(colour))
        for y, row in enumerate(values)
        for x, value, colour in zip(columns, row, colours[y], strict=True)
        if value is not None
    ]
    x, y, texts, inks = zip(*cells, strict=True)
    fig.add_scatter(
        x=x,
        y=y,
        mode="text",
        text=texts,
        textfont={"size": 13, "color": inks},
        hoverinfo="skip",
        showlegend=False,
    )


def _method_axis(fig: go.Figure, methods: Sequence[str], labels: Labels) -> None:
    fig.update_yaxes(
        **_ticks(methods, labels, 18),
        range=[len(methods) - 0.5, -0.5],
        title_text="" if len(methods) <= MOST_TICKS else "methods, best score on top",
        showgrid=False,
        zeroline=False,
    )


def _ticks(methods: Sequence[str], labels: Labels, width: int) -> dict[str, object]:
    """Names at their places. Many are not written, but read by pointing: a cell is told by its axes.

    A name in each of 22 500 cells took most of the time of the figure, and of its way to the reader.
    """
    few = len(methods) <= MOST_TICKS
    return {
        "tickvals": list(range(len(methods))),
        "ticktext": [figure_text(shortened(labels.method(m), width) if few else labels.method(m)) for m in methods],
        "showticklabels": few,
    }
