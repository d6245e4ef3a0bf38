"""From Tables back to the files of a suite folder: a download that `python -m data.check`
accepts."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from data.columns import SUITE_KEYS
from data.frames import frames_of, written
from data.plain import toml_text
from data.raw_files import SUITE_FILE
from data.registry import Tables


def suite_files(tables: Tables) -> dict[str, bytes]:
    """Return suite.toml and one CSV file per table, as bytes by file name.

    Floats have their shortest exact form, NaN is an empty field, flags are yes and no.
    """
    record = {key: getattr(tables.suite, key) for key in SUITE_KEYS}
    return as_files(record, text_frames(tables))


def as_files(
    suite: Mapping[str, str | int], frames: Mapping[str, pd.DataFrame]
) -> dict[str, bytes]:
    """Return the keys of suite.toml and frames of texts by table as the files of a folder."""
    content_of_file = {SUITE_FILE: toml_text(suite).encode()}
    for table_name, frame in frames.items():
        content_of_file[f"{table_name}.csv"] = frame.to_csv(
            index=False, lineterminator="\n"
        ).encode()
    return content_of_file


def text_frames(tables: Tables, *table_names: str) -> dict[str, pd.DataFrame]:
    """Return the tables of a suite, all or those of `table_names`, as frames of texts; "" is
    empty."""
    frames = {}
    for table_name, frame in frames_of(tables).items():
        if table_name in table_names or not table_names:
            frames[table_name] = written(table_name, frame).astype(object).map(_text).astype("str")
    return frames


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if pd.isna(value):
        return ""
    return repr(value) if isinstance(value, float) else str(value)
