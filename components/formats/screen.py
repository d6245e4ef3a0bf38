"""Tables as the screen takes them: heads, labels, numbers as numbers, text cleaned."""

from typing import Any

import pandas as pd
import pyarrow as pa

from components.format import cleaned, to_plain
from components.formats.exact import distinct_names
from components.table import ON_SCREEN, Column, Table, cell_text, head
from components.words import Labels

ARROW_TYPES = {
    "number": pa.float64(),
    "p": pa.float64(),
    "share": pa.float64(),
    "count": pa.int64(),
    "flag": pa.bool_(),
}
"""By kind of column; all others are text."""


def screen_table(table: Table[Any], labels: Labels) -> pa.Table:
    """Return a table for the screen. Raises ArrowInvalid for a count that is not whole."""
    shown = table.at(*ON_SCREEN)
    heads = distinct_names([cleaned(head(column)) for column in shown.columns], "{} ({})")
    return pa.table([_arrow_column(c, shown.rows, labels) for c in shown.columns], names=heads)


def screen_frame(table: Table[Any], labels: Labels) -> pd.DataFrame:
    """Return `screen_table` as a frame, with whole numbers and flags that may be missing."""
    types = {pa.int64(): pd.Int64Dtype(), pa.bool_(): pd.BooleanDtype()}
    frame: pd.DataFrame = screen_table(table, labels).to_pandas(types_mapper=types.get)
    return frame


def _arrow_column(column: Column[Any], rows: tuple[Any, ...], labels: Labels) -> pa.Array:
    cells = [column.cell(row) for row in rows]
    arrow_type = ARROW_TYPES.get(column.kind)
    if arrow_type is None:
        texts: list[str | None] = []
        for cell in cells:
            if cell is None or cell in ("", ()):
                texts.append(None)
            else:
                texts.append(cleaned(cell_text(column, cell, labels)))
        return pa.array(texts, pa.string())
    values: list[Any] = [to_plain(cell) for cell in cells]
    if arrow_type == pa.float64():
        values = [value if value is None else float(value) for value in values]
    return pa.array(values).cast(arrow_type)
