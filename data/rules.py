"""The rules of one table as SQL over the texts of its file: columns, cells and keys.

Each rule follows from the description of a column (data/columns.py). Whatever is wrong is noted
with its file, line and column, what was found and what was expected."""

# ruff: noqa: S608

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import duckdb
import pyarrow as pa

from data import quoting
from data.cell_rules import ID, URL, WHOLE, Value, expected_in
from data.columns import RUN_COLUMNS, TABLES, ColumnSchema, TableSchema
from data.engine import scratch
from data.plain import NUMBER, number
from data.problems import MAX_PER_FILE, Problems, enumerated, listed, quoted
from data.raw_files import RawTable, read_csv
from data.registry import ID_PATTERN

Values = list[Value | None]
"""The values of a column; None where a number was empty, or a cell could not be read."""
Ids = Mapping[str, tuple[str, ...]]
"""The ids of each table that others refer to."""
REFERRED_TABLES = (
    "metrics",
    "methods",
    "benchmarks",
    "panels",
    "families",
    "pool_metrics",
    "perturbations",
)


@dataclass(frozen=True, eq=False)
class CheckedTable:
    """A table whose own rules were checked, with the `ids` of all tables, to note further problems.

    `columns` has no column that is missing, or there twice.
    """

    name: str
    raw: RawTable
    columns: dict[str, Values]
    ids: Ids
    problems: Problems

    @property
    def file(self) -> str:
        """Return the name of the file."""
        return file_of(self.name)

    @cached_property
    def rows(self) -> list["CheckedRow"]:
        """Return the rows in the order of the file."""
        return [CheckedRow(self, index) for index in range(len(self.raw.rows))]

    def __getitem__(self, column: str) -> Values:
        """Return the values of a column, None if a cell is empty or wrong."""
        return self.columns[column]

    def keys_of(self, *columns: str) -> list[tuple[Value | None, ...]]:
        """Return the values of some columns, row by row."""
        return list(zip(*(self[column] for column in columns), strict=True))

    def lookup(self, column: str) -> dict[str, Value | None]:
        """Return the values of a column by the id of the row."""
        return {row.text("id"): row[column] for row in self.rows}

    def note(self, column: str, actual: str, expected: str) -> None:
        """Note a problem of a whole column."""
        self.problems.add(self.file, actual, expected, column=column)


@dataclass(frozen=True, eq=False)
class CheckedRow:
    """One row of a checked table."""

    table: CheckedTable
    index: int

    def __getitem__(self, column: str) -> Value | None:
        """Return the value of a cell, None if it is empty or wrong."""
        return self.table.columns[column][self.index]

    def text(self, column: str) -> str:
        """Return the value of a cell as text, "" if it has none."""
        return str(self[column] or "")

    def number(self, column: str) -> float | None:
        """Return a number, None if the cell or its whole column has none."""
        value = self[column] if column in self.table.columns else None
        return value if isinstance(value, float) else None

    def note(self, column: str, expected: str, actual: str | None = None) -> None:
        """Note a problem of a cell; what was found is its text unless given."""
        raw, line = self.table.raw, self.table.raw.lines[self.index]
        if column not in raw.header:  # one that may be left out
            actual = "no such column"
        else:
            column_index = raw.header.index(column)
            line = raw.line(self.index, column_index)
            if actual is None:
                actual = quoted(raw.rows[self.index][column_index])
        self.table.problems.add(self.table.file, actual, expected, line, column)


def file_of(name: str) -> str:
    """Return the file of a table."""
    return f"{name}.csv"


def ids_of(raw_tables: Mapping[str, RawTable]) -> dict[str, tuple[str, ...]]:
    """Return the ids of each table that others refer to and that has an id column."""
    ids_of_table = {}
    for name in REFERRED_TABLES:
        raw = raw_tables.get(name)
        if raw is not None and raw.header.count("id") == 1:
            column_index = raw.header.index("id")
            ids_of_table[name] = tuple(dict.fromkeys(row[column_index] for row in raw.rows))
    return ids_of_table


def run_columns(metrics: CheckedTable) -> tuple[ColumnSchema, ...]:
    """Return the columns of runs.csv: those of a run, then a number within its bounds for each
    metric."""
    column_of_metric: dict[str, ColumnSchema] = {}
    id_index = metrics.raw.header.index("id")
    for row in metrics.rows:
        metric = metrics.raw.rows[row.index][id_index]
        low = row.number("lower_bound")
        if "scale" in metrics.columns and row["scale"] == "log":
            low = 0.0  # smaller values count as the bound
        if metric and metric not in column_of_metric:
            column_of_metric[metric] = ColumnSchema(
                metric, "number", "", required=False, low=low, high=row.number("upper_bound")
            )
    return (*RUN_COLUMNS, *column_of_metric.values())


