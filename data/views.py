"""The tables of a suite under the names and with the columns they have on screen, as views in a schema of its own.

`runs` is wide there, one row per run and one column per metric, where the relations behind it (schema.sql) hold all
suites at once and one row per value.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pandas as pd

from data.columns import TABLES
from data.frames import frames_of, written
from data.registry import Tables

RESERVED = frozenset({"main", "temp", "system", "information_schema", "pg_catalog"})
"""Schemas that are there already, whatever a suite is called."""


def schema_of(suite_id: str) -> str:
    """The schema that holds the views of a suite: its id."""
    return f"{suite_id}_" if suite_id.casefold() in RESERVED else suite_id


def views(tables: Tables) -> Iterator[str]:
    """The statements that make the schema of a suite and its views."""
    schema = _name(schema_of(tables.suite.id))
    yield f"CREATE SCHEMA {schema}"
    for name, frame in frames_of(tables).items():
        table = written(name, frame)
        cells = zip(_distinct([str(c) for c in table]), _cells(name, table), strict=True)
        listed = ", ".join(f"{cell} AS {_name(head)}" for head, cell in cells)
        # a further table may differ from a known one by case alone, which SQL cannot tell: the known one stands
        source = _source(name, _text(tables.suite.id))
        yield f"CREATE VIEW IF NOT EXISTS {schema}.{_name(name)} AS SELECT {listed} {source}"


def _cells(name: str, frame: pd.DataFrame) -> Iterator[str]:
    """How each column is read from the relation behind a table."""
    table = TABLES.get(name)
    own = {c.name for c in table.columns} if table else set()
    for at, column in enumerate(frame.columns, start=1):
        if table is None:
            kind = "number" if frame[column].dtype.kind == "f" else "text"
            yield f"any_value({kind}) FILTER (WHERE column_position = {at})"
        elif name == "runs":
            run = f"any_value({_name(column)})"
            yield run if column in own else f"any_value(value) FILTER (WHERE metric_id = {_text(column)})"
        elif column in own:
            yield _name(column)
        else:  # a hyper-parameter, by its pointer in the JSON object that holds them all
            pointer = "/" + column.replace("~", "~0").replace("/", "~1")
            yield f"coalesce(json_extract_string(nullif(settings, ''), {_text(pointer)}), '')"


def _source(name: str, suite: str) -> str:
    """Where the rows of a table come from, in the order of its file."""
    if name == "runs":
        joined = "FROM main.run LEFT JOIN main.score USING (suite, run_id)"
        return f"{joined} WHERE suite = {suite} GROUP BY run_id ORDER BY run_id"
    if name in TABLES:
        return f"FROM main.{_name(TABLES[name].relation)} WHERE suite = {suite} ORDER BY position"
    return f"FROM main.extra WHERE suite = {suite} AND name = {_text(name)} GROUP BY position ORDER BY position"


def _distinct(columns: Iterable[str]) -> list[str]:
    """Names that SQL can tell apart, which takes FA and fa for one."""
    distinct: dict[str, str] = {}
    for column in columns:
        new, n = column, 2
        while new.casefold() in distinct:
            new, n = f"{column}_{n}", n + 1
        distinct[new.casefold()] = new
    return list(distinct.values())


def _name(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def _text(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
