"""Tables on screen: numbers with three decimals, undefined as –, names as text, columns that sort."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st
from pandas.io.formats.style import Styler

from components.formats import cell_text, head, screen_frame
from components.labels import Labels
from components.resolved import Resolved
from components.table import Column, Table
from components.text import MARK, UNDEFINED, cleaned, markdown_text
from components.widgets import later
from components.widgets.downloads import downloads

ROW_HEIGHT = 35
_MOST_ROWS = 18
OWN_ROW = "background-color: rgba(86, 180, 233, 0.28); font-weight: 600"
"""How a reader's own rows look, over a light and over a dark page."""
MOST_STYLED = 40_000
"""Cells of a table of which single rows are highlighted."""


def table(
    frame: pd.DataFrame,
    *,
    name: str,
    title: str,
    digits: int | None = 3,
    columns: Mapping[str, Any] | None = None,
) -> None:
    """A table that sorts and scrolls. `columns` refines single columns (Streamlit column configs).

    `digits` are decimals; None is for raw numbers, which get as many digits as they need, up to six.
    """
    clean = frame.rename(columns=cleaned)
    for column in clean.columns[[pd.api.types.is_string_dtype(kind) for kind in clean.dtypes]]:
        clean[column] = clean[column].map(cleaned, na_action="ignore")
    digits_of = "%.6g" if digits is None else f"%.{digits}f"
    formats: dict[str, Any] = {
        str(c): st.column_config.NumberColumn(format=digits_of)
        for c, kind in clean.dtypes.items()
        if pd.api.types.is_float_dtype(kind)
    }
    st.dataframe(
        clean,
        hide_index=True,
        key=f"table_{name}",
        height=height(clean),
        row_height=ROW_HEIGHT,
        column_config={**formats, **(columns or {})},
        placeholder=UNDEFINED,
        alt=title,
    )


def height(frame: pd.DataFrame) -> int:
    """Pixels that a table of this frame takes."""
    return ROW_HEIGHT * (min(len(frame), _MOST_ROWS) + 1) + 3


@st.fragment
def data(
    make: Callable[[], Table[Any]],
    names: Labels,
    *,
    name: str,
    title: str,
    view: Resolved,
    about: Mapping[str, str] | None = None,
    stem: str = "",
) -> None:
    """A table behind a line that opens, and its downloads; it is made and sent when it is opened."""
    opened = st.expander(f"Data: {markdown_text(title)}", key=f"data_{name}", on_change="rerun")
    if opened.open:
        with opened:
            draw_table(make(), names, name=name, title=title)
            downloads(make, names, name=name, view=view, about=about, stem=stem)


def opened_table(
    make: Callable[[], Table[Any]],
    names: Labels,
    *,
    name: str,
    title: str,
    view: Resolved,
    about: Mapping[str, str] | None = None,
    stem: str = "",
    transposed: bool = False,
) -> None:
    """A table in the open, and its downloads."""
    listed = make()
    own = f"table_{name}"
    if transposed:
        st.table(_statements(listed, names), border="horizontal")
    else:
        later.first(own)
        later.later(partial(draw_table, listed, names, name=name, title=title), own, room(listed))
    downloads(make, names, name=name, view=view, about=about, stem=stem)


def draw_table(listed: Table[Any], names: Labels, *, name: str, title: str) -> None:
    """A table that sorts and scrolls: numbers with their decimals, undefined as –, names as text."""
    shown = listed.at("print", "screen", "screen only")
    st.dataframe(
        _own_marked(screen_frame(listed, names)),
        hide_index=True,
        key=f"table_{name}",
        height=room(listed),
        row_height=ROW_HEIGHT,
        column_config={head(c): _config(c) for c in shown.columns},
        placeholder=UNDEFINED,
        alt=title,
    )


def _own_marked(frame: pd.DataFrame) -> pd.DataFrame | Styler:
    """The frame with a reader's own rows highlighted, where there are any."""
    own = frame.select_dtypes("object").map(lambda text: str(text).endswith(MARK)).any(axis=1)
    if not own.any() or frame.size > MOST_STYLED:
        return frame
    return frame.style.apply(lambda row: [OWN_ROW if own[row.name] else ""] * len(row), axis=1)


def _config(column: Column[Any]) -> Any:
    told = column.help or None
    if column.kind in ("number", "p", "share"):
        digits = 4 if column.kind == "p" else column.digits
        written = "percent" if column.kind == "share" else "%.6g" if digits is None else f"%.{digits}f"
        return st.column_config.NumberColumn(format=written, help=told)
    return st.column_config.Column(help=told)


def room(listed: Table[Any]) -> int:
    """Pixels that a table takes."""
    return ROW_HEIGHT * (min(len(listed), _MOST_ROWS) + 1) + 3


def _statements(listed: Table[Any], names: Labels) -> pd.DataFrame:
    """A table turned: one line per column, headed by it, and one column per row, headed by the first cell of it."""
    first, *others = listed.at("print", "screen", "screen only").columns
    shown = {
        markdown_text(cell_text(first, first.of(row), names)): [
            markdown_text(cell_text(c, c.of(row), names)) for c in others
        ]
        for row in listed.rows
    }
    heads = pd.Index([markdown_text(head(c)) for c in others], name=markdown_text(head(first)))
    return pd.DataFrame(shown, index=heads)
