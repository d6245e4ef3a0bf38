"""Tables on screen: columns of a grid as wide as their longest number; tables of text, with links
and folded rows."""

import math

import pandas as pd
import pytest

from components.plotting.room import SIZE, width
from components.table import Column, Link, Table, of_frame, table
from components.widgets.tables import MAX_WRITTEN, _config, written
from tests.answered import view_of

GRID_TYPE = 14
"""Pixels of the type of a grid."""


@pytest.mark.parametrize(
    ("kind", "usual", "last", "longest"),
    [
        ("", 0.5, 0.866667, "0.866667"),
        ("", 1, 1_234_567, "1234567"),
        ("number", 0.5, -187.75, "-187.750"),
        ("share", 0.0, 0.12345, "12.35%"),
        ("p", 0.5, 2.6e-5, "2.6e-05"),
        ("count", 1, 1, "a long head of a column"),
    ],
)
def test_a_column_of_numbers_has_room_for_its_longest_in_whatever_row(kind, usual, last, longest):
    numbers = [*[usual] * 20, last]
    listed = of_frame(pd.DataFrame({"x": numbers}))
    if kind:
        head = longest if kind == "count" else ""
        listed = table(numbers, Column("x", lambda number: number, head, kind=kind, place="screen"))
    room = _config(listed.columns[0], listed)["width"]
    assert room >= math.ceil(width(longest) * GRID_TYPE / SIZE) + 16, "and its padding"


def test_a_written_table_sets_numbers_right_links_cells_and_folds_what_is_long() -> None:
    link = lambda row: Link(url="https://example.org") if row else None  # noqa: E731
    columns = (
        Column[int]("name", lambda row: f"<b>{row}" if row else None, link=link),
        Column[int]("x", lambda row: row / 3, kind="number"),
    )
    view = view_of()
    shown = written(table(range(MAX_WRITTEN + 3), *columns), view.labels, "Made", view)
    first, rest = shown.split("<details>")
    assert first.count("<tr>") == MAX_WRITTEN + 1
    assert rest.count("<tr>") == 3 + 1
    assert "The other 3" in rest
    assert "<td>–</td>" in first, "nothing is no link"
    assert '<a href="https://example.org" target="_blank" rel="noopener">&lt;b&gt;1</a>' in first
    assert '<td class="number">0.333</td>' in first
    assert '<th class="number" scope="col">x</th>' in first
    assert "<details>" not in written(
        table(range(MAX_WRITTEN), *columns), view.labels, "Made", view
    )


def test_a_table_without_columns_for_print_shows_those_of_the_screen() -> None:
    view = view_of()
    assert "<td>a</td>" in written(
        Table((Column("x", str, place="screen"),), ("a",)), view.labels, "Made", view
    )
