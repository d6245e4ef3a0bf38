"""The rules of a table as SQL over rows that the engine holds or reads: cells, keys, and where the wrong ones stand.

Names and texts stand in SQL as data/quoting.py quotes them.
"""

# ruff: noqa: S608

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb

from data import quoting
from data.cells import NUMBER, WHOLE, expected
from data.columns import Column
from data.files import MAX_COLUMNS
from data.problems import MOST_PER_FILE, Problems, enumerated, in_parquet, listed, quoted
from data.rules import file_of

INTEGERS = frozenset({f"{u}{size}INT" for u in ("", "U") for size in ("TINY", "SMALL", "BIG", "HUGE")})
WHOLE_TYPES = INTEGERS | {"INTEGER", "UINTEGER"}
NUMBER_TYPES = WHOLE_TYPES | {"FLOAT", "DOUBLE", "DECIMAL"}
TEXT_TYPES = frozenset({"VARCHAR", "ENUM", '"NULL"', "NULL"})


@dataclass(frozen=True, eq=False)
class Read:
    """A column as SQL: its text as found, its value (NULL where empty or wrong), and whether it is wrong."""

    column: Column
    text: str
    value: str
    wrong: str


def header_of(con: duckdb.DuckDBPyConnection, name: str, path: Path, problems: Problems, apart: str) -> dict[str, str]:
    """The columns of a file with their types; empty, with a problem noted, when there are none.

    `apart` is what to do about names that differ by case alone.
    """
    try:
        schema = con.execute(
            f"SELECT name, num_children FROM parquet_schema({quoting.literal(_literal(path))})"
        ).fetchall()
        described = con.execute(f"DESCRIBE FROM read_parquet({quoting.literal(_literal(path))})").fetchall()
    except duckdb.Error as error:
        problems.add(name, None, None, f"a file that is not Parquet ({said(error)})", "a Parquet file")
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
            problems.add(name, None, column, found, apart)
        elif own.count(column) > 1:
            problems.add(name, None, column, f"this column {own.count(column)} times", "it once")
    if len(alike) < len(own):
        return {}
    return {column: str(row[1]).partition("(")[0] for column, row in zip(own, described, strict=True)}


def columns_read(
    con: duckdb.DuckDBPyConnection,
    wanted: Sequence[Column],
    headers: Mapping[str, Mapping[str, str]],
    ids: Mapping[str, tuple[str, ...]],
    whole: str,
    problems: Problems,
) -> list[Read]:
    """How each column of the relation `found` is read; one whose type does not fit is noted, in the files that have it.

    `headers` are those of the files behind `found` by name, `whole` is what to call all of them.
    """
    types = {row[0]: str(row[1]).partition("(")[0] for row in con.execute("DESCRIBE found").fetchall()}
    for name in ids:
        if ids[name]:
            con.execute(f"CREATE TYPE {_type_of_ids(name)} AS ENUM ({', '.join(map(quoting.literal, ids[name]))})")
    read = []
    for column in wanted:
        if _fits(column, types[column.name]):
            read.append(_column(column, types[column.name], ids))
            continue
        kind = "numbers" if column.kind == "number" else "whole numbers" if column.kind == "count" else "text"
        for name in [n for n in headers if not _fits(column, headers[n].get(column.name, "NULL"))] or [whole]:
            problems.add(name, None, column.name, f"values of the type {types[column.name]}", kind)
    return read


def rows_checked(
    con: duckdb.DuckDBPyConnection,
    read: Sequence[Read],
    place: str,
    names: Sequence[str],
    whole: str,
    ids: Mapping[str, tuple[str, ...]],
    problems: Problems,
    metrics: Mapping[str, Column] | None = None,
) -> int:
    """How many rows `found` has; every wrong cell and every key that stands there twice is noted.

    `place` gives each row the number of its file among `names`, as `file`, and its own, as `row`. Afterwards the
    relation `checked` has both, and of the i-th column `text<i>`, `value<i>` and `wrong<i>`. `metrics` bound the values
    of the long form of runs.
    """
    listed_columns = ", ".join(
        f"{part} AS {quoting.name(f'{kind}{i}')}"
        for i, r in enumerate(read)
        for kind, part in (("text", r.text), ("value", r.value), ("wrong", r.wrong))
    )
    con.execute(f"CREATE VIEW checked AS SELECT {place}, {listed_columns} FROM found")
    counts = ", ".join(f"count(*) FILTER (wrong{i})" for i in range(len(read)))
    [(total, *wrong)] = con.execute(f"SELECT count(*), {counts} FROM checked").fetchall()
    if not total:
        problems.add(whole, None, None, "no rows", "at least one row")
    for i, (r, n) in enumerate(zip(read, wrong, strict=True)):
        if n:
            _note_cells(con, i, n, r.column, names, metrics or {}, ids, problems)
    _check_key(con, read, names, problems)
    return int(total)


