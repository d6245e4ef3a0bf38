"""The parts of a report as flat tables: one row per thing, one column per number, whatever the part looks like."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from components.exports.printed import Direction
from data.registry import Tables

VALUES = "values"
"""The name of the table of a part's single values."""


def tables_of(name: str, part: Any, main: str = "") -> dict[str, pd.DataFrame]:
    """The tables of one part of the report by name; the first one, `main` where it is there, stands for the part.

    Nested values become columns `means.FA`, lists of names `a|b`. Cells keep their Python types (object columns),
    so that numbers are the report's to the bit.
    """
    if not isinstance(part, Mapping):
        return {name: frame(part)}
    tables: dict[str, pd.DataFrame] = {}
    single: list[dict[str, Any]] = []
    for key, value in part.items():
        if isinstance(value, Mapping) and value:
            tables[key] = _of_mapping(value)
        elif _is_list_of(value, Mapping):
            tables[key] = frame(value)
        elif _is_list_of(value, (list, tuple)):
            tables[key] = frame([{str(i + 1): cell(v) for i, v in enumerate(row)} for row in value])
        else:
            single.append({"name": key, "value": cell(value)})
    tables[VALUES] = frame(single)
    first = main if main in tables else VALUES
    return {first: tables[first], **tables}


def frame(rows: Sequence[Mapping[str, Any]]) -> pd.DataFrame:
    """Rows as a frame of object columns, nested values spread over columns."""
    spread = [dict(_spread(row)) for row in rows]
    columns = list(dict.fromkeys(c for row in spread for c in row))
    return pd.DataFrame([[row.get(c) for c in columns] for row in spread], columns=columns, dtype=object)


def printed(
    table: pd.DataFrame, columns: Mapping[str, str], tables: Tables
) -> tuple[pd.DataFrame, dict[str, Direction]]:
    """A table cut to what a printed page has room for, with headings, and which end of a column is the best.

    `columns` as in `components.views.record.Numbers.printed`; one without any value is left out. A table that has none
    of them keeps all its own: where a part has nothing to tell, its single values stand for it.
    """
    labels = {m.id: m.label for m in tables.metrics}
    heads: dict[str, str] = {}
    for key, head in columns.items():
        stem = key.removesuffix("*")
        for column in (str(c) for c in table.columns):
            if column == key or (key.endswith("*") and column.startswith(stem)):
                metric = column.removeprefix(stem)
                heads[column] = labels.get(metric, metric) if head == "*" else head
    told = [c for c in heads if any(v is not None and v != "" for v in table[c])]
    heads = {c: heads[c] for c in told} if len(table) else heads
    heads = heads or {str(c): str(c) for c in table.columns}
    best: dict[str, Direction] = {"UQS": "higher"} if "uqs" in heads else {}
    best |= {
        m.label: "higher" if m.direction == "higher" else "lower"
        for m in tables.scores
        if f"means.{m.id}" in heads and not m.targeted
    }
    return table[list(heads)].set_axis(list(heads.values()), axis=1), best


def cell(value: Any) -> Any:
    """One cell: scalars as they are, lists of scalars joined by |, everything deeper as JSON."""
    if isinstance(value, (list, tuple)) and not any(isinstance(v, (list, tuple, Mapping)) for v in value):
        return "|".join("" if v is None else str(v) for v in value)
    if isinstance(value, (list, tuple, Mapping)):
        return json.dumps(value, ensure_ascii=False)
    return value


def _of_mapping(value: Mapping[str, Any]) -> pd.DataFrame:
    """A mapping by id: one row per id."""
    if all(isinstance(v, Mapping) or v is None for v in value.values()) and any(value.values()):
        return frame([{"id": k, **(v or {})} for k, v in value.items()])
    if all(isinstance(v, (list, tuple)) for v in value.values()):
        rows = [{"id": k, **{str(i + 1): x for i, x in enumerate(v)}} for k, v in value.items()]
        return frame(rows)
    return frame([{"id": k, "value": cell(v)} for k, v in value.items()])


def _spread(row: Mapping[str, Any], stem: str = "") -> list[tuple[str, Any]]:
    pairs: list[tuple[str, Any]] = []
    for key, value in row.items():
        if isinstance(value, Mapping) and value:
            pairs += _spread(value, f"{stem}{key}.")
        elif isinstance(value, Mapping):
            continue  # nothing to tell: the rows that have something make the columns
        else:
            pairs.append((f"{stem}{key}", cell(value)))
    return pairs


def _is_list_of(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(v, kind) for v in value)
