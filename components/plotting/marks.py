"""What several figures are drawn with: marks of benchmarks, named rows, lines, a matrix, ticks,
long columns."""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from components.format import figure_text, shortened
from components.plotting.theme import Mode, ink_on, palette

SHAPES = (
    "square",
    "triangle-up",
    "diamond",
    "cross",
    "star",
    "pentagon",
    "hexagram",
    "triangle-down",
)


def benchmark_marks(benchmark_ids: Sequence[str], mode: Mode) -> dict[str, dict[str, str]]:
    """The mark of each benchmark by its id, as plotly takes it, in the order given: a shape first,
    a colour second."""
    # from the end of the palette, so that they meet those of the first metrics as late as possible
    hues = palette(mode).lines[::-1]
    return {
        b: {"symbol": SHAPES[i % len(SHAPES)], "color": hues[i % len(hues)]}
        for i, b in enumerate(benchmark_ids)
    }


def places(rows: Sequence[Any]) -> dict[str, int]:
    """The height of each metric's row, the first on top."""
    return {r.metric: len(rows) - 1 - i for i, r in enumerate(rows)}


def write_notes(
    fig: go.Figure,
    rows: Sequence[Any],
    notes: Sequence[str],
    left: float,
    mode: Mode,
    up: float = 0.33,
) -> None:
    """One text per row, `up` above its middle, from `left` on, on ground of its own and across no
    line of a grid."""
    colours, place = palette(mode), places(rows)
    fig.update_xaxes(showgrid=False, ticks="outside")
    for row, note in zip(rows, notes, strict=True):
        y, ground = place[row.metric] + up, colours.background
        write(fig, left, y, figure_text(note), colours.muted, 11, bgcolor=ground, borderpad=1)


def write(
    fig: go.Figure,
    x: float,
    y: float,
    text: str,
    colour: str,
    size: int = 12,
    anchor: str = "left",
    **more: object,
) -> None:
    """A text that has no arrow, from x on or, by its `anchor`, around it."""
    font = {"size": size, "color": colour}
    fig.add_annotation(x=x, y=y, text=text, showarrow=False, xanchor=anchor, font=font, **more)


def arrow(
    fig: go.Figure, tail: Sequence[float], head: Sequence[float], colour: str, **more: object
) -> None:
    """An arrow from one point (x, y) to another."""
    ends = {"ax": tail[0], "ay": tail[1], "x": head[0], "y": head[1]}
    units = {"axref": "x", "ayref": "y", "xref": "x", "yref": "y"}
    look = {"showarrow": True, "arrowhead": 2, "arrowwidth": 2, "arrowcolor": colour}
    fig.add_annotation(text="", **ends, **units, **look, **more)


MOST_ROWS = 40
"""Figures of rows end here; their tables have them all."""


def rows_height(count: int) -> int:
    """The height in pixels of a figure with this many rows."""
    return 140 + max(min(count, MOST_ROWS), 2) * 34


def name_rows(fig: go.Figure, labels: Sequence[str], most: int = 14) -> go.Figure:
    """The axis of rows under one another, the first on top: labels of at most `most` letters."""
    return fig.update_yaxes(
        range=[-0.6, len(labels) - 0.4],
        tickvals=list(range(len(labels)))[::-1],
        ticktext=[figure_text(shortened(label, most)) for label in labels],
        showgrid=False,
        zeroline=False,
    )


NOTED = 54
"""Pixels of a row that has a note above its middle."""


def name_noted_rows(fig: go.Figure, labels: Sequence[str]) -> go.Figure:
    """The axis of rows that `write_notes` writes into, with room for each, legend and axis
    included."""
    return name_rows(fig, labels).update_layout(height=120 + NOTED * max(len(labels), 1))


def matrix_axis(labels: Sequence[str], most: int = 14) -> dict[str, object]:
    """The settings of a side of a matrix, labels at 0, 1, …: upright where they are short and
    few."""
    ticks = [figure_text(shortened(label, most)) for label in labels]
    upright = len(ticks) <= 10 and max(map(len, ticks), default=0) <= 5
    return {
        "tickvals": list(range(len(ticks))),
        "ticktext": ticks,
        "tickangle": 0 if upright else -90,
        "showgrid": False,
        "zeroline": False,
    }