def _column(column: Column, kind: str, ids: Mapping[str, tuple[str, ...]]) -> Read:
    name = quoting.name(column.name)
    text = f"CAST({name} AS VARCHAR)"
    if column.refers:
        value = (
            f"TRY_CAST({text} AS {_type_of_ids(column.refers)})" if ids.get(column.refers) else f"nullif({text}, '')"
        )
        return Read(column, text, value, f"({value} IS NULL OR {text} = '')")
    if column.kind == "count":
        strict = (
            f"CASE WHEN regexp_full_match({text}, {quoting.literal(WHOLE.pattern)}) THEN TRY_CAST({text} AS BIGINT) END"
        )
        number = strict if kind in TEXT_TYPES else f"TRY_CAST({name} AS BIGINT)"
        value = f"CASE WHEN {number} BETWEEN {column.low} AND {column.high} THEN {number} END"
        return Read(column, text, value, f"({value} IS NULL)")
    if column.kind == "text":
        return Read(
            column, text, f"coalesce({text}, '')", f"(trim(coalesce({text}, '')) = '')" if column.required else "false"
        )
    strict = (
        f"CASE WHEN regexp_full_match({text}, {quoting.literal(NUMBER.pattern)}) THEN TRY_CAST({text} AS DOUBLE) END"
    )
    number = strict if kind in TEXT_TYPES else f"CAST({name} AS DOUBLE)"
    test = in_bounds(column).replace("$value", number)
    filled = f"coalesce({text}, '') <> ''" if kind in TEXT_TYPES else f"{name} IS NOT NULL"
    wrong = f"NOT coalesce({test}, false)"
    return Read(column, text, number, f"({wrong})" if column.required else f"({filled} AND {wrong})")


def in_bounds(column: Column) -> str:
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
    metric = f", CAST(value{at - 1} AS VARCHAR)" if metrics and column.kind == "number" else ", ''"
    rows = con.execute(
        f"SELECT file, row, text{at}{metric} FROM checked WHERE wrong{at} ORDER BY file, row LIMIT {MOST_PER_FILE}"
    ).fetchall()
    for file, row, text, of in rows:
        asked = expected(metrics.get(of, column))
        if column.refers in ids and text:
            asked = f"an id of {file_of(column.refers)}: {listed(ids[column.refers])}"
        problems.add(names[file], row, column.name, quoted(text or ""), asked)
    problems.add_more(names[rows[-1][0]], count - len(rows))


def _check_key(con: duckdb.DuckDBPyConnection, read: Sequence[Read], names: Sequence[str], problems: Problems) -> None:
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
        place = f"{'row' if in_parquet(names[of_file]) else 'line'} {of_row}"
        place += "" if of_file == file else f" of {names[of_file]}"
        found = f"{quoted(', '.join(text))} a second time"
        problems.add(names[file], row, " + ".join(n for _, n in key), found, f"it once (it stands in {place})")
    problems.add_more(names[rows[-1][0]], count - len(rows))


def _fits(column: Column, kind: str) -> bool:
    if kind in TEXT_TYPES:
        return True
    return kind in (
        NUMBER_TYPES if column.kind == "number" else WHOLE_TYPES if column.kind in ("count", "text") else ()
    )


def source(paths: Sequence[Path]) -> str:
    """The rows of Parquet files, each with its file and its place there."""
    listed_paths = ", ".join(quoting.literal(_literal(p)) for p in paths)
    options = "union_by_name = true, filename = true, file_row_number = true, hive_partitioning = false"
    return f"read_parquet([{listed_paths}], {options})"


def _literal(path: Path) -> str:
    """A path in which nothing stands for anything but itself."""
    return re.sub(r"([\[*?])", r"[\1]", str(path))


def place_in(files: Mapping[str, Path]) -> str:
    """The place of a row of `source`, for `rows_checked`."""
    cases = " ".join(f"WHEN {quoting.literal(str(path))} THEN {i}" for i, path in enumerate(files.values()))
    return f"CASE filename {cases} END AS file, file_row_number + 1 AS row"


def said(error: duckdb.Error) -> str:
    """What the engine says, in one line and without any path."""
    return re.sub(r"['\"]?/\S+['\"]?\s*", "", str(error).partition("\n")[0])


def _type_of_ids(name: str) -> str:
    return f"ids_of_{name}"
