"""All runs of a suite, a page at a time and in the order of its files: a large one is never in memory whole."""

# ruff: noqa: S608
from collections.abc import Mapping, Sequence
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow.parquet as pq

from data.per_sample import AT_ONCE
from data.registry import RUN_KEYS, Tables
from data.relations import run_columns, runs_of

PAGE = 500
"""Runs of a page."""


def count(con: duckdb.DuckDBPyConnection, tables: Tables, wanted: Mapping[str, Sequence[str]]) -> int:
    """How many runs have one of the wanted ids, or seeds as texts, in each column."""
    where, bound = _filter(tables, wanted)
    (found,) = con.execute(f"SELECT count(*) FROM {runs_of(tables.suite.id)} {where}", bound).fetchall()
    return int(found[0])


def pages(runs: int) -> int:
    """How many pages this many runs take: at least one."""
    return max(1, -(-runs // PAGE))


def first(page: int) -> int:
    """Which of the runs a page begins with, both counted from 1."""
    return (page - 1) * PAGE + 1


def read(
    con: duckdb.DuckDBPyConnection, tables: Tables, wanted: Mapping[str, Sequence[str]], page: int
) -> pd.DataFrame:
    """A page of these runs, counted from 1: run_id, then the columns of runs.csv. Empty beyond the last page."""
    where, bound = _filter(tables, wanted)
    # without ORDER BY: the engine keeps the order of a table and stops once the page is full
    query = f"SELECT rowid + 1 AS run_id, * FROM {runs_of(tables.suite.id)} {where} LIMIT {PAGE} OFFSET $before"
    found = con.execute(query, {**bound, "before": first(page) - 1}).df()
    return found.astype(dict.fromkeys(RUN_KEYS[:3], "str"))


def write(con: duckdb.DuckDBPyConnection, tables: Tables, path: Path) -> None:
    """Write all runs as a Parquet file with the columns of runs.csv, in their order, some at a time."""
    keys = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3])
    rest = ", ".join(run_columns(tables)[3:])
    rows = con.execute(f"SELECT {keys}, {rest} FROM {runs_of(tables.suite.id)}").to_arrow_reader(AT_ONCE)
    with pq.ParquetWriter(path, rows.schema) as writer:
        for batch in rows:
            writer.write_batch(batch)


def _filter(tables: Tables, wanted: Mapping[str, Sequence[str]]) -> tuple[str, dict[str, list[str]]]:
    """The clause of a query for these runs, and what is bound in it."""
    narrowing = _narrowing(tables, wanted)
    tests = [f"CAST({column} AS VARCHAR) IN (SELECT unnest(${column}))" for column in narrowing]
    where = f"WHERE {' AND '.join(tests)}" if tests else ""
    return where, {column: list(ids) for column, ids in narrowing.items()}


def _narrowing(tables: Tables, wanted: Mapping[str, Sequence[str]]) -> dict[str, Sequence[str]]:
    """The columns in which not every id that occurs is wanted: the others need not be looked at."""
    assert tables.whole is not None
    whole = tables.whole
    return {c: ids for c, ids in wanted.items() if ids and (c == "seed" or not set(whole[c].unique()) <= set(ids))}
