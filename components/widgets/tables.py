"""Tables on screen: text with links if they are short, else a grid that sorts and searches."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st
from pandas.io.formats.style import Styler

from components import markup
from components.format import MARK, UNDEFINED, markdown_text, small
from components.formats.screen import screen_frame, screen_table
from components.plotting.room import SIZE
from components.plotting.room import width as text_width
from components.resolved import Resolved
from components.served import View
from components.table import Column, Table, cell_text, filled, head, numeric
from components.widgets.downloads import downloads
from components.widgets.names import anchor, href, name_link
from components.words import Labels
from data.names import Kind, ids_in

ROW_HEIGHT = 35
MAX_ROWS_SHOWN = 18
LETTERS_WITH_ROOM = 14
"""Letters of a text that its column has room for by itself."""
GRID_TYPE = 14 / SIZE
"""The size of a grid's type compared with that of figures."""
NUMBER_PADDING = 22
MAX_NUMBER_WIDTH = 400
"""Pixels around a number in a grid, and of a column of numbers."""
MAX_WRITTEN = 25
"""Rows of a table that are written as text; the further ones are behind a line."""
OWN_ROW = "background-color: rgba(86, 180, 233, 0.28); font-weight: 600"
"""How a user's rows look, over a light and over a dark page."""
SMALLEST_P = 1e-4
"""A p below this would show as 0 at four decimals."""
MAX_STYLED = 40_000
"""Cells of a table whose rows can be highlighted one by one."""
KIND_OF_NAMES: dict[str, Kind] = {"method": "methods", "metric": "metrics"}
"""What the cells of a column of names are."""


@st.fragment
def data(
    make: Callable[[], Table[Any]], labels: Labels, *, name: str, title: str, view: View
) -> None:
    """Draw a table behind a line that opens, and its downloads; it is made and sent when it is
    opened."""
    opened = st.expander(f"Data: {markdown_text(title)}", key=f"data_{name}", on_change="rerun")
    if opened.open:
        with opened:
            draw_table(make(), labels, name=name, title=title)
            downloads(make, labels, name=name, view=view)


def opened_table(
    make: Callable[[], Table[Any]],
    labels: Labels,
    *,
    name: str,
    title: str,
    view: View,
    turned: bool = False,
) -> None:
    """Draw a table in the open, and its downloads. Names of methods and metrics lead to their
    pages."""
    listed = make()
    if not len(listed):
        return
    if turned:
        st.table(_turned(listed, labels), border="horizontal")
    else:
        st.html(markup.tag("div", written(listed, labels, title, view), class_="linked"))
    downloads(make, labels, name=name, view=view)


def written(listed: Table[Any], labels: Labels, title: str, view: View) -> str:
    """Return a table as markup: cells as printed, with links; beyond its first rows the others
    behind a line."""
    shown = listed.at("print", "screen only").columns or listed.at("screen").columns
    columns = filled(listed.rows, shown)
    rows = [[_cell(column, row, labels, view) for column in columns] for row in listed.rows]
    numbers = [index for index, column in enumerate(columns) if numeric(column)]
    heads = [head(column) for column in columns]
    n_first = MAX_WRITTEN if listed.first is None else listed.first
    first = markup.table(title, heads, rows[:n_first], numbers)
    if len(rows) <= n_first:
        return first
    rest = markup.table(f"{title}, continued", heads, rows[n_first:], numbers)
    summary = markup.tag("summary", f"The other {len(rows) - n_first}")
    return first + markup.tag("details", summary, rest)


def _cell(column: Column[Any], row: Any, labels: Labels, view: View) -> str:
    value = column.cell(row)
    if isinstance(value, tuple):
        return ", ".join(_named(column, item, labels, view) for item in value)
    if column.link is not None and value not in (None, ""):
        target = column.link(row)
        address = "" if target is None else href(view, target)
        if address:
            return anchor(cell_text(column, value, labels), address)
    return _named(column, value, labels, view)


def _named(column: Column[Any], value: Any, labels: Labels, view: View) -> str:
    """Return a value as markup; a method or metric of the suite shown leads to its page."""
    shown = cell_text(column, value, labels)
    kind = KIND_OF_NAMES.get(column.kind)
    if kind is None or not isinstance(view, Resolved) or value not in ids_in(kind, view.tables):
        return markup.text(shown)
    return anchor(shown, name_link(kind, view.tables, value))


