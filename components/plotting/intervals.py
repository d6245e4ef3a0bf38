"""Dots, intervals and bars row by row, the first row on top; `marks.name_rows` writes the names of
the rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import plotly.graph_objects as go

from components.plotting.marks import segments
from components.plotting.theme import ink_on

R = TypeVar("R")
Ends = tuple[float | None, float | None]
PlacedMark = tuple[R, float | None, float | None]
"""What is drawn, and where."""


def dots(
    figure: go.Figure,
    rows: Sequence[R],
    value_of: Callable[[R], float | None],
    marker: Mapping[str, object],
    *,
    offset: float = 0.0,
    **settings: object,
) -> None:
    """Draw a mark in each row at its value, `offset` above the middle of the row; `settings` as in
    `points`."""
    heights = _heights(rows)
    places = [
        (row, value_of(row), height + offset) for row, height in zip(rows, heights, strict=True)
    ]
    points(figure, places, marker, **settings)  # type: ignore[arg-type]


def points(
    figure: go.Figure,
    places: Iterable[PlacedMark[R]],
    marker: Mapping[str, object],
    *,
    hover_template: str = "",
    data_of: Callable[[R], object] | None = None,
    **settings: object,
) -> None:
    """Draw a mark for each of some things at its place (x, y); what has no x has none.

    A function in `marker` gives each its own entry, a colour for instance; `hover_template` is a
    template over the `data_of` a thing.
    """
    drawn = []
    across = []
    upward = []
    for thing, across_value, upward_value in places:
        if across_value is not None:
            drawn.append(thing)
            across.append(across_value)
            upward.append(upward_value)
    marker_looks = {}
    for property_name, property_look in marker.items():
        marker_looks[property_name] = (
            list(map(property_look, drawn)) if callable(property_look) else property_look
        )
    figure.add_scatter(
        x=across,
        y=upward,
        mode="markers",
        marker=marker_looks,
        customdata=None if data_of is None else list(map(data_of, drawn)),
        hovertemplate=f"{hover_template}<extra></extra>",
        **settings,
    )


def spans(
    figure: go.Figure,
    rows: Sequence[R],
    ends_of: Callable[[R], Ends],
    colour: str,
    line_width: float = 3,
    **settings: object,
) -> None:
    """Draw a line in each row from one end to the other; rows without ends have none, a figure
    without ends no entry."""
    drawn = []
    for row, height in zip(rows, _heights(rows), strict=True):
        low, high = ends_of(row)
        if low is not None and high is not None:
            drawn.append((low, height, high, height))
    if drawn:
        segments(figure, drawn, colour, line_width, **settings)


def bars(
    figure: go.Figure,
    values: Sequence[float | None],
    marker: Mapping[str, object],
    *,
    hover_template: str,
    data: Sequence[object] | None = None,
    texts: Sequence[str] | None = None,
    inside: str = "",
    **settings: object,
) -> None:
    """Draw a bar in each row, of several calls its next segment; `hover_template` is a template
    over the `data` of a row.

    `texts` are written inside the bars if `inside` names their colour.
    """
    text_look: dict[str, object] = {}
    if inside:
        text_look = {
            "textposition": "inside",
            "insidetextanchor": "middle",
            "textangle": 0,
            "textfont": {"color": ink_on(inside), "size": 13},
        }
    elif texts is not None:
        text_look = {"textposition": "outside"}
    figure.add_bar(
        x=list(values),
        y=_heights(values),
        orientation="h",
        marker=marker,
        customdata=data,
        hovertemplate=f"{hover_template}<extra></extra>",
        text=texts,
        **text_look,
        **settings,
    )


def _heights(rows: Sequence[object]) -> list[int]:
    return list(range(len(rows)))[::-1]
