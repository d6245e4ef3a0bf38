"""The rules of one table as SQL over the texts of its file: columns, cells and keys.

Each rule follows from the description of a column (data/columns.py). Whatever is wrong is noted
with its file, line and column, what was found and what was expected."""

# ruff: noqa: S608

import re
from collections.abc import Collection, Mapping, Sequence

import duckdb
import pyarrow as pa

from data import quoting
from data.cell_rules import ID, URL, WHOLE, Value, expected
from data.columns import RUN_COLUMNS, TABLES, ColumnSchema, TableSchema
from data.engine import scratch
from data.plain import NUMBER, number
from data.problems import MOST_PER_FILE, Problems, enumerated, listed, quoted
from data.raw_files import RawTable, read_csv
from data.registry import ID_PATTERN

Columns = dict[str, list[Value | None]]
"""A table by column; None where a number was empty, or a cell could not be read."""
Ids = Mapping[str, tuple[str, ...]]
"""The ids of each table that others refer to."""


class CheckedTable:
    """A table whose own rules were checked, with the `ids` of all tables, to note further problems.

    Columns that are missing, or there twice, are left out.
    """

    def __init__(
        self, name: str, raw: RawTable, columns: Columns, ids: Ids, problems: Problems
    ) -> None:
        self.columns, self.raw, self.ids = columns, raw, ids
        self._file, self._problems = file_of(name), problems

    def __getitem__(self, column: str) -> list[Value | None]:
        """Return the values of a column, None if a cell is empty or wrong."""
        return self.columns[column]

    def note(self, row: int, column: str, expected: str, found: str | None = None) -> None:
        """Note a problem of one cell; what was found is its text unless given."""
        if column not in self.raw.header:  # one that may be left out
            self._problems.add(self._file, self.raw.lines[row], column, "no such column", expected)
            return
        at = list(self.raw.header).index(column)
        text = quoted(self.raw.rows[row][at]) if found is None else found
        self._problems.add(self._file, self.raw.line(row, at), column, text, expected)

    def note_column(self, column: str, found: str, expected: str) -> None:
        """Note a problem of a whole column."""
        self._problems.add(self._file, None, column, found, expected)


def file_of(name: str) -> str:
    """Return the file of a table."""
    return f"{name}.csv"


def known_ids(raw: Mapping[str, RawTable]) -> dict[str, tuple[str, ...]]:
    """Return the ids of each table that others refer to and that has an id column."""
    ids = {}
    for name in (
        "metrics",
        "methods",
        "benchmarks",
        "panels",
        "families",
        "pool_metrics",
        "perturbations",
    ):
        table = raw.get(name)
        if table is not None and list(table.header).count("id") == 1:
            at = list(table.header).index("id")
            ids[name] = tuple(dict.fromkeys(row[at] for row in table.rows))
    return ids


def run_columns(metrics: CheckedTable) -> tuple[ColumnSchema, ...]:
    """Return the columns of runs.csv: those of a run, then a number within its bounds for each
    metric."""
    at = list(metrics.raw.header).index("id")
    scores: dict[str, ColumnSchema] = {}
    for i, row in enumerate(metrics.raw.rows):
        values = [
            metrics.columns[b][i] if b in metrics.columns else None
            for b in ("lower_bound", "upper_bound")
        ]
        low, high = (value if isinstance(value, float) else None for value in values)
        if "scale" in metrics.columns and metrics["scale"][i] == "log":
            low = 0.0  # smaller values count as the bound
        if row[at]:
            scores.setdefault(
                row[at], ColumnSchema(row[at], "number", "", required=False, low=low, high=high)
            )
    return (*RUN_COLUMNS, *scores.values())


def missing_files(there: Collection[str], problems: Problems) -> None:
    """Note required tables that are absent, unless their file was already found unreadable."""
    for table in TABLES.values():
        if table.required and table.name not in there and not problems.noted(file_of(table.name)):
            columns = enumerated([c.name for c in table.columns if c.default is None])
            further = " and one for each metric" if table.name == "runs" else ""
            found = f"a table with the columns {columns}{further}"
            problems.add(file_of(table.name), None, None, "no such file", found)


