"""Margins that are told ahead. That they are what a browser finds is tests/browser/test_room.py."""

import plotly.graph_objects as go
import pytest

from components.plotting.room import margins, spread, width
from components.plotting.theme import MARGIN, themed


def bars(**layout: object) -> go.Figure:
    return go.Figure(
        go.Bar(y=[0, 1], x=[2, 3], orientation="h"), layout={"xaxis": {"title": {"text": "share"}}, **layout}
    )


def test_width_is_what_a_browser_measures_and_margins_follow() -> None:
    assert [round(width(text)) for text in ("FA", "MIA", "20%", "A &amp; B")] == [13, 20, 24, 28]
    figure = bars(yaxis={"visible": False}, margin={"l": 20, "r": 28})
    assert margins(figure, MARGIN) == {"l": 20, "r": 28, "t": 32, "b": 47}


@pytest.mark.parametrize(
    ("layout", "left"),
    [
        ({}, None),
        ({"yaxis": {"tickvals": [0, 1], "ticktext": ["FA", "MIA"]}}, 28),
        ({"yaxis": {"tickvals": [0, 1], "ticktext": ["MIA,<br>FA", "A"]}}, 32),
        ({"yaxis": {"tickvals": [0, 1], "ticktext": ["<b>FA</b>", "A"]}}, None),
        ({"yaxis": {"visible": False}}, 8),
        ({"margin": {"l": 60}}, 60),
        ({"yaxis": {"visible": False}, "xaxis": {"tickangle": -40}}, None),
        ({"yaxis": {"visible": False}, "xaxis2": {}}, None),
    ],
)
def test_margins_are_told_where_they_are_known(layout: dict[str, object], left: float | None) -> None:
    found = margins(bars(**layout), MARGIN)
    assert found == ({} if left is None else {"l": left, "r": 8, "t": 32, "b": 43})


def test_names_legend_and_marks_have_room() -> None:
    two = bars(yaxis={"visible": False}).add_bar(y=[0], x=[1])
    assert themed(two, "light").layout.margin.t == 38
    heat = go.Figure(go.Heatmap(z=[[1]]), layout={"xaxis": {"side": "top"}, "yaxis": {"ticktext": ["MIA"]}})
    assert {side: margins(heat, MARGIN)[side] for side in "lt"} == {"l": 36, "t": 32}
    assert spread([0.5, 0.9, 0.51, 0.52], 0.05) == pytest.approx([0.5, 0.9, 0.55, 0.6])
    assert spread([0.4, 0.0, 0.0, 0.41], 0.05) == pytest.approx([0.4, 0.0, 0.05, 0.45])
    assert spread([], 0.1) == []
