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
    """Return the mark of each benchmark by its id, as plotly takes it, in the order given.

    Shapes differ first. Colours are from the end of the palette, so that they meet those of the
    first metrics as late as possible.
    """
    colours = palette(mode).lines[::-1]
    mark_of_benchmark = {}
    for benchmark_index, benchmark_id in enumerate(benchmark_ids):
        shape = SHAPES[benchmark_index % len(SHAPES)]
        mark_of_benchmark[benchmark_id] = {
            "symbol": shape,
            "color": colours[benchmark_index % len(colours)],
        }
    return mark_of_benchmark


def places(rows: Sequence[Any]) -> dict[str, int]:
    """Return the height of each metric's row, the first on top."""
    return {row.metric: height for height, row in enumerate(reversed(rows))}


def write_notes(
    figure: go.Figure, notes: Sequence[str], left: float, mode: Mode, offset: float
) -> None:
    """Write one text per row, the first on top, `offset` above its middle, from `left` on, on
    ground of its own and across no line of a grid."""
    colours = palette(mode)
    look: dict[str, Any] = {"bgcolor": colours.background, "borderpad": 1}
    figure.update_xaxes(showgrid=False, ticks="outside")
    for height, note in zip(reversed(range(len(notes))), notes, strict=True):
        write(figure, left, height + offset, figure_text(note), colours.muted, 11, **look)


def write(
    figure: go.Figure,
    x: float,
    y: float,
    written: str,
    colour: str,
    font_size: int = 12,
    anchor: str = "left",
    **settings: object,
) -> None:
    """Write a text that has no arrow, from x on or, by its `anchor`, around it."""
    font = {"size": font_size, "color": colour}
    figure.add_annotation(
        x=x, y=y, text=written, showarrow=False, xanchor=anchor, font=font, **settings
    )


def arrow(
    figure: go.Figure, start_point: Sequence[float], end_point: Sequence[float], colour: str
) -> None:
    """Draw an arrow from one point (x, y) to another."""
    figure.add_annotation(
        text="",
        ax=start_point[0],
        ay=start_point[1],
        x=end_point[0],
        y=end_point[1],
        axref="x",
        ayref="y",
        xref="x",
        yref="y",
        showarrow=True,
        arrowhead=2,
        arrowwidth=2,
        arrowcolor=colour,
    )


MAX_ROWS = 40
"""Figures of rows end here; their tables have them all."""


def rows_height(n_rows: int) -> int:
    """Return the height in pixels of a figure with this many rows."""
    return 140 + max(min(n_rows, MAX_ROWS), 2) * 34


def name_rows(figure: go.Figure, labels: Sequence[str], max_letters: int = 14) -> go.Figure:
    """Set the axis of rows under one another, the first on top: labels of at most `max_letters`
    letters."""
    axis_settings = _axis(labels, max_letters)
    axis_settings["tickvals"].reverse()
    return figure.update_yaxes(axis_settings, range=[-0.6, len(labels) - 0.4])


def matrix_axis(labels: Sequence[str], max_letters: int = 14) -> dict[str, Any]:
    """Return the settings of a side of a matrix, labels at 0, 1, …: upright where they are short
    and few."""
    axis_settings = _axis(labels, max_letters)
    is_upright = len(labels) <= 10 and max(map(len, axis_settings["ticktext"]), default=0) <= 5
    return {**axis_settings, "tickangle": 0 if is_upright else -90}


def _axis(labels: Sequence[str], max_letters: int) -> dict[str, Any]:
    return {
        "tickvals": list(range(len(labels))),
        "ticktext": [figure_text(shortened(label, max_letters)) for label in labels],
        "showgrid": False,
        "zeroline": False,
    }


