"""Excel and Parquet. Formulas are never computed: the value that was saved beside one is read, and that is told."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from components.intake.limits import MAX_COLUMNS
from components.intake.reading.archive import opened
from components.intake.reading.table import Refused, Table, check_size, from_rows

_DAMAGED = "found a damaged {kind} file ({error}), expected a whole one"
_NUMBER = re.compile(r"[-+−]?[.,]?[0-9]")


def read_excel(content: bytes) -> Table:
    """The first sheet of a workbook (.xlsx) that holds a table of values; notes may stand before it. Raises Refused."""
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
        return _first_table(((n, formulas[n], values[n]) for n in names), len(names))
    except damaged as error:
        raise Refused(_DAMAGED.format(kind="Excel", error=str(error)[:100] or type(error).__name__)) from None


def _first_table(sheets: Iterable[tuple[str, Any, Any]], count: int) -> Table:
    """The first sheet with a column of values under a name; without one the first that reads as a table at all."""
    spare: Table | None = None
    passed: list[str] = []
    for name, formulas, values in sheets:
        written, notices = [0], [f"the sheet {name[:40]!r} was read, one of {count}"] if count > 1 else []
        lines = list(_lines(formulas, values, written))
        if not any(any(cells) for _, cells in lines):
            continue
        if written[0]:
            notices.append(f"{written[0]} cells hold formulas; the values saved with them were read")
        try:
            table = from_rows(lines, notices)
        except Refused as refused:
            if count == 1:
                raise
            passed.append(f"{name[:40]!r} has {str(refused).removeprefix('found ').partition(', expected')[0][:80]}")
            continue
        table.notices += [f"a sheet before it was passed over: {told}" for told in passed[:3]]
        if _has_values(table):
            return table
        spare = spare or table
    if spare is not None:
        return spare
    if passed:
        more = f"; and {len(passed) - 3} more" if len(passed) > 3 else ""
        told = "; ".join(passed[:3]) + more
        raise Refused(f"found no table on any sheet ({told}), expected a row of column names above the values")
    raise Refused("found a workbook without any filled cell, expected a table on a sheet")


def _has_values(table: Table) -> bool:
    """Whether half of a column's cells begin like numbers and its name does not: notes in two cells rarely do so."""
    for at, name in enumerate(table.header):
        cells = [row[at] for row in table.rows if row[at]]
        numbers = sum(bool(_NUMBER.match(c)) for c in cells)
        if cells and 2 * numbers >= len(cells) and not _NUMBER.match(name):
            return True
    return False


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
