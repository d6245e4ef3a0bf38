"""The runs of a suite as pages start from them: all of a small one; of a large one those of seeds drawn at random.

What is computed from single runs (how metrics agree, how ranks vary) takes time that grows with the cube of the blocks,
and hardly changes after some dozens of them. Means, counts and spread come from all runs: the engine aggregates them
when the database is built, so that opening a page takes no longer for ten million runs than for a thousand.
"""

# ruff: noqa: S608
from __future__ import annotations

from collections.abc import Sequence

import duckdb
import numpy as np
import pandas as pd

from data.registry import RUN_KEYS, Tables
from data.views import run_columns, runs_of, schema_name, schema_of

MOST_BLOCKS = 48
"""Blocks (a benchmark and a seed) of a panel that are analysed one by one; of more, seeds are drawn."""
FEWEST_SEEDS = 2
"""Seeds drawn of each benchmark at least, so that one can be told from another."""


DRAWN, CELLS = "_drawn", "_cells"
"""The tables beside the runs of a large suite; no table of a suite has such a name."""


def too_many(runs: pd.DataFrame) -> bool:
    """Whether seeds are drawn of these runs."""
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


def kept(
    con: duckdb.DuckDBPyConnection, suite_id: str, metrics: Sequence[str]
) -> tuple[pd.DataFrame, pd.DataFrame] | None:
    """The runs drawn, with run_id in front, and `Tables.whole`; None where all runs are analysed."""
    named = "SELECT count(*) FROM duckdb_tables() WHERE schema_name = $schema AND table_name = $name"
    if con.execute(named, {"schema": schema_of(suite_id), "name": DRAWN}).fetchall() == [(0,)]:
        return None
    schema = schema_name(suite_id)
    runs = con.execute(f"FROM {schema}.{DRAWN} ORDER BY run_id").df().set_axis(["run_id", *RUN_KEYS, *metrics], axis=1)
    cells = con.execute(f"FROM {schema}.{CELLS}").df()
    heads = [*RUN_KEYS[:3], "runs", *((m, kind) for m in metrics for kind in ("n", "mean", "sd"))]
    cells.columns = pd.Index(heads, tupleize_cols=False)
    return runs, cells


def _drawn_blocks(con: duckdb.DuckDBPyConnection, table: str) -> dict[str, list[object]] | None:
    """Panel, benchmark and seed of the blocks that are analysed, as columns; None where these are all.

    A panel draws one order of its seeds, from which each benchmark takes the first that it has; the draw is the same
    each time.
    """
    keys = "CAST(panel AS VARCHAR) AS panel, CAST(benchmark AS VARCHAR) AS benchmark, seed"
    blocks = con.execute(f"SELECT DISTINCT {keys} FROM {table} ORDER BY ALL").df()
    if not too_many(blocks):
        return None
    kept = []
    for _, own in blocks.groupby("panel", sort=False):
        if len(own) > MOST_BLOCKS:
            seeds = np.sort(own["seed"].unique())
            place = pd.Series(np.random.default_rng(0).permutation(len(seeds)), index=seeds)
            most = max(FEWEST_SEEDS, MOST_BLOCKS // own["benchmark"].nunique())
            own = own.assign(place=own["seed"].map(place)).sort_values("place").groupby("benchmark").head(most)
        kept.append(own[["panel", "benchmark", "seed"]])
    return {str(name): column.tolist() for name, column in pd.concat(kept).items()}


def _aggregates(tables: Tables) -> str:
    """The query for what all runs come to: counts, and on the scale of each metric mean and standard deviation."""
    parts = []
    columns = run_columns(tables)[len(RUN_KEYS) :]
    for i, (metric, column) in enumerate(zip(tables.metrics, columns, strict=True)):
        log = f"CASE WHEN {column} IS NOT NULL THEN log10(greatest({column}, {metric.lower_bound!r})) END"
        value = log if metric.scale == "log" else column
        parts.append(f"count({column}) AS n{i}, favg({value}) AS mean{i}, stddev_samp({value}) AS sd{i}")
    keys = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3])
    table = runs_of(tables.suite.id)
    return f"SELECT {keys}, count(*) AS runs, {', '.join(parts)} FROM {table} GROUP BY ALL ORDER BY min(rowid)"
