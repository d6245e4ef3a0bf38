"""The rules of one table as SQL over its rows, be they texts of a CSV file or in Parquet: columns, cells and keys.

Each rule follows from the description of a column (data/columns.py). Whatever is wrong is noted with its file, its line
(of Parquet its row), its column, what was found and what was expected.
"""

# ruff: noqa: S608

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import pyarrow as pa

from data import quoting
from data.cells import ID, URL, WHOLE, Value, expected
from data.columns import RUN_COLUMNS, TABLES, Column, Table
from data.engine import engine
from data.files import MAX_COLUMNS, RawTable, read_csv, whole_name
from data.plain import NUMBER, number
from data.problems import MOST_PER_FILE, Problems, enumerated, in_parquet, listed, quoted
from data.registry import ID_PATTERN

INTEGERS = frozenset({f"{u}{size}INT" for u in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")})
WHOLE_TYPES = INTEGERS | {"INTEGER", "UINTEGER"}
NUMBER_TYPES = WHOLE_TYPES | {"FLOAT", "DOUBLE", "DECIMAL"}
TEXT_TYPES = frozenset({"VARCHAR", "ENUM", '"NULL"', "NULL"})
Columns = dict[str, list[Value | None]]
"""A table by column; None where a number was empty, or a cell could not be read."""
Ids = Mapping[str, tuple[str, ...]]
"""The ids of each table that others point to."""


@dataclass(frozen=True, eq=False)
class Source:
    """The rows of a table as the engine finds them.

    `rows` is a query that gives each the number of its file, `file`, and its own, `row` (from 1), `cells` says how a
    column is called in it. `headers` are the columns of each file with their types; `whole` names all files together.
    """

    rows: str
    cells: Mapping[str, str]
    headers: Mapping[str, Mapping[str, str]]
    whole: str
    raw: RawTable | None = None

    def place(self, file: int, row: int, column: str = "") -> tuple[str, int]:
        """The name of a file, and the line or row of a cell in it."""
        name = list(self.headers)[file]
        if self.raw is None:
            return name, row
        return name, self.raw.line(row - 1, list(self.raw.header).index(column) if column else 0)


@dataclass(frozen=True, eq=False)
class Checked:
    """Rows that were checked: the relation with `file`, `row`, and `text<i>`, `value<i>` and `wrong<i>` of column i."""

    relation: str
    columns: tuple[Column, ...]
    rows: int

    def value(self, column: str) -> str:
        """What the value of a column is called: NULL where a cell is empty or wrong, but for empty texts."""
        return f"value{[c.name for c in self.columns].index(column)}"


def file_of(name: str) -> str:
    """The file of a table."""
    return f"{name}.csv"


def known_ids(raw: Mapping[str, RawTable]) -> dict[str, tuple[str, ...]]:
    """The ids of each table that others point to; a table that is absent or has no id column is left out."""
    ids = {}
    for name in ("metrics", "methods", "benchmarks", "panels", "families", "pool_metrics", "perturbations"):
        table = raw.get(name)
        if table is not None and list(table.header).count("id") == 1:
            at = list(table.header).index("id")
            ids[name] = tuple(dict.fromkeys(row[at] for row in table.rows))
    return ids


def run_columns(raw: RawTable, metrics: Columns) -> tuple[Column, ...]:
    """The columns of runs.csv: what identifies a run, then one number per row of metrics.csv within its bounds."""
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


def missing_files(there: Collection[str], problems: Problems) -> None:
    """Note required tables that are absent, unless their file was already found unreadable."""
    for table in TABLES.values():
        if table.required and table.name not in there and not problems.noted(file_of(table.name)):
            columns = enumerated([c.name for c in table.columns if c.default is None])
            further = " and one for each metric" if table.name == "runs" else ""
            found = f"a table with the columns {columns}{further}"
            problems.add(file_of(table.name), None, None, "no such file", found)


def name_ids(con: duckdb.DuckDBPyConnection, ids: Ids) -> None:
    """Make the engine store ids as codes."""
    for name, own in ids.items():
        if own:
            con.execute(f"CREATE TYPE {_type_of_ids(name)} AS ENUM ({', '.join(map(quoting.literal, own))})")


# --- sources


def of_csv(con: duckdb.DuckDBPyConnection, name: str, raw: RawTable) -> Source:
    """The texts of a CSV file or frame; columns that it has twice are left out."""
    header = list(raw.header)
    texts = pa.table(
        {f"c{i}": pa.array([row[i] for row in raw.rows], pa.string()) for i in range(len(header))}
        | {"row": pa.array(range(1, len(raw.rows) + 1), pa.int64())}
    )
    relation = quoting.name(f"texts of {name}")
    con.register(f"texts of {name}", texts)
    cells = {c: f"c{i}" for i, c in enumerate(header) if header.count(c) == 1}
    headers = {file_of(name): dict.fromkeys(cells, "VARCHAR")}
    return Source(f"SELECT 0 AS file, * FROM {relation}", cells, headers, file_of(name), raw)


def of_parquet(
    con: duckdb.DuckDBPyConnection, table: str, files: Mapping[str, Path], problems: Problems
) -> Source | None:
    """The rows of Parquet files by name in the folder; None, with a problem noted, where one has no usable header."""
    before = problems.count
    headers = {name: _parquet_header(con, name, path, problems) for name, path in files.items()}
    if problems.count > before:
        return None
    paths = ", ".join(quoting.literal(_literal(p)) for p in files.values())
    options = "union_by_name = true, filename = true, file_row_number = true, hive_partitioning = false"
    numbers = " ".join(f"WHEN {quoting.literal(str(path))} THEN {i}" for i, path in enumerate(files.values()))
    place = f"CASE filename {numbers} END AS file, file_row_number + 1 AS row"
    rows = f"SELECT {place}, * EXCLUDE (filename, file_row_number) FROM read_parquet([{paths}], {options})"
    cells = {c: quoting.name(c) for c in dict.fromkeys(c for header in headers.values() for c in header)}
    return Source(rows, cells, headers, whole_name(table, files))


def _parquet_header(con: duckdb.DuckDBPyConnection, name: str, path: Path, problems: Problems) -> dict[str, str]:
    """The columns of a file with their types; empty, with a problem noted, when there are none."""
    place = quoting.literal(_literal(path))
    try:
        schema = con.execute(f"SELECT name, num_children FROM parquet_schema({place})").fetchall()
        described = con.execute(f"DESCRIBE FROM read_parquet({place})").fetchall()
    except duckdb.Error as error:
        problems.add(name, None, None, f"a file that is not Parquet ({without_paths(error)})", "a Parquet file")
        return {}
    own, within = [], 0
    for column, children in schema[1:]:
        if not within:
            own.append(column)
        within += (children or 0) - bool(within)
    if len(own) > MAX_COLUMNS:
        problems.add(name, None, None, f"{len(own):,} columns", f"at most {MAX_COLUMNS}")
        return {}
    problems.add_alike(name, None, own)
    for column in dict.fromkeys(c for c in own if own.count(c) > 1):
        problems.add(name, None, column, f"this column {own.count(column)} times", "it once")
    return {column: str(row[1]).partition("(")[0] for column, row in zip(own, described, strict=True)}


def _literal(path: Path) -> str:
    """A path in which no character is a pattern."""
    return re.sub(r"([\[*?])", r"[\1]", str(path))


def without_paths(error: duckdb.Error) -> str:
    """A message of the engine, in one line and without any path."""
    return re.sub(r"['\"]?/\S+['\"]?\s*", "", str(error).partition("\n")[0])


# --- columns


def read_table(
    con: duckdb.DuckDBPyConnection,
    table: Table,
    columns: Sequence[Column],
    raw: RawTable,
    ids: Ids,
    problems: Problems,
) -> Columns:
    """Read a known table, noting every problem; columns that are not among `columns` are refused."""
    source = of_csv(con, table.name, raw)
    check_header(source, columns, problems, closed=True)
    return values_of(con, check(con, table.name, source, columns, table.key, ids, problems))


def read_apart(
    table: Table, contents: Mapping[str, bytes], ids: Ids, problems: Problems
) -> tuple[RawTable, Columns] | None:
    """A table that belongs to no suite, every problem noted; None where it cannot be read or lacks columns."""
    file, names = file_of(table.name), [c.name for c in table.columns]
    if file not in contents:
        if not problems.noted(file):
            problems.add(file, None, None, "no such file", f"a table with the columns {enumerated(names)}")
        return None
    raw = read_csv(file, contents[file], problems)
    if raw is None:
        return None
    with engine() as con:
        name_ids(con, ids)
        columns = read_table(con, table, table.columns, raw, ids, problems)
    return (raw, columns) if set(names) <= columns.keys() else None


def check_header(source: Source, columns: Sequence[Column], problems: Problems, closed: bool) -> None:
    """Note columns that are missing, doubled or, where `closed`, unknown."""
    names = [c.name for c in columns]
    line = source.raw.header_line if source.raw else None
    for file, own in source.headers.items():
        header = list(source.raw.header) if source.raw else list(own)
        for column in columns:
            if column.name not in header and column.default is None:
                problems.add(file, line, column.name, "no such column", f"the columns {enumerated(names)}")
        problems.add_alike(file, line, names if closed else header)
        for name in dict.fromkeys(header):
            if header.count(name) > 1:
                problems.add(file, line, name, f"this column {header.count(name)} times", "it once")
            if closed and name not in names:
                problems.add(file, line, name, f"the column {quoted(name)}", f"only {enumerated(names)}")


def read_extra(name: str, raw: RawTable, problems: Problems) -> Columns:
    """Read a table the schema does not know: a column is numeric when all its filled cells are numbers."""
    header = list(raw.header)
    problems.add_alike(file_of(name), raw.header_line, header)
    for column in dict.fromkeys(header):
        if not ID_PATTERN.match(column):
            found = f"the column name {quoted(column)}"
            problems.add(file_of(name), raw.header_line, None, found, "an id as column name")
        if header.count(column) > 1:
            problems.add(file_of(name), raw.header_line, column, f"this column {header.count(column)} times", "it once")
    read: Columns = {}
    for at, column in enumerate(header):
        texts = [row[at] for row in raw.rows]
        numbers = {t: number(t) for t in set(texts)}  # a long table repeats itself
        numeric = any(texts) and all(n is not None for t, n in numbers.items() if t)
        read[column] = [numbers[t] for t in texts] if numeric else list(texts)
    return read


# --- cells


def check(
    con: duckdb.DuckDBPyConnection,
    name: str,
    source: Source,
    columns: Sequence[Column],
    key: Sequence[str],
    ids: Ids,
    problems: Problems,
    bounds: Mapping[str, Column] | None = None,
) -> Checked:
    """Check the columns that a source has: every wrong cell and every key that occurs twice is noted.

    `bounds` are the metrics of the long form of runs, whose last two columns are a metric and its value.
    """
    names = {own: column for column, own in source.cells.items()}
    types = dict.fromkeys(source.cells, "VARCHAR")
    if source.raw is None:
        described = con.execute(f"DESCRIBE {source.rows}").fetchall()
        types = {names[quoting.name(n)]: t.partition("(")[0] for n, t, *_ in described if quoting.name(n) in names}
    left_out = {c.name: c.default for c in columns if c.default is not None and c.name not in source.cells}
    cells_of = {**source.cells, **{name: quoting.literal(text) for name, text in left_out.items()}}
    types |= dict.fromkeys(left_out, "VARCHAR")
    there = tuple(c for c in columns if c.name in cells_of and _is_of_type(c, types[c.name], source, problems))
    relation = quoting.name(f"checked {name}")
    parts = [_column(c, cells_of[c.name], types[c.name], ids) for c in there]
    if bounds and len(parts) == len(columns):
        text, value, wrong = parts[-1]
        tests = " ".join(f"WHEN {quoting.literal(m)} THEN NOT {_in_bounds(c, value)}" for m, c in bounds.items())
        outside = f"CASE CAST({parts[-2][1]} AS VARCHAR) {tests} ELSE false END"
        parts[-1] = text, value, f"({wrong} OR coalesce({outside}, false))"
    cells = "".join(f", {text} AS text{i}, {v} AS value{i}, {w} AS wrong{i}" for i, (text, v, w) in enumerate(parts))
    form = "TABLE" if source.raw else "VIEW"  # texts are few: they are looked at once
    con.execute(f"CREATE {form} {relation} AS SELECT file, row{cells} FROM ({source.rows})")
    checked = Checked(relation, there, 0)
    every, twice = _keys(checked, key)
    counts = "".join(f", count(*) FILTER (wrong{i})" for i in range(len(there)))
    doubled = f"SELECT count(*) FROM ({twice})" if {c.name for c in there} >= set(key) else "SELECT 0"
    [(total, again, *wrongs)] = con.execute(f"SELECT count(*), ({doubled}){counts} FROM {relation}").fetchall()
    if not total and source.raw is None:
        problems.add(source.whole, None, None, "no rows", "at least one row")
    for i, n in enumerate(wrongs):
        if n:
            _note_cells(con, checked, source, i, n, ids, problems, bounds or {})
    if again:
        _note_keys(con, every, twice, source, key, problems)
    return replace(checked, rows=int(total))


def values_of(con: duckdb.DuckDBPyConnection, checked: Checked) -> Columns:
    """The values of checked rows, in their order; None where a cell is wrong."""
    cells = ", ".join(f"CASE WHEN NOT wrong{i} THEN value{i} END" for i in range(len(checked.columns)))
    if not cells:
        return {}
    rows = con.execute(f"SELECT {cells} FROM {checked.relation} ORDER BY file, row").fetchall()
    found = zip(*rows, strict=True) if rows else ((),) * len(checked.columns)
    return {c.name: list(values) for c, values in zip(checked.columns, found, strict=True)}


def _is_of_type(column: Column, found: str, source: Source, problems: Problems) -> bool:
    """Whether a column has a type that can be read; where it has not, that is noted for the files that have it."""
    if _fits(column, found):
        return True
    kind = "numbers" if column.kind == "number" else "whole numbers" if column.kind == "count" else "text"
    wrong = [file for file, own in source.headers.items() if not _fits(column, own.get(column.name, "NULL"))]
    for file in wrong or [source.whole]:
        problems.add(file, None, column.name, f"values of the type {found}", kind)
    return False


def _fits(column: Column, kind: str) -> bool:
    further = {"number": NUMBER_TYPES, "count": WHOLE_TYPES, "text": WHOLE_TYPES}
    return kind in TEXT_TYPES or kind in further.get(column.kind, ())


def _column(column: Column, cell: str, kind: str, ids: Ids) -> tuple[str, str, str]:
    """A column as SQL: its text as found, its value, and whether it is wrong."""
    text = cell if kind == "VARCHAR" else f"CAST({cell} AS VARCHAR)"
    value, right = f"coalesce({text}, '')", f"regexp_full_match({text}, '(?s).*\\S.*')"
    match column.kind:
        case "id" if column.refers:
            known = bool(ids.get(column.refers))
            value = f"TRY_CAST({text} AS {_type_of_ids(column.refers)})" if known else f"nullif({text}, '')"
            right = f"({value} IS NOT NULL AND {text} <> '')"
            value = value if column.required else f"CASE WHEN {right} THEN {text} ELSE '' END"
        case "id":
            right = _full_match(text, ID)
        case "url":
            right = _full_match(text, URL)
        case "choice":
            right = f"{text} IN ({', '.join(map(quoting.literal, column.choices))})"
        case "flag":
            value, right = f"{text} = 'yes'", f"{text} IN ('yes', 'no')"
        case "number":
            cast = f"CASE WHEN {_full_match(text, NUMBER)} THEN TRY_CAST({text} AS DOUBLE) END"
            value = cast if kind in TEXT_TYPES else f"CAST({cell} AS DOUBLE)"
            right = _in_bounds(column, value)
        case "count":
            cast = f"CASE WHEN {_full_match(text, WHOLE)} THEN TRY_CAST({text} AS BIGINT) END"
            cast = cast if kind in TEXT_TYPES else f"TRY_CAST({cell} AS BIGINT)"
            value = f"CASE WHEN {cast} BETWEEN {column.low} AND {column.high} THEN {cast} END"
            right = f"{value} IS NOT NULL"
    wrong = f"NOT coalesce({right}, false)"
    filled = f"coalesce({text}, '') <> ''" if kind in TEXT_TYPES else f"{cell} IS NOT NULL"
    return text, value, f"({wrong})" if column.required else f"({filled} AND {wrong})"


def _full_match(text: str, pattern: re.Pattern[str]) -> str:
    return f"regexp_full_match({text}, {quoting.literal(pattern.pattern)})"


def _in_bounds(column: Column, value: str) -> str:
    """Whether a value is finite and within the bounds of a column."""
    low = "" if column.low is None else f" AND {value} >= {column.low!r}"
    high = "" if column.high is None else f" AND {value} <= {column.high!r}"
    return f"(isfinite({value}){low}{high})"


def _note_cells(
    con: duckdb.DuckDBPyConnection,
    checked: Checked,
    source: Source,
    at: int,
    count: int,
    ids: Ids,
    problems: Problems,
    bounds: Mapping[str, Column],
) -> None:
    """Note the first wrong cells of a column one by one, and count the others."""
    column = checked.columns[at]
    metric = f"CAST(value{at - 1} AS VARCHAR)" if bounds and column.kind == "number" else "''"
    listed_rows = f"SELECT file, row, text{at}, {metric} FROM {checked.relation} WHERE wrong{at} ORDER BY file, row"
    rows = con.execute(f"{listed_rows} LIMIT {MOST_PER_FILE}").fetchall()
    for file, row, text, of in rows:
        asked = expected(bounds.get(of, column))
        if column.refers in ids and text:
            asked = f"an id of {file_of(column.refers)}: {listed(ids[column.refers])}"
        problems.add(*source.place(file, row, column.name), column.name, quoted(text or ""), asked)
    problems.add_more(source.place(rows[-1][0], rows[-1][1])[0], count - len(rows))


def _keys(checked: Checked, key: Sequence[str]) -> tuple[str, str]:
    """The query for place, key and its text of every row, and the one for keys of more than one."""
    there = [(i, c) for name in key for i, c in enumerate(checked.columns) if c.name == name]
    coded = [c.kind == "count" or bool(c.refers and c.required) for _, c in there]
    parts = [f"value{i}" if own else f"coalesce(text{i}, '')" for (i, _), own in zip(there, coded, strict=True)]
    keys = "".join(
        f", {part} AS k{n}, text{i} AS t{n}" for n, ((i, _), part) in enumerate(zip(there, parts, strict=True))
    )
    every = f"SELECT file, row{keys} FROM {checked.relation}"
    named, whole = _named("k", key), " AND ".join(f"k{n} IS NOT NULL" for n in range(len(there)))
    return every, f"SELECT {named} FROM ({every}) WHERE {whole} GROUP BY ALL HAVING count(*) > 1"


def _named(letter: str, key: Sequence[str]) -> str:
    return ", ".join(f"{letter}{n}" for n in range(len(key)))


def _note_keys(
    con: duckdb.DuckDBPyConnection, every: str, twice: str, source: Source, key: Sequence[str], problems: Problems
) -> None:
    """Note the first keys that occur twice, and count the others."""
    named, texts = _named("k", key), _named("t", key)
    first = f"OVER (PARTITION BY {named} ORDER BY file, row)"
    ranked = (
        f"SELECT file, row, {texts}, first_value(file) {first} AS of_file, "
        f"first_value(row) {first} AS of_row FROM ({every}) SEMI JOIN ({twice}) USING ({named})"
    )
    again = f"FROM ({ranked}) WHERE (file, row) <> (of_file, of_row)"
    [(count,)] = con.execute(f"SELECT count(*) {again}").fetchall()
    rows = con.execute(f"{again} ORDER BY file, row LIMIT {MOST_PER_FILE}").fetchall()
    for file, row, *text, of_file, of_row in rows:
        name, line = source.place(of_file, of_row)
        place = f"{'row' if in_parquet(name) else 'line'} {line}{'' if of_file == file else f' of {name}'}"
        found = f"{quoted(', '.join(t or '' for t in text))} a second time"
        problems.add(*source.place(file, row), " + ".join(key), found, f"it once (it stands in {place})")
    problems.add_more(source.place(rows[-1][0], rows[-1][1])[0], count - len(rows))


def _type_of_ids(name: str) -> str:
    return f"ids_of_{name}"
