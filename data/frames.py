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

DTYPES: Mapping[Kind, str] = {
    "id": "str",
    "text": "str",
    "url": "str",
    "choice": "str",
    "flag": "bool",
    "number": "float64",
    "count": "int64",
}
CORE_NAMES = tuple(t.name for t in CORE)
_R = TypeVar("_R", bound=Record)


def column_kinds(name: str) -> dict[str, Kind]:
    """Return the columns of a described table with their kinds, derived columns last."""
    return {**{c.name: c.kind for c in TABLES[name].columns}, **TABLES[name].derived}


def typed(columns: Mapping[str, Any], kinds: Mapping[str, Kind]) -> pd.DataFrame:
    """Return a frame of columns in the order of `kinds`, None as NaN in numbers and as "" in
    texts."""
    return pd.DataFrame({name: _series(columns[name], kind) for name, kind in kinds.items()})


def run_frame(runs: pd.DataFrame) -> pd.DataFrame:
    """Return runs as Tables hold them: ids as texts, metrics as numbers, run_id from 1 in front."""
    metrics = [c for c in runs.columns if c not in RUN_KEYS]
    kinds = {
        **dict.fromkeys(RUN_KEYS[:3], "str"),
        "seed": "int64",
        **dict.fromkeys(metrics, "float64"),
    }
    frame = runs.astype(kinds)[[*kinds]]
    frame.insert(0, "run_id", np.arange(1, len(frame) + 1))
    return frame


def _series(values: Any, kind: Kind) -> pd.Series:
    dtype = DTYPES[kind]
    if dtype == "str":
        return pd.Series(["" if v is None else v for v in values], dtype="str")
    if dtype == "float64":
        return pd.Series(np.array([np.nan if v is None else v for v in values], dtype=np.float64))
    return pd.Series(
        np.array(values, dtype=dtype) if None not in values else pd.array(values, dtype="Int64")
    )


def assemble(suite: Suite, frames: Mapping[str, pd.DataFrame], data_version: str) -> Tables:
    """Return Tables from checked, typed frames by table name; published may be absent."""
    published = frames.get("published")
    if published is None:
        kinds = column_kinds("published")
        published = typed({name: [] for name in kinds}, kinds)
    return Tables(
        suite=suite,
        metrics=_records(Metric, [_metric_cells(row) for row in _rows(frames["metrics"])]),
        methods=_records(
            Method,
            [row | {"settings": _settings_of(row["settings"])} for row in _rows(frames["methods"])],
        ),
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
    for name, own in records.items():
        rows, kinds = [_cells(record) for record in own], column_kinds(name)
        frames[name] = typed({c: [row.get(c) for row in rows] for c in kinds}, kinds)
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
    optional = [c for c in table.columns if c.default is not None]
    silent = [
        c.name for c in optional if (frame[c.name].isna() | (frame[c.name] == c.default)).all()
    ]
    trimmed = frame.drop(columns=[*silent, *(["run_id"] if name == "runs" else table.derived)])
    if name == "methods":
        settings = [dict(_settings_of(text)) for text in frame["settings"]]
        for column in _column_order([list(row) for row in settings]):
            trimmed[column] = [row.get(column, "") for row in settings]
    return trimmed


def read_back(name: str, columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """Return the typed frame of a table from the columns of its file, None where a cell is
    empty."""
    table = TABLES.get(name)
    if table is None:
        texts = {c: all(isinstance(v, str) for v in own) for c, own in columns.items()}
        return typed(columns, {c: "text" if is_text else "number" for c, is_text in texts.items()})
    if name == "runs":
        return run_frame(pd.DataFrame(columns))
    rows = len(next(iter(columns.values())))
    cells: dict[str, Sequence[Any]] = {
        c.name: columns.get(c.name, [c.default or None] * rows) for c in table.columns
    }
    if "settings" in table.derived:
        names = [c for c in columns if c not in cells]
        settings = [{n: str(columns[n][i]) for n in names if columns[n][i]} for i in range(rows)]
        cells["settings"] = [json.dumps(own, ensure_ascii=False) if own else "" for own in settings]
    if "value" in table.derived:
        cells["value"] = [float(text) for text in cells["printed"]]
    return typed(cells, column_kinds(name))


def _column_order(rows: Iterable[list[str]]) -> list[str]:
    """Return the names of all rows in an order that keeps that of every row, else as first seen."""
    before: dict[str, set[str]] = {}
    for names in rows:
        for name in names:
            before.setdefault(name, set())
        for earlier, later in pairwise(names):
            before[later].add(earlier)
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError:
        return list(before)


def _settings_of(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(json.loads(text).items()) if text else ()


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", frame.to_dict("records"))


def _records(kind: type[_R], rows: Iterable[Mapping[str, Any]]) -> tuple[_R, ...]:
    """Return rows as records: columns without a field go to `further`, an empty number as None."""
    own = {f.name for f in fields(kind)}
    return tuple(
        kind(
            **{name: value for name, value in row.items() if name in own},
            further=tuple(
                (name, None if value != value else value)
                for name, value in row.items()
                if name not in own
            ),
        )
        for row in rows
    )


def _cells(record: Record) -> dict[str, Any]:
    """Return the cells of a record by column."""
    cells = {**vars(record), **dict(record.further)}
    if isinstance(record, Method):
        cells["settings"] = (
            json.dumps(dict(record.settings), ensure_ascii=False) if record.settings else ""
        )
    if isinstance(record, Metric):
        cells |= {name: " ".join(getattr(record, name)) for name in ("aims", "parts")}
        cells["utilities"] = write_utilities(record.utilities)
    return cells


def _metric_cells(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of a metric with maps, aims and parts read."""
    low, high = (
        None if np.isnan(row[b]) else float(row[b]) for b in ("lower_bound", "upper_bound")
    )
    maps = read_utilities(row["utilities"], row["direction"], low, high)
    lists = {name: tuple(row[name].split()) for name in ("aims", "parts")}
    return {**row, **lists, "lower_bound": low, "upper_bound": high, "utilities": maps}
