"""From Tables back to the files of a suite folder: a download that `python -m data.check` accepts."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pandas as pd

from data import per_sample
from data.columns import PER_SAMPLE, SUITE_KEYS
from data.files import MAX_BYTES, MAX_ROWS, PARQUET, SUITE_FILE
from data.frames import frames_of, written
from data.registry import Suite, Tables

SAMPLES, SAMPLES_CSV = f"{PER_SAMPLE.name}{PARQUET}", f"{PER_SAMPLE.name}.csv"


def suite_files(tables: Tables) -> dict[str, bytes]:
    """suite.toml and one CSV file per table, as bytes by file name. Every number keeps all its digits.

    Values of single samples that are too many for CSV come in Parquet. `data.load.tables_from_files` reads what is CSV
    back to the same Tables.
    """
    files = table_files(tables)
    if tables.per_sample is not None and SAMPLES_CSV not in files:
        out = io.BytesIO()
        per_sample.write_parquet(tables.per_sample, out)
        files[SAMPLES] = out.getvalue()
    return files


def table_files(tables: Tables) -> dict[str, bytes]:
    """The same without what is written as Parquet."""
    files = {SUITE_FILE: _toml(tables.suite)}
    for name, frame in frames_of(tables).items():
        files[f"{name}.csv"] = csv_bytes(written(name, frame))
    values = tables.per_sample
    if values is not None and values.rows <= MAX_ROWS:
        content = csv_bytes(written(PER_SAMPLE.name, per_sample.whole(values)))
        if len(content) <= MAX_BYTES:
            files[SAMPLES_CSV] = content
    return files


def text_frames(tables: Tables) -> dict[str, pd.DataFrame]:
    """The tables of a suite as frames of the texts that its files hold, every digit kept; "" is empty.

    `data.load.tables_from_frames` reads them back to the same Tables.
    """
    return {
        name: pd.DataFrame({c: [_text(v) for v in trimmed[c].tolist()] for c in trimmed.columns}, dtype="str")
        for name, trimmed in ((name, written(name, frame)) for name, frame in frames_of(tables).items())
    }


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """A frame as CSV in UTF-8: floats by their shortest exact form, NaN as an empty field, flags as yes and no."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    writer.writerows(zip(*([_text(v) for v in frame[c].tolist()] for c in frame.columns), strict=True))
    return text.getvalue().encode()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return str(value)


def _toml(suite: Suite) -> bytes:
    # JSON strings are TOML strings once the one control character that JSON lets pass is escaped
    lines = (f"{key} = {json.dumps(getattr(suite, key), ensure_ascii=False)}" for key in SUITE_KEYS)
    return "".join(f"{line}\n".replace("\x7f", "\\u007f") for line in lines).encode()
