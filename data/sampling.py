"""The runs of a suite as pages start from them: all of a small one, of a large one those that are compared (`blocks`).

Means and counts come from all runs: the engine aggregates them when the database is built.
"""

# ruff: noqa: S608
import duckdb
import pandas as pd

from data.blocks import MOST_BLOCKS, compared
from data.registry import RUN_KEYS, Tables
from data.relations import run_columns, runs_of, schema_name, schema_of

DRAWN, CELLS = "_drawn", "_cells"
"""The tables beside the runs of a large suite; no table of a suite has such a name."""


def too_many(runs: pd.DataFrame) -> bool:
    """Whether only some blocks of these runs are compared."""
    blocks = runs[["panel", "benchmark", "seed"]].drop_duplicates()
    return bool(len(blocks)) and int(blocks["panel"].value_counts().max()) > MOST_BLOCKS


def keep(con: duckdb.DuckDBPyConnection, tables: Tables) -> None:
    """Put the runs drawn, and what all runs come to, beside the runs of a suite; nothing where all are analysed."""
    table, schema = runs_of(tables.suite.id), schema_name(tables.suite.id)
    blocks = _drawn_blocks(con, table)
    if blocks is not None:
        given = ", ".join(f"unnest(${name}) AS {name}" for name in blocks)
        same = " AND ".join(f"CAST(r.{name} AS VARCHAR) = b.{name}" for name in ("panel", "benchmark"))
        drawn = f"FROM {table} AS r SEMI JOIN (SELECT {given}) AS b ON {same} AND r.seed = b.seed"
        con.execute(f"CREATE TABLE {schema}.{DRAWN} AS SELECT rowid + 1 AS run_id, r.* {drawn} ORDER BY run_id", blocks)
        # several threads would add in an order of their own, and the last digits would differ from copy to copy
        con.execute("SET threads = 1")
        con.execute(f"CREATE TABLE {schema}.{CELLS} AS {_aggregates(tables)}")
        con.execute("RESET threads")


def kept(con: duckdb.DuckDBPyConnection, suite_id: str) -> tuple[pd.DataFrame, pd.DataFrame] | None:
    """The runs drawn, with run_id in front, and `Tables.whole`; None where all runs are analysed."""
    named = "SELECT count(*) FROM duckdb_tables() WHERE schema_name = $schema AND table_name = $name"
    if con.execute(named, {"schema": schema_of(suite_id), "name": DRAWN}).fetchall() == [(0,)]:
        return None
    schema = schema_name(suite_id)
    runs = con.execute(f"FROM {schema}.{DRAWN} ORDER BY run_id").df()
    cells = con.execute(f"FROM {schema}.{CELLS}").df()
    heads = [*RUN_KEYS[:3], "runs", *((m, kind) for m in runs.columns[len(RUN_KEYS) + 1 :] for kind in ("n", "mean"))]
    cells.columns = pd.Index(heads, tupleize_cols=False)
    return runs, cells


def _drawn_blocks(con: duckdb.DuckDBPyConnection, table: str) -> dict[str, list[object]] | None:
    """Panel, benchmark and seed of the blocks that are compared, as columns; None where these are all."""
    keys = "CAST(panel AS VARCHAR) AS panel, CAST(benchmark AS VARCHAR) AS benchmark, seed"
    there = con.execute(f"SELECT DISTINCT {keys} FROM {table} ORDER BY ALL").df()
    if not too_many(there):
        return None
    seeds = {p: own.groupby("benchmark", sort=False)["seed"] for p, own in there.groupby("panel", sort=False)}
    drawn = [
        (panel, benchmark, seed)
        for panel, own in seeds.items()
        for benchmark, some in compared(str(panel), {str(b): s.tolist() for b, s in own}).items()
        for seed in some
    ]
    return {name: [block[i] for block in drawn] for i, name in enumerate(("panel", "benchmark", "seed"))}


def _aggregates(tables: Tables) -> str:
    """The query for counts of all runs and, on the scale of each metric, means."""
    parts = []
    columns = run_columns(tables)[len(RUN_KEYS) :]
    for i, (metric, column) in enumerate(zip(tables.metrics, columns, strict=True)):
        log = f"CASE WHEN {column} IS NOT NULL THEN log10(greatest({column}, {metric.lower_bound!r})) END"
        value = log if metric.scale == "log" else column
        parts.append(f"count({column}) AS n{i}, favg({value}) AS mean{i}")
    keys = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3])
    table = runs_of(tables.suite.id)
    return f"SELECT {keys}, count(*) AS runs, {', '.join(parts)} FROM {table} GROUP BY ALL ORDER BY min(rowid)"
