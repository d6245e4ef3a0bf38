"""A table of texts as they stand in a file: the one thing that every reader of a format makes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from components.intake.limits import MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_ROWS

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""A value of JSON as it is read here: numbers stay the texts that stand there."""
Record: TypeAlias = dict[str, Json]
_LIKE_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?|nan|inf", re.I)


class Refused(Exception):
    """A file that cannot be read; the text says what was found and what was expected."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """What the reading process is asked for: names and sizes of the files that follow, and what it may use up."""

    names: Sequence[str]
    sizes: Sequence[int]
    seconds: int
    memory: int


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the reading process gives back: a table, the files of a suite folder by name, or why it refuses.

    `samples` are the fields of `saves.Samples` of the table's runs.
    """

    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    places: Sequence[str] = ()
    notices: Sequence[str] = ()
    suite: Mapping[str, str] = field(default_factory=dict)
    samples: Sequence[Mapping[str, int | str]] = ()
    refused: str = ""


@dataclass
class Table:
    """Header and rows of equal length; `places` says where each row stands, `notices` what a reader must know."""

    header: list[str]
    rows: list[list[str]]
    places: list[str]
    notices: list[str] = field(default_factory=list)


def from_rows(lines: Iterable[tuple[str, Sequence[str]]], notices: list[str]) -> Table:
    """A table whose first row of two or more filled cells is the header. Raises Refused."""
    header: list[str] = []
    rows: list[list[str]] = []
    places: list[str] = []
    titles: list[str] = []
    short: list[str] = []
    long: list[str] = []
    for place, fields in lines:
        cells = [cut(f) for f in fields]
        if not any(cells):
            continue
        if not header:
            if sum(bool(c) for c in cells) < 2:
                titles.append(place)
                continue
            header = _trimmed(cells)
            if len(header) > MAX_COLUMNS:
                raise Refused(f"found {len(header):,} columns, expected at most {MAX_COLUMNS}")
            continue
        if len(cells) < len(header):
            short.append(place)
            cells += [""] * (len(header) - len(cells))
        elif any(cells[len(header) :]):
            long.append(place)
        rows.append(cells[: len(header)])
        places.append(place)
        check_size(len(rows), len(header))
    if not header:
        raise Refused("found no row with two or more cells, expected a row of column names above the values")
    if long:
        raise Refused(
            f"found more cells than the {len(header)} columns of the header in {several(long)}, expected as many; a "
            "decimal comma in a file separated by commas does this: separate columns by semicolons or tabs"
        )
    if not rows:
        raise Refused("found column names without any row, expected at least one row of values")
    if all(_LIKE_A_NUMBER.fullmatch(c) for c in header if c):
        raise Refused("found numbers where column names were expected: the first row must name the columns")
    if titles:
        notices.append(f"{several(titles)} was passed over: one cell only, where column names were expected")
    if short:
        notices.append(f"{several(short)} had fewer cells than the header; the ones that lack are empty")
    return Table(distinct(header, notices), rows, places, notices)


def from_records(records: Sequence[tuple[str, Mapping[str, str]]], notices: list[str]) -> Table:
    """A table from objects of texts: one column per key, in order of first appearance. Raises Refused."""
    header: dict[str, int] = {}
    for _, record in records:
        for key in record:
            header.setdefault(key, len(header))
        if len(header) > MAX_COLUMNS:
            raise Refused(f"found more than {MAX_COLUMNS} names of columns, expected at most {MAX_COLUMNS}")
    check_size(len(records), len(header))
    rows = []
    for _, record in records:
        row = [""] * len(header)
        for key, value in record.items():
            row[header[key]] = cut(value)
        rows.append(row)
    if not rows or not header:
        raise Refused("found no values, expected objects with a name and metrics")
    return Table(distinct([cut(h) for h in header], notices), rows, [p for p, _ in records], notices)


def joined(parts: Sequence[tuple[str, Table]]) -> Table:
    """The tables of several files one below the other, columns matched by their heading."""
    if len(parts) == 1:
        return parts[0][1]
    records = [
        (f"{name}, {place}", dict(zip(part.header, row, strict=True)))
        for name, part in parts
        for place, row in zip(part.places, part.rows, strict=True)
    ]
    notices = list(dict.fromkeys(f"{name}: {text}" for name, part in parts for text in part.notices))
    return from_records(records, notices)


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that is larger than can be worked with. Raises Refused."""
    if rows > MAX_ROWS:
        raise Refused(f"found more than {MAX_ROWS:,} rows, expected at most {MAX_ROWS:,}")
    if rows * columns > MAX_CELLS:
        raise Refused(f"found more than {MAX_CELLS:,} cells, expected at most {MAX_CELLS:,}")


def cut(text: str) -> str:
    """A cell as one line of text without outer blanks, cut where no name or number could be as long."""
    line = " ".join(text[: 4 * MAX_CELL].split())
    return line if len(line) <= MAX_CELL else line[:MAX_CELL] + "…"


def distinct(header: Sequence[str], notices: list[str]) -> list[str]:
    """Column names that differ: a repeated one gets a number, an empty one its place. Both are told."""
    names: list[str] = []
    for at, name in enumerate(header):
        new = name or f"column {at + 1}"
        n = 2
        while new in names:
            new = f"{name or 'column'} ({n})"
            n += 1
        if name and new != name:
            notices.append(f"the column name {name[:60]!r} stands there more than once; a further one is {new[:70]!r}")
        names.append(new)
    return names


def several(places: Sequence[str], most: int = 8) -> str:
    """A list of places for a message, cut after eight."""
    rest = f" and {len(places) - most} more" if len(places) > most else ""
    return ", ".join(places[:most]) + rest


def _trimmed(cells: list[str]) -> list[str]:
    while cells and not cells[-1]:
        cells.pop()
    return cells
