"""Excel and Parquet. Formulas are never computed: the value that was saved beside one is read, and that is told."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from components.intake.limits import MAX_COLUMNS
from components.intake.reading.archive import opened
from components.intake.reading.table import Refused, Table, check_size, from_rows

_DAMAGED = "found a damaged {kind} file ({error}), expected a whole one"


def read_excel(content: bytes, notices: list[str]) -> Table:
    """The first sheet of a workbook (.xlsx) that holds anything. Raises Refused."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    opened(content)
    damaged = (
        *(InvalidFileException, zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, IndexError),
        *(SyntaxError, EOFError, OSError, AssertionError),  # an XML parse error is a SyntaxError
    )
    try:
        formulas = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=False, keep_links=False)
        values = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        names = [s.title for s in formulas.worksheets]
        for name in names:
            written = [0]
            lines = list(_lines(formulas[name], values[name], written))
            if any(any(cells) for _, cells in lines):
                if len(names) > 1:
                    notices.append(f"the sheet {name[:40]!r} was read, one of {len(names)}")
                if written[0]:
                    notices.append(f"{written[0]} cells hold formulas; the values saved with them were read")
                return from_rows(lines, notices)
    except damaged as error:
        raise Refused(_DAMAGED.format(kind="Excel", error=str(error)[:100] or type(error).__name__)) from None
    raise Refused("found a workbook without any filled cell, expected a table on a sheet")


def _lines(formulas: Any, values: Any, written: list[int]) -> Iterator[tuple[str, Sequence[str]]]:
    """Rows of a sheet as texts; counts the formulas whose saved value is used."""
    most = MAX_COLUMNS + 1
    pairs = zip(formulas.iter_rows(max_col=most), values.iter_rows(max_col=most, values_only=True), strict=False)
    filled = 0
    for number, (cells, saved) in enumerate(pairs, 1):
        row = []
        for cell, value in zip(cells, saved, strict=False):
            if getattr(cell, "data_type", "") == "f":
                written[0] += value is not None
                row.append(_text(value if value is not None else cell.value))
            else:
                row.append(_text(value))
        if any(row):
            filled += 1
            check_size(filled, len(row.copy()) if len(row) < most else 1)
            yield f"row {number}", row


def read_parquet(content: bytes, notices: list[str]) -> Table:
    """A Parquet file, its size known from its footer before any value is read. Raises Refused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        rows, names = file.metadata.num_rows, list(file.schema_arrow.names)
        if len(names) > MAX_COLUMNS:
            raise Refused(f"found {len(names):,} columns, expected at most {MAX_COLUMNS}")
        check_size(rows, len(names))
        columns = [[_text(v) for v in file.read([n], use_threads=False).column(0).to_pylist()] for n in names]
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, IndexError) as error:
        first = str(error).partition("\n")[0][:100]
        raise Refused(_DAMAGED.format(kind="Parquet", error=first or type(error).__name__)) from None
    lines = zip(*columns, strict=True) if columns else iter(())
    numbered = ((f"row {i}", list(line)) for i, line in enumerate(lines, 1))
    return from_rows(_headed(names, numbered), notices)


def _headed(names: list[str], rows: Iterator[tuple[str, list[str]]]) -> Iterator[tuple[str, Sequence[str]]]:
    yield "the header", names
    yield from rows


def _text(value: Any) -> str:
    """A cell as text: numbers by their shortest exact form, nothing as an empty cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    return str(value)
