"""Tables on screen: numbers with three decimals, undefined as –, names as text, columns that sort."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd
import pyarrow as pa
import streamlit as st
from pandas.io.formats.style import Styler

from components.formats import cell_text, head, screen_frame, screen_table
from components.labels import Labels
from components.selection import Selection
from components.served import View
from components.table import NAMED, Column, Table
from components.text import MARK, UNDEFINED, markdown_text, small
from components.widgets import later
from components.widgets.downloads import downloads

ROW_HEIGHT = 35
_MOST_ROWS = 18
_WIDE = 14
"""Letters of a text that its column has room for by itself."""
OWN_ROW = "background-color: rgba(86, 180, 233, 0.28); font-weight: 600"
"""How a reader's own rows look, over a light and over a dark page."""
SMALLEST_P = 1e-4
"""A p below this would show as 0 at four decimals."""
MOST_STYLED = 40_000
"""The most cells of a table whose rows can be highlighted one by one."""


@st.fragment
def data(
    make: Callable[[], Table[Any]],
    names: Labels,
    *,
    name: str,
    title: str,
    view: View,
) -> None:
    """A table behind a line that opens, and its downloads; it is made and sent when it is opened."""
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
    transposed: bool = False,
    short: bool = False,
    screen: Callable[[Table[Any], Labels, Selection], Table[Any]] | None = None,
    caption: str = "",
    opens: Callable[[Sequence[Any]], None] | None = None,
    ticked: Callable[[Sequence[Any]], None] | None = None,
) -> None:
    """A table in the open, and its downloads; `screen` and `caption` as in `Part`.

    `opens` gets the row clicked, `ticked` draws what belongs to the rows ticked.
    """
    listed = make() if screen is None else screen(make(), names, view.selection)
    if _all_dashes(listed):
        data(make, names, name=name, title=title, view=view)
        return
    own = f"table_{name}"
    if transposed:
        st.table(_turned(_written(listed, names)), border="horizontal")
    elif short:
        st.table(_written(listed, names), border="horizontal", hide_index=True)
    else:
        later.first(own)
        later.later(
            partial(draw_table, listed, names, name=name, title=title, opens=opens, ticked=ticked), own, room(listed)
        )
    downloads(make, names, name=name, view=view, caption=caption)


def _all_dashes(listed: Table[Any]) -> bool:
    """Whether a table has numbers to show and not one is known: it does not open by itself."""
    numbers = [c for c in listed.at("print", "screen", "screen only").columns if c.kind in ("number", "share", "p")]
    return bool(numbers and listed.rows) and all(c.of(row) is None for row in listed.rows for c in numbers)


def draw_table(
    listed: Table[Any],
    names: Labels,
    *,
    name: str,
    title: str,
    opens: Callable[[Sequence[Any]], None] | None = None,
    ticked: Callable[[Sequence[Any]], None] | None = None,
) -> None:
    """A table that sorts and scrolls: numbers with their decimals, undefined as –, names as text."""
    shown, key = listed.at("print", "screen", "screen only"), f"table_{name}"
    on_select: Any = "ignore" if opens is None else partial(_clicked, key, shown, opens)
    st.dataframe(
        _own_marked(listed, names),
        hide_index=True,
        key=key,
        on_select=on_select,
        selection_mode="single-cell" if ticked is None else ["multi-row", "single-cell"],
        height=room(listed),
        row_height=ROW_HEIGHT,
        column_config={head(c): own for c in shown.columns if (own := _config(c, shown)) is not None},
        placeholder=UNDEFINED,
        alt=title,
    )
    if ticked is not None:
        ticked([listed.rows[i] for i in st.session_state[key]["selection"]["rows"] if i < len(listed)])


def _own_marked(listed: Table[Any], names: Labels) -> pa.Table | Styler:
    """The table for the screen, with a reader's own rows highlighted where there are any."""
    shown = screen_table(listed, names)
    texts = [column.to_pylist() for column in shown.columns if pa.types.is_string(column.type)]
    own = [any(text is not None and text.endswith(MARK) for text in row) for row in zip(*texts, strict=True)]
    if not any(own) or shown.num_rows * shown.num_columns > MOST_STYLED:
        return shown
    frame = screen_frame(listed, names)
    return frame.style.apply(lambda row: [OWN_ROW if own[row.name] else ""] * len(row), axis=1)


def _clicked(key: str, shown: Table[Any], opens: Callable[[Sequence[Any]], None]) -> None:
    """Open the row whose name is clicked; other cells are only read."""
    names = {head(c) for c in shown.columns if c.kind in NAMED}
    opens([shown.rows[row] for row, column in st.session_state[key]["selection"]["cells"] if column in names])


def _config(column: Column[Any], shown: Table[Any]) -> Any:
    help_text = column.help or None
    if column.kind in ("number", "p", "share"):
        digits = 4 if column.kind == "p" else column.digits
        written = "percent" if column.kind == "share" else "%.6g" if digits is None else f"%.{digits}f"
        if column.kind == "number" and digits == 3 and any(small(column.of(r)) for r in shown.rows):
            written = "%.1e" if column.log else "%.3g"
        if column.kind == "p" and any(0 < (column.of(r) or 0) < SMALLEST_P for r in shown.rows):
            written = "%.2g"
        return st.column_config.NumberColumn(format=written, help=help_text)
    longest = max((len(c) for r in shown.rows if isinstance(c := column.of(r), str)), default=0)
    if column.kind != "text" or longest <= _WIDE:
        return help_text and st.column_config.Column(help=help_text)
    return st.column_config.Column(help=help_text, width="medium" if longest <= 2 * _WIDE else "large")


def room(listed: Table[Any]) -> int:
    """Pixels that a table takes."""
    return ROW_HEIGHT * (min(len(listed), _MOST_ROWS) + 1) + 3


def _written(listed: Table[Any], names: Labels) -> pd.DataFrame:
    """The cells as text, by the heads of their columns."""
    columns = listed.at("print", "screen", "screen only").columns
    return pd.DataFrame(
        {markdown_text(head(c)): [markdown_text(cell_text(c, c.of(r), names)) for r in listed.rows] for c in columns}
    )


def _turned(written: pd.DataFrame) -> pd.DataFrame:
    """One line per column, headed by it, and one column per row, headed by its first cell."""
    first = written.columns[0]
    return written.set_index(first).T.rename_axis(index=first, columns=None)
