"""The rules of per_sample.csv and of its Parquet files, as SQL over them, in whatever number of rows."""

# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import duckdb
import pandas as pd

from data import per_sample, quoting
from data.columns import PER_SAMPLE
from data.engine import engine
from data.files import RawTable, whole_name
from data.per_sample import PerSample
from data.problems import MOST_PER_FILE, Problems, quoted
from data.registry import RUN_KEYS
from data.rules import check_header, file_of
from data.sql_rules import Read, columns_read, header_of, place_in, rows_checked, said, source

T = TypeVar("T")


def read_files(
    files: Mapping[str, Path], ids: Mapping[str, tuple[str, ...]], runs: pd.DataFrame | None, problems: Problems
) -> PerSample | None:
    """The values in these Parquet files (by name in the folder), checked; None with every problem noted.

    `runs` are the runs that there are, one row for each; None where they could not be read.
    """
    before, paths, whole = problems.count, list(files.values()), whole_name(PER_SAMPLE.name, files)
    with engine(paths) as con:
        headers = {name: header_of(con, name, path, problems, "names of its own") for name, path in files.items()}
        for name, header in headers.items():
            if header:
                check_header(name, None, list(header), PER_SAMPLE.columns, problems, closed=True)
        if problems.count > before:
            return None
        try:
            found = _filled(f"FROM {source(paths)}", {c for header in headers.values() for c in header})
            con.execute(f"CREATE VIEW found AS {found}")
            checked = _checked(con, headers, place_in(files), list(files), whole, ids, runs, problems)
        except duckdb.Error as error:
            problems.add(whole, None, None, f"a file that cannot be read ({said(error)})", "Parquet")
            return None
    if checked is None:
        return None
    rows, read = checked
    columns = ", ".join(f"{r.text if r.column.refers else r.value} AS {r.column.name}" for r in read)

    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        with engine(paths) as con:
            return ask(con, f"SELECT {columns} FROM ({found})")

    return PerSample(rows, use)


def read_csv(
    raw: RawTable, ids: Mapping[str, tuple[str, ...]], runs: pd.DataFrame | None, problems: Problems
) -> PerSample | None:
    """The values of per_sample.csv, checked by the same rules; None with every problem noted."""
    before, file, header = problems.count, file_of(PER_SAMPLE.name), list(raw.header)
    check_header(file, raw.header_line, header, PER_SAMPLE.columns, problems, closed=True)
    if problems.count > before:
        return None
    texts = pd.DataFrame([list(row) for row in raw.rows], columns=header, dtype="str").assign(row_of_file=raw.lines)
    with engine() as con:
        con.register("texts", texts)
        con.execute(f"CREATE VIEW found AS {_filled('FROM texts', set(header))}")
        place = "0 AS file, row_of_file AS row"
        checked = _checked(con, {}, place, [file], file, ids, runs, problems)
        if checked is None:
            return None
        columns = ", ".join(f"value{i} AS {r.column.name}" for i, r in enumerate(checked[1]))
        con.execute(f"CREATE VIEW values_checked AS SELECT {columns} FROM checked")
        return per_sample.of_frame(per_sample.ordered(con, "values_checked").df())


def _filled(rows: str, there: set[str]) -> str:
    """Rows with every column that may be left out."""
    absent = [c for c in PER_SAMPLE.columns if c.name not in there]
    filled = "".join(f", {quoting.literal(str(c.default))} AS {c.name}" for c in absent)
    return f"SELECT *{filled} {rows}"


def _checked(
    con: duckdb.DuckDBPyConnection,
    headers: Mapping[str, Mapping[str, str]],
    place: str,
    names: Sequence[str],
    whole: str,
    ids: Mapping[str, tuple[str, ...]],
    runs: pd.DataFrame | None,
    problems: Problems,
) -> tuple[int, list[Read]] | None:
    """How many values `found` has, and how its columns are read; None with every problem noted."""
    before = problems.count
    read = columns_read(con, PER_SAMPLE.columns, headers, ids, whole, problems)
    if problems.count > before:
        return None
    rows = rows_checked(con, read, place, names, whole, ids, problems)
    if problems.count == before and runs is not None:
        _check_runs(con, read, runs, names, problems)
    return (rows, read) if problems.count == before else None


def _check_runs(
    con: duckdb.DuckDBPyConnection, read: Sequence[Read], runs: pd.DataFrame, names: Sequence[str], problems: Problems
) -> None:
    """Note every run that is not among the runs, at its first value."""
    con.register("known_runs", runs[list(RUN_KEYS)].astype({**dict.fromkeys(RUN_KEYS[:3], "str"), "seed": "int64"}))
    at = [next(i for i, r in enumerate(read) if r.column.name == key) for key in RUN_KEYS]
    same = " AND ".join(
        f"CAST(c.value{i} AS VARCHAR) = CAST(k.{key} AS VARCHAR)" for i, key in zip(at, RUN_KEYS, strict=True)
    )
    keys = ", ".join(f"value{i}" for i in at)
    every = f"SELECT min((file, row)) AS place, count(*) AS n, {keys} FROM checked GROUP BY {keys}"
    strange = f"FROM ({every}) AS c ANTI JOIN known_runs AS k ON {same}"
    [(count,)] = con.execute(f"SELECT count(*) {strange}").fetchall()
    rows = con.execute(
        f"SELECT place[1], place[2], n, {keys} {strange} ORDER BY place LIMIT {MOST_PER_FILE}"
    ).fetchall()
    for file, row, n, *key in rows:
        found = f"{quoted(', '.join(map(str, key)))}, which is no run ({n} {'value' if n == 1 else 'values'})"
        problems.add(names[file], row, " + ".join(RUN_KEYS), found, "the runs of the suite")
    if rows:
        problems.add_more(names[rows[-1][0]], count - len(rows))
