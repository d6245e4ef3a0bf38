"""Tables as files for programs: CSV, JSON and Parquet, each with its provenance.

A spreadsheet runs a cell that begins with =, +, -, @ (or one of them in full width), some also behind a blank, a tab or
a line break; such text gets an apostrophe in front. Numbers stay numbers, negative ones too.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from components.plain import json_of, to_plain
from components.text import UNDEFINED, cleaned, number

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def csv_text(table: pd.DataFrame, about: Mapping[str, str]) -> str:
    """A table as CSV (comma, LF, UTF-8); undefined cells are empty.

    Its provenance stands above it in lines that begin with #: a name, a comma, and the text as one cell.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for name, text in about.items():
        writer.writerow([f"# {name}", neutral(cleaned(text))])
    writer.writerow([neutral(c) for c in table.columns])
    for row in table.itertuples(index=False, name=None):
        writer.writerow([neutral(cell) for cell in row])
    return out.getvalue()


def json_text(table: pd.DataFrame, about: Mapping[str, str]) -> str:
    """A table as JSON: {"about": {…}, "rows": [{column: value}]}; undefined numbers are null."""
    columns = [str(c) for c in table.columns]
    rows = [dict(zip(columns, row, strict=True)) for row in table.itertuples(index=False, name=None)]
    return json_of({"about": dict(about), "rows": rows})


def parquet_bytes(table: pd.DataFrame, about: Mapping[str, str]) -> bytes:
    """A table as Parquet, its provenance in the metadata of the schema.

    A column that holds more than one kind of value is written as text; names that repeat get a number.
    """
    names = _distinct([str(c) for c in table.columns])
    columns = [_column(list(table.iloc[:, i])) for i in range(len(names))]
    metadata = {name: cleaned(text) for name, text in about.items()}
    out = io.BytesIO()
    pq.write_table(pa.table(columns, names=names).replace_schema_metadata(metadata), out)
    return out.getvalue()


def neutral(cell: Any) -> Any:
    """A cell no spreadsheet will run. Text that is a plain number stays as it is."""
    if is_undefined(cell):
        return ""
    if not isinstance(cell, str):
        return cell
    begins = cell.startswith(_FORMULA) or cell.lstrip().startswith(_FORMULA)
    return f"'{cell}" if begins and not _is_number(cell) else cell


def is_undefined(cell: Any) -> bool:
    """Whether a cell holds nothing: None, NA or NaN."""
    return cell is None or cell is pd.NA or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell))


def is_numeric(column: pd.Series) -> bool:
    """Whether every cell that holds something holds a number, and there is one; yes and no are none."""
    known = [v for v in column if not is_undefined(v)]
    return bool(known) and all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in known)


def cell_text(cell: Any) -> str:
    """A cell as it is printed: names as they stand, whole numbers whole, others with three decimals."""
    if is_undefined(cell):
        return UNDEFINED
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return number(cell, 0 if isinstance(cell, int) else 3) if isinstance(cell, (int, float)) else str(cell)


def _column(values: list[Any]) -> pa.Array:
    known = [None if is_undefined(v) else to_plain(v) for v in values]
    kinds = {type(v) for v in known if v is not None}
    if kinds == {int, float}:
        return pa.array(known, pa.float64())
    if len(kinds) > 1 or kinds & {dict, list}:
        return pa.array([None if v is None else str(v) for v in known], pa.string())
    return pa.array(known) if kinds else pa.nulls(len(known), pa.string())


def _distinct(names: list[str]) -> list[str]:
    distinct: list[str] = []
    for name in names:
        new, n = name, 2
        while new in distinct:
            new, n = f"{name}_{n}", n + 1
        distinct.append(new)
    return distinct


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.isascii() and "_" not in text and not set(text) & set("\t\r\n")
