"""How much a suite holds, and its tables as a reader sees them: every row with the place it comes
from."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components.answers.record import Answer, Said
from components.format import counted, joined, verb
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


def suite_table(tables: Tables, table_name: str) -> SuiteTable:
    """Return a table with the place of every row."""
    frame = written(table_name, frames_of(tables)[table_name])
    schema = TABLES.get(table_name)
    help_of_column = {}
    if schema is not None:
        help_of_column = {column.name: column.help for column in schema.columns}
    if table_name == "runs":
        for metric in tables.metrics:
            help_of_column[metric.id] = f"{metric.name}, {metric.better}"
    source: pd.Series | str = tables.suite.source_url
    if tables.suite.private:
        source = "your file"
    elif table_name in FROM_ROW and "url" in frame:
        source = frame["url"].replace("", tables.suite.source_url)
    places = [f"{table_name}.csv, line {row_index + 2}" for row_index in range(len(frame))]
    return SuiteTable(
        name=table_name,
        holds="" if schema is None else schema.help,
        columns={column: help_of_column.get(column, "") for column in map(str, frame.columns)},
        frame=frame.assign(**{FILE: places, SOURCE: source}),
    )


def suite_lines(tables: Tables) -> list[str]:
    """Return how many runs there are, and what else there is how much of."""
    suite_size = tables.size
    n_compared = len(tables.methods) - len(tables.candidates)
    counts = [
        counted(len(tables.metrics), "metric"),
        counted(len(tables.panels), "panel"),
        counted(len(tables.benchmarks), "benchmark"),
    ]
    if suite_size.families:
        counts.append(counted(suite_size.methods, "checkpoint"))
    methods = counted(suite_size.families or suite_size.methods, "method")
    if n_compared:
        are = verb(n_compared, "is", "are")
        methods += f" and {counted(n_compared, 'model')} that {are} never ranked"
    n_values = int(tables.runs[[metric.id for metric in tables.metrics]].notna().to_numpy().sum())
    return [
        f"{counted(tables.n_runs, 'run')} of {methods}; each row names its source.",
        (
            f"{counted(n_values, 'measured value')} of {joined(counts)}; data version"
            f" {tables.data_version}."
        ),
    ]


def table_sentences(table: SuiteTable, n_shown: int | None = None) -> list[str]:
    """Return what a table holds, and its count of rows; `n_shown` is how many of them a filter
    leaves."""
    rows = counted(len(table.frame), "row")
    return [
        f"{table.holds or 'A further table of the suite'}.",
        f"{rows}." if n_shown is None else f"{n_shown} of {rows} shown.",
    ]


def matching(table: SuiteTable, wanted_text: str) -> pd.DataFrame:
    """Return the rows with a cell that contains a text in any case; all rows for an empty text."""
    wanted = wanted_text.strip().casefold()
    if not wanted:
        return table.frame
    cell_values = table.frame.astype(object).where(table.frame.notna(), "")
    has_text = cell_values.map(lambda cell_value: wanted in str(cell_value).casefold())
    return table.frame[has_text.any(axis=1)]


def columns_table(table: SuiteTable) -> pd.DataFrame:
    """Return one row per column of the files."""
    return pd.DataFrame({"column": list(table.columns), "holds": list(table.columns.values())})


COUNTS = Answer("counts", compute, lambda result, labels: Said(suite_lines(result)))
