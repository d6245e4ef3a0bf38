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
    shown_table = table.drawn().at(*ON_SCREEN)
    headings = distinct_names([cleaned(head(column)) for column in shown_table.columns], "{} ({})")
    return pa.table(
        [_arrow_column(c, shown_table.rows, labels) for c in shown_table.columns], names=headings
    )


def screen_frame(table: Table[Any], labels: Labels) -> pd.DataFrame:
    """Return `screen_table` as a frame, with whole numbers and flags that may be missing."""
    dtype_of_type = {pa.int64(): pd.Int64Dtype(), pa.bool_(): pd.BooleanDtype()}
    screen_rows: pd.DataFrame = screen_table(table, labels).to_pandas(
        types_mapper=dtype_of_type.get
    )
    return screen_rows


def _arrow_column(column: Column[Any], rows: tuple[Any, ...], labels: Labels) -> pa.Array:
    cell_values = [column.cell(row) for row in rows]
    arrow_type = ARROW_TYPES.get(column.kind)
    if arrow_type is None:
        cell_texts: list[str | None] = []
        for cell_value in cell_values:
            if cell_value is None or cell_value in ("", ()):
                cell_texts.append(None)
            else:
                cell_texts.append(cleaned(cell_text(column, cell_value, labels)))
        return pa.array(cell_texts, pa.string())
    values: list[Any] = [to_plain(cell_value) for cell_value in cell_values]
    if arrow_type == pa.float64():
        values = [value if value is None else float(value) for value in values]
    return pa.array(values).cast(arrow_type)
