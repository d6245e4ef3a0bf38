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
    make_table: Callable[[], Table[Any]],
    labels: Labels,
    *,
    table_name: str,
    table_title: str,
    view: View,
) -> None:
    """Draw a table behind a line that opens, and its downloads; it is made and sent when it is
    opened."""
    opened = st.expander(
        f"Data: {markdown_text(table_title)}", key=f"data_{table_name}", on_change="rerun"
    )
    if opened.open:
        with opened:
            draw_table(make_table(), labels, table_name=table_name, table_title=table_title)
            downloads(make_table, labels, file_stem=table_name, view=view)


def opened_table(
    make_table: Callable[[], Table[Any]],
    labels: Labels,
    *,
    table_name: str,
    table_title: str,
    view: View,
    turned: bool = False,
) -> None:
    """Draw a table in the open, and its downloads. Names of methods and metrics lead to their
    pages."""
    listed = make_table()
    if not len(listed):
        return
    if turned:
        _draw_turned(listed, labels)
    else:
        st.html(markup.tag("div", written(listed, labels, table_title, view), class_="linked"))
    downloads(make_table, labels, file_stem=table_name, view=view)


def heard_table(listed: Table[Any], labels: Labels, *, table_title: str) -> None:
    """Draw a table that screen readers read and nobody sees: what a figure beside it shows."""
    columns = listed.columns
    heads = [markup.tag("th", markup.text(head(column)), scope="col") for column in columns]
    lines = [markup.tag("tr", *heads)]
    for row in listed.rows:
        cell_texts = [cell_text(column, column.cell(row), labels) for column in columns]
        lines.append(
            markup.tag("tr", *[markup.tag("td", markup.text(each)) for each in cell_texts])
        )
    caption = markup.tag("caption", markup.text(table_title))
    st.html(markup.tag("div", markup.tag("table", caption, *lines), class_="quiet-text"))


def written(listed: Table[Any], labels: Labels, table_title: str, view: View) -> str:
    """Return a table as markup: cells as printed, with links; beyond its first rows the others
    behind a line."""
    listed = listed.drawn()
    shown_columns = listed.at("print", "screen only").columns or listed.at("screen").columns
    columns = filled(listed.rows, shown_columns)
    rows = [[_cell(column, row, labels, view) for column in columns] for row in listed.rows]
    if listed.joins:
        rows = _joined([column.id for column in columns].index(listed.joins), rows)
    numbers = [column_index for column_index, column in enumerate(columns) if numeric(column)]
    headings = [head(column) for column in columns]
    n_first = MAX_WRITTEN if listed.first is None else listed.first
    first_rows = markup.table(table_title, headings, rows[:n_first], numbers)
    if len(rows) <= n_first:
        return first_rows
    other_rows = markup.table(f"{table_title}, continued", headings, rows[n_first:], numbers)
    summary = markup.tag("summary", f"The other {len(rows) - n_first}")
    return first_rows + markup.tag("details", summary, other_rows)


def _joined(joined_index: int, rows: list[list[str]]) -> list[list[str]]:
    """Return rows of markup cells, those alike in all but one column as one that lists its
    cells."""
    cells_of_rest: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        rest = (*row[:joined_index], *row[joined_index + 1 :])
        cells_of_rest.setdefault(rest, []).append(row[joined_index])
    joined_rows = []
    for rest, cells in cells_of_rest.items():
        joined_rows.append([*rest[:joined_index], ", ".join(cells), *rest[joined_index:]])
    return joined_rows


def _cell(column: Column[Any], row: Any, labels: Labels, view: View) -> str:
    cell_value = column.cell(row)
    if isinstance(cell_value, tuple):
        return ", ".join(_named(column, listed_value, labels, view) for listed_value in cell_value)
    if column.link is not None and cell_value not in (None, ""):
        target = column.link(row)
        address = "" if target is None else href(view, target)
        if address:
            return anchor(cell_text(column, cell_value, labels), address)
    return _named(column, cell_value, labels, view)


def _named(column: Column[Any], cell_value: Any, labels: Labels, view: View) -> str:
    """Return a value as markup; a method or metric of the suite shown leads to its page."""
    shown_text = cell_text(column, cell_value, labels)
    kind_of_name = KIND_OF_NAMES.get(column.kind)
    if (
        kind_of_name is None
        or not isinstance(view, Resolved)
        or cell_value not in ids_in(kind_of_name, view.tables)
    ):
        return markup.text(shown_text)
    return anchor(shown_text, name_link(kind_of_name, view.tables, cell_value))


