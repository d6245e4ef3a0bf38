"""Typed frames, one per table, and the Tables made of them; both ways lose nothing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar, cast

import numpy as np
import pandas as pd

from data.cell_rules import read_utilities, write_utilities
from data.columns import CORE, TABLES, Kind, described_columns
from data.registry import RUN_KEYS, Benchmark, Method, Metric, PanelInfo, Record, Suite, Tables

DTYPES: Mapping[Kind, str] = {"flag": "bool", "number": "float64", "count": "int64"}
"""Types of columns by kind; all others are texts."""
CORE_NAMES = tuple(table.name for table in CORE)
Cells = dict[str, Any]
"""A row of a frame by column."""
_Record = TypeVar("_Record", bound=Record)


def run_frame(runs: pd.DataFrame) -> pd.DataFrame:
    """Return runs as Tables hold them: ids as texts, metrics as numbers, run_id from 1 in front."""
    metrics = [column for column in runs.columns if column not in RUN_KEYS]
    dtypes = dict.fromkeys(RUN_KEYS, "str") | {"seed": "int64"} | dict.fromkeys(metrics, "float64")
    frame = runs.astype(dtypes)[list(dtypes)]
    frame.insert(0, "run_id", np.arange(1, len(frame) + 1))
    return frame


def assemble(suite: Suite, frames: Mapping[str, pd.DataFrame], data_version: str) -> Tables:
    """Return Tables from checked, typed frames by table name; published may be absent."""
    published = frames.get("published")
    if published is None:
        columns = [column.name for column in TABLES["published"].columns]
        published = read_back("published", dict.fromkeys(columns, ()))
    return Tables(
        suite=suite,
        metrics=_records(Metric, map(_metric_cells, _rows(frames["metrics"]))),
        methods=_records(Method, _rows(frames["methods"])),
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
    frames = {}
    for name in ("metrics", "methods", "benchmarks", "panels"):
        rows = [_cells(record) for record in getattr(tables, name)]
        columns = {column: [row.get(column) for row in rows] for column in rows[0]}
        frames[name] = read_back(name, columns)
    frames["runs"] = tables.runs
    if len(tables.published):
        frames["published"] = tables.published
    return {**frames, **tables.extras}


def written(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of the file of a table: none that is derived or has its default
    throughout."""
    table = TABLES.get(name)
    if table is None:
        return frame
    left_out = ["run_id", *table.derived]
    for column in table.columns:
        if column.default is not None:
            values = frame[column.name]
            if (values.isna() | (values == column.default)).all():
                left_out.append(column.name)
    return frame.drop(columns=left_out, errors="ignore")


def read_back(name: str, columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Return the typed frame of a table from the columns of its file, None where a cell is
    empty."""
    if name == "runs":
        return run_frame(pd.DataFrame(columns))
    n_rows = len(next(iter(columns.values())))
    typed: dict[str, pd.Series] = {}
    for column in described_columns(name):
        values = columns.get(column.name, [column.default or None] * n_rows)
        typed[column.name] = _series(values, column.kind)
    for heading, values in columns.items():
        if heading not in typed:
            is_text = all(isinstance(value, str) for value in values)
            typed[heading] = _series(values, "text" if is_text else "number")
    if name == "published":
        typed["value"] = _series([float(text) for text in columns["printed"]], "number")
    return pd.DataFrame(typed)


def _series(values: Sequence[Any], kind: Kind) -> pd.Series:
    if kind not in DTYPES:
        return pd.Series(["" if value is None else value for value in values], dtype="str")
    has_empty_count = kind == "count" and None in values
    return pd.Series(values, dtype="Int64" if has_empty_count else DTYPES[kind])


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
    del cells["further"]
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