def draw_table(listed: Table[Any], labels: Labels, *, name: str, title: str) -> None:
    """Draw a grid that sorts and scrolls: numbers with their decimals, undefined as –, names as
    text."""
    shown = listed.at("print", "screen", "screen only")
    config_of_head = {head(column): _config(column, shown) for column in shown.columns}
    st.dataframe(
        _with_own_rows(listed, labels),
        hide_index=True,
        key=f"table_{name}",
        height=ROW_HEIGHT * (min(len(listed), MAX_ROWS_SHOWN) + 1) + 3,
        row_height=ROW_HEIGHT,
        column_config={name: config for name, config in config_of_head.items() if config},
        placeholder=UNDEFINED,
        alt=title,
    )


def _with_own_rows(listed: Table[Any], labels: Labels) -> pa.Table | Styler:
    """Return the table for the screen, with a user's rows highlighted if there are any."""
    shown = screen_table(listed, labels)
    texts = [column.to_pylist() for column in shown.columns if pa.types.is_string(column.type)]
    is_own = [any(_is_marked(text) for text in row) for row in zip(*texts, strict=True)]
    if not any(is_own) or shown.num_rows * shown.num_columns > MAX_STYLED:
        return shown

    def style(row: pd.Series) -> list[str]:
        return [OWN_ROW if is_own[int(str(row.name))] else ""] * len(row)

    return screen_frame(listed, labels).style.apply(style, axis=1)


def _is_marked(text: str | None) -> bool:
    return text is not None and text.endswith(MARK)


def _config(column: Column[Any], shown: Table[Any]) -> Any:
    """Return how a grid shows a column; None for what it does by itself."""
    explanation = column.help or None
    cells = [column.cell(row) for row in shown.rows]
    if numeric(column):
        form = _number_format(column, cells)
        texts = [_as_shown(cell, form) for cell in cells if cell is not None]
        widest = max(text_width(text) for text in (head(column), *texts))
        width = min(MAX_NUMBER_WIDTH, math.ceil(widest * GRID_TYPE) + NUMBER_PADDING)
        return st.column_config.NumberColumn(format=form, help=explanation, width=width)
    longest = max((len(cell) for cell in cells if isinstance(cell, str)), default=0)
    if column.kind != "text" or longest <= LETTERS_WITH_ROOM:
        return explanation and st.column_config.Column(help=explanation)
    if longest <= 2 * LETTERS_WITH_ROOM:
        return st.column_config.Column(help=explanation, width="medium")
    return st.column_config.Column(help=explanation, width="large")


def _number_format(column: Column[Any], cells: Sequence[Any]) -> str | None:
    """Return how a grid writes the numbers of a column; None for counts."""
    if column.kind == "share":
        return "percent"
    if column.kind == "p":
        has_small = any(0 < (cell or 0) < SMALLEST_P for cell in cells)
        return "%.2g" if has_small else "%.4f"
    if column.kind == "count":
        return None
    if column.digits is None:
        return "%.6g"
    if column.digits == 3 and any(small(cell) for cell in cells):
        return "%.1e" if column.log else "%.3g"
    return f"%.{column.digits}f"


def _as_shown(value: Any, form: str | None) -> str:
    """Return a number as a grid shows it: the grid itself measures only its first rows, and cuts
    longer numbers."""
    if form == "percent":
        return f"{value:.2%}"
    return str(value) if form is None else form % value


def _turned(listed: Table[Any], labels: Labels) -> pd.DataFrame:
    """Return one line per column, and one column per row, headed by its first cell."""
    cells_of_head: dict[str, list[str]] = {}
    for column in listed.at("print", "screen", "screen only").columns:
        texts = [cell_text(column, column.cell(row), labels) for row in listed.rows]
        cells_of_head[markdown_text(head(column))] = [markdown_text(text) for text in texts]
    frame = pd.DataFrame(cells_of_head)
    first = frame.columns[0]
    return frame.set_index(first).T.rename_axis(index=first, columns=None)
