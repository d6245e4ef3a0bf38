"""Values by sample that stood beside the results of runs, as a further table of the suite made of them."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pandas as pd

from components.intake.files import Sheet
from components.intake.grid import Grid
from components.intake.names import identifier
from components.intake.suite_rows import metric_ids
from data.cells import number
from data.registry import RUN_KEYS, Tables

NAME = "samples_by_index"
COLUMNS = (*RUN_KEYS, "metric", "field", "sample", "value")


def count(sheet: Sheet) -> int:
    """How many values by sample came with a table."""
    return sum(s.count for s in sheet.samples)


def with_samples(tables: Tables, sheet: Sheet, grid: Grid) -> Tables:
    """The suite made of a table with its values by sample: a row for each value of a run that counts.

    The runs of the table are the last of the suite, in the order of its rows. A metric has the id of its column, one
    without a column that of its name; `field` is what was measured of a sample (prob, avg_loss, …).
    """
    runs = tables.runs[list(RUN_KEYS)].tail(len(grid.rows)).astype("str").to_numpy()
    at = {row: tuple(runs[i]) for i, row in enumerate(grid.rows)}
    ids = metric_ids(grid)
    rows = [
        (*at[held.row], ids.get(held.metric) or identifier(held.metric), held.field, index, value)
        for held in sheet.samples
        if held.row in at
        for index, value in zip(held.index.split(" "), held.value.split(" "), strict=True)
    ]
    if not rows:
        return tables
    frame = pd.DataFrame(rows, columns=list(COLUMNS), dtype="str")
    for column in frame:
        # as a file of the suite is read: numbers where every cell is one
        read = [number(t) for t in frame[column]]
        if all(n is not None for n in read):
            frame[column] = pd.Series(read, dtype="float64")
    version = hashlib.sha256(f"{tables.data_version} {rows}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return replace(tables, extras={**tables.extras, NAME: frame}, data_version=version)
