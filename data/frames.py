"""Typed frames, one per table, and the Tables made of them; both ways lose nothing."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import Any, cast

import numpy as np
import pandas as pd

from data.cells import read_utilities, write_utilities
from data.columns import CORE, TABLES, Kind
from data.files import MAX_ROWS
from data.registry import RUN_KEYS, Benchmark, Method, Metric, PanelInfo, Suite, Tables

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


def column_kinds(name: str) -> dict[str, Kind]:
    """Column names and kinds of a known table, derived columns last."""
    return {**{c.name: c.kind for c in TABLES[name].columns}, **TABLES[name].derived}


def typed(columns: Mapping[str, Any], kinds: Mapping[str, Kind]) -> pd.DataFrame:
    """A frame of the given columns in the order of `kinds`, None as NaN in numbers and as "" in texts."""
    return pd.DataFrame({name: _series(columns[name], kind) for name, kind in kinds.items()})


def run_frame(runs: pd.DataFrame) -> pd.DataFrame:
    """Runs as Tables hold them: ids as texts, or as codes where there are many runs, and run_id from 1 in front."""
    metrics = [c for c in runs.columns if c not in RUN_KEYS]
    ids = "str" if len(runs) <= MAX_ROWS else "category"
    frame = runs.astype({**dict.fromkeys(RUN_KEYS[:3], ids), "seed": "int64", **dict.fromkeys(metrics, "float64")})
    frame.insert(0, "run_id", np.arange(1, len(frame) + 1))
    return frame


def _series(values: Any, kind: Kind) -> pd.Series:
    dtype = DTYPES[kind]
    if dtype == "str":
        return pd.Series(["" if v is None else v for v in values], dtype="str")
    if dtype == "float64":
        return pd.Series(np.array([np.nan if v is None else v for v in values], dtype=np.float64))
    return pd.Series(np.array(values, dtype=dtype))


def assemble(suite: Suite, frames: Mapping[str, pd.DataFrame], data_version: str) -> Tables:
    """Tables from checked, typed frames by table name; published may be absent."""
    published = frames.get("published")
    if published is None:
        kinds = column_kinds("published")
        published = typed({name: [] for name in kinds}, kinds)
    return Tables(
        suite=suite,
        metrics=tuple(_metric(row) for row in _rows(frames["metrics"])),
        methods=tuple(Method(**row | {"settings": _settings_of(row["settings"])}) for row in _rows(frames["methods"])),
        benchmarks=tuple(Benchmark(**row) for row in _rows(frames["benchmarks"])),
        panels=tuple(PanelInfo(**row) for row in _rows(frames["panels"])),
        runs=frames["runs"],
        published=published,
        extras={name: frames[name] for name in sorted(frames) if name not in CORE_NAMES},
        data_version=data_version,
    )


def frames_of(tables: Tables) -> dict[str, pd.DataFrame]:
    """The typed frames of Tables, the inverse of `assemble`; published only when it has rows."""
    records = {
        "metrics": [_metric_row(m) for m in tables.metrics],
        "methods": [_method_row(m) for m in tables.methods],
        "benchmarks": [vars(b) for b in tables.benchmarks],
        "panels": [vars(p) for p in tables.panels],
    }
    frames = {}
    for name, rows in records.items():
        kinds = column_kinds(name)
        frames[name] = typed({c: [r[c] for r in rows] for c in kinds}, kinds)
    frames["runs"] = tables.runs
    if len(tables.published):
        frames["published"] = tables.published
    return {**frames, **tables.extras}


def without_defaults(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """A frame without the columns that hold nothing but their default."""
    columns = TABLES[name].columns if name in TABLES else ()
    return frame.drop(columns=[c.name for c in columns if c.default is not None and (frame[c.name] == c.default).all()])


def written(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    """The columns of a frame as a file holds them: none derived or default, hyper-parameters in some of their own."""
    table = TABLES.get(name)
    if table is None:
        return frame
    trimmed = without_defaults(name, frame).drop(columns=["run_id"] if name == "runs" else [*table.derived])
    if name == "methods":
        settings = [dict(_settings_of(text)) for text in frame["settings"]]
        for column in _column_order([list(row) for row in settings]):
            trimmed[column] = [row.get(column, "") for row in settings]
    return trimmed


def read_back(name: str, columns: Mapping[str, Sequence[Any]]) -> pd.DataFrame:
    """The inverse of `written` but for runs: a frame from the columns of a file, None where a cell is empty."""
    table = TABLES.get(name)
    if table is None:
        texts = {c: all(isinstance(v, str) for v in own) for c, own in columns.items()}
        return typed(columns, {c: "text" if is_text else "number" for c, is_text in texts.items()})
    rows = len(next(iter(columns.values())))
    cells: dict[str, Sequence[Any]] = {c.name: columns.get(c.name, [c.default] * rows) for c in table.columns}
    if "settings" in table.derived:
        cells["settings"] = settings_text(columns, [c for c in columns if c not in cells], rows)
    if "value" in table.derived:
        cells["value"] = [float(text) for text in cells["printed"]]
    return typed(cells, column_kinds(name))


def _column_order(rows: Iterable[list[str]]) -> list[str]:
    """The names of all rows in an order that keeps the order of every row; as first seen where no order does."""
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


def settings_text(columns: Mapping[str, Any], names: Iterable[str], rows: int) -> list[Any]:
    """Hyper-parameters of each row as one text, empty where it has none."""
    settings = [{n: str(columns[n][i]) for n in names if n in columns and columns[n][i]} for i in range(rows)]
    return [json.dumps(row, ensure_ascii=False) if row else "" for row in settings]


def _settings_of(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(json.loads(text).items()) if text else ()


def fingerprint(frame: pd.DataFrame) -> str:
    """First 12 hex digits of the SHA-256 over columns, order and every value to the last bit.

    Of a table that is longer than a CSV file may be, over the bytes of its columns, texts as codes in order of first
    appearance.
    """
    if len(frame) <= MAX_ROWS:
        columns = {name: [_plain(v) for v in frame[name].tolist()] for name in frame.columns}
        text = json.dumps(list(columns.items()), ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    digest = hashlib.sha256()
    for name in frame.columns:
        column = frame[name]
        if column.dtype.kind in "if":
            values = column.to_numpy()
            known = np.where(values == values, values, np.nan)  # every NaN the same
            digest.update(f"{name}\0{known.dtype.str}\0".encode() + np.ascontiguousarray(known).data)
        else:
            codes, texts = pd.factorize(column)
            digest.update(json.dumps([name, [str(t) for t in texts]]).encode() + codes.astype("<i8").data)
    return digest.hexdigest()[:12]


def _plain(value: Any) -> Any:
    return None if isinstance(value, float) and np.isnan(value) else value


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", frame.to_dict("records"))


def _method_row(method: Method) -> dict[str, Any]:
    settings = json.dumps(dict(method.settings), ensure_ascii=False) if method.settings else ""
    return {**vars(method), "settings": settings}


def _metric(row: Mapping[str, Any]) -> Metric:
    low, high = (None if np.isnan(row[b]) else float(row[b]) for b in ("lower_bound", "upper_bound"))
    maps = read_utilities(row["utilities"], row["direction"], low, high)
    lists = {name: tuple(row[name].split()) for name in ("aims", "parts")}
    return Metric(**{**row, **lists, "lower_bound": low, "upper_bound": high, "utilities": maps})


def _metric_row(metric: Metric) -> dict[str, Any]:
    lists = {name: " ".join(getattr(metric, name)) for name in ("aims", "parts")}
    return {**vars(metric), **lists, "utilities": write_utilities(metric.utilities)}
