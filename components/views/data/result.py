"""The tables of a suite as a reader sees them: every row with the place it comes from."""

from __future__ import annotations

import pandas as pd

from components.resolved import Resolved
from components.text import counted, joined
from data.columns import TABLES
from data.frames import frames_of
from data.registry import Tables

FILE, SOURCE = "in the files", "released at"
"""The columns added to every table: file and line, and where the figures of the row were released."""


def overview(resolved: Resolved) -> str:
    """What there is, in a sentence."""
    tables = resolved.tables
    measured = sum(int(tables.runs[m.id].notna().sum()) for m in tables.metrics)
    counts = [
        counted(len(tables.runs), "run"),
        f"{measured} measured values of {counted(len(tables.metrics), 'metric')}",
        counted(len(tables.panels), "panel"),
        counted(len(tables.methods), "method"),
        counted(len(tables.benchmarks), "benchmark"),
    ]
    return f"{tables.suite.title} holds {joined(counts)}; data version {tables.data_version}."


def told(name: str) -> str:
    """What a table holds."""
    known = TABLES.get(name)
    return f"{known.help}." if known and known.help else "A further table of the suite."


def columns_told(resolved: Resolved, name: str) -> pd.DataFrame:
    """What each column of a table holds."""
    known = {c.name: c.help for c in TABLES[name].columns} if name in TABLES else {}
    metrics = {m.id: f"{m.name}, {m.direction} is better" for m in resolved.tables.metrics} if name == "runs" else {}
    names = [c for c in table_frame(resolved.tables, name).columns if c not in (FILE, SOURCE)]
    return pd.DataFrame({"column": names, "holds": [{**known, **metrics}.get(str(c), "") for c in names]})


def table_frame(tables: Tables, name: str) -> pd.DataFrame:
    """A table with the place of every row: its line in the files, and the address its figures come from.

    The line is counted as in the files that the download holds: the header is line 1.
    """
    frame = frames_of(tables)[name]
    derived = [c for c in ("run_id",) if name == "runs"] + (list(TABLES[name].derived) if name in TABLES else [])
    shown = frame.drop(columns=[c for c in derived if c in frame.columns])
    suite = tables.suite
    named = shown["url"].replace("", suite.source_url) if name in FROM_ROW and "url" in shown else suite.source_url
    if suite.private:
        named = "your file"
    return shown.assign(**{FILE: [f"{name}.csv, line {i + 2}" for i in range(len(shown))], SOURCE: named})


FROM_ROW = ("published", "recoverability", "weights", "partitions")
"""The tables whose rows name their own source in `url`; elsewhere `url` leads to what the row is about."""


def matching(frame: pd.DataFrame, text: str) -> pd.DataFrame:
    """The rows in which any cell, as written, contains a text; case does not matter. All rows for an empty text."""
    wanted = text.strip().casefold()
    if not wanted:
        return frame
    hits = [any(wanted in _written(v).casefold() for v in row) for row in frame.itertuples(index=False, name=None)]
    return frame[hits]


def _written(value: object) -> str:
    return "" if value is None or value != value else str(value)
