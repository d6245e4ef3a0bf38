"""What does each protocol give for the pairs? Two heat maps of τ side by side, with one order and one scale.

Cells open a pair. In the published one a bar in each cell shows how far the value moves when only the order of the
input rows changes.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.answers.agreement.pairs import pairs_table, row_order_range
from components.answers.agreement.taus import Taus, compute
from components.answers.record import Answer, Look, Part, silent
from components.format import figure_text, number, p_value
from components.plotting.marks import entries, matrix_axis, segments, squares, write
from components.plotting.theme import Mode, hatched, ink_on, palette, tau_colour, tau_scale
from components.stats.agreement.pair_taus import PairTau
from components.stats.agreement.tau import PUBLISHED, TIE_AWARE
from components.words import Labels

TITLES = {PUBLISHED: "As published", TIE_AWARE: "Tie-aware"}
"""What the protocols are called."""
BY_ROW_ORDER = (
    "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed."
)
AS_THEY_ARE = (
    "The values as they are: directions are not aligned, so that τ of metrics of opposite direction swaps its sign."
)
TIES_AS_TIES = "Ties count as ties (τ-b), higher is better everywhere; hatched pairs have no τ."
BARS = (
    "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
    "line from −1 to +1; the long tick is the value, the short one 0."
)
SCALE = "Blue agrees, orange contradicts, on one scale from −1 to +1. Click a cell to open its pair."
CLUSTERED = "Neighbours agree: the metrics are ordered by cluster. Hover for the numbers."
WRITTEN = 10
"""Up to this many metrics the numbers are written into the cells; beyond, zoom and hover show them."""
ROOMY = 6
"""Up to this many metrics a cell has room for three decimals and for the number of blocks."""
Cells = Mapping[tuple[int, int], PairTau]
"""Rows of pairs by their place (x, y) in the order shown, both halves of the matrix."""


def map_reading(result: Taus, protocol: str) -> str:
    """How to read the heat map of a protocol."""
    count, rows = len(result.metrics), result.pairs[protocol]
    published = BY_ROW_ORDER if result.ranks_methods else AS_THEY_ARE
    lines = [published if protocol == PUBLISHED else TIES_AS_TIES]
    if count <= WRITTEN and any(r.row_order_width for r in rows):
        lines.append(BARS)
    fewer = [r for r in rows if r.blocks_defined < r.blocks]
    if count <= ROOMY and fewer:
        example = max(fewer, key=lambda r: r.blocks_defined)
        lines.append(f"“{example.blocks_defined} of {example.blocks}”: in so many blocks the pair has a τ.")
    return " ".join([*lines, SCALE, *([CLUSTERED] if count > WRITTEN else [])])


def draw(result: Taus, protocol: str, look: Look) -> go.Figure:
    """The τ matrix of one protocol; the pair that is open is framed.

    Every cell has an invisible marker on top whose `customdata` is the pair of metric ids: heat map cells
    themselves send no click.
    """
    order, mode, names = result.order, look.mode, look.names
    opened, colours = result.differing_most, palette(mode)
    cells = _cells(result, protocol)
    few = len(order) <= WRITTEN
    fig = go.Figure()
    fig.add_heatmap(
        z=entries([[cells[i, j].tau if i != j else None for i in range(len(order))] for j in range(len(order))]),
        zmin=-1,
        zmax=1,
        colorscale=tau_scale(mode),
        xgap=1,
        ygap=1,
        hoverinfo="skip",
        showscale=not few,
        colorbar={"title": {"text": "τ", "font": {"size": 13}}, "len": 0.6, "thickness": 10},
    )
    undefined = [place for place, row in cells.items() if row.tau is None]
    if undefined:
        fig.add_trace(hatched(undefined, mode))
    if few:
        _written(fig, cells, len(order), mode)
        _bars(fig, cells, mode)
    # a metric with itself says nothing: grey, so that it is not taken for a τ of 0
    shapes = [squares([(i, i) for i in range(len(order))], fillcolor=colours.surface, line={"width": 0}, layer="below")]
    _targets(fig, cells, result, names)
    if len(opened) == 2:
        x, y = map(order.index, opened)
        for colour, width in (("#FFFFFF", 6), ("#000000", 3)):  # visible on light cells and on dark ones
            shapes.append(squares([(x, y), (y, x)], line={"width": width, "color": colour}, layer="above"))
    fig.update_layout(shapes=shapes)
    axis = matrix_axis([names.metric(m) for m in order])
    fig.update_xaxes(**axis, range=[-0.5, len(order) - 0.5], side="top")
    fig.update_yaxes(**{**axis, "tickangle": 0}, range=[len(order) - 0.5, -0.5])
    # tall enough for number, blocks and bar in each cell
    many = min(900, 120 + 46 * min(len(order), WRITTEN) + 12 * max(0, len(order) - WRITTEN))
    height = 60 + 68 * len(order) if len(order) <= ROOMY else many
    return fig.update_layout(showlegend=False, margin={"l": 8, "r": 8, "t": 8, "b": 8}, height=height)


def _cells(result: Taus, protocol: str) -> Cells:
    place = {m: i for i, m in enumerate(result.order)}
    cells = {}
    for row in result.pairs[protocol]:
        i, j = place[row.x], place[row.y]
        cells[i, j] = cells[j, i] = row
    return cells


def _written(fig: go.Figure, cells: Cells, count: int, mode: Mode) -> None:
    """τ in every cell and, where some blocks have none, in how many it is defined."""
    colours, digits = palette(mode), 3 if count <= ROOMY else 2
    lines: list[tuple[float, float, str, int, str]] = []
    for (i, j), row in cells.items():
        blocks = _blocks(row) if count <= ROOMY else ""
        if row.tau is not None:
            ink = ink_on(tau_colour(row.tau, mode))
            lines.append((i, j - 0.12 * (count <= ROOMY), number(row.tau, digits), 13, ink))
            lines.extend([(i, j + 0.13, blocks, 11, ink)] if blocks else [])
        elif blocks:  # on the hatching a number needs ground of its own
            write(fig, i, j, blocks, colours.ink, 11, "auto", bgcolor=colours.surface, borderpad=2)
    x, y, texts, sizes, colour = zip(*lines, strict=True) if lines else ((),) * 5
    fig.add_scatter(x=x, y=y, mode="text", text=texts, textfont={"size": sizes, "color": colour}, hoverinfo="skip")


def _blocks(row: PairTau) -> str:
    return "" if row.blocks_defined == row.blocks else f"{row.blocks_defined} of {row.blocks}"


def _bars(fig: go.Figure, cells: Cells, mode: Mode) -> None:
    """The row-order range in a cell, from −1 at its left to +1 at its right edge, with a tick at the value."""
    for ink in ("#000000", "#FFFFFF"):
        rails: list[tuple[float, float, float, float]] = []
        ranges: list[tuple[float, float, float, float]] = []
        marks: list[tuple[float, float]] = []
        for (i, j), row in cells.items():
            tau, low, high = row.tau, row.row_order_min, row.row_order_max
            if tau is None or low is None or high is None or not row.row_order_width:
                continue
            if ink_on(tau_colour(tau, mode)) != ink:
                continue
            y = j + 0.34
            rails += [(i - 0.42, y, i + 0.42, y), (i, y - 0.07, i, y + 0.07)]  # the short one where τ is 0
            ranges.append((i + 0.42 * low, y, i + 0.42 * high, y))
            marks.append((i + 0.42 * tau, y))
        if not marks:
            continue
        segments(fig, rails, ink, 1, opacity=0.35)
        segments(fig, ranges, ink, 5, opacity=0.75)
        fig.add_scatter(
            x=[x for x, _ in marks],
            y=[y for _, y in marks],
            mode="markers",
            marker={"symbol": "line-ns", "size": 11, "line": {"width": 2, "color": ink}},
            hoverinfo="skip",
        )


def _targets(fig: go.Figure, cells: Cells, result: Taus, names: Labels) -> None:
    """Invisible square markers for the hover text and for clicks."""
    order, still = result.order, {"marker": {"opacity": 0}}
    fig.add_scatter(
        x=[i for i, _ in cells],
        y=[j for _, j in cells],
        mode="markers",
        marker={"symbol": "square", "size": max(14, min(64, 420 // max(1, len(order)))), "opacity": 0},
        selected=still,
        unselected=still,
        customdata=entries([[order[j], order[i]] for i, j in cells]),
        text=entries([_hover(row, names) for row in cells.values()]),
        hovertemplate="%{text}<extra></extra>",
        name="cells",
    )


def _hover(row: PairTau, names: Labels) -> str:
    title = f"<b>{' and '.join(figure_text(names.metric(m)) for m in (row.x, row.y))}</b>"
    blocks = f"{row.blocks_defined} of {row.blocks} blocks"
    if row.tau is None:
        return f"{title}<br>undefined, {blocks}<br>{figure_text(row.tau_reason)}"
    lines = [title, f"τ {number(row.tau)}, {blocks}", f"C {row.concordant}, D {row.discordant}"]
    if row.row_order_width:
        lines.append(f"row order alone: {row_order_range(row)}")
    if row.test.p is not None:
        reach = "" if row.test.p_min is None else f", smallest possible {p_value(row.test.p_min)}"
        lines.append(f"p {p_value(row.test.p)} ({row.test.kind}){reach}")
    return "<br>".join([*lines, "click to open"])


def opens(clicked: Sequence[Any]) -> Mapping[str, str]:
    """A click on a cell opens its pair."""
    return {"pair": ",".join(str(m) for m in clicked[0][:2])} if clicked else {}


def _map(protocol: str) -> Answer[Taus]:
    name, title = f"agreement_{protocol.replace('-', '_')}", TITLES[protocol]
    part = Part[Taus](
        name,
        f"τ between metrics, {title.lower()}",
        lambda result, names: pairs_table(result.pairs[protocol]),
        lambda result, look: draw(result, protocol, look),
        reading=lambda result, names: map_reading(result, protocol),
        when=lambda result: result.comparable,
        zoom=lambda result: len(result.metrics) > WRITTEN,
        opens=opens,
    )
    return Answer(name, compute, silent, part, heading=title)


PUBLISHED_MAP, TIE_AWARE_MAP = _map(PUBLISHED), _map(TIE_AWARE)
