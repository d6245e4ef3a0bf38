"""The rules of runs, in runs.csv or in Parquet files of any number of rows, and of the values of their samples."""

# ruff: noqa: S608

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import duckdb
import pandas as pd

from data import per_sample, quoting
from data.columns import PER_SAMPLE, RUNS, Column
from data.engine import engine
from data.frames import run_frame
from data.per_sample import PerSample
from data.problems import MOST_PER_FILE, Problems, quoted
from data.registry import RUN_KEYS
from data.rules import Checked, Columns, Ids, Source, check, check_header

METRIC, VALUE = "metric", "value"
"""The columns of the long form: one row per measured value."""
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Runs:
    """Checked runs: the query for them in file order, with the columns panel, benchmark, method, seed, m0, m1 …."""

    query: str
    metrics: tuple[str, ...]

    def frame(self, con: duckdb.DuckDBPyConnection) -> pd.DataFrame:
        """The runs as Tables hold them."""
        return run_frame(con.execute(self.query).df().set_axis([*RUN_KEYS, *self.metrics], axis=1))

    def cells(self, con: duckdb.DuckDBPyConnection) -> Columns:
        """One row per panel, benchmark and method; a metric is None where no run of the cell measured it."""
        counts = ", ".join(f"nullif(count(m{i}), 0)" for i in range(len(self.metrics)))
        keys = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3])
        numbered = f"SELECT *, row_number() OVER () AS place FROM ({self.query})"
        each = f"SELECT {keys}, {counts or 'NULL'}, FROM ({numbered}) GROUP BY {', '.join(RUN_KEYS[:3])}"
        rows = con.execute(f"{each} ORDER BY min(place)").fetchall()
        names = [*RUN_KEYS[:3], *self.metrics]
        return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def check_runs(
    con: duckdb.DuckDBPyConnection, source: Source, columns: Sequence[Column], ids: Ids, problems: Problems
) -> Runs | None:
    """The runs of a source, every problem noted; None where columns are missing.

    `columns` are those of runs.csv. Parquet is wide as that is, or long with the columns metric and value.
    """
    metrics = tuple(c for c in columns if c.name not in RUNS.key)
    long = any({METRIC, VALUE} <= set(h) for h in source.headers.values()) and source.raw is None
    long = long and not {METRIC, VALUE} <= {c.name for c in metrics}
    metric = Column(METRIC, "id", "", refers="metrics")
    value = Column(VALUE, "number", "", required=False)
    wanted = (*RUNS.columns, metric, value) if long else tuple(columns)
    before = problems.count
    check_header(source, wanted, problems, closed="metrics" in ids)
    if problems.count > before and source.raw is None:
        return None
    key = (*RUNS.key, METRIC) if long else RUNS.key
    checked = check(con, RUNS.name, source, wanted, key, ids, problems, {c.name: c for c in metrics} if long else None)
    if len(checked.columns) < len(wanted):
        return None
    query = _of_values(checked, metrics) if long else _of_runs(checked, metrics)
    return Runs(query, tuple(c.name for c in metrics))


def _of_runs(checked: Checked, metrics: Sequence[Column]) -> str:
    keys = ", ".join(f"{checked.value(k)} AS {k}" for k in RUN_KEYS)
    each = "".join(f", {checked.value(c.name)} AS m{i}" for i, c in enumerate(metrics))
    return f"SELECT {keys}{each} FROM {checked.relation}"


def _of_values(checked: Checked, metrics: Sequence[Column]) -> str:
    """One row per run of the long form, at the place of its first value."""
    keys = ", ".join(f"{checked.value(k)} AS {k}" for k in RUN_KEYS)
    rows = f"SELECT file, row, {keys}, {checked.value(METRIC)} AS of, {checked.value(VALUE)} AS number"
    each = ", ".join(
        f"any_value(number) FILTER (of = {quoting.literal(c.name)}) AS m{i}" for i, c in enumerate(metrics)
    )
    grouped = f"SELECT min((file, row)) AS place, {', '.join(RUN_KEYS)}, {each} FROM ({rows} FROM {checked.relation})"
    return f"SELECT * EXCLUDE (place) FROM ({grouped} GROUP BY ALL) ORDER BY place"


def check_samples(
    con: duckdb.DuckDBPyConnection,
    source: Source,
    paths: Sequence[Path],
    ids: Ids,
    runs: Runs | None,
    problems: Problems,
) -> PerSample | None:
    """The values of single samples of a source; None with every problem noted. `paths` are its Parquet files."""
    before = problems.count
    check_header(source, PER_SAMPLE.columns, problems, closed=True)
    if problems.count > before:
        return None
    checked = check(con, PER_SAMPLE.name, source, PER_SAMPLE.columns, PER_SAMPLE.key, ids, problems)
    if problems.count == before and runs is not None:
        _check_membership(con, checked, source, runs, problems)
    if problems.count > before:
        return None
    if source.raw is not None:
        cells = ", ".join(f"{checked.value(c)} AS {c}" for c in per_sample.COLUMNS)
        return per_sample.of_frame(per_sample.ordered(con, f"SELECT {cells} FROM {checked.relation}").df())
    cells = ", ".join(f"{source.cells.get(c, quoting.literal(''))} AS {c}" for c in per_sample.COLUMNS)
    typed = "seed::BIGINT AS seed, value::DOUBLE AS value, coalesce(field::VARCHAR, '') AS field"
    rows = f"SELECT * REPLACE ({typed}) FROM (SELECT {cells} FROM ({source.rows}))"

    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        with engine(paths) as own:
            return ask(own, rows)

    return PerSample(checked.rows, use)


def _check_membership(
    con: duckdb.DuckDBPyConnection, checked: Checked, source: Source, runs: Runs, problems: Problems
) -> None:
    """Note every run that is not among the runs, at its first value."""
    keys = ", ".join(f"{checked.value(k)} AS {k}" for k in RUN_KEYS)
    every = f"SELECT min((file, row)) AS place, count(*) AS n, {keys} FROM {checked.relation} GROUP BY ALL"
    strange = f"FROM ({every}) ANTI JOIN ({runs.query}) USING ({', '.join(RUN_KEYS)})"
    [(count,)] = con.execute(f"SELECT count(*) {strange}").fetchall()
    rows = con.execute(
        f"SELECT place[1], place[2], n, {', '.join(RUN_KEYS)} {strange} ORDER BY place LIMIT {MOST_PER_FILE}"
    ).fetchall()
    for file, row, n, *own in rows:
        found = f"{quoted(', '.join(map(str, own)))}, which is no run ({n} {'value' if n == 1 else 'values'})"
        problems.add(*source.place(file, row), " + ".join(RUN_KEYS), found, "the runs of the suite")
    if rows:
        problems.add_more(source.place(rows[-1][0], rows[-1][1])[0], count - len(rows))
