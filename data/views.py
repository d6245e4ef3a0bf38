"""The tables of a suite under the names and with the columns they have on screen, in a schema of its own.

All are views on the relations that hold every suite (schema.sql), but `runs`, which stands there itself: wide, one row
per run and one column per metric. `run` and `score` are views on the runs of all suites, one row per run and per value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from data import quoting
from data.columns import HIGHEST_SEED, PER_SAMPLE, TABLES
from data.frames import frames_of, written
from data.registry import RUN_KEYS, Tables

RESERVED = frozenset({"main", "temp", "system", "information_schema", "pg_catalog"})
"""Schemas that are there already, whatever a suite is called."""


def schema_of(suite_id: str) -> str:
    """The schema that holds the views of a suite: its id."""
    return f"{suite_id}_" if suite_id.casefold() in RESERVED else suite_id


def views(tables: Tables) -> Iterator[str]:
    """The statements that make the schema of a suite, its table of runs, and its views."""
    schema = quoting.name(schema_of(tables.suite.id))
    yield f"CREATE SCHEMA {schema}"
    yield _runs_table(tables)
    if tables.per_sample is not None:
        yield _samples_table(tables)
    for name, frame in frames_of(tables).items():
        if name == "runs":
            continue
        table = written(name, frame)
        cells = zip(_distinct([str(c) for c in table]), _cells(name, table), strict=True)
        listed = ", ".join(f"{cell} AS {quoting.name(head)}" for head, cell in cells)
        # a further table may differ from a known one by case alone, which SQL cannot tell: the known one stands
        source = _source(name, quoting.literal(tables.suite.id))
        yield f"CREATE VIEW IF NOT EXISTS {schema}.{quoting.name(name)} AS SELECT {listed} {source}"


def samples_of(suite_id: str) -> str:
    """The table that holds the values of single samples of a suite, in the order of data/per_sample.py."""
    return f"{schema_name(suite_id)}.{quoting.name(PER_SAMPLE.relation)}"


def runs_of(suite_id: str) -> str:
    """The table that holds the runs of a suite."""
    return f"{schema_name(suite_id)}.runs"


def schema_name(suite_id: str) -> str:
    """The schema of a suite, quoted."""
    return quoting.name(schema_of(suite_id))


def run_columns(tables: Tables) -> list[str]:
    """The columns of that table, quoted: those that name a run, then the metrics in their order."""
    return [quoting.name(c) for c in _distinct([*RUN_KEYS, *(m.id for m in tables.metrics)])]


def _runs_table(tables: Tables) -> str:
    metrics = [f"{c} DOUBLE CHECK (isfinite({c}))" for c in run_columns(tables)[len(RUN_KEYS) :]]
    return f"CREATE TABLE {runs_of(tables.suite.id)} ({', '.join([*_run_keys(tables), *metrics])})"


def _samples_table(tables: Tables) -> str:
    metric = _codes("metric", [m.id for m in tables.metrics])
    rest = ["field VARCHAR NOT NULL", "sample VARCHAR NOT NULL", "value DOUBLE NOT NULL CHECK (isfinite(value))"]
    return f"CREATE TABLE {samples_of(tables.suite.id)} ({', '.join([*_run_keys(tables), metric, *rest])})"


def _run_keys(tables: Tables) -> list[str]:
    """Ids are held as codes of the ids that there are, so that no other can be put in."""
    ids = [
        _codes("panel", [p.id for p in tables.panels]),
        _codes("benchmark", [b.id for b in tables.benchmarks]),
        _codes("method", [m.id for m in tables.methods]),
    ]
    return [*ids, f"seed BIGINT NOT NULL CHECK (seed BETWEEN 0 AND {HIGHEST_SEED})"]


def _codes(column: str, ids: Sequence[str]) -> str:
    return f"{column} ENUM ({', '.join(map(quoting.literal, ids))}) NOT NULL"


def over_all(suites: Sequence[Tables]) -> Iterator[str]:
    """The statements that make `run` and `score`."""
    runs, scores = [], []
    for tables in suites:
        suite, source = quoting.literal(tables.suite.id), f"FROM {runs_of(tables.suite.id)}"
        keys = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3])
        runs.append(f"SELECT {suite} AS suite, rowid + 1 AS run_id, {keys}, seed {source}")
        # a scan for each suite: one for each metric takes the memory of a query many times over
        ids = ", ".join(quoting.literal(m.id) for m in tables.metrics)
        values = ", ".join(run_columns(tables)[len(RUN_KEYS) :])
        every = f"SELECT rowid + 1 AS run_id, unnest([{ids}]) AS metric_id, unnest([{values}]) AS value {source}"
        scores.append(f"SELECT {suite} AS suite, run_id, metric_id, value FROM ({every}) WHERE value IS NOT NULL")  # noqa: S608
    for name, parts in (("run", runs), ("score", scores)):
        yield f"CREATE VIEW main.{name} AS {' UNION ALL '.join(parts)}"


def _cells(name: str, frame: pd.DataFrame) -> Iterator[str]:
    """How each column is read from the relation behind a table."""
    table = TABLES.get(name)
    own = {c.name for c in table.columns} if table else set()
    for at, column in enumerate(frame.columns, start=1):
        if table is None:
            kind = "number" if frame[column].dtype.kind == "f" else "text"
            yield f"any_value({kind}) FILTER (WHERE column_position = {at})"
        elif column in own:
            yield quoting.name(column)
        else:  # a hyper-parameter, by its pointer in the JSON object that holds them all
            pointer = "/" + column.replace("~", "~0").replace("/", "~1")
            yield f"coalesce(json_extract_string(nullif(settings, ''), {quoting.literal(pointer)}), '')"


def _source(name: str, suite: str) -> str:
    """Where the rows of a table come from, in the order of its file."""
    if name in TABLES:
        return f"FROM main.{quoting.name(TABLES[name].relation)} WHERE suite = {suite} ORDER BY position"
    return (
        f"FROM main.extra WHERE suite = {suite} AND name = {quoting.literal(name)} GROUP BY position ORDER BY position"
    )


def _distinct(columns: Iterable[str]) -> list[str]:
    """Names that SQL can tell apart, which takes FA and fa for one."""
    distinct: dict[str, str] = {}
    for column in columns:
        new, n = column, 2
        while new.casefold() in distinct:
            new, n = f"{column}_{n}", n + 1
        distinct[new.casefold()] = new
    return list(distinct.values())
