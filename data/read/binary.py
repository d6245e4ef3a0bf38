"""Excel and Parquet. Formulas are never computed: the value that was saved beside one is read."""

import datetime
import io
from collections.abc import Iterable, Iterator

from data.read.cells import clean
from data.read.limits import MAX_COLUMNS
from data.read.sheet import FileRefused, Rectangle, check_size


def read_excel(content: bytes) -> list[Rectangle]:
    """Return the filled sheets of a workbook (.xlsx). Raises FileRefused."""
    import openpyxl

    try:
        book = openpyxl.load_workbook(
            io.BytesIO(content), read_only=True, data_only=True, keep_links=False
        )
        found = []
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # what a sheet declares of its extent need not be true
            rows = list(_lines(sheet.iter_rows(values_only=True)))
            if rows:
                notices = [
                    f"the sheet {sheet.title[:40]!r} was read, one of {len(book.worksheets)}"
                ]
                own = Rectangle([row for _, row in rows], [place for place, _ in rows])
                own.notices = notices if len(book.worksheets) > 1 else []
                found.append(own)
    except (FileRefused, MemoryError):
        raise
    except Exception as error:  # openpyxl lets the errors of every part of a damaged book through
        raise _damaged("Excel", error) from None
    if not found:
        raise FileRefused("found a workbook without any filled cell, expected a table")
    return found


def _lines(rows: Iterable[tuple[object, ...]]) -> Iterator[tuple[str, list[str]]]:
    filled = 0
    for number, cells in enumerate(rows, 1):
        row = [clean(_text(c)) for c in cells[: MAX_COLUMNS + 1]]
        if any(row):
            filled += 1
            check_size(filled, 1)
            yield f"row {number}", row


def read_parquet(content: bytes) -> list[Rectangle]:
    """Return a Parquet file, its size known from its footer before any value is read. Raises
    FileRefused."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(io.BytesIO(content))
        names = list(file.schema_arrow.names)
        check_size(file.metadata.num_rows, len(names))
        columns = [
            map(_text, file.read([n], use_threads=False).column(0).to_pylist()) for n in names
        ]
        rows = [[clean(c) for c in row] for row in zip(*columns, strict=True)]
    except FileRefused:
        raise
    except (pa.ArrowException, OSError, ValueError, TypeError, KeyError, IndexError) as error:
        raise _damaged("Parquet", error) from None
    return [
        Rectangle(
            [names, *rows],
            ["the header", *(f"row {i}" for i in range(1, len(rows) + 1))],
            sure=True,
        )
    ]


def _damaged(kind: str, error: Exception) -> FileRefused:
    first = str(error).partition("\n")[0][:100] or type(error).__name__
    return FileRefused(f"found a damaged {kind} file ({first}), expected a whole one")


def _text(value: object) -> str:
    """Return a cell as text: numbers by their shortest exact form, nothing as an empty cell."""
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
