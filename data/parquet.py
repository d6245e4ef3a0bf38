"""Runs that stand in Parquet files: the rules of runs.csv as SQL over the files, in whatever number of rows.

The engine that reads them sees nothing but the folder of these files, and writes only what does not fit into its
memory, to a folder that is gone with it. Names and texts stand in SQL as data/quoting.py quotes them.
"""

# ruff: noqa: S608

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import pandas as pd

from data import quoting
from data.cells import NUMBER, WHOLE, expected
from data.columns import RUNS, Column
from data.database import ENGINE
from data.files import MAX_COLUMNS
from data.frames import run_frame
from data.problems import MOST_PER_FILE, Problems, enumerated, listed, quoted
from data.rules import Columns, check_header, file_of

MEMORY = "1GB"
"""Memory of the engine; what does not fit goes to the disk."""
METRIC, VALUE = "metric", "value"
"""The columns of the long form: one row per measured value."""
INTEGERS = frozenset({f"{u}{size}INT" for u in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")})
WHOLE_TYPES = INTEGERS | {"INTEGER", "UINTEGER"}
NUMBER_TYPES = WHOLE_TYPES | {"FLOAT", "DOUBLE", "DECIMAL"}
TEXT_TYPES = frozenset({"VARCHAR", "ENUM", '"NULL"', "NULL"})


@dataclass(frozen=True, eq=False)
class Runs:
    """Checked runs: `frame` as Tables hold them, and `cells`, one row per panel, benchmark and method.

    A metric of `cells` is None where no run of the cell measured it.
    """

    frame: pd.DataFrame
    cells: Columns


@dataclass(frozen=True, eq=False)
class _Read:
    """A column as SQL: its text as found, its value (NULL where empty or wrong), and whether it is wrong."""

    column: Column
    text: str
    value: str
    wrong: str


def read_runs(
    files: Mapping[str, Path],
    columns: Sequence[Column],
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
) -> Runs | None:
    """The runs of these files (by name in the folder, in their order), checked; None with every problem noted.

    `columns` are those of runs.csv. Files are wide as that is, or long with the columns metric and value. Problems
    tell rows, counted from 1 without a header.
    """
    before = problems.count
    with _engine(list(files.values())) as con:
        headers = {name: _header(con, name, path, problems) for name, path in files.items()}
        long = any({METRIC, VALUE} <= set(h) for h in headers.values()) and not {METRIC, VALUE} <= {
            c.name for c in columns
        }
        wanted = _long(columns) if long else tuple(columns)
        for name, header in headers.items():
            if header:
                check_header(name, None, list(header), wanted, problems, closed="metrics" in ids)
        if problems.count > before:
            return None
        try:
            return _checked(con, files, headers, columns, wanted, ids, problems)
        except duckdb.Error as error:
            problems.add(_whole(files), None, None, f"a file that cannot be read ({_said(error)})", "Parquet")
            return None


def _long(columns: Sequence[Column]) -> tuple[Column, ...]:
    metric = Column(METRIC, "id", "", refers="metrics")
    return (*(c for c in columns if c.name in RUNS.key), metric, Column(VALUE, "number", "", required=False))


@contextmanager
def _engine(paths: Sequence[Path]) -> Iterator[duckdb.DuckDBPyConnection]:
    folders = ", ".join(quoting.literal(f"{folder}/") for folder in {p.parent for p in paths})
    with (
        tempfile.TemporaryDirectory(prefix="leaderboard-check-") as spill,
        duckdb.connect(":memory:", config={**ENGINE, "memory_limit": MEMORY, "temp_directory": spill}) as con,
    ):
        con.execute(f"SET allowed_directories = [{folders}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET enable_progress_bar = false")
        con.execute("SET lock_configuration = true")
        yield con


def _header(con: duckdb.DuckDBPyConnection, name: str, path: Path, problems: Problems) -> dict[str, str]:
    """The columns of a file with their types; empty, with a problem noted, when there are none."""
    try:
        schema = con.execute(
            f"SELECT name, num_children FROM parquet_schema({quoting.literal(_literal(path))})"
        ).fetchall()
        described = con.execute(f"DESCRIBE FROM read_parquet({quoting.literal(_literal(path))})").fetchall()
    except duckdb.Error as error:
        problems.add(name, None, None, f"a file that is not Parquet ({_said(error)})", "a Parquet file")
        return {}
    own, within = [], 0
    for column, children in schema[1:]:
        if not within:
            own.append(column)
        within += (children or 0) - bool(within)
    if len(own) > MAX_COLUMNS:
        problems.add(name, None, None, f"{len(own):,} columns", f"at most {MAX_COLUMNS}")
        return {}
    alike: dict[str, str] = {}
    for column in dict.fromkeys(own):
        first = alike.setdefault(column.casefold(), column)
        if first != column:
            found = f"the columns {enumerated([first, column])}, which differ by case alone"
            problems.add(name, None, column, found, f"the long form, with the columns {METRIC} and {VALUE}")
        elif own.count(column) > 1:
            problems.add(name, None, column, f"this column {own.count(column)} times", "it once")
    if len(alike) < len(own):
        return {}
    return {column: str(row[1]).partition("(")[0] for column, row in zip(own, described, strict=True)}


def _checked(
    con: duckdb.DuckDBPyConnection,
    files: Mapping[str, Path],
    headers: Mapping[str, Mapping[str, str]],
    columns: Sequence[Column],
    wanted: Sequence[Column],
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
) -> Runs | None:
    """Check the rows of files whose columns are right."""
    names, before = list(files), problems.count
    con.execute(f"CREATE VIEW found AS FROM {_source(list(files.values()))}")
    types = {row[0]: str(row[1]).partition("(")[0] for row in con.execute("DESCRIBE found").fetchall()}
    for name in ids:
        if ids[name]:
            con.execute(f"CREATE TYPE {_ids(name)} AS ENUM ({', '.join(quoting.literal(i) for i in ids[name])})")
    read = []
    for column in wanted:
        if not _fits(column, types[column.name]):
            kind = "numbers" if column.kind == "number" else "whole numbers" if column.kind == "count" else "text"
            off = [n for n in names if not _fits(column, headers[n][column.name])] or [_whole(files)]
            for name in off:
                problems.add(name, None, column.name, f"values of the type {types[column.name]}", kind)
        else:
            read.append(_column(column, types[column.name], ids))
    if problems.count > before:
        return None
    long = {c.name for c in wanted} != {c.name for c in columns}
    if long:  # the metric and its value are the last two columns
        metric, value = read[-2:]
        outside = " ".join(f"WHEN {quoting.literal(c.name)} THEN NOT {_in_bounds(c)}" for c in _numbers(columns))
        test = f"CASE CAST({metric.value} AS VARCHAR) {outside} ELSE false END".replace("$value", value.value)
        read[-1] = replace(value, wrong=f"({value.wrong} OR coalesce({test}, false))")
    places = " ".join(f"WHEN {quoting.literal(str(path))} THEN {i}" for i, path in enumerate(files.values()))
    listed_columns = ", ".join(
        f"{part} AS {quoting.name(f'{kind}{i}')}"
        for i, r in enumerate(read)
        for kind, part in (("text", r.text), ("value", r.value), ("wrong", r.wrong))
    )
    place = f"CASE filename {places} END AS file, file_row_number + 1 AS row"
    con.execute(f"CREATE VIEW checked AS SELECT {place}, {listed_columns} FROM found")
    counts = ", ".join(f"count(*) FILTER (wrong{i})" for i in range(len(read)))
    [(total, *wrong)] = con.execute(f"SELECT count(*), {counts} FROM checked").fetchall()
    if not total:
        problems.add(_whole(files), None, None, "no rows", "at least one row")
    for i, (r, n) in enumerate(zip(read, wrong, strict=True)):
        if n:
            _note_cells(con, i, n, r.column, names, {c.name: c for c in columns} if long else {}, ids, problems)
    _check_key(con, read, names, problems)
    if problems.count > before:
        return None
    return _typed(con, read, columns, total, long)


def _column(column: Column, kind: str, ids: Mapping[str, tuple[str, ...]]) -> _Read:
    name = quoting.name(column.name)
    text = f"CAST({name} AS VARCHAR)"
    if column.refers:
        value = f"TRY_CAST({text} AS {_ids(column.refers)})" if ids.get(column.refers) else f"nullif({text}, '')"
        return _Read(column, text, value, f"({value} IS NULL OR {text} = '')")
    if column.kind == "count":
        strict = (
            f"CASE WHEN regexp_full_match({text}, {quoting.literal(WHOLE.pattern)}) THEN TRY_CAST({text} AS BIGINT) END"
        )
        number = strict if kind in TEXT_TYPES else f"TRY_CAST({name} AS BIGINT)"
        value = f"CASE WHEN {number} BETWEEN {column.low} AND {column.high} THEN {number} END"
        return _Read(column, text, value, f"({value} IS NULL)")
    strict = (
        f"CASE WHEN regexp_full_match({text}, {quoting.literal(NUMBER.pattern)}) THEN TRY_CAST({text} AS DOUBLE) END"
    )
    number = strict if kind in TEXT_TYPES else f"CAST({name} AS DOUBLE)"
    test = _in_bounds(column).replace("$value", number)
    filled = f"coalesce({text}, '') <> ''" if kind in TEXT_TYPES else f"{name} IS NOT NULL"
    return _Read(column, text, number, f"({filled} AND NOT coalesce({test}, false))")


def _in_bounds(column: Column) -> str:
    """Whether `$value` is finite and within the bounds of a column."""
    low = "" if column.low is None else f" AND $value >= {column.low!r}"
    high = "" if column.high is None else f" AND $value <= {column.high!r}"
    return f"(isfinite($value){low}{high})"


def _note_cells(
    con: duckdb.DuckDBPyConnection,
    at: int,
    count: int,
    column: Column,
    names: Sequence[str],
    metrics: Mapping[str, Column],
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
) -> None:
    """Tell the first wrong cells of a column one by one, and count the others. `metrics` are those of the long form."""
    metric = f", CAST(value{at - 1} AS VARCHAR)" if column.name == VALUE and metrics else ", ''"
    rows = con.execute(
        f"SELECT file, row, text{at}{metric} FROM checked WHERE wrong{at} ORDER BY file, row LIMIT {MOST_PER_FILE}"
    ).fetchall()
    for file, row, text, of in rows:
        asked = expected(metrics.get(of, column))
        if column.refers in ids and text:
            asked = f"an id of {file_of(column.refers)}: {listed(ids[column.refers])}"
        problems.add(names[file], row, column.name, quoted(text or ""), asked)
    problems.add_more(names[rows[-1][0]], count - len(rows))


def _check_key(con: duckdb.DuckDBPyConnection, read: Sequence[_Read], names: Sequence[str], problems: Problems) -> None:
    key = [(i, r.column.name) for i, r in enumerate(read) if r.column.kind != "number"]
    values = ", ".join(f"value{i}" for i, _ in key)
    whole = " AND ".join(f"value{i} IS NOT NULL" for i, _ in key)
    twice = f"SELECT {values} FROM checked WHERE {whole} GROUP BY ALL HAVING count(*) > 1"
    [(n,)] = con.execute(f"SELECT count(*) FROM ({twice})").fetchall()
    if not n:
        return
    texts = ", ".join(f"text{i}" for i, _ in key)
    same = " AND ".join(f"c.value{i} = t.value{i}" for i, _ in key)
    first = f"OVER (PARTITION BY {', '.join(f'c.value{i}' for i, _ in key)} ORDER BY c.file, c.row)"
    ranked = (
        f"SELECT c.file, c.row, {texts}, first_value(c.file) {first} AS of_file, first_value(c.row) {first} AS of_row"
        f" FROM checked AS c JOIN ({twice}) AS t ON {same}"
    )
    again = f"FROM ({ranked}) WHERE (file, row) <> (of_file, of_row)"
    [(count,)] = con.execute(f"SELECT count(*) {again}").fetchall()
    rows = con.execute(f"{again} ORDER BY file, row LIMIT {MOST_PER_FILE}").fetchall()
    for file, row, *text, of_file, of_row in rows:
        place = f"row {of_row}" if of_file == file else f"row {of_row} of {names[of_file]}"
        found = f"{quoted(', '.join(text))} a second time"
        problems.add(names[file], row, " + ".join(n for _, n in key), found, f"it once (it stands in {place})")
    problems.add_more(names[rows[-1][0]], count - len(rows))


def _typed(
    con: duckdb.DuckDBPyConnection, read: Sequence[_Read], columns: Sequence[Column], total: int, long: bool
) -> Runs:
    """The frame and the cells of rows in which nothing is wrong."""
    at = {r.column.name: f"value{i}" for i, r in enumerate(read)}
    keys = [c.name for c in columns if c.name in RUNS.key]
    metrics = [c.name for c in _numbers(columns)]
    named = ", ".join(f"{at[k]} AS {quoting.name(k)}" for k in keys)
    if long:
        kept = f"SELECT file, row, {named}, {at[METRIC]} AS of, {at[VALUE]} AS number FROM checked"
        each = ", ".join(f"any_value(number) FILTER (of = {quoting.literal(m)}) AS m{i}" for i, m in enumerate(metrics))
        grouped = (
            f"SELECT min((file, row)) AS place, {', '.join(map(quoting.name, keys))}, {each} FROM ({kept}) GROUP BY ALL"
        )
        rows = f"SELECT * EXCLUDE (place) FROM ({grouped}) ORDER BY place"
    else:
        rows = f"SELECT {named}, {', '.join(f'{at[m]} AS m{i}' for i, m in enumerate(metrics))} FROM checked"
    frame = con.execute(rows).df()
    heads = {f"m{i}": m for i, m in enumerate(metrics)}
    frame = frame.rename(columns=heads)
    frame, refers = run_frame(frame), [c.name for c in columns if c.refers]
    measured = frame.groupby(refers, sort=False, observed=True)[metrics].count().reset_index()
    cells: Columns = {k: list(measured[k].astype("str")) for k in refers}
    cells |= {m: [int(n) if n else None for n in measured[m]] for m in metrics}
    return Runs(frame, cells)


def _numbers(columns: Sequence[Column]) -> list[Column]:
    return [c for c in columns if c.name not in RUNS.key]


def _fits(column: Column, kind: str) -> bool:
    if kind in TEXT_TYPES:
        return True
    return kind in (NUMBER_TYPES if column.kind == "number" else WHOLE_TYPES if column.kind == "count" else ())


def _source(paths: Sequence[Path]) -> str:
    listed_paths = ", ".join(quoting.literal(_literal(p)) for p in paths)
    options = "union_by_name = true, filename = true, file_row_number = true, hive_partitioning = false"
    return f"read_parquet([{listed_paths}], {options})"


def _literal(path: Path) -> str:
    """A path in which nothing stands for anything but itself."""
    return re.sub(r"([\[*?])", r"[\1]", str(path))


def _whole(files: Mapping[str, Path]) -> str:
    """What to call all files together."""
    return next(iter(files)) if len(files) == 1 else "runs/*.parquet"


def _said(error: duckdb.Error) -> str:
    return re.sub(r"['\"]?/\S+['\"]?\s*", "", str(error).partition("\n")[0])


def _ids(name: str) -> str:
    return f"ids_of_{name}"