def segments(
    figure: go.Figure,
    ends_of_lines: Iterable[tuple[float | None, float | None, float | None, float | None]],
    colour: str,
    line_width: float = 3,
    **settings: object,
) -> None:
    """Draw lines, each (x, y, x, y) from its start to its end, as one trace without hover or
    clicks."""
    across: list[float | None] = []
    upward: list[float | None] = []
    for start_x, start_y, end_x, end_y in ends_of_lines:
        across += [start_x, end_x, None]
        upward += [start_y, end_y, None]
    figure.add_scatter(
        x=across,
        y=upward,
        mode="lines",
        line={"width": line_width, "color": colour},
        hoverinfo="skip",
        **settings,
    )


def curve(
    figure: go.Figure,
    x: Sequence[float],
    y: Iterable[float | None],
    line_look: Mapping[str, object],
    *,
    hover_template: str = "",
    **settings: object,
) -> None:
    """Draw a line through points; `hover_template` is the template of what it says, the name of the
    line alone if empty."""
    figure.add_scatter(
        x=x,
        y=list(y),
        mode="lines",
        line=line_look,
        hovertemplate=f"{hover_template}<extra></extra>",
        **settings,
    )


def outline(left: float, right: float, low: float, high: float) -> str:
    """Return a rectangle as part of a path in the units of the axes."""
    return f"M{left:g},{low:g}H{right:g}V{high:g}H{left:g}Z"


OPENED_SHAPE = "opened"
"""The name of shapes around what a reader has open: a saved picture leaves them out."""


def squares(cells: Iterable[tuple[int, int]], **shape_look: object) -> dict[str, object]:
    """Return cells (x, y) of a matrix as one shape of this style: a browser draws each shape as an
    element of its own."""
    outlines = "".join(
        outline(column - 0.5, column + 0.5, row - 0.5, row + 0.5) for column, row in cells
    )
    return {"type": "path", "path": outlines, **shape_look}


MAX_TICKS = 8


def log_ticks(low: float, high: float) -> list[float]:
    """Return 1, 2 and 5 times powers of ten around a range of positive numbers; of more than 8,
    powers of ten alone."""
    ticks: list[float] = []
    for steps_of_decade in ((1, 2, 5), (1,)):
        ticks.clear()
        for decade in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1):
            ticks += [float(f"{step}e{decade}") for step in steps_of_decade]
        ticks = [tick for tick in ticks if low / 1.5 <= tick <= high * 1.5]
        if len(ticks) <= MAX_TICKS:
            break
    if not ticks:
        return [low]
    return ticks[:: math.ceil(len(ticks) / MAX_TICKS)]


def entries(values: Sequence[object]) -> npt.NDArray[np.object_]:
    """Return values, or rows of equally many, as one array of them as they are.

    Of lists plotly looks at every entry one by one, which takes most of the time of a figure of
    thousands."""
    return np.array(values, dtype=object)


WRITTEN = 12
"""Cells of larger matrices show no number."""
SMALL = 11
"""Pixels of the names of a matrix that has too many for a telephone at the usual size."""


def write_cells(
    figure: go.Figure,
    cells: Iterable[tuple[float, float, str, str]],
    font_size: int = 12,
    **axes: int,
) -> None:
    """Write texts in cells (x, y, text, colour of the cell), each in black or white, whichever
    reads better."""
    columns, heights, texts, colours = list(zip(*cells, strict=True)) or [()] * 4
    figure.add_scatter(
        x=columns,
        y=heights,
        mode="text",
        text=texts,
        textfont={"size": font_size, "color": list(map(ink_on, colours))},
        hoverinfo="skip",
        showlegend=False,
        **axes,
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


def slopes(figure: go.Figure, rows: Sequence[tuple[float, float, str]], **settings: object) -> None:
    """Draw a line per row (left, right, what it says) from x = 0 to x = 1, all as one trace."""
    heights: list[float | None] = []
    hover_texts: list[str] = []
    for left_value, right_value, hover_text in rows:
        heights += [left_value, right_value, None]
        hover_texts += [hover_text, hover_text, ""]
    figure.add_scatter(
        x=[0, 1, None] * len(rows),
        y=heights,
        mode="lines+markers",
        text=hover_texts,
        hovertemplate="%{text}<extra></extra>",
        **settings,
    )
