"""The rules of one table: columns, cells and keys.

Each rule follows from the description of a column (data/columns.py). Whatever is wrong is noted
with its file, line and column, what was found and what was expected."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from data.cell_rules import Expected, Value, expected_in, read_cell
from data.columns import RUN_COLUMNS, TABLES, ColumnSchema, TableSchema, number_column
from data.plain import number
from data.problems import MAX_PER_FILE, Problems, enumerated, listed, quoted
from data.raw_files import RawTable, read_csv
from data.registry import ID_PATTERN

Values = list[Value | None]
"""The values of a column; None where a number was empty, or a cell could not be read."""
Ids = Mapping[str, tuple[str, ...]]
"""The ids of each table that others refer to."""


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
        if column not in self.table.columns:
            return None
        value = self[column]
        return value if isinstance(value, float) else None

    def note(self, column: str, expected: str, actual: str | None = None) -> None:
        """Note a problem of a cell; what was found is its text unless given."""
        raw = self.table.raw
        line = raw.lines[self.index]
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
    """Return the ids of each table that has an id column."""
    return {
        name: tuple(dict.fromkeys(raw.texts("id")))
        for name, raw in raw_tables.items()
        if raw.header.count("id") == 1
    }


def run_columns(metrics: CheckedTable) -> tuple[ColumnSchema, ...]:
    """Return the columns of runs.csv: those of a run, then a number within its bounds for each
    metric."""
    column_of_metric: dict[str, ColumnSchema] = {}
    for row, metric in zip(metrics.rows, metrics.raw.texts("id"), strict=True):
        low = row.number("lower_bound")
        if "scale" in metrics.columns and row["scale"] == "log":
            low = 0.0  # smaller values count as the bound
        if metric and metric not in column_of_metric:
            column_of_metric[metric] = number_column(
                metric, "", required=False, low=low, high=row.number("upper_bound")
            )
    return (*RUN_COLUMNS, *column_of_metric.values())


def note_missing_files(present_tables: Collection[str], problems: Problems) -> None:
    """Note required tables that are absent, unless their file was already found unreadable."""
    for table in TABLES.values():
        file = file_of(table.name)
        if table.required and table.name not in present_tables and not problems.noted(file):
            columns = enumerated(
                [column.name for column in table.columns if column.default is None]
            )
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
    texts_of_column: dict[str, list[str]] = {}
    for column in columns:
        if raw.header.count(column.name) == 1:
            texts_of_column[column.name] = raw.texts(column.name)
        elif column.name not in raw.header and column.default is not None:
            texts_of_column[column.name] = [column.default] * n_rows
        else:
            continue
        _check_cells(table, column, texts_of_column[column.name])
    if texts_of_column.keys() >= set(schema.key):
        _check_keys(table, schema, texts_of_column)
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
    for column in raw.header:
        texts = raw.texts(column)
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


def _check_cells(table: CheckedTable, column: ColumnSchema, texts: Sequence[str]) -> None:
    """Add the values of a column; note the first wrong cells with their places, and count the
    others."""
    ids = table.ids.get(column.refers)
    id_set = None if ids is None else frozenset(ids)
    value_of_text: dict[str, Value | None] = {}
    for text in set(texts):  # a long table repeats itself
        with suppress(Expected):
            value_of_text[text] = read_cell(text, column, id_set)
    table.columns[column.name] = [value_of_text.get(text) for text in texts]
    wrong_rows = [index for index, text in enumerate(texts) if text not in value_of_text]
    for index in wrong_rows[:MAX_PER_FILE]:
        expected = expected_in(column)
        if ids is not None and texts[index]:
            expected = f"an id of {file_of(column.refers)}: {listed(ids)}"
        table.rows[index].note(column.name, expected)
    n_unlisted = len(wrong_rows) - MAX_PER_FILE
    if n_unlisted > 0:
        table.problems.add_unlisted(table.file, n_unlisted)


def _check_keys(
    table: CheckedTable, schema: TableSchema, texts_of_column: Mapping[str, list[str]]
) -> None:
    """Note every row whose key an earlier row has, by values of numbers and known ids, else by
    texts."""
    parts: list[Sequence[Value | None]] = []
    for column in schema.columns:
        if column.name in schema.key:
            is_by_value = column.kind == "count" or (column.refers and column.required)
            parts.append(table[column.name] if is_by_value else texts_of_column[column.name])
    first_row_of_key: dict[tuple[Value | None, ...], int] = {}
    for index, key in enumerate(zip(*parts, strict=True)):
        first = first_row_of_key.setdefault(key, index)
        if first != index and None not in key:
            texts = [texts_of_column[name][index] for name in schema.key]
            actual = f"{quoted(', '.join(texts))} a second time"
            lines = table.raw.lines
            expected = f"it once (it stands in line {lines[first]})"
            name = " + ".join(schema.key)
            table.problems.add(table.file, actual, expected, lines[index], name)
