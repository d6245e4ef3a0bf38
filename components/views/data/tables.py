"""Rows of a table of the suite that contain a text, and what its columns hold."""

from __future__ import annotations

import pandas as pd

from components.views.data.result import SuiteTable


def matching(table: SuiteTable, text: str) -> pd.DataFrame:
    """The rows in which any cell, as written, contains a text; case does not matter. All rows for an empty text."""
    frame, wanted = table.frame, text.strip().casefold()
    if not wanted:
        return frame
    hits = [any(wanted in _written(v).casefold() for v in row) for row in frame.itertuples(index=False, name=None)]
    return frame[hits]


def columns_table(table: SuiteTable) -> pd.DataFrame:
    """One row per column of the files."""
    return pd.DataFrame({"column": list(table.columns), "holds": list(table.columns.values())})


def _written(value: object) -> str:
    return "" if value is None or value != value else str(value)
