"""What the data page says in words."""

from __future__ import annotations

from components.text import counted, joined, thousands
from components.views.data.result import DataResult, SuiteTable


def lead(result: DataResult) -> list[str]:
    """What the numbers are made of, then how much there is of it."""
    counts = [
        counted(result.metrics, "metric"),
        counted(result.panels, "panel"),
        counted(result.benchmarks, "benchmark"),
    ]
    return [
        f"{result.suite}: {counted(result.runs, 'run')} of {counted(result.methods, 'method')}, each row with the file "
        "and line it comes from.",
        f"{counted(result.values, 'measured value')} of {joined(counts)}; data version {result.data_version}.",
        *([_samples(result)] if result.samples else []),
    ]


def _samples(result: DataResult) -> str:
    """Where the values of single samples are found: they are too many for a table on a page."""
    ask = ", and SQL has them as per_sample" if result.asked else ""
    return f"{thousands(result.samples)} values of single samples: Head to head on Stability compares by them{ask}."


def table_sentences(table: SuiteTable, matches: int | None = None) -> list[str]:
    """What a table holds, and how many rows it has; `matches` counts those that a filter leaves."""
    rows = counted(len(table.frame), "row")
    return [
        f"{table.holds or 'A further table of the suite'}.",
        f"{rows}." if matches is None else f"{matches} of {rows} shown.",
    ]


def page_sentence(table: SuiteTable, first: int, matches: int) -> str:
    """Which of the runs that match the filters a page shows, from the `first` of them on."""
    if not len(table.frame):
        return "No run matches these filters."
    places = f"{thousands(first)} to {thousands(first + len(table.frame) - 1)}"
    return f"Runs {places} of {thousands(matches)}, in the order of the files."