def check_apart(
    table: TableSchema, contents: Mapping[str, bytes], ids: Ids, problems: Problems
) -> CheckedTable | None:
    """Read and check a table that belongs to no suite, None after noting that it lacks rows or
    columns."""
    file, names = file_of(table.name), [c.name for c in table.columns]
    if file not in contents:
        if not problems.noted(file):
            problems.add(
                file, None, None, "no such file", f"a table with the columns {enumerated(names)}"
            )
        return None
    raw = read_csv(file, contents[file], problems)
    if raw is None:
        return None
    checked = check_table(table, table.columns, raw, ids, problems)
    return checked if set(names) <= checked.columns.keys() else None


def check_table(
    table: TableSchema,
    columns: Sequence[ColumnSchema],
    raw: RawTable,
    ids: Ids,
    problems: Problems,
    *,
    closed: bool = True,
) -> CheckedTable:
    """Check a table with these columns, noting every problem; other columns are refused if it is
    `closed`.

    A column that refers to a table without known ids may hold any text.
    """
    file, header = file_of(table.name), list(raw.header)
    if table.most is not None and len(raw.rows) > table.most:
        found = f"{len(raw.rows):,} {table.name}"
        problems.add(file, None, None, found, f"at most {table.most:,}: {table.instead}")
    _check_header(file, columns, raw, problems, closed)
    there = [
        c
        for c in columns
        if header.count(c.name) == 1 or (c.name not in header and c.default is not None)
    ]
    if not there:
        return CheckedTable(table.name, raw, {}, ids, problems)
    with scratch() as con:
        texts = {
            f"c{i}": pa.array([row[i] for row in raw.rows], pa.string()) for i in range(len(header))
        }
        con.register(
            "texts", pa.table({**texts, "row": pa.array(range(len(raw.rows)), pa.int64())})
        )
        cells = ""
        for i, column in enumerate(there):
            text = (
                f"c{header.index(column.name)}"
                if column.name in header
                else quoting.literal(column.default or "")
            )
            value, wrong = _rule(column, text, ids)
            cells += f", {text} AS text{i}, {value} AS value{i}, {wrong} AS wrong{i}"
        con.execute(f"CREATE TEMP TABLE checked AS SELECT row{cells} FROM texts")
        _note_cells(con, file, there, raw, ids, problems)
        if {c.name for c in there} >= set(table.key):
            _note_keys(con, file, there, table.key, raw, problems)
        values = ", ".join(f"CASE WHEN NOT wrong{i} THEN value{i} END" for i in range(len(there)))
        rows = con.execute(f"SELECT {values} FROM checked ORDER BY row").fetchall()
    found_values = zip(*rows, strict=True) if rows else ((),) * len(there)
    by_column = {c.name: list(own) for c, own in zip(there, found_values, strict=True)}
    return CheckedTable(table.name, raw, by_column, ids, problems)


def check_further(name: str, raw: RawTable, ids: Ids, problems: Problems) -> CheckedTable:
    """Check a table that is not described: a column is numeric if all its filled cells are
    numbers."""
    _check_header(file_of(name), (), raw, problems, closed=False)
    for column in dict.fromkeys(raw.header):
        if not ID_PATTERN.match(column):
            found = f"the column name {quoted(column)}"
            problems.add(file_of(name), raw.header_line, None, found, "an id as column name")
    columns: Columns = {}
    for at, column in enumerate(raw.header):
        texts = [row[at] for row in raw.rows]
        numbers = {t: number(t) for t in set(texts)}  # a long table repeats itself
        numeric = any(texts) and all(n is not None for t, n in numbers.items() if t)
        columns[column] = [numbers[t] for t in texts] if numeric else list(texts)
    return CheckedTable(name, raw, columns, ids, problems)


def _check_header(
    file: str, columns: Sequence[ColumnSchema], raw: RawTable, problems: Problems, closed: bool
) -> None:
    """Note columns that are missing, doubled or, if the table is `closed`, unknown."""
    names, header, line = [c.name for c in columns], list(raw.header), raw.header_line
    for column in columns:
        if column.name not in header and column.default is None:
            problems.add(
                file, line, column.name, "no such column", f"the columns {enumerated(names)}"
            )
    problems.add_alike(file, line, names if closed else header)
    for name in dict.fromkeys(header):
        if header.count(name) > 1:
            problems.add(file, line, name, f"this column {header.count(name)} times", "it once")
        if closed and name not in names:
            problems.add(
                file, line, name, f"the column {quoted(name)}", f"only {enumerated(names)}"
            )


