"""Matrices: shares with a row for each of some names, numbers in cells, and names along the sides."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from components.format import figure_text, shortened
from components.plotting.theme import ink_on

WRITTEN = 12
"""Cells of larger matrices show no number."""
SMALL = 11
"""Pixels of the names of a matrix that has too many for a telephone at the usual size."""
MOST_TICKS = 30
"""More names than this find no room beside a matrix."""


def share_map(columns: Sequence[int], values: npt.NDArray[np.float64], **more: object) -> go.Figure:
    """Shares from 0 on, a row for each name. Cells of large matrices touch: a gap would take most of them."""
    gap = 1 if len(values) <= 40 else 0
    return go.Figure(
        go.Heatmap(
            x=columns,
            y=list(range(len(values))),
            z=values,
            zmin=0,
            xgap=gap,
            ygap=gap,
            showscale=len(values) > WRITTEN,
            colorbar={"tickformat": ".0%", "len": 0.7, "thickness": 10},
        )
    )


def write_cells(fig: go.Figure, cells: Iterable[tuple[float, float, str, str]], size: int = 12, **where: int) -> None:
    """Texts in cells (x, y, text, colour of the cell), each in black or white, whichever reads better."""
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


def write_shares(
    fig: go.Figure, columns: Sequence[int], values: npt.NDArray[np.float64], colour_of: Callable[[float], str]
) -> None:
    """Every share that there is as a percentage in its cell."""
    rows = enumerate(values.tolist())
    known = [(x, y, v) for y, row in rows for x, v in zip(columns, row, strict=True) if v == v]
    write_cells(fig, [(x, y, f"{v:.0%}", colour_of(v)) for x, y, v in known], 13)


def row_axis(fig: go.Figure, labels: Sequence[str], title: str) -> go.Figure:
    """The names of the rows, the first on top; where they find no room the title says what the rows are."""
    fig.update_yaxes(
        **name_ticks(labels, 18),
        range=[len(labels) - 0.5, -0.5],
        title_text="" if len(labels) <= MOST_TICKS else title,
        showgrid=False,
        zeroline=False,
    )
    return fig.update_layout(height=130 + min(max(len(labels), 2) * 34, 900))


def name_ticks(labels: Sequence[str], most: int) -> dict[str, object]:
    """Names at their places. Many are not written, but read by pointing: the axes name a cell.

    A name in each of 22 500 cells took most of the time of the figure, and of its way to the reader.
    """
    named = len(labels) <= MOST_TICKS
    return {
        "tickvals": list(range(len(labels))),
        "ticktext": [figure_text(shortened(label, most) if named else label) for label in labels],
        "showticklabels": named,
    }


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
