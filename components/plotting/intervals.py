"""Dots, intervals and bars row by row, the first row on top; `marks.name_rows` writes the names of
the rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import plotly.graph_objects as go

from components.plotting.marks import segments
from components.plotting.theme import ink_on

R = TypeVar("R")
Ends = tuple[float | None, float | None]
Point = tuple[R, float | None, float | None]
"""What is drawn, and where."""


def dots(
    fig: go.Figure,
    rows: Sequence[R],
    of: Callable[[R], float | None],
    marker: Mapping[str, object],
    *,
    up: float = 0.0,
    hover: str = "",
    data: Callable[[R], object] | None = None,
    **more: object,
) -> None:
    """A mark in each row at its value, `up` above the middle of the row; the rest as `points` has
    it."""
    places = [(row, of(row), y + up) for row, y in zip(rows, _heights(rows), strict=True)]
    points(fig, places, marker, hover=hover, data=data, **more)


def points(
    fig: go.Figure,
    places: Iterable[Point[R]],
    marker: Mapping[str, object],
    *,
    hover: str = "",
    data: Callable[[R], object] | None = None,
    **more: object,
) -> None:
    """A mark for each of some things at its place (x, y); what has no x has none.

    A function in `marker` gives each its own entry, a colour for instance; `hover` is a template
    over the `data` of one."""
    known = [(row, x, y) for row, x, y in places if x is not None]
    fig.add_scatter(
        x=[x for _, x, _ in known],
        y=[y for _, _, y in known],
        mode="markers",
        marker={
            k: [v(row) for row, _, _ in known] if callable(v) else v for k, v in marker.items()
        },
        customdata=None if data is None else [data(row) for row, _, _ in known],
        hovertemplate=f"{hover}<extra></extra>",
        **more,
    )


def spans(
    fig: go.Figure,
    rows: Sequence[R],
    of: Callable[[R], Ends],
    colour: str,
    width: float = 3,
    *,
    up: float = 0.0,
    **more: object,
) -> None:
    """A line in each row from one end to the other; rows without ends have none, a figure without
    ends no entry."""
    drawn = [(*of(row), y + up) for row, y in zip(rows, _heights(rows), strict=True)]
    known = [(low, y, high, y) for low, high, y in drawn if low is not None and high is not None]
    if known:
        segments(fig, known, colour, width, **more)


def _heights(rows: Sequence[object]) -> range:
    return range(len(rows) - 1, -1, -1)


def bars(
    fig: go.Figure,
    values: Sequence[float | None],
    marker: Mapping[str, object],
    *,
    hover: str,
    data: Sequence[object] | None = None,
    texts: Sequence[str] | None = None,
    inside: str = "",
    **more: object,
) -> None:
    """A bar in each row, of several calls its next segment; `hover` is a template over the `data`
    of a row.

    `texts` are written inside the bars where `inside` names their colour.
    """
    written: dict[str, object] = {} if texts is None else {"text": texts, "textposition": "outside"}
    if inside:
        written |= {"textposition": "inside", "insidetextanchor": "middle", "textangle": 0}
        written |= {"textfont": {"color": ink_on(inside), "size": 13}}
    fig.add_bar(
        x=list(values),
        y=list(_heights(values)),
        orientation="h",
        marker=marker,
        customdata=data,
        hovertemplate=f"{hover}<extra></extra>",
        **written | more,
    )