def _rule(column: ColumnSchema, text: str, ids: Ids) -> tuple[str, str]:
    """Return as SQL the value of a cell and whether it is wrong, from the SQL of its text."""
    value, right = text, f"regexp_full_match({text}, '(?s).*\\S.*')"
    match column.kind:
        case "id" if column.refers:
            right = f"{text} <> ''"
            if column.refers in ids:
                known = ", ".join(map(quoting.literal, filter(None, ids[column.refers])))
                right = f"{text} IN ({known or 'NULL'})"
        case "id":
            right = _matches(text, ID)
        case "url":
            right = _matches(text, URL)
        case "choice":
            right = f"{text} IN ({', '.join(map(quoting.literal, column.choices))})"
        case "flag":
            value, right = f"{text} = 'yes'", f"{text} IN ('yes', 'no')"
        case "number":
            value = f"CASE WHEN {_matches(text, NUMBER)} THEN TRY_CAST({text} AS DOUBLE) END"
            right = f"isfinite({value}){_within(value, column)}"
        case "count":
            value = f"CASE WHEN {_matches(text, WHOLE)} THEN TRY_CAST({text} AS BIGINT) END"
            right = f"{value} IS NOT NULL{_within(value, column)}"
    wrong = f"NOT coalesce({right}, false)"
    return value, f"({wrong})" if column.required else f"({text} <> '' AND {wrong})"


def _within(value: str, column: ColumnSchema) -> str:
    ends = ((">=", column.low), ("<=", column.high))
    return "".join(f" AND {value} {sign} {end!r}" for sign, end in ends if end is not None)


def _matches(text: str, pattern: re.Pattern[str]) -> str:
    return f"regexp_full_match({text}, {quoting.literal(pattern.pattern)})"


def _note_cells(
    con: duckdb.DuckDBPyConnection,
    file: str,
    columns: Sequence[ColumnSchema],
    raw: RawTable,
    ids: Ids,
    problems: Problems,
) -> None:
    """Note the first wrong cells of each column one by one, and count the others."""
    counts = ", ".join(f"count(*) FILTER (wrong{i})" for i in range(len(columns)))
    [totals] = con.execute(f"SELECT {counts} FROM checked").fetchall()
    for i, (column, total) in enumerate(zip(columns, totals, strict=True)):
        if not total:
            continue
        at = list(raw.header).index(column.name)
        found = con.execute(
            f"SELECT row, text{i} FROM checked WHERE wrong{i} ORDER BY row LIMIT {MOST_PER_FILE}"
        )
        for row, text in found.fetchall():
            asked = expected(column)
            if column.refers in ids and text:
                asked = f"an id of {file_of(column.refers)}: {listed(ids[column.refers])}"
            problems.add(file, raw.line(row, at), column.name, quoted(text), asked)
        problems.add_more(file, max(0, total - MOST_PER_FILE))


def _note_keys(
    con: duckdb.DuckDBPyConnection,
    file: str,
    columns: Sequence[ColumnSchema],
    key: Sequence[str],
    raw: RawTable,
    problems: Problems,
) -> None:
    """Note every row whose key an earlier row has, by values of numbers and known ids, else by
    texts."""
    there = [(i, c) for name in key for i, c in enumerate(columns) if c.name == name]
    by_value = [c.kind == "count" or bool(c.refers and c.required) for _, c in there]
    parts = [
        f"CASE WHEN NOT wrong{i} THEN value{i} END" if own else f"text{i}"
        for (i, _), own in zip(there, by_value, strict=True)
    ]
    texts, keys = ", ".join(f"text{i}" for i, _ in there), ", ".join(parts)
    whole = " AND ".join(f"{part} IS NOT NULL" for part in parts)
    first = (
        f"SELECT row, min(row) OVER (PARTITION BY {keys}) AS first, {texts} FROM checked WHERE"
        f" {whole}"
    )
    for row, before, *own in con.execute(
        f"FROM ({first}) WHERE row > first ORDER BY row"
    ).fetchall():
        found = f"{quoted(', '.join(own))} a second time"
        place = f"it once (it stands in line {raw.lines[before]})"
        problems.add(file, raw.lines[row], " + ".join(key), found, place)
