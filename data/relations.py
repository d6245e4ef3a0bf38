"""How suites lie in the database: each in its own schema, with the names and columns of its files.

The tables follow from data/columns.py. Over all suites there is a view for each table that is
described there (`metric`, `published`, …) with the suite in front, `run` with one row per run, and
`score` with one row per value."""

# ruff: noqa: S608

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

import pandas as pd

from data import quoting
from data.columns import RUNS, SUITE_KEYS, TABLES, ColumnSchema, TableSchema
from data.frames import column_kinds, frames_of, written
from data.registry import RUN_KEYS, Size, Tables

_KEYS = ", ".join(f"{key} {'INTEGER' if key == 'year' else 'VARCHAR'}" for key in SUITE_KEYS)
_SIZES = ", ".join(f"{field.name} INTEGER" for field in fields(Size))
BESIDE_SUITES = f"""
CREATE TABLE suite (position INTEGER, {_KEYS}, data_version VARCHAR, {_SIZES});
-- the folders whose suite is refused, with every problem; `folder` counts them, `name` is the folder's own name
CREATE TABLE not_served (folder INTEGER, position INTEGER, name VARCHAR, suite VARCHAR, file VARCHAR, line INTEGER,
    column_name VARCHAR, found VARCHAR, expected VARCHAR);
"""
"""What the database has beside the tables of suites."""
RESERVED = frozenset({"main", "temp", "system", "information_schema", "pg_catalog"})
"""Schemas that are there already, whatever a suite is called."""
TYPES = {"flag": "BOOLEAN", "number": "DOUBLE", "count": "BIGINT"}
"""Types of columns by kind; all others are texts."""


def schema_of(suite_id: str) -> str:
    """Return the schema that holds the tables of a suite: its id."""
    return f"{suite_id}_" if suite_id.casefold() in RESERVED else suite_id


def table_of(suite_id: str, name: str) -> str:
    """Return the quoted name of a table of a suite."""
    return f"{quoting.name(schema_of(suite_id))}.{quoting.name(name)}"


def stored(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the tables of a suite by name with the columns of their files, described ones
    first."""
    frames = {name: written(name, frame) for name, frame in frames_of(tables).items()}
    return {
        name: frames[name]
        for name in (*TABLES, *(n for n in frames if n not in TABLES))
        if name in frames
    }


def selected(name: str, frame: pd.DataFrame) -> str:
    """Return the query for the rows of a table of a suite, from a relation `incoming`.

    An empty number, and an empty id of another table, is NULL, an empty text a text.
    """
    known = TABLES.get(name)
    optional = {c.name for c in known.columns if c.refers and not c.required} if known else set()
    cells = []
    for head in map(str, frame.columns):
        cell, kind = quoting.name(head), frame[head].dtype.kind
        if kind == "f":
            cell = f"CASE WHEN NOT isnan({cell}) THEN {cell} END"
        elif kind not in "bi":
            cell = f"CAST({cell} AS VARCHAR)"
        cell = f"nullif({cell}, '')" if head in optional else cell
        cells.append(f"{cell} AS {quoting.name(head)}")
    return f"SELECT {', '.join(cells)} FROM incoming"


def over_all(suites: Sequence[tuple[Tables, Mapping[str, pd.DataFrame]]]) -> Iterator[str]:
    """Yield the statements that make the views over all suites."""
    for known in TABLES.values():
        if known is not RUNS:
            there = [
                (t.suite.id, list(own[known.name].columns))
                for t, own in suites
                if known.name in own
            ]
            parts = [_empty(known), *(_part(suite, known, columns) for suite, columns in there)]
            yield f"CREATE VIEW main.{known.relation} AS {' UNION ALL '.join(parts)}"
    runs, scores = [], []
    for tables, _ in suites:
        suite, source = (
            quoting.literal(tables.suite.id),
            f"FROM {table_of(tables.suite.id, RUNS.name)}",
        )
        runs.append(f"SELECT {suite} AS suite, rowid + 1 AS run_id, {', '.join(RUN_KEYS)} {source}")
        # a scan for each suite: one for each metric takes the memory of a query many times over
        ids = ", ".join(quoting.literal(m.id) for m in tables.metrics)
        values = ", ".join(quoting.name(m.id) for m in tables.metrics)
        every = (
            f"SELECT rowid + 1 AS run_id, unnest([{ids}]) AS metric_id, unnest([{values}]) AS value"
            f" {source}"
        )
        scores.append(
            f"SELECT {suite} AS suite, run_id, metric_id, value FROM ({every}) WHERE value IS NOT"
            " NULL"
        )
    for name, parts in (("run", runs), ("score", scores)):
        yield f"CREATE VIEW main.{name} AS {' UNION ALL '.join(parts)}"


def _empty(known: TableSchema) -> str:
    """Return a query without rows, which gives a view its columns if no suite has the table."""
    kinds = column_kinds(known.name).items()
    columns = ", ".join(
        f"NULL::{TYPES.get(kind, 'VARCHAR')} AS {quoting.name(c)}" for c, kind in kinds
    )
    return f"SELECT NULL::VARCHAR AS suite, NULL::BIGINT AS position, {columns} WHERE false"


def _part(suite: str, known: TableSchema, there: Sequence[str]) -> str:
    """Return the query for the rows of one suite in the view over all."""
    columns = [quoting.name(c.name) if c.name in there else _default(c) for c in known.columns]
    further = [c for c in there if c not in {own.name for own in known.columns}]
    pairs = ", ".join(f"{quoting.literal(c)}, nullif({quoting.name(c)}, '')" for c in further)
    settings = f"json_merge_patch('{{}}', json_object({pairs}))::VARCHAR" if further else "''"
    derived = {
        "value": "CAST(printed AS DOUBLE)",
        "settings": f"coalesce(nullif({settings}, '{{}}'), '')",
    }
    listed = ", ".join([*columns, *(derived[name] for name in known.derived)])
    return (
        f"SELECT {quoting.literal(suite)}, rowid + 1, {listed} FROM {table_of(suite, known.name)}"
    )


def _default(column: ColumnSchema) -> str:
    empty = column.refers or (column.kind in TYPES and not column.default)
    return "NULL" if empty else quoting.literal(column.default or "")
