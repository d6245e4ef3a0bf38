"""Runs that stand in Parquet files: the rules of runs.csv as SQL over the files, in whatever number of rows."""

# ruff: noqa: S608

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import duckdb
import pandas as pd

from data import quoting
from data.columns import RUNS, Column
from data.engine import engine
from data.files import whole_name
from data.frames import run_frame
from data.problems import Problems
from data.rules import Columns, check_header
from data.sql_rules import (
    Read,
    columns_read,
    header_of,
    in_bounds,
    place_in,
    rows_checked,
    said,
    source,
)

METRIC, VALUE = "metric", "value"
"""The columns of the long form: one row per measured value."""
LONG = f"the long form, with the columns {METRIC} and {VALUE}"


@dataclass(frozen=True, eq=False)
class Runs:
    """Checked runs: `frame` as Tables hold them, and `cells`, one row per panel, benchmark and method.

    A metric of `cells` is None where no run of the cell measured it.
    """

    frame: pd.DataFrame
    cells: Columns


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
    with engine(list(files.values())) as con:
        headers = {name: header_of(con, name, path, problems, LONG) for name, path in files.items()}
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
            problems.add(
                whole_name("runs", files), None, None, f"a file that cannot be read ({said(error)})", "Parquet"
            )
            return None


def _long(columns: Sequence[Column]) -> tuple[Column, ...]:
    metric = Column(METRIC, "id", "", refers="metrics")
    return (*(c for c in columns if c.name in RUNS.key), metric, Column(VALUE, "number", "", required=False))


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
    before, whole = problems.count, whole_name("runs", files)
    con.execute(f"CREATE VIEW found AS FROM {source(list(files.values()))}")
    read = columns_read(con, wanted, headers, ids, whole, problems)
    if problems.count > before:
        return None
    long = {c.name for c in wanted} != {c.name for c in columns}
    if long:  # the metric and its value are the last two columns
        metric, value = read[-2:]
        outside = " ".join(f"WHEN {quoting.literal(c.name)} THEN NOT {in_bounds(c)}" for c in _numbers(columns))
        test = f"CASE CAST({metric.value} AS VARCHAR) {outside} ELSE false END".replace("$value", value.value)
        read[-1] = replace(value, wrong=f"({value.wrong} OR coalesce({test}, false))")
    metrics = {c.name: c for c in columns} if long else {}
    total = rows_checked(con, read, place_in(files), list(files), whole, ids, problems, metrics)
    if problems.count > before:
        return None
    return _typed(con, read, columns, total, long)


def _typed(
    con: duckdb.DuckDBPyConnection, read: Sequence[Read], columns: Sequence[Column], total: int, long: bool
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
