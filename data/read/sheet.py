"""What is read of a file: a rectangle of texts with its caption, and the table that it turns out to
be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from data.columns import RUNS
from data.errors import LeaderboardError
from data.read.limits import MAX_CELLS, MAX_COLUMNS, MAX_ROWS, TABLE_CELLS, TABLE_COLUMNS

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""A value of JSON as it is read here: numbers stay texts."""
Record: TypeAlias = dict[str, Json]
PROPOSED = "taken so: "
"""How a notice begins that a reader must accept before the table is ranked."""


class FileRefused(LeaderboardError):
    """A file that cannot be read; the message says what was found and what was expected."""


@dataclass
class Rectangle:
    """Rows of texts with the place of each in its file.

    `head` is how many rows the format says are headings, `sure` whether the first row is one and
    there is no other."""

    rows: list[list[str]]
    places: list[str]
    context: str = ""
    head: int = 0
    sure: bool = False
    notices: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Sheet:
    """A table of texts with one row per run and one column per metric.

    `places` says where each row is in its file, `notices` what a reader must know of it, `context`
    is the text around it, `comma` whether commas are decimal. `suite` holds the files of a suite
    folder by name; the table is then empty. `kept` is the text that a downloaded folder holds of
    the table that it was made of."""

    name: str = ""
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    context: str = ""
    comma: bool = False
    suite: Mapping[str, str] = field(default_factory=dict)
    kept: str = ""


def from_records(
    records: Sequence[tuple[str, Mapping[str, str]]], notices: Sequence[str] = ()
) -> Rectangle:
    """Return objects of texts, each with its place, as rows under one row of their keys. Raises
    FileRefused."""
    keys = list(dict.fromkeys(key for _, record in records for key in record))
    if not keys:
        raise FileRefused("found no values, expected objects with a name and metrics")
    check_size(len(records), len(keys))
    rows = [keys, *([record.get(k, "") for k in keys] for _, record in records)]
    return Rectangle(
        rows, ["the header", *(place for place, _ in records)], sure=True, notices=list(notices)
    )


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that is larger than can be worked with. Raises FileRefused."""
    if columns > MAX_COLUMNS:
        raise FileRefused(f"found {columns:,} columns, expected at most {MAX_COLUMNS}")
    if rows > MAX_ROWS:
        raise FileRefused(f"found more than {MAX_ROWS:,} rows, expected at most {MAX_ROWS:,}")
    if rows * columns > MAX_CELLS:
        raise FileRefused(f"found more than {MAX_CELLS:,} cells, expected at most {MAX_CELLS:,}")


def check_runs(sheet: Sheet) -> Sheet:
    """Refuse more runs, columns or cells than a table of runs may have, and say what to do. Raises
    FileRefused."""
    n_columns = len(sheet.header)
    if n_columns > TABLE_COLUMNS:
        raise FileRefused(
            f"found {n_columns} columns, expected at most {TABLE_COLUMNS}: keep the names of the"
            " runs and the metrics that are to be compared"
        )
    most = RUNS.max_rows or 0
    if len(sheet.rows) <= most:
        n_cells = n_columns * len(sheet.rows)
        if n_cells > TABLE_CELLS:
            raise FileRefused(
                f"found {n_cells:,} cells, expected at most {TABLE_CELLS:,}: give the mean over"
                " the seeds, or fewer metrics"
            )
        return sheet
    columns = list(zip(*sheet.rows, strict=True))
    whole = [
        (len(set(c)), h)
        for h, c in zip(sheet.header, columns, strict=True)
        if "." not in "".join(c[:50])
    ]
    values, over = max(whole, default=(0, ""))
    mean = f"the mean over {over[:40]!r} ({values:,} values)" if values > 1 else "the mean"
    found = f"found {len(sheet.rows):,} runs, expected at most {most:,}"
    raise FileRefused(f"{found}: give {mean} of each method, benchmark and seed")


def several(places: Sequence[str], most: int = 8) -> str:
    """Return a list of places for a message, cut after eight."""
    rest = f" and {len(places) - most} more" if len(places) > most else ""
    return ", ".join(places[:most]) + rest
