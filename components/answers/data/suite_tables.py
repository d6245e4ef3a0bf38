"""How much a suite holds, and its tables as a reader sees them: every row with the place it comes
from."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components.answers.record import Answer, Said
from components.format import counted, joined
from components.resolved import Resolved, unweighted
from data.columns import TABLES
from data.frames import frames_of, written
from data.registry import Tables

FILE, SOURCE = "in the files", "released at"
"""The columns added to every table: file and line, and where the figures of the row were
released."""
FROM_ROW = ("published", "recoverability", "weights", "partitions")
"""The tables whose rows name their own source in `url`; elsewhere `url` leads to what the row is
about."""


@unweighted
def compute(view: Resolved) -> Tables:
    return view.tables


@dataclass(frozen=True, kw_only=True)
class SuiteTable:
    """One table of a suite.

    `holds` says what it holds (empty for a table that the schema does not know), `columns` what
    each column holds. `frame` has two more: the line of each row, counted as in the files that the
    download holds, where the header is line 1, and the address its figures come from."""

    name: str
    holds: str
    columns: Mapping[str, str]
    frame: pd.DataFrame


def suite_table(tables: Tables, name: str) -> SuiteTable:
    """Return a table with the place of every row."""
    own, schema, suite = written(name, frames_of(tables)[name]), TABLES.get(name), tables.suite
    released = (
        own["url"].replace("", suite.source_url)
        if name in FROM_ROW and "url" in own
        else suite.source_url
    )
    help_texts = {c.name: c.help for c in schema.columns} if schema else {}
    if name == "runs":
        help_texts |= {m.id: f"{m.name}, {m.better}" for m in tables.metrics}
    places = [f"{name}.csv, line {i + 2}" for i in range(len(own))]
    return SuiteTable(
        name=name,
        holds=schema.help if schema else "",
        columns={str(c): help_texts.get(str(c), "") for c in own.columns},
        frame=own.assign(**{FILE: places, SOURCE: "your file" if suite.private else released}),
    )


def lead(tables: Tables) -> list[str]:
    """Return how many runs there are, and what else there is how much of."""
    size, others = tables.size, len(tables.methods) - len(tables.candidates)
    counts = [
        counted(len(tables.metrics), "metric"),
        counted(len(tables.panels), "panel"),
        counted(len(tables.benchmarks), "benchmark"),
        *([counted(size.methods, "checkpoint")] if size.families else []),
        *([f"{counted(others, 'model')} for comparison"] if others else []),
    ]
    return [
        (
            f"{counted(tables.n_runs, 'run')} of"
            f" {counted(size.families or size.methods, 'method')}; each row names its source."
        ),
        (
            f"{counted(values(tables), 'measured value')} of {joined(counts)}; data version"
            f" {tables.data_version}."
        ),
    ]


def values(tables: Tables) -> int:
    """Return how many values were measured, in all runs and metrics."""
    return int(tables.runs[[m.id for m in tables.metrics]].notna().to_numpy().sum())


def table_sentences(table: SuiteTable, matches: int | None = None) -> list[str]:
    """Return what a table holds, and its count of rows; `matches` is how many of them a filter
    leaves."""
    rows = counted(len(table.frame), "row")
    return [
        f"{table.holds or 'A further table of the suite'}.",
        f"{rows}." if matches is None else f"{matches} of {rows} shown.",
    ]


def matching(table: SuiteTable, text: str) -> pd.DataFrame:
    """Return the rows with a cell that contains a text in any case; all rows for an empty text."""
    frame, wanted = table.frame, text.strip().casefold()
    if not wanted:
        return frame
    hits = [
        any(wanted in _written(v).casefold() for v in row)
        for row in frame.itertuples(index=False, name=None)
    ]
    return frame[hits]


def columns_table(table: SuiteTable) -> pd.DataFrame:
    """Return one row per column of the files."""
    return pd.DataFrame({"column": list(table.columns), "holds": list(table.columns.values())})


def _written(value: object) -> str:
    return "" if value is None or value != value else str(value)


COUNTS = Answer("counts", compute, lambda result, names: Said(lead(result)))
