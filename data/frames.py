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
    typed_runs = runs.astype(dtypes)[list(dtypes)]
    typed_runs.insert(0, "run_id", np.arange(1, len(typed_runs) + 1))
    return typed_runs


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
        extras={
            frame_name: frames[frame_name]
            for frame_name in sorted(frames)
            if frame_name not in CORE_NAMES
        },
        data_version=data_version,
    )


def frames_of(tables: Tables) -> dict[str, pd.DataFrame]:
    """Return the typed frames of Tables by name, the inverse of `assemble`; published only if it
    has rows."""
    frames = {}
    for frame_name in ("metrics", "methods", "benchmarks", "panels"):
        rows = [_cells(record) for record in getattr(tables, frame_name)]
        columns = {column: [row.get(column) for row in rows] for column in rows[0]}
        frames[frame_name] = read_back(frame_name, columns)
    frames["runs"] = tables.runs
    if len(tables.published):
        frames["published"] = tables.published
    return {**frames, **tables.extras}


def written(table_name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the columns of the file of a table: none that is derived or has its default
    throughout."""
    described_table = TABLES.get(table_name)
    if described_table is None:
        return frame
    left_out = ["run_id", *described_table.derived]
    for column in described_table.columns:
        if column.default is not None:
            values = frame[column.name]
            if (values.isna() | (values.astype(str) == column.default)).all():
                left_out.append(column.name)
    return frame.drop(columns=left_out, errors="ignore")


def read_back(table_name: str, columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Return the typed frame of a table from the columns of its file, None where a cell is
    empty."""
    if table_name == "runs":
        return run_frame(pd.DataFrame(columns))
    n_rows = len(next(iter(columns.values())))
    typed_columns: dict[str, pd.Series] = {}
    for column in described_columns(table_name):
        values = columns.get(column.name, [column.default or None] * n_rows)
        typed_columns[column.name] = _series(values, column.kind)
    for heading, values in columns.items():
        if heading not in typed_columns:
            is_text = all(isinstance(value, str) for value in values)
            typed_columns[heading] = _series(values, "text" if is_text else "number")
    if table_name == "published":
        typed_columns["value"] = _series(
            [float(printed_value) for printed_value in columns["printed"]], "number"
        )
    return pd.DataFrame(typed_columns)


def _series(values: Sequence[Any], column_kind: Kind) -> pd.Series:
    if column_kind not in DTYPES:
        return pd.Series(["" if value is None else value for value in values], dtype="str")
    has_empty_count = column_kind == "count" and None in values
    return pd.Series(values, dtype="Int64" if has_empty_count else DTYPES[column_kind])


def _rows(frame: pd.DataFrame) -> list[Cells]:
    return cast("list[Cells]", frame.to_dict("records"))


def _records(record_type: type[_Record], rows: Iterable[Cells]) -> tuple[_Record, ...]:
    """Return rows as records: columns without a field go to `further`, an empty number as None."""
    field_names = {field.name for field in fields(record_type)}
    records = []
    for row in rows:
        further = [
            (column, None if pd.isna(row[column]) else row[column])
            for column in row
            if column not in field_names
        ]
        cell_of_field = {column: row[column] for column in row if column in field_names}
        records.append(record_type(**cell_of_field, further=tuple(further)))
    return tuple(records)


def _cells(record: Record) -> Cells:
    """Return the cells of a record by column."""
    cell_of_column = {**vars(record), **dict(record.further)}
    del cell_of_column["further"]
    if isinstance(record, Metric):
        cell_of_column["aims"] = " ".join(record.aims)
        cell_of_column["parts"] = " ".join(record.parts)
        cell_of_column["utilities"] = write_utilities(record.utilities)
    return cell_of_column


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