def note_missing_files(present_tables: Collection[str], problems: Problems) -> None:
    """Note required tables that are absent, unless their file was already found unreadable."""
    for table in TABLES.values():
        file = file_of(table.name)
        if table.required and table.name not in present_tables and not problems.noted(file):
            columns = enumerated([c.name for c in table.columns if c.default is None])
            metrics = " and one for each metric" if table.name == "runs" else ""
            problems.add(file, "no such file", f"a table with the columns {columns}{metrics}")


def check_alone(
    schema: TableSchema, contents: Mapping[str, bytes], ids: Ids, problems: Problems
) -> CheckedTable | None:
    """Read and check a table that belongs to no suite.

    Return None, after noting why, if it cannot be read or lacks columns.
    """
    file = file_of(schema.name)
    names = [column.name for column in schema.columns]
    if file not in contents:
        if not problems.noted(file):
            problems.add(file, "no such file", f"a table with the columns {enumerated(names)}")
        return None
    raw = read_csv(file, contents[file], problems)
    if raw is None:
        return None
    table = check_table(schema, schema.columns, raw, ids, problems)
    return table if table.columns.keys() >= set(names) else None


def check_table(
    schema: TableSchema,
    columns: Sequence[ColumnSchema],
    raw: RawTable,
    ids: Ids,
    problems: Problems,
    *,
    closed: bool = True,
) -> CheckedTable:
    """Check a table with these columns, noting every problem.

    Other columns are refused if it is `closed`. A column that refers to a table without ids may
    hold any text.
    """
    table = CheckedTable(schema.name, raw, {}, ids, problems)
    n_rows = len(raw.rows)
    if schema.max_rows is not None and n_rows > schema.max_rows:
        expected = f"at most {schema.max_rows:,}: {schema.instead}"
        problems.add(table.file, f"{n_rows:,} {schema.name}", expected)
    _check_header(table, columns, closed)
    usable = [
        column
        for column in columns
        if raw.header.count(column.name) == 1
        or (column.name not in raw.header and column.default is not None)
    ]
    if not usable:
        return table
    with scratch() as connection:
        connection.register("texts", _texts(raw))
        cells = [_checked_cell(index, column, raw, ids) for index, column in enumerate(usable)]
        connection.execute(
            f"CREATE TEMP TABLE checked AS SELECT row, {', '.join(cells)} FROM texts"
        )
        _note_cells(connection, usable, table)
        if {column.name for column in usable} >= set(schema.key):
            _note_keys(connection, usable, schema.key, table)
        values = ", ".join(map(_value_if_right, range(len(usable))))
        rows = connection.execute(f"SELECT {values} FROM checked ORDER BY row").fetchall()
    for index, column in enumerate(usable):
        table.columns[column.name] = [row[index] for row in rows]
    return table


def check_further(name: str, raw: RawTable, ids: Ids, problems: Problems) -> CheckedTable:
    """Check a table that is not described: a column is numeric if all its filled cells are
    numbers."""
    table = CheckedTable(name, raw, {}, ids, problems)
    _check_header(table, (), closed=False)
    for column in dict.fromkeys(raw.header):
        if not ID_PATTERN.match(column):
            actual = f"the column name {quoted(column)}"
            problems.add(table.file, actual, "an id as column name", raw.header_line)
    for column_index, column in enumerate(raw.header):
        texts = [row[column_index] for row in raw.rows]
        filled = set(filter(None, texts))  # a long table repeats itself
        number_of_text = {text: number(text) for text in filled}
        if filled and None not in number_of_text.values():
            table.columns[column] = [number_of_text.get(text) for text in texts]
        else:
            table.columns[column] = list(texts)
    return table


def _check_header(table: CheckedTable, columns: Sequence[ColumnSchema], closed: bool) -> None:
    """Note columns that are missing, doubled, alike or, if the table is `closed`, unknown."""
    header = table.raw.header
    names = [column.name for column in columns]

    def note(column: str, actual: str, expected: str) -> None:
        table.problems.add(table.file, actual, expected, table.raw.header_line, column)

    for column in columns:
        if column.name not in header and column.default is None:
            note(column.name, "no such column", f"the columns {enumerated(names)}")
    earlier_names: dict[str, str] = {}
    for name in names if closed else header:
        earlier = earlier_names.setdefault(name.casefold(), name)
        if earlier != name:  # SQL takes them for the same
            actual = f"a name that differs from {quoted(earlier)} by case alone"
            note(name, actual, "a name of its own")
    for name in dict.fromkeys(header):
        if header.count(name) > 1:
            note(name, f"this column {header.count(name)} times", "it once")
        if closed and name not in names:
            note(name, f"the column {quoted(name)}", f"only {enumerated(names)}")


def _texts(raw: RawTable) -> pa.Table:
    """Return the texts of a file: columns `c0`, `c1`, … and `row`, the index of the row."""
    columns = {"row": pa.array(range(len(raw.rows)), pa.int64())}
    for index in range(len(raw.header)):
        columns[f"c{index}"] = pa.array([row[index] for row in raw.rows], pa.string())
    return pa.table(columns)