def segments(
    fig: go.Figure,
    ends: Iterable[tuple[float | None, float | None, float | None, float | None]],
    colour: str,
    width: float = 3,
    **more: object,
) -> None:
    """Lines from (x0, y0) to (x1, y1) as one trace without hover or clicks."""
    drawn = list(ends)
    fig.add_scatter(
        x=[x for x0, _, x1, _ in drawn for x in (x0, x1, None)],
        y=[y for _, y0, _, y1 in drawn for y in (y0, y1, None)],
        mode="lines",
        line={"width": width, "color": colour},
        hoverinfo="skip",
        **more,
    )


def curve(
    fig: go.Figure,
    x: Sequence[float],
    y: Iterable[float | None],
    line: Mapping[str, object],
    *,
    hover: str = "",
    **more: object,
) -> None:
    """A line through points; `hover` is the template of what it says, the name of the line alone
    where empty."""
    fig.add_scatter(
        x=x, y=list(y), mode="lines", line=line, hovertemplate=f"{hover}<extra></extra>", **more
    )


def outline(x0: float, x1: float, y0: float, y1: float) -> str:
    """A rectangle as part of a path in the units of the axes."""
    return f"M{x0:g},{y0:g}H{x1:g}V{y1:g}H{x0:g}Z"


def squares(cells: Iterable[tuple[int, int]], **style: object) -> dict[str, object]:
    """Cells (x, y) of a matrix as one shape of this style: a browser draws each shape as an element
    of its own."""
    return {
        "type": "path",
        "path": "".join(outline(i - 0.5, i + 0.5, j - 0.5, j + 0.5) for i, j in cells),
        **style,
    }


def log_ticks(low: float, high: float) -> list[float]:
    """1, 2 and 5 times powers of ten around a range of positive numbers; of more than 8, powers of
    ten alone."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    for steps in ((1, 2, 5), (1,)):
        ticks = [float(f"{step}e{decade}") for decade in decades for step in steps]
        inside = [t for t in ticks if low / 1.5 <= t <= high * 1.5]
        if len(inside) <= 8:
            break
    return inside[:: math.ceil(len(inside) / 8)] if inside else [low]


def entries(values: Sequence[object]) -> npt.NDArray[np.object_]:
    """Values, or rows of equally many, as one array of them as they are.

    Of lists plotly looks at every entry one by one, which takes most of the time of a figure of
    thousands."""
    return np.array(values, dtype=object)


WRITTEN = 12
"""Cells of larger matrices show no number."""
SMALL = 11
"""Pixels of the names of a matrix that has too many for a telephone at the usual size."""


def write_cells(
    fig: go.Figure, cells: Iterable[tuple[float, float, str, str]], size: int = 12, **where: int
) -> None:
    """Texts in cells (x, y, text, colour of the cell), each in black or white, whichever reads
    better."""
    drawn = list(cells)
    fig.add_scatter(
        x=[x for x, *_ in drawn],
        y=[y for _, y, *_ in drawn],
        mode="text",
        text=[text for _, _, text, _ in drawn],
        textfont={"size": size, "color": [ink_on(colour) for *_, colour in drawn]},
        hoverinfo="skip",
        showlegend=False,
        **where,
    )


def scale_below(title: str) -> dict[str, object]:
    """Return a colour scale under a matrix, where it takes no width from the cells."""
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


def slopes(fig: go.Figure, rows: Sequence[tuple[float, float, str]], **style: object) -> None:
    """A line per row (left, right, what it says) from x = 0 to x = 1, all of them as one trace."""
    fig.add_scatter(
        x=[x for _ in rows for x in (0, 1, None)],
        y=[y for left, right, _ in rows for y in (left, right, None)],
        mode="lines+markers",
        text=[t for *_, text in rows for t in (text, text, "")],
        hovertemplate="%{text}<extra></extra>",
        **style,
    )
