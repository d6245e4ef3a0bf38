"""The rules that one table must keep: its columns, its cells, its keys, the ids it points to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from data.cells import Expected, Value, number, read_cell
from data.columns import RUN_COLUMNS, TABLES, Column, Table
from data.files import RawTable
from data.problems import Problems, enumerated, listed, quoted
from data.registry import ID_PATTERN

Columns = dict[str, list[Value | None]]
"""A table by column; None where a cell was empty or could not be read."""


def file_of(name: str) -> str:
    """The file of a table."""
    return f"{name}.csv"


def known_ids(raw: Mapping[str, RawTable]) -> dict[str, tuple[str, ...]]:
    """The ids of each table that others point to; a table that is absent or has no id column is left out."""
    ids = {}
    for name in ("metrics", "methods", "benchmarks", "panels", "families", "pool_metrics"):
        table = raw.get(name)
        if table is not None and list(table.header).count("id") == 1:
            at = list(table.header).index("id")
            ids[name] = tuple(dict.fromkeys(row[at] for row in table.rows))
    return ids


def run_columns(raw: RawTable, metrics: Columns) -> tuple[Column, ...]:
    """The columns of runs.csv: what names a run, then one number per row of metrics.csv within its bounds."""
    at = list(raw.header).index("id")
    scores: dict[str, Column] = {}
    for i, row in enumerate(raw.rows):
        low, high = (metrics[b][i] if b in metrics else None for b in ("lower_bound", "upper_bound"))
        bounds = [b if isinstance(b, float) else None for b in (low, high)]
        if metrics.get("scale", [""] * (i + 1))[i] == "log":
            bounds[0] = 0.0  # smaller values count as the bound
        if row[at]:
            scores.setdefault(row[at], Column(row[at], "number", "", required=False, low=bounds[0], high=bounds[1]))
    return (*RUN_COLUMNS, *scores.values())


def read_table(
    table: Table,
    columns: Sequence[Column],
    raw: RawTable,
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
    closed: bool = True,
) -> Columns:
    """Read a known table, noting every problem. `closed` refuses columns that are not among `columns`."""
    file = file_of(table.name)
    header = list(raw.header)
    check_header(file, raw.header_line, header, columns, problems, closed)
    absent = {c.name: c.default for c in columns if c.default is not None and c.name not in header}
    read: Columns = {}
    for column in columns:
        if header.count(column.name) == 1:
            read[column.name] = _read_column(file, column, header.index(column.name), raw, ids, problems)
    read |= {name: [default] * len(raw.rows) for name, default in absent.items()}
    _check_key(file, table.key, raw, problems)
    return read


def check_header(
    file: str, line: int | None, header: Sequence[str], columns: Sequence[Column], problems: Problems, closed: bool
) -> None:
    """Note columns that are missing, doubled or, where `closed`, unknown."""
    names = [c.name for c in columns]
    for column in columns:
        if column.name not in header and column.default is None:
            problems.add(file, line, column.name, "no such column", f"the columns {enumerated(names)}")
    for name in dict.fromkeys(header):
        if header.count(name) > 1:
            problems.add(file, line, name, f"this column {header.count(name)} times", "it once")
        if closed and name not in names:
            problems.add(file, line, name, f"the column {quoted(name)}", f"only {enumerated(names)}")


def _read_column(
    file: str,
    column: Column,
    at: int,
    raw: RawTable,
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
) -> list[Value | None]:
    allowed = set(ids[column.refers]) if column.refers in ids else None
    values: list[Value | None] = []
    for i, row in enumerate(raw.rows):
        value: Value | None = None
        try:
            value = read_cell(column, row[at])
            if allowed is not None and row[at] and row[at] not in allowed:
                raise Expected(f"an id of {file_of(column.refers)}: {listed(ids[column.refers])}")
        except Expected as error:
            problems.add(file, raw.line(i, at), column.name, quoted(row[at]), str(error))
        values.append(value)
    return values


def _check_key(file: str, key: Sequence[str], raw: RawTable, problems: Problems) -> None:
    header = list(raw.header)
    if any(header.count(name) != 1 for name in key):
        return
    at = [header.index(name) for name in key]
    first: dict[tuple[str, ...], int] = {}
    for i, row in enumerate(raw.rows):
        # seeds 42 and 042 are one seed
        values = tuple(row[a].lstrip("0") or "0" if header[a] == "seed" else row[a] for a in at)
        if values in first:
            key_text = ", ".join(row[a] for a in at)
            problems.add(
                file,
                raw.lines[i],
                " + ".join(key),
                f"{quoted(key_text)} a second time",
                f"it once (it stands in line {first[values]})",
            )
        first.setdefault(values, raw.lines[i])


def read_extra(name: str, raw: RawTable, problems: Problems) -> Columns:
    """Read a table the schema does not know: a column is numeric when all its filled cells are numbers."""
    header = list(raw.header)
    for column in dict.fromkeys(header):
        if not ID_PATTERN.match(column):
            problems.add(
                file_of(name), raw.header_line, None, f"the column name {quoted(column)}", "an id as column name"
            )
        if header.count(column) > 1:
            problems.add(file_of(name), raw.header_line, column, f"this column {header.count(column)} times", "it once")
    read: Columns = {}
    for at, column in enumerate(header):
        texts = [row[at] for row in raw.rows]
        numbers = [number(t) if t else None for t in texts]
        numeric = any(texts) and all(n is not None for n, t in zip(numbers, texts, strict=True) if t)
        read[column] = list(numbers) if numeric else list(texts)
    return read


def missing_files(raw: Collection[str], problems: Problems) -> None:
    """Note required tables that are absent, unless their file was already found unreadable."""
    for table in TABLES.values():
        if table.required and table.name not in raw and not problems.noted(file_of(table.name)):
            columns = enumerated([c.name for c in table.columns if c.default is None])
            further = " and one for each metric" if table.name == "runs" else ""
            problems.add(
                file_of(table.name), None, None, "no such file", f"a table with the columns {columns}{further}"
            )
