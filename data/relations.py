"""How suites lie in the database: each in its own schema, with the names and columns of its files.

The tables follow from data/columns.py. Over all suites there is a view for each table that is
described there (`metric`, `published`, …) with the suite in front, `run` with one row per run, and
`score` with one row per value."""

# ruff: noqa: S608

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields

import pandas as pd

from data import quoting
from data.columns import (
    RUNS,
    SUITE_KEYS,
    TABLES,
    ColumnSchema,
    TableSchema,
    described_columns,
)
from data.frames import frames_of, written
from data.registry import RUN_KEYS, Size, Tables

_KEY_TYPES = {"year": "INTEGER", "registered": "BOOLEAN"}
_KEYS = ", ".join(f"{key} {_KEY_TYPES.get(key, 'VARCHAR')}" for key in SUITE_KEYS)
_SIZES = ", ".join(f"{field.name} INTEGER" for field in fields(Size))
BESIDE_SUITES = f"""
CREATE TABLE suite (position INTEGER, {_KEYS}, data_version VARCHAR, {_SIZES});
-- the folders whose suite is refused, with every problem
-- `folder` counts them, `name` is the folder's own name
CREATE TABLE not_served (folder INTEGER, position INTEGER, name VARCHAR, suite VARCHAR,
    file VARCHAR, line INTEGER, column_name VARCHAR, found VARCHAR, expected VARCHAR);
"""
"""What the database has beside the tables of suites."""
RESERVED = frozenset({"main", "temp", "system", "information_schema", "pg_catalog"})
"""Schemas that are there already, whatever a suite is called."""
TYPES = {"flag": "BOOLEAN", "number": "DOUBLE", "count": "BIGINT"}
"""Types of columns by kind; all others are texts."""
Frames = Mapping[str, pd.DataFrame]
"""The tables of a suite by name, as they are stored."""


def schema_of(suite_id: str) -> str:
    """Return the schema that holds the tables of a suite: its id."""
    return f"{suite_id}_" if suite_id.casefold() in RESERVED else suite_id


def table_of(suite_id: str, table_name: str) -> str:
    """Return the quoted name of a table of a suite."""
    return f"{quoting.name(schema_of(suite_id))}.{quoting.name(table_name)}"


def stored(tables: Tables) -> Frames:
    """Return the tables of a suite by name with the columns of their files, described ones
    first."""
    frames = {
        stored_name: written(stored_name, frame) for stored_name, frame in frames_of(tables).items()
    }
    stored_names = dict.fromkeys((*TABLES, *frames))
    return {
        stored_name: frames[stored_name] for stored_name in stored_names if stored_name in frames
    }


def selected(table_name: str, frame: pd.DataFrame) -> str:
    """Return the query for the rows of a table of a suite, from a relation `incoming`.

    An empty number, and an empty id of another table, is NULL, an empty text a text.
    """
    optional_ids = {
        column.name
        for column in described_columns(table_name)
        if column.refers and not column.required
    }
    selected_cells = []
    for heading in map(str, frame.columns):
        cell_expression = quoting.name(heading)
        dtype_kind = frame[heading].dtype.kind
        if dtype_kind == "f":
            cell_expression = f"CASE WHEN NOT isnan({cell_expression}) THEN {cell_expression} END"
        elif dtype_kind not in "bi":
            cell_expression = f"CAST({cell_expression} AS VARCHAR)"
        if heading in optional_ids:
            cell_expression = f"nullif({cell_expression}, '')"
        selected_cells.append(f"{cell_expression} AS {quoting.name(heading)}")
    return f"SELECT {', '.join(selected_cells)} FROM incoming"


def over_all(suites: Sequence[tuple[Tables, Frames]]) -> Iterator[str]:
    """Yield the statements that make the views over all suites."""
    for schema in TABLES.values():
        if schema is RUNS:
            continue
        suite_parts = [_empty(schema)]
        for tables, frames in suites:
            if schema.name in frames:
                suite_parts.append(_part(tables.suite.id, schema, frames[schema.name].columns))
        yield _view(schema.relation, suite_parts)
    runs_of_suites = []
    scores = []
    for tables, _ in suites:
        suite = quoting.literal(tables.suite.id)
        source = table_of(tables.suite.id, RUNS.name)
        run_keys = ", ".join(RUN_KEYS)
        runs_of_suites.append(
            f"SELECT {suite} AS suite, rowid + 1 AS run_id, {run_keys} FROM {source}"
        )
        # a scan for each suite: one for each metric takes the memory of a query many times over
        metric_ids = ", ".join(quoting.literal(metric.id) for metric in tables.metrics)
        values = ", ".join(quoting.name(metric.id) for metric in tables.metrics)
        scores.append(
            f"SELECT {suite} AS suite, run_id, metric_id, value FROM (SELECT rowid + 1 AS run_id,"
            f" unnest([{metric_ids}]) AS metric_id, unnest([{values}]) AS value FROM {source})"
            " WHERE value IS NOT NULL"
        )
    yield _view("run", runs_of_suites)
    yield _view("score", scores)


def _view(view_name: str, suite_parts: Sequence[str]) -> str:
    return f"CREATE VIEW main.{view_name} AS {' UNION ALL '.join(suite_parts)}"


def _empty(schema: TableSchema) -> str:
    """Return a query without rows, which gives a view its columns if no suite has the table."""
    columns = ["NULL::VARCHAR AS suite", "NULL::BIGINT AS position"]
    kind_of_column = {column.name: column.kind for column in schema.columns}
    for column_name, column_kind in (kind_of_column | dict(schema.derived)).items():
        columns.append(f"NULL::{TYPES.get(column_kind, 'VARCHAR')} AS {quoting.name(column_name)}")
    return f"SELECT {', '.join(columns)} WHERE false"


def _part(suite: str, schema: TableSchema, headings: Collection[str]) -> str:
    """Return the query for the rows of one suite in the view over all."""
    part_cells = [quoting.literal(suite), "rowid + 1"]
    for column in schema.columns:
        is_stored = column.name in headings
        part_cells.append(quoting.name(column.name) if is_stored else _default(column))
    if "value" in schema.derived:
        part_cells.append("CAST(printed AS DOUBLE)")
    if "settings" in schema.derived:
        described = {column.name for column in schema.columns}
        part_cells.append(_settings([heading for heading in headings if heading not in described]))
    return f"SELECT {', '.join(part_cells)} FROM {table_of(suite, schema.name)}"


def _settings(headings: Sequence[str]) -> str:
    """Return as SQL the filled cells of some columns as one JSON object, '' without any."""
    if not headings:
        return "''"
    setting_pairs = ", ".join(
        f"{quoting.literal(heading)}, nullif({quoting.name(heading)}, '')" for heading in headings
    )
    settings = f"json_merge_patch('{{}}', json_object({setting_pairs}))::VARCHAR"
    return f"coalesce(nullif({settings}, '{{}}'), '')"


def _default(column: ColumnSchema) -> str:
    is_null = column.refers or (column.kind in TYPES and not column.default)
    if is_null:
        return "NULL"
    default = quoting.literal(column.default or "")
    return f"{default}::{TYPES[column.kind]}" if column.kind in TYPES else default
