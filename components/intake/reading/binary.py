"""Excel and Parquet. Formulas are never computed: the value that was saved beside one is read."""

import datetime
import io
from collections.abc import Iterable, Iterator

from components.intake.limits import MAX_COLUMNS
from components.intake.reading.sheet import FileRefused, Lines, Sheet, check_columns, check_size, from_rows


def read_excel(content: bytes) -> Sheet:
    """The first sheet of a workbook (.xlsx) that reads as a table. Raises FileRefused."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a sheet declares of its extent need not be true
        return _first_table({s.title: _lines(s.iter_rows(values_only=True)) for s in book.worksheets})
    except (FileRefused, MemoryError):
        raise
    except Exception as error:  # openpyxl lets the errors of every part of a damaged book through
        raise _damaged("Excel", error) from None


def _first_table(sheets: dict[str, Iterator[tuple[str, list[str]]]]) -> Sheet:
    """The first filled sheet that reads as a table; if none does, the reason that the first one gave."""
    refused: list[FileRefused] = []
    notices: list[str] = []
    for name, rows in sheets.items():
        lines = list(rows)
        if not lines:
            continue
        first = [f"the sheet {name[:40]!r} was read, one of {len(sheets)}"] if len(sheets) > 1 else []
        try:
            return from_rows(lines, [*first, *notices])
        except FileRefused as reason:
            refused.append(reason)
            notices.append(f"the sheet {name[:40]!r} before it was passed over: {str(reason)[:120]}")
    raise refused[0] if refused else FileRefused("found a workbook without any filled cell, expected a table")


def _lines(rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[str, list[str]]]:
    filled = 0
    for number, cells in enumerate(rows, 1):
        row = [_text(c) for c in cells[: MAX_COLUMNS + 1]]
        if any(row):
            filled += 1
            check_size(filled, 1)
            yield f"row {number}", row


def read_parquet(content: bytes) -> Sheet:
    """A Parquet file, its size known from its footer before any value is read. Raises FileRefused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        names = list(file.schema_arrow.names)
        check_columns(len(names))
        check_size(file.metadata.num_rows, len(names))
        columns = [map(_text, file.read([n], use_threads=False).column(0).to_pylist()) for n in names]
        lines: Lines = [(f"row {i}", row) for i, row in enumerate(zip(*columns, strict=True), 1)]
    except FileRefused:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, IndexError) as error:
        raise _damaged("Parquet", error) from None
    return from_rows([("the header", names), *lines])


def _damaged(kind: str, error: Exception) -> FileRefused:
    first = str(error).partition("\n")[0][:100] or type(error).__name__
    return FileRefused(f"found a damaged {kind} file ({first}), expected a whole one")


def _text(value: object) -> str:
    """A cell as text: numbers by their shortest exact form, nothing as an empty cell."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case bytes():
            return value.hex()
        case _:
            return str(value)
