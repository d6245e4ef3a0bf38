"""Values by sample that stood beside the results of runs, as the values of single samples of the suite made of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import pandas as pd

from components.intake.files import Sheet
from components.intake.grid import Grid
from components.intake.reading.saves import Samples
from components.intake.suite_rows import metric_ids
from data import per_sample
from data.cells import number
from data.per_sample import PerSample
from data.registry import RUN_KEYS, Tables

AGREES = 1e-6
"""The mean over samples is the value of a run where it differs by less than this share of it."""


def count(sheet: Sheet) -> int:
    """How many values by sample came with a table."""
    return sum(s.count for s in sheet.samples)


def with_samples(tables: Tables, sheet: Sheet, grid: Grid, before: PerSample | None) -> Tables:
    """The suite made of a table with its values by sample beside those `before`: one for each of a run that counts.

    The runs of the table are the last of the suite, in the order of its rows. Of a metric that the suite has, what was
    measured of samples (prob, avg_loss, …) is the metric itself where its mean is the value of every run; else it is
    kept as a field of it.
    """
    runs = tables.runs[list(RUN_KEYS)].tail(len(grid.rows)).to_numpy()
    at, ids, own = dict(zip(grid.rows, runs, strict=True)), metric_ids(grid), _own_fields(sheet, grid)
    rows = [
        (*at[held.row], ids[held.metric], "" if own.get(held.metric) == held.field else held.field, index, float(value))
        for held in sheet.samples
        if held.row in at and held.metric in ids
        for index, value in zip(held.index.split(" "), held.value.split(" "), strict=True)
    ]
    if not rows:
        return tables
    frame = pd.DataFrame(rows, columns=list(per_sample.COLUMNS))
    texts = [c for c in per_sample.COLUMNS if c not in ("seed", "value")]
    frame = frame.astype({**dict.fromkeys(texts, "str"), "seed": "int64", "value": "float64"})
    version = hashlib.sha256(f"{tables.data_version} {rows}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return replace(tables, per_sample=per_sample.with_frame(before, frame), data_version=version)


def _own_fields(sheet: Sheet, grid: Grid) -> Mapping[str, str]:
    """The field of each metric that is the metric itself: its mean over samples is the value of every run."""
    agree: dict[str, dict[str, bool]] = {}
    for held in sheet.samples:
        if held.metric in grid.metrics and grid.alive[held.row]:
            fields = agree.setdefault(held.metric, {})
            fields[held.field] = fields.get(held.field, True) and _is_mean(held, grid.metrics[held.metric][held.row])
    return {metric: next((f for f, same in fields.items() if same), "") for metric, fields in agree.items()}


def _is_mean(held: Samples, text: str) -> bool:
    told = number(text)
    mean = sum(float(v) for v in held.value.split(" ")) / held.count
    return told is not None and abs(mean - told) <= AGREES * max(abs(mean), abs(told))
