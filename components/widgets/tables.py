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
_MOST_ROWS = 18
_WIDE = 14
"""Letters of a text that its column has room for by itself."""
_LARGER, _AROUND, _WIDEST = 14 / SIZE, 22, 400
"""Of a grid: its type compared with the type of figures, pixels around a number, pixels of a column
of numbers."""
WRITTEN = 25
"""A table with so many rows, or fewer, is written as text; the further rows of a longer one are
behind a line."""
OWN_ROW = "background-color: rgba(86, 180, 233, 0.28); font-weight: 600"
"""How a user's own rows look, over a light and over a dark page."""
SMALLEST_P = 1e-4
"""A p below this would show as 0 at four decimals."""
MOST_STYLED = 40_000
"""The most cells of a table whose rows can be highlighted one by one."""


@st.fragment
def data(
    make: Callable[[], Table[Any]], names: Labels, *, name: str, title: str, view: View
) -> None:
    """Draw a table behind a line that opens, and its downloads; it is made and sent when it is
    opened."""
    opened = st.expander(f"Data: {markdown_text(title)}", key=f"data_{name}", on_change="rerun")
    if opened.open:
        with opened:
            draw_table(make(), names, name=name, title=title)
            downloads(make, names, name=name, view=view)


def opened_table(
    make: Callable[[], Table[Any]],
    names: Labels,
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
        st.table(_turned(listed, names), border="horizontal")
    else:
        st.html(markup.tag("div", written(listed, names, title, view), class_="linked"))
    downloads(make, names, name=name, view=view)


def written(listed: Table[Any], names: Labels, title: str, view: View) -> str:
    """Return a table as markup: cells as printed, with links; beyond its first rows the others
    behind a line."""
    shown = listed.at("print", "screen only").columns or listed.at("screen").columns
    columns = filled(listed.rows, shown)
    rows = [[_cell(c, row, names, view) for c in columns] for row in listed.rows]
    numbers = [i for i, c in enumerate(columns) if numeric(c)]
    heads = [head(c) for c in columns]
    most = WRITTEN if listed.first is None else listed.first
    first = markup.table(title, heads, rows[:most], numbers)
    if len(rows) <= most:
        return first
    rest = markup.table(f"{title}, continued", heads, rows[most:], numbers)
    return first + markup.tag(
        "details", markup.tag("summary", f"The other {len(rows) - most}"), rest
    )


def _cell(column: Column[Any], row: Any, names: Labels, view: View) -> str:
    value = column.cell(row)
    if isinstance(value, tuple):
        return ", ".join(_named(column, one, names, view) for one in value)
    target = None if column.link is None or value in (None, "") else column.link(row)
    if target is not None and (there := href(view, target)):
        return anchor(cell_text(column, value, names), there)
    return _named(column, value, names, view)


def _named(column: Column[Any], value: Any, names: Labels, view: View) -> str:
    """A value as markup; a method or metric of the suite shown leads to its page."""
    shown = cell_text(column, value, names)
    kinds: dict[str, Kind] = {"method": "methods", "metric": "metrics"}
    kind = kinds.get(column.kind)
    if kind is None or not isinstance(view, Resolved) or value not in ids_in(kind, view.tables):
        return markup.text(shown)
    return anchor(shown, name_link(kind, view.tables, value))


def draw_table(listed: Table[Any], names: Labels, *, name: str, title: str) -> None:
    """Draw a grid that sorts and scrolls: numbers with their decimals, undefined as –, names as
    text."""
    shown = listed.at("print", "screen", "screen only")
    st.dataframe(
        _own_marked(listed, names),
        hide_index=True,
        key=f"table_{name}",
        height=ROW_HEIGHT * (min(len(listed), _MOST_ROWS) + 1) + 3,
        row_height=ROW_HEIGHT,
        column_config={
            head(c): own for c in shown.columns if (own := _config(c, shown)) is not None
        },
        placeholder=UNDEFINED,
        alt=title,
    )


def _own_marked(listed: Table[Any], names: Labels) -> pa.Table | Styler:
    """The table for the screen, with a user's own rows highlighted if there are any."""
    shown = screen_table(listed, names)
    texts = [column.to_pylist() for column in shown.columns if pa.types.is_string(column.type)]
    own = [
        any(text is not None and text.endswith(MARK) for text in row)
        for row in zip(*texts, strict=True)
    ]
    if not any(own) or shown.num_rows * shown.num_columns > MOST_STYLED:
        return shown
    frame = screen_frame(listed, names)
    return frame.style.apply(lambda row: [OWN_ROW if own[row.name] else ""] * len(row), axis=1)


def _config(column: Column[Any], shown: Table[Any]) -> Any:
    help_text, cells = column.help or None, [column.cell(row) for row in shown.rows]
    if numeric(column):
        form = _number_format(column, cells)
        width = max(
            text_width(text)
            for text in (head(column), *(_as_shown(c, form) for c in cells if c is not None))
        )
        room = min(_WIDEST, math.ceil(width * _LARGER) + _AROUND)
        return st.column_config.NumberColumn(format=form, help=help_text, width=room)
    longest = max((len(c) for c in cells if isinstance(c, str)), default=0)
    if column.kind != "text" or longest <= _WIDE:
        return help_text and st.column_config.Column(help=help_text)
    return st.column_config.Column(
        help=help_text, width="medium" if longest <= 2 * _WIDE else "large"
    )


def _number_format(column: Column[Any], cells: Sequence[Any]) -> str | None:
    """Return how a grid writes the numbers of a column; None for counts."""
    if column.kind == "share":
        return "percent"
    if column.kind == "p":
        return "%.2g" if any(0 < (p or 0) < SMALLEST_P for p in cells) else "%.4f"
    if column.kind == "count":
        return None
    if column.digits == 3 and any(small(x) for x in cells):
        return "%.1e" if column.log else "%.3g"
    return "%.6g" if column.digits is None else f"%.{column.digits}f"


def _as_shown(value: Any, form: str | None) -> str:
    """Return a number as a grid shows it: the grid itself measures only its first rows, and cuts
    longer numbers."""
    return f"{value:.2%}" if form == "percent" else str(value) if form is None else form % value


def _turned(listed: Table[Any], names: Labels) -> pd.DataFrame:
    """One line per column, headed by it, and one column per row, headed by its first cell."""
    columns = listed.at("print", "screen", "screen only").columns
    frame = pd.DataFrame(
        {
            markdown_text(head(c)): [
                markdown_text(cell_text(c, c.cell(r), names)) for r in listed.rows
            ]
            for c in columns
        }
    )
    first = frame.columns[0]
    return frame.set_index(first).T.rename_axis(index=first, columns=None)
