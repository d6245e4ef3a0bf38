"""What several figures are drawn with."""

from dataclasses import dataclass

import plotly.graph_objects as go
import pytest

from components.plotting.intervals import bars, dots, spans
from components.plotting.marks import (
    SHAPES,
    benchmark_marks,
    log_ticks,
    name_rows,
    places,
    write_notes,
)


def test_benchmarks_are_told_apart_by_shape():
    marks = benchmark_marks([f"b{i}" for i in range(len(SHAPES) + 1)], "dark")
    assert len({m["symbol"] for m in marks.values()}) == len(SHAPES)
    assert marks["b0"]["symbol"] == marks[f"b{len(SHAPES)}"]["symbol"]
    assert len({m["color"] for m in list(marks.values())[:6]}) == 6


@dataclass(frozen=True)
class Row:
    metric: str
    label: str


ROWS = [Row("a", "<b>A</b>"), Row("b", "a label of many letters")]


def test_the_first_row_is_on_top_and_the_axis_names_all():
    assert places(ROWS) == {"a": 1, "b": 0}
    axis = name_rows(go.Figure(), [r.label for r in ROWS], max_letters=10).layout.yaxis
    assert axis.tickvals == (1, 0)
    assert axis.ticktext == ("&lt;b&gt;A&lt;/b&gt;", "a label o…")
    assert axis.range == (-0.6, 1.6)
    assert name_rows(go.Figure(), []).layout.yaxis.ticktext == ()


def test_what_is_drawn_of_a_row_is_at_its_height_and_a_row_without_a_value_has_nothing():
    fig, values = go.Figure(), [0.1, None, 0.3]
    dots(
        fig,
        range(3),
        values.__getitem__,
        {"size": 5, "color": ("red", "green", "blue").__getitem__},
        offset=0.2,
        data_of=str,
    )
    spans(fig, range(3), lambda i: (values[i], 1.0), "red")
    spans(fig, range(3), lambda i: (None, 1.0), "red", name="not in the legend")
    bars(fig, values, {"color": "red"}, hover_template="%{x}")
    mark, line, bar = fig.data
    assert (list(mark.x), list(mark.y), list(mark.customdata)) == (
        [0.1, 0.3],
        [2.2, 0.2],
        ["0", "2"],
    )
    assert (mark.marker.size, list(mark.marker.color)) == (5, ["red", "blue"])
    assert (list(line.x), list(line.y)) == (
        [0.1, 1.0, None, 0.3, 1.0, None],
        [2, 2, None, 0, 0, None],
    )
    assert list(zip(bar.x, bar.y, strict=True)) == [(0.1, 2), (None, 1), (0.3, 0)]


def test_notes_stand_above_their_rows_as_text():
    fig = go.Figure()
    write_notes(fig, ["<i>1</i>", "2"], -1, "light", offset=0.3)
    assert [(note.x, note.y, note.text) for note in fig.layout.annotations] == [
        (-1, 1.3, "&lt;i&gt;1&lt;/i&gt;"),
        (-1, 0.3, "2"),
    ]


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0.0176, 0.366, [0.02, 0.05, 0.1, 0.2, 0.5]),
        (1e-6, 1e6, [1e-6, 1e-4, 1e-2, 1, 1e2, 1e4, 1e6]),
        (0.3, 0.3, [0.2]),
    ],
)
def test_ticks_of_a_log_axis_are_round(low, high, ticks):
    assert log_ticks(low, high) == pytest.approx(ticks)
