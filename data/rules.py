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
        raw_table = self.table.raw
        line_number = raw_table.lines[self.index]
        if column not in raw_table.header:  # one that may be left out
            actual = "no such column"
        else:
            column_index = raw_table.header.index(column)
            line_number = raw_table.line(self.index, column_index)
            if actual is None:
                actual = quoted(raw_table.rows[self.index][column_index])
        self.table.problems.add(self.table.file, actual, expected, line_number, column)


def file_of(table_name: str) -> str:
    """Return the file of a table."""
    return f"{table_name}.csv"


def ids_of(raw_tables: Mapping[str, RawTable]) -> dict[str, tuple[str, ...]]:
    """Return the ids of each table that has an id column."""
    return {
        table_name: tuple(dict.fromkeys(raw_table.texts("id")))
        for table_name, raw_table in raw_tables.items()
        if raw_table.header.count("id") == 1
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
        missing_file = file_of(table.name)
        if table.required and table.name not in present_tables and not problems.noted(missing_file):
            columns = enumerated(
                [column.name for column in table.columns if column.default is None]
            )
            metrics = " and one for each metric" if table.name == "runs" else ""
            problems.add(
                missing_file, "no such file", f"a table with the columns {columns}{metrics}"
            )


def check_alone(
    schema: TableSchema, contents: Mapping[str, bytes], ids_of_table: Ids, problems: Problems
) -> CheckedTable | None:
    """Read and check a table that belongs to no suite.

    Return None, after noting why, if it cannot be read or lacks columns.
    """
    file_name = file_of(schema.name)
    column_names = [column.name for column in schema.columns]
    if file_name not in contents:
        if not problems.noted(file_name):
            problems.add(
                file_name, "no such file", f"a table with the columns {enumerated(column_names)}"
            )
        return None
    raw_table = read_csv(file_name, contents[file_name], problems)
    if raw_table is None:
        return None
    checked_table = check_table(schema, schema.columns, raw_table, ids_of_table, problems)
    return checked_table if checked_table.columns.keys() >= set(column_names) else None


def check_table(
    schema: TableSchema,
    columns: Sequence[ColumnSchema],
    raw_table: RawTable,
    ids_of_table: Ids,
    problems: Problems,
    *,
    closed: bool = True,
) -> CheckedTable:
    """Check a table with these columns, noting every problem.

    Other columns are refused if it is `closed`. A column that refers to a table without ids may
    hold any text.
    """
    checked_table = CheckedTable(schema.name, raw_table, {}, ids_of_table, problems)
    n_rows = len(raw_table.rows)
    if schema.max_rows is not None and n_rows > schema.max_rows:
        expected = f"at most {schema.max_rows:,}: {schema.instead}"
        problems.add(checked_table.file, f"{n_rows:,} {schema.name}", expected)
    _check_header(checked_table, columns, closed)
    texts_of_column: dict[str, list[str]] = {}
    for column in columns:
        if raw_table.header.count(column.name) == 1:
            texts_of_column[column.name] = raw_table.texts(column.name)
        elif column.name not in raw_table.header and column.default is not None:
            texts_of_column[column.name] = [column.default] * n_rows
        else:
            continue
        _check_cells(checked_table, column, texts_of_column[column.name])
    if texts_of_column.keys() >= set(schema.key):
        _check_keys(checked_table, schema, texts_of_column)
    return checked_table


def check_further(
    table_name: str, raw_table: RawTable, ids_of_table: Ids, problems: Problems
) -> CheckedTable:
    """Check a table that is not described: a column is numeric if all its filled cells are
    numbers."""
    checked_table = CheckedTable(table_name, raw_table, {}, ids_of_table, problems)
    _check_header(checked_table, (), closed=False)
    for column in dict.fromkeys(raw_table.header):
        if not ID_PATTERN.match(column):
            actual = f"the column name {quoted(column)}"
            problems.add(checked_table.file, actual, "an id as column name", raw_table.header_line)
    for column in raw_table.header:
        column_texts = raw_table.texts(column)
        filled = set(filter(None, column_texts))  # a long table repeats itself
        number_of_text = {text: number(text) for text in filled}
        if filled and None not in number_of_text.values():
            checked_table.columns[column] = [number_of_text.get(text) for text in column_texts]
        else:
            checked_table.columns[column] = list(column_texts)
    return checked_table


def _check_header(table: CheckedTable, columns: Sequence[ColumnSchema], closed: bool) -> None:
    """Note columns that are missing, doubled, alike or, if the table is `closed`, unknown."""
    header = table.raw.header
    column_names = [column.name for column in columns]

    def note(column: str, actual: str, expected: str) -> None:
        table.problems.add(table.file, actual, expected, table.raw.header_line, column)

    for column in columns:
        if column.name not in header and column.default is None:
            note(column.name, "no such column", f"the columns {enumerated(column_names)}")
    earlier_names: dict[str, str] = {}
    for column_name in column_names if closed else header:
        earlier = earlier_names.setdefault(column_name.casefold(), column_name)
        if earlier != column_name:  # SQL takes them for the same
            actual = f"a name that differs from {quoted(earlier)} by case alone"
            note(column_name, actual, "a name of its own")
    for column_name in dict.fromkeys(header):
        if header.count(column_name) > 1:
            note(column_name, f"this column {header.count(column_name)} times", "it once")
        if closed and column_name not in column_names:
            note(
                column_name, f"the column {quoted(column_name)}", f"only {enumerated(column_names)}"
            )


def _check_cells(table: CheckedTable, column: ColumnSchema, column_texts: Sequence[str]) -> None:
    """Add the values of a column; note the first wrong cells with their places, and count the
    others."""
    known_ids = table.ids.get(column.refers)
    id_set = None if known_ids is None else frozenset(known_ids)
    value_of_text: dict[str, Value | None] = {}
    for cell_text in set(column_texts):  # a long table repeats itself
        with suppress(Expected):
            value_of_text[cell_text] = read_cell(cell_text, column, id_set)
    table.columns[column.name] = [value_of_text.get(cell_text) for cell_text in column_texts]
    wrong_rows = [
        row_index
        for row_index, cell_text in enumerate(column_texts)
        if cell_text not in value_of_text
    ]
    for row_index in wrong_rows[:MAX_PER_FILE]:
        expected = expected_in(column)
        if known_ids is not None and column_texts[row_index]:
            expected = f"an id of {file_of(column.refers)}: {listed(known_ids)}"
        table.rows[row_index].note(column.name, expected)
    n_unlisted = len(wrong_rows) - MAX_PER_FILE
    if n_unlisted > 0:
        table.problems.add_unlisted(table.file, n_unlisted)


def _check_keys(
    table: CheckedTable, schema: TableSchema, texts_of_column: Mapping[str, list[str]]
) -> None:
    """Note every row whose key an earlier row has, by values of numbers and known ids, else by
    texts."""
    key_columns: list[Sequence[Value | None]] = []
    for column in schema.columns:
        if column.name in schema.key:
            is_by_value = column.kind == "count" or (column.refers and column.required)
            key_columns.append(table[column.name] if is_by_value else texts_of_column[column.name])
    first_row_of_key: dict[tuple[Value | None, ...], int] = {}
    for row_index, row_key in enumerate(zip(*key_columns, strict=True)):
        first_row = first_row_of_key.setdefault(row_key, row_index)
        if first_row != row_index and None not in row_key:
            key_texts = [texts_of_column[name][row_index] for name in schema.key]
            actual = f"{quoted(', '.join(key_texts))} a second time"
            line_numbers = table.raw.lines
            expected = f"it once (it stands in line {line_numbers[first_row]})"
            name = " + ".join(schema.key)
            table.problems.add(table.file, actual, expected, line_numbers[row_index], name)