def draw_table(listed: Table[Any], labels: Labels, *, table_name: str, table_title: str) -> None:
    """Draw a grid that sorts and scrolls: numbers with their decimals, undefined as –, names as
    text."""
    listed = listed.drawn()
    shown_table = listed.at("print", "screen", "screen only")
    config_of_head = {head(column): _config(column, shown_table) for column in shown_table.columns}
    st.dataframe(
        _with_own_rows(listed, labels),
        hide_index=True,
        key=f"table_{table_name}",
        height=ROW_HEIGHT * (min(len(listed), MAX_ROWS_SHOWN) + 1) + 3,
        row_height=ROW_HEIGHT,
        column_config={
            table_name: config for table_name, config in config_of_head.items() if config
        },
        placeholder=UNDEFINED,
        alt=table_title,
    )


def _with_own_rows(listed: Table[Any], labels: Labels) -> pa.Table | Styler:
    """Return the table for the screen, with a user's rows highlighted if there are any."""
    arrow_table = screen_table(listed, labels)
    text_columns = [
        column.to_pylist() for column in arrow_table.columns if pa.types.is_string(column.type)
    ]
    is_own = [
        any(_is_marked(cell_value) for cell_value in row) for row in zip(*text_columns, strict=True)
    ]
    if not any(is_own) or arrow_table.num_rows * arrow_table.num_columns > MAX_STYLED:
        return arrow_table

    def style(row: pd.Series) -> list[str]:
        return [OWN_ROW if is_own[int(str(row.name))] else ""] * len(row)

    return screen_frame(listed, labels).style.apply(style, axis=1)


def _is_marked(cell_value: str | None) -> bool:
    return cell_value is not None and cell_value.endswith(MARK)


def _config(column: Column[Any], shown: Table[Any]) -> Any:
    """Return how a grid shows a column; None for what it does by itself."""
    explanation = column.help or None
    cell_values = [column.cell(row) for row in shown.rows]
    if numeric(column):
        number_form = _number_format(column, cell_values)
        shown_texts = [
            _as_shown(cell_value, number_form)
            for cell_value in cell_values
            if cell_value is not None
        ]
        widest = max(text_width(shown_text) for shown_text in (head(column), *shown_texts))
        column_width = min(MAX_NUMBER_WIDTH, math.ceil(widest * GRID_TYPE) + NUMBER_PADDING)
        return st.column_config.NumberColumn(
            format=number_form, help=explanation, width=column_width
        )
    texts = [cell_value for cell_value in cell_values if cell_value]
    if texts and all(str(cell_value).startswith("https://") for cell_value in texts):
        return st.column_config.LinkColumn(help=explanation, width="medium")
    longest = max(
        (len(cell_value) for cell_value in cell_values if isinstance(cell_value, str)), default=0
    )
    if column.kind != "text" or longest <= LETTERS_WITH_ROOM:
        return explanation and st.column_config.Column(help=explanation)
    if longest <= 2 * LETTERS_WITH_ROOM:
        return st.column_config.Column(help=explanation, width="medium")
    return st.column_config.Column(help=explanation, width="large")


def _number_format(column: Column[Any], cell_values: Sequence[Any]) -> str | None:
    """Return how a grid writes the numbers of a column; None for counts."""
    if column.kind == "share":
        return "percent"
    if column.kind == "p":
        has_small = any(0 < (cell_value or 0) < SMALLEST_P for cell_value in cell_values)
        return "%.2g" if has_small else "%.4f"
    if column.kind == "count":
        return None
    if column.digits is None:
        return "%.6g"
    if column.digits == 3 and any(small(cell_value) for cell_value in cell_values):
        return "%.1e" if column.log else "%.3g"
    return f"%.{column.digits}f"


def _as_shown(value: Any, number_form: str | None) -> str:
    """Return a number as a grid shows it: the grid itself measures only its first rows, and cuts
    longer numbers."""
    if number_form == "percent":
        return f"{value:.2%}"
    return str(value) if number_form is None else number_form % value


def _draw_turned(listed: Table[Any], labels: Labels) -> None:
    """Draw the first lines of a turned table in the open, the others behind a line."""
    lines = _turned(listed, labels)
    n_first = len(lines) if listed.first is None else listed.first
    st.table(lines[:n_first], border="horizontal")
    if len(lines) > n_first:
        with st.expander("Details", type="compact"):
            st.table(lines[n_first:], border="horizontal")


def _turned(listed: Table[Any], labels: Labels) -> pd.DataFrame:
    """Return one line per column, and one column per row, headed by its first cell."""
    cells_of_head: dict[str, list[str]] = {}
    for column in listed.at("print", "screen", "screen only").columns:
        cell_texts = [cell_text(column, column.cell(row), labels) for row in listed.rows]
        cells_of_head[markdown_text(head(column))] = [
            markdown_text(cell_value) for cell_value in cell_texts
        ]
    turned_frame = pd.DataFrame(cells_of_head)
    first_heading = turned_frame.columns[0]
    return turned_frame.set_index(first_heading).T.rename_axis(index=first_heading, columns=None)
