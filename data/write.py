"""From Tables back to the files of a suite folder: a download that `python -m data.check` accepts."""

import io
from typing import Any

import pandas as pd

from data import per_sample
from data.columns import PER_SAMPLE, SUITE_KEYS
from data.files import MAX_BYTES, MAX_ROWS, PARQUET, SUITE_FILE
from data.frames import frames_of, written
from data.plain import toml_text
from data.registry import Tables

SAMPLES, SAMPLES_CSV = f"{PER_SAMPLE.name}{PARQUET}", f"{PER_SAMPLE.name}.csv"


def suite_files(tables: Tables) -> dict[str, bytes]:
    """suite.toml and one CSV file per table, as bytes by file name. Every number keeps all its digits.

    Values of single samples that are too many for CSV come in Parquet.
    """
    files = table_files(tables)
    if tables.per_sample is not None and SAMPLES_CSV not in files:
        out = io.BytesIO()
        per_sample.write_parquet(tables.per_sample, out)
        files[SAMPLES] = out.getvalue()
    return files


def table_files(tables: Tables) -> dict[str, bytes]:
    """The same without what is written as Parquet."""
    files = {SUITE_FILE: toml_text({key: getattr(tables.suite, key) for key in SUITE_KEYS}).encode()}
    for name, frame in frames_of(tables).items():
        files[f"{name}.csv"] = csv_bytes(written(name, frame))
    values = tables.per_sample
    if values is not None and values.rows <= MAX_ROWS:
        content = csv_bytes(written(PER_SAMPLE.name, per_sample.whole(values)))
        if len(content) <= MAX_BYTES:
            files[SAMPLES_CSV] = content
    return files


def text_frames(tables: Tables, *names: str) -> dict[str, pd.DataFrame]:
    """The tables of a suite, all or those of `names`, as frames of the texts that its files hold; "" is empty."""
    return {
        name: text_frame(written(name, frame))
        for name, frame in frames_of(tables).items()
        if name in names or not names
    }


def text_frame(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame of the texts that a file of it holds."""
    return pd.DataFrame({c: [_text(v) for v in frame[c].tolist()] for c in frame.columns}, dtype="str")


def csv_bytes(frame: pd.DataFrame) -> bytes:
    """A frame as CSV in UTF-8: floats by their shortest exact form, NaN as an empty field, flags as yes and no."""
    return text_frame(frame).to_csv(index=False, lineterminator="\n").encode()


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if value != value else repr(value)
    return str(value)