def _checked_cell(index: int, column: ColumnSchema, raw: RawTable, ids: Ids) -> str:
    """Return as SQL the text and value of a cell, and whether it is wrong."""
    if column.name in raw.header:
        text = f"c{raw.header.index(column.name)}"
    else:
        text = quoting.literal(column.default or "")
    value, right = _rule(column, text, ids)
    wrong = f"NOT coalesce({right}, false)"
    if not column.required:
        wrong = f"{text} <> '' AND {wrong}"
    return f"{text} AS text{index}, {value} AS value{index}, ({wrong}) AS wrong{index}"


def _value_if_right(index: int) -> str:
    return f"CASE WHEN NOT wrong{index} THEN value{index} END"


def _rule(column: ColumnSchema, text: str, ids: Ids) -> tuple[str, str]:
    """Return as SQL the value of a filled cell and whether it is right, from the SQL of its
    text."""
    match column.kind:
        case "id" if column.refers in ids:
            return text, _is_among(text, ids[column.refers])
        case "id" if column.refers:
            return text, f"{text} <> ''"
        case "id":
            return text, _matches(text, ID)
        case "url":
            return text, _matches(text, URL)
        case "choice":
            return text, _is_among(text, column.choices)
        case "flag":
            return f"{text} = 'yes'", _is_among(text, ("yes", "no"))
        case "number":
            value = f"CASE WHEN {_matches(text, NUMBER)} THEN TRY_CAST({text} AS DOUBLE) END"
            return value, f"isfinite({value}){_within(value, column)}"
        case "count":
            value = f"CASE WHEN {_matches(text, WHOLE)} THEN TRY_CAST({text} AS BIGINT) END"
            return value, f"{value} IS NOT NULL{_within(value, column)}"
        case _:
            return text, f"regexp_full_match({text}, '(?s).*\\S.*')"


def _is_among(text: str, choices: Sequence[str]) -> str:
    literals = ", ".join(map(quoting.literal, filter(None, choices)))
    return f"{text} IN ({literals or 'NULL'})"


def _within(value: str, column: ColumnSchema) -> str:
    low = "" if column.low is None else f" AND {value} >= {column.low!r}"
    high = "" if column.high is None else f" AND {value} <= {column.high!r}"
    return low + high


def _matches(text: str, pattern: re.Pattern[str]) -> str:
    return f"regexp_full_match({text}, {quoting.literal(pattern.pattern)})"


def _note_cells(
    connection: duckdb.DuckDBPyConnection, columns: Sequence[ColumnSchema], table: CheckedTable
) -> None:
    """Note the first wrong cells of each column with their places, and count the others."""
    counts = ", ".join(f"count(*) FILTER (wrong{index})" for index in range(len(columns)))
    [counts_of_columns] = connection.execute(f"SELECT {counts} FROM checked").fetchall()
    for index, column in enumerate(columns):
        n_wrong = counts_of_columns[index]
        if not n_wrong:
            continue
        column_index = table.raw.header.index(column.name)
        wrong_cells = connection.execute(
            f"SELECT row, text{index} FROM checked WHERE wrong{index} ORDER BY row"
            f" LIMIT {MAX_PER_FILE}"
        )
        for row, text in wrong_cells.fetchall():
            expected = expected_in(column)
            if column.refers in table.ids and text:
                ids = listed(table.ids[column.refers])
                expected = f"an id of {file_of(column.refers)}: {ids}"
            line = table.raw.line(row, column_index)
            table.problems.add(table.file, quoted(text), expected, line, column.name)
        table.problems.add_unlisted(table.file, max(0, n_wrong - MAX_PER_FILE))


def _note_keys(
    connection: duckdb.DuckDBPyConnection,
    columns: Sequence[ColumnSchema],
    key: Sequence[str],
    table: CheckedTable,
) -> None:
    """Note every row whose key an earlier row has, by values of numbers and known ids, else by
    texts."""
    names = [column.name for column in columns]
    texts = []
    parts = []
    for name in key:
        index = names.index(name)
        column = columns[index]
        texts.append(f"text{index}")
        is_by_value = column.kind == "count" or (column.refers and column.required)
        parts.append(_value_if_right(index) if is_by_value else f"text{index}")
    is_whole = " AND ".join(f"{part} IS NOT NULL" for part in parts)
    first_rows = (
        f"SELECT row, min(row) OVER (PARTITION BY {', '.join(parts)}) AS first, {', '.join(texts)}"
        f" FROM checked WHERE {is_whole}"
    )
    repeated = connection.execute(f"FROM ({first_rows}) WHERE row > first ORDER BY row").fetchall()
    lines = table.raw.lines
    for row, first, *cells in repeated:
        actual = f"{quoted(', '.join(cells))} a second time"
        expected = f"it once (it stands in line {lines[first]})"
        table.problems.add(table.file, actual, expected, lines[row], " + ".join(key))
