"""A table of texts as they stand in a file: the one thing that every reader of a format makes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from components.intake.limits import MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_ROWS

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""A value of JSON as it is read here: numbers stay the texts that stand there."""
Record: TypeAlias = dict[str, Json]
LOOKED_AT = 4
"""Rows that are looked at together to find the header."""
_VALUE = re.compile(r"[+\-−–]?\s*[.,]?[0-9].*|nan\Z|n/?a\Z|[-–—]\Z", re.I)
"""How a cell begins that holds a value, or nothing."""
_LIKE_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?|nan|inf", re.I)


class Refused(Exception):
    """A file that cannot be read; the text says what was found and what was expected."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """What the reading process is asked for: names and sizes of the files that follow, and what it may use up."""

    names: Sequence[str]
    sizes: Sequence[int]
    seconds: float
    memory: int


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the reading process gives back: a table, the files of a suite folder by name, or why it refuses.

    `above` is that of Table, `samples` are the fields of `saves.Samples` of the table's runs.
    """

    header: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    places: Sequence[str] = ()
    notices: Sequence[str] = ()
    above: Sequence[str] = ()
    suite: Mapping[str, str] = field(default_factory=dict)
    samples: Sequence[Mapping[str, int | str]] = ()
    refused: str = ""


@dataclass
class Table:
    """Header and rows of equal length; `places` says where each row stands, `notices` what a reader must know.

    `above` is the heading over several columns that the name of each begins with, "" for a column without one.
    """

    header: list[str]
    rows: list[list[str]]
    places: list[str]
    notices: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)


def from_rows(lines: Iterable[tuple[str, Sequence[str]]], notices: list[str], levels: int = 0) -> Table:
    """A table whose first row of two or more filled cells is the header, with the row below it where that names columns
    too; `levels` says how many rows do where the format marks them. Raises Refused.
    """
    rows: list[list[str]] = []
    places: list[str] = []
    titles: list[str] = []
    short: list[str] = []
    long: list[str] = []
    head: list[tuple[str, list[str]]] = []
    columns: Columns | None = None

    def keep(place: str, cells: list[str], wide: int) -> None:
        if len(cells) < wide:
            short.append(place)
            cells = cells + [""] * (wide - len(cells))
        elif any(cells[wide:]):
            long.append(place)
        rows.append(cells[:wide])
        places.append(place)
        check_size(len(rows), wide)

    def begin() -> Columns:
        found = columns_of([cells for _, cells in head], levels)
        for place, cells in head[found.levels :]:
            keep(place, cells, len(found.names))
        return found

    for place, fields in lines:
        cells = [cut(f) for f in fields]
        if not any(cells):
            continue
        if columns is not None:
            keep(place, cells, len(columns.names))
            continue
        if not head and sum(bool(c) for c in cells) < 2:
            titles.append(place)
            levels -= 1
            continue
        head.append((place, cells))
        if len(head) == 1 and len(_trimmed(list(cells))) > MAX_COLUMNS:
            raise Refused(f"found {len(_trimmed(list(cells))):,} columns, expected at most {MAX_COLUMNS}")
        if len(head) == LOOKED_AT:
            columns = begin()
    if not head:
        raise Refused("found no row with two or more cells, expected a row of column names above the values")
    columns = columns or begin()
    header = columns.names
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
    return Table(distinct(header, notices), rows, places, notices, columns.above)


@dataclass(frozen=True)
class Columns:
    """What the first rows of a table name: `above` is the heading over several columns, "" where a column has none."""

    names: list[str]
    above: list[str]
    levels: int


def columns_of(head: Sequence[Sequence[str]], levels: int = 0) -> Columns:
    """Column names from the first rows of a table: from one of them, or from two of which the upper spans columns.

    Where nothing marks them (`levels` 0), the second row names columns too if the first leaves some empty or names
    several alike, the second names those in words, and below them stand numbers. A further row that fills its first
    cell alone names that column: so pandas writes the name of an index.
    """
    marked = min(levels, len(head))
    if marked > 1:
        index = head[marked - 1][0] if _alone(head[marked - 1]) else ""
        rows = head[: marked - 1] if index else head[:marked]
        names, above = (
            _two([" ".join(dict.fromkeys(c)).strip() for c in _columns(rows[:-1])], rows[-1])
            if len(rows) > 1
            else (_trimmed(list(rows[0])), [])
        )
        names = [index or names[0], *names[1:]]
        return Columns(names, above or [""] * len(names), marked)
    first = _trimmed(list(head[0]))
    plain = Columns(first, [""] * len(first), 1)
    if len(head) < 3 or not any(head[1]):
        return plain
    names, above = _two(head[0], head[1])
    under = [i for i, a in enumerate(above) if a]
    index = head[2][0] if _alone(head[2]) and len(head) > 3 else ""
    values = head[3] if index else head[2]
    numeric = sum(i < len(values) and _VALUE.match(values[i]) is not None for i in under)
    named = not any(_VALUE.match(head[1][i]) for i in under)
    if len(under) < 2 or len({above[i] for i in under}) == len(under) or not named or 2 * numeric < len(under):
        return plain
    return Columns([index or names[0], *names[1:]], above, 3 if index else 2)


def _alone(row: Sequence[str]) -> bool:
    return bool(row) and bool(row[0]) and not any(row[1:])


def _columns(rows: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    return list(itertools.zip_longest(*rows, fillvalue=""))


def _two(upper: Sequence[str], lower: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names from two rows, and what of each stands in the upper one: it reaches over the empty cells to its right."""
    above: list[str] = []
    names: list[str] = []
    for a, b in _columns([_trimmed(list(upper)), _trimmed(list(lower))]):
        above.append("" if not b or a == b else a or (above[-1] if above else ""))
        names.append(f"{above[-1]} {b}" if above[-1] else b or a)
    return names, above


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
