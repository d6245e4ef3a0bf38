"""Figures with a row per metric."""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go

from components.plotting.metric_rows import name_rows, places, write_notes


@dataclass(frozen=True)
class Row:
    metric: str
    label: str


ROWS = [Row("a", "<b>A</b>"), Row("b", "a label of many letters")]


def test_the_first_row_is_on_top_and_the_axis_names_all():
    assert places(ROWS) == {"a": 1, "b": 0}
    axis = name_rows(go.Figure(), ROWS, most=10).layout.yaxis
    assert axis.tickvals == (1, 0)
    assert axis.ticktext == ("&lt;b&gt;A&lt;/b&gt;", "a label o…")
    assert axis.range == (-0.6, 1.6)
    assert name_rows(go.Figure(), []).layout.yaxis.ticktext == ()


def test_notes_stand_above_their_rows_as_text():
    fig = go.Figure()
    write_notes(fig, ROWS, ["<i>1</i>", "2"], -1, "light", up=0.3)
    assert [(a.x, a.y, a.text) for a in fig.layout.annotations] == [(-1, 1.3, "&lt;i&gt;1&lt;/i&gt;"), (-1, 0.3, "2")]
