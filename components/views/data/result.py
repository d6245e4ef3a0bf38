"""How much a suite holds, and its tables as a reader sees them: every row with the place it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from components.resolved import Resolved, reads
from components.selection import Selection
from data.columns import TABLES
from data.frames import frames_of, written
from data.registry import Tables

FILE, SOURCE = "in the files", "released at"
"""The columns added to every table: file and line, and where the figures of the row were released."""
FROM_ROW = ("published", "recoverability", "weights", "partitions")
"""The tables whose rows name their own source in `url`; elsewhere `url` leads to what the row is about."""


@dataclass(frozen=True, kw_only=True)
class DataResult:
    """What a suite holds in all; `suite` is its title, `values` counts what was measured in all runs and metrics.

    `samples` counts the values of single samples; `asked` says whether SQL can be asked of them.
    """

    suite: str
    data_version: str
    runs: int
    values: int
    metrics: int
    panels: int
    methods: int
    benchmarks: int
    samples: int
    asked: bool


@reads(weights=False)
def data(resolved: Resolved) -> DataResult:
    """The counts of a suite."""
    tables = resolved.tables
    return DataResult(
        suite=tables.suite.title,
        data_version=tables.data_version,
        runs=tables.n_runs,
        values=sum(_values(tables, m.id) for m in tables.metrics),
        metrics=len(tables.metrics),
        panels=len(tables.panels),
        methods=len(tables.methods),
        benchmarks=len(tables.benchmarks),
        samples=0 if tables.per_sample is None else tables.per_sample.rows,
        asked=not tables.suite.private,
    )


def _values(tables: Tables, metric: str) -> int:
    measured = tables.runs[metric].notna() if tables.whole is None else tables.whole[(metric, "n")]
    return int(measured.sum())


@dataclass(frozen=True, kw_only=True)
class SuiteTable:
    """One table of a suite.

    `holds` says what it holds (empty for a table that the schema does not know), `columns` what each column holds.
    `frame` has two more: the line of each row, counted as in the files that the download holds, where the header is
    line 1, and the address its figures come from.
    """

    name: str
    holds: str
    columns: Mapping[str, str]
    frame: pd.DataFrame


def suite_table(tables: Tables, name: str) -> SuiteTable:
    """A table with the place of every row."""
    own = written(name, frames_of(tables)[name])
    return _placed(tables, name, own, [f"{name}.csv, line {i + 2}" for i in range(len(own))])


def runs_wanted(chosen: Selection) -> dict[str, tuple[str, ...]]:
    """The runs of a view by its panel, benchmarks and methods, whatever its seeds."""
    return {"panel": (chosen.panel,), "benchmark": chosen.benchmarks, "method": chosen.methods}


def runs_table(tables: Tables, page: pd.DataFrame) -> SuiteTable:
    """A page of the runs of a large suite (data/run_pages.py), each row with its number among all runs."""
    places = [f"runs, row {i}" for i in page["run_id"]]
    return _placed(tables, "runs", page.drop(columns="run_id"), places)


def _placed(tables: Tables, name: str, own: pd.DataFrame, places: list[str]) -> SuiteTable:
    schema, suite = TABLES.get(name), tables.suite
    released = own["url"].replace("", suite.source_url) if name in FROM_ROW and "url" in own else suite.source_url
    help_texts = {c.name: c.help for c in schema.columns} if schema else {}
    if name == "runs":
        help_texts |= {m.id: f"{m.name}, {m.better}" for m in tables.metrics}
    return SuiteTable(
        name=name,
        holds=schema.help if schema else "",
        columns={str(c): help_texts.get(str(c), "") for c in own.columns},
        frame=own.assign(
            **{
                FILE: places,
                SOURCE: "your file" if suite.private else released,
            }
        ),
    )
