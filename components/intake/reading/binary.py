"""Excel and Parquet. Formulas are never computed: the value that was saved beside one is read."""

from __future__ import annotations

import datetime
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from components.intake.limits import MAX_COLUMNS
from components.intake.reading.archive import opened, workable
from components.intake.reading.table import Refused, Table, check_size, from_rows

if TYPE_CHECKING:
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

_DAMAGED = "found a damaged {kind} file ({error}), expected a whole one"


def read_excel(content: bytes) -> Table:
    """The first sheet of a workbook (.xlsx) that reads as a table. Raises Refused."""
    import openpyxl
    from openpyxl.utils.exceptions import InvalidFileException

    damaged = (
        *(InvalidFileException, zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, AttributeError),
        *(IndexError, SyntaxError, EOFError, OSError, AssertionError),  # an XML parse error is a SyntaxError
    )
    try:
        workable(opened(content))
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        return _first_table([(s.title, _rows(s)) for s in book.worksheets])
    except damaged as error:
        raise Refused(_DAMAGED.format(kind="Excel", error=str(error)[:100] or type(error).__name__)) from None


def _rows(sheet: ReadOnlyWorksheet) -> Iterator[tuple[int, list[object]]]:
    """The rows that stand in a sheet, each with its number and no wider than a table may be.

    `iter_rows` makes every row above the last one, a million where a single cell stands in the last row of a sheet.
    """
    from openpyxl.worksheet._reader import WorkSheetParser

    book = sheet.parent
    with sheet._get_source() as source:
        parser = WorkSheetParser(
            source,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for number, cells in parser.parse():
            filled = {c["column"]: c["value"] for c in cells if c["column"] <= MAX_COLUMNS + 1}
            yield number, [filled.get(column) for column in range(1, max(filled, default=0) + 1)]


def _first_table(sheets: Sequence[tuple[str, Iterable[tuple[int, Sequence[object]]]]]) -> Table:
    """The first filled sheet that reads as a table; where none does, the reason that the first one gave."""
    reasons: list[Refused] = []
    notices: list[str] = []
    for name, rows in sheets:
        lines = list(_lines(rows))
        if not lines:
            continue
        told = [f"the sheet {name[:40]!r} was read, one of {len(sheets)}"] if len(sheets) > 1 else []
        try:
            return from_rows(lines, [*told, *notices])
        except Refused as refused:
            reasons.append(refused)
            notices.append(f"the sheet {name[:40]!r} before it was passed over: {str(refused)[:120]}")
    raise reasons[0] if reasons else Refused("found a workbook without any filled cell, expected a table on a sheet")


def _lines(rows: Iterable[tuple[int, Sequence[object]]]) -> Iterator[tuple[str, Sequence[str]]]:
    filled = 0
    for number, cells in rows:
        row = [_text(c) for c in cells]
        if any(row):
            filled += 1
            check_size(filled, 1)
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
    numbered = [(f"row {i}", line) for i, line in enumerate(zip(*columns, strict=True), 1)]
    return from_rows([("the header", names), *numbered], notices)


def _text(value: object) -> str:
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
