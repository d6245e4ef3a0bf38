"""Typed frames, one per table, and the Tables made of them; both ways lose nothing."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd

from data.cell_rules import read_utilities, write_utilities
from data.columns import CORE, TABLES, Kind
from data.registry import RUN_KEYS, Benchmark, Method, Metric, PanelInfo, Record, Suite, Tables

DTYPES: Mapping[Kind, str] = {"flag": "bool", "number": "float64", "count": "int64"}
"""Types of columns by kind; all others are texts."""
CORE_NAMES = tuple(table.name for table in CORE)
Cells = dict[str, Any]
"""A row of a frame by column."""
_Record = TypeVar("_Record", bound=Record)


def column_kinds(name: str) -> dict[str, Kind]:
    """Return the columns of a described table with their kinds, derived columns last."""
    kinds = {column.name: column.kind for column in TABLES[name].columns}
    return kinds | dict(TABLES[name].derived)


def typed(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, Kind]) -> pd.DataFrame:
    """Return a frame of columns in the order of `kinds`, None as NaN in numbers and as "" in
    texts."""
    return pd.DataFrame({name: _series(columns[name], kind) for name, kind in kinds.items()})


def run_frame(runs: pd.DataFrame) -> pd.DataFrame:
    """Return runs as Tables hold them: ids as texts, metrics as numbers, run_id from 1 in front."""
    metrics = [column for column in runs.columns if column not in RUN_KEYS]
    dtypes = dict.fromkeys(RUN_KEYS, "str") | {"seed": "int64"} | dict.fromkeys(metrics, "float64")
    frame = runs.astype(dtypes)[list(dtypes)]
    frame.insert(0, "run_id", np.arange(1, len(frame) + 1))
    return frame


def _series(values: Sequence[Any], kind: Kind) -> pd.Series:
    if kind not in DTYPES:
        return pd.Series(["" if value is None else value for value in values], dtype="str")
    has_empty_count = kind == "count" and None in values
    return pd.Series(values, dtype="Int64" if has_empty_count else DTYPES[kind])


def assemble(suite: Suite, frames: Mapping[str, pd.DataFrame], data_version: str) -> Tables:
    """Return Tables from checked, typed frames by table name; published may be absent."""
    published = frames.get("published")
    if published is None:
        kinds = column_kinds("published")
        published = typed(dict.fromkeys(kinds, ()), kinds)
    methods = _rows(frames["methods"])
    for row in methods:
        row["settings"] = tuple(_settings(row["settings"]).items())
    return Tables(
        suite=suite,
        metrics=_records(Metric, map(_metric_cells, _rows(frames["metrics"]))),
        methods=_records(Method, methods),
        benchmarks=_records(Benchmark, _rows(frames["benchmarks"])),
        panels=_records(PanelInfo, _rows(frames["panels"])),
        runs=frames["runs"],
        published=published,
        extras={name: frames[name] for name in sorted(frames) if name not in CORE_NAMES},
        data_version=data_version,
    )


def frames_of(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the typed frames of Tables by name, the inverse of `assemble`; published only if it
    has rows."""
    records: Mapping[str, tuple[Record, ...]] = {
        "metrics": tables.metrics,
        "methods": tables.methods,
        "benchmarks": tables.benchmarks,
        "panels": tables.panels,
    }
    frames = {}
    for name, rows in records.items():
        cells = [_cells(row) for row in rows]
        kinds = column_kinds(name)
        columns = {column: [row.get(column) for row in cells] for column in kinds}
        frames[name] = typed(columns, kinds)
    frames["runs"] = tables.runs
    if len(tables.published):
        frames["published"] = tables.published
    return {**frames, **tables.extras}


def written(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of the file of a table: none derived or all default, each hyper-parameter
    its own."""
    table = TABLES.get(name)
    if table is None:
        return frame
    left_out = ["run_id"] if name == "runs" else list(table.derived)
    for column in table.columns:
        if column.default is not None:
            values = frame[column.name]
            if (values.isna() | (values == column.default)).all():
                left_out.append(column.name)
    trimmed = frame.drop(columns=left_out)
    if name == "methods":
        settings = [_settings(text) for text in frame["settings"]]
        for column_name in _column_order(settings):
            trimmed[column_name] = [row.get(column_name, "") for row in settings]
    return trimmed


def read_back(name: str, columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Return the typed frame of a table from the columns of its file, None where a cell is
    empty."""
    table = TABLES.get(name)
    if table is None:
        kinds: dict[str, Kind] = {}
        for column_name, values in columns.items():
            is_text = all(isinstance(value, str) for value in values)
            kinds[column_name] = "text" if is_text else "number"
        return typed(columns, kinds)
    if name == "runs":
        return run_frame(pd.DataFrame(columns))
    n_rows = len(next(iter(columns.values())))
    cells: dict[str, Sequence[Any]] = {}
    for column in table.columns:
        cells[column.name] = columns.get(column.name, [column.default or None] * n_rows)
    if "settings" in table.derived:
        names = [column_name for column_name in columns if column_name not in cells]
        settings = []
        for row in range(n_rows):
            filled = {name: str(columns[name][row]) for name in names if columns[name][row]}
            settings.append(_settings_text(filled))
        cells["settings"] = settings
    if "value" in table.derived:
        cells["value"] = [float(text) for text in cells["printed"]]
    return typed(cells, column_kinds(name))


def _column_order(rows: Iterable[Iterable[str]]) -> list[str]:
    """Return the names of all rows in an order that keeps that of every row, else as first seen."""
    names_before: dict[str, set[str]] = {}
    for names in rows:
        for name in names:
            names_before.setdefault(name, set())
        for earlier, later in pairwise(names):
            names_before[later].add(earlier)
    try:
        return list(TopologicalSorter(names_before).static_order())
    except CycleError:
        return list(names_before)


def _settings(text: str) -> dict[str, str]:
    return cast("dict[str, str]", json.loads(text)) if text else {}


def _settings_text(settings: Mapping[str, str]) -> str:
    return json.dumps(settings, ensure_ascii=False) if settings else ""


def _rows(frame: pd.DataFrame) -> list[Cells]:
    return cast("list[Cells]", frame.to_dict("records"))


def _records(kind: type[_Record], rows: Iterable[Cells]) -> tuple[_Record, ...]:
    """Return rows as records: columns without a field go to `further`, an empty number as None."""
    names = {field.name for field in fields(kind)}
    records = []
    for row in rows:
        further = [
            (column, None if pd.isna(row[column]) else row[column])
            for column in row
            if column not in names
        ]
        cells = {column: row[column] for column in row if column in names}
        records.append(kind(**cells, further=tuple(further)))
    return tuple(records)


def _cells(record: Record) -> Cells:
    """Return the cells of a record by column."""
    cells = {**vars(record), **dict(record.further)}
    if isinstance(record, Method):
        cells["settings"] = _settings_text(dict(record.settings))
    if isinstance(record, Metric):
        cells["aims"] = " ".join(record.aims)
        cells["parts"] = " ".join(record.parts)
        cells["utilities"] = write_utilities(record.utilities)
    return cells


def _metric_cells(row: Cells) -> Cells:
    """Return the row of a metric with bounds, maps, aims and parts read."""
    for bound in ("lower_bound", "upper_bound"):
        row[bound] = None if np.isnan(row[bound]) else float(row[bound])
    row["utilities"] = read_utilities(
        row["utilities"], row["direction"], row["lower_bound"], row["upper_bound"]
    )
    row["aims"] = tuple(row["aims"].split())
    row["parts"] = tuple(row["parts"].split())
    return row
