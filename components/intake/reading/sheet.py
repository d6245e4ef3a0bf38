"""A table of texts from a file: what every reader of a format returns."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TypeAlias

from components.errors import LeaderboardError
from components.intake.limits import MAX_CELL, MAX_CELLS, MAX_COLUMNS, MAX_ROWS

Json: TypeAlias = "bool | str | list[Json] | dict[str, Json] | None"
"""A value of JSON as it is read here: numbers stay texts."""
Record: TypeAlias = dict[str, Json]
Lines: TypeAlias = Iterable[tuple[str, Sequence[str]]]
"""Where each row is in its file, and its cells."""
_VALUE = re.compile(r"[+\-−–]?\s*[.,]?[0-9].*|nan\Z|n/?a\Z|[-–—]\Z", re.I)
"""How a cell begins that holds a value, or nothing."""
MOST_LEVELS = 4
"""Rows that may name columns."""
SECTION = "section"
"""The name of a column for the texts of rows that one cell fills."""
_LIKE_A_NUMBER = re.compile(r"[+-]?[.,]?[0-9][0-9.,]*(?:[eE][+-]?[0-9]+)?|nan|inf", re.I)


class FileRefused(LeaderboardError):
    """A file that cannot be read; the message says what was found and what was expected."""


@dataclass(frozen=True)
class Sheet:
    """A table of texts: `places` says where each row is in its file, `notices` what a reader must know of it.

    `suite` holds the files of a suite folder by name if the upload is one; the table is then empty.
    `above` is the heading over several columns that the name of each begins with, "" for a column without one.
    """

    name: str = ""
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    suite: Mapping[str, str] = field(default_factory=dict)
    above: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The sheet as the reading process sends it."""
        return json.dumps(vars(self))


def from_json(text: bytes) -> Sheet:
    """The sheet that the reading process sent. Raises FileRefused if it sent a refusal."""
    sent = json.loads(text)
    if "refused" in sent:
        raise FileRefused(sent["refused"])
    header, places, notices, above = (tuple(sent[k]) for k in ("header", "places", "notices", "above"))
    return Sheet("", header, tuple(map(tuple, sent["rows"])), places, notices, sent["suite"], above)


def from_rows(lines: Lines, notices: Sequence[str] = (), levels: int = 0) -> Sheet:
    """A table whose first row of two or more filled cells is the header, with the row below it if that names columns
    too; `levels` is the number of header rows if the format marks them. Raises FileRefused.
    """
    filled: list[tuple[str, list[str]]] = []
    for place, fields in lines:
        cells = [cut(f) for f in fields]
        if any(cells):
            filled.append((place, cells))
            check_size(len(filled) - 1, 1)
    start = next((i for i, (_, cells) in enumerate(filled) if sum(map(bool, cells)) > 1), None)
    if start is None:
        raise FileRefused("found no row with two or more cells, expected a row of column names above the values")
    names, above, used = _names([cells for _, cells in filled[start : start + MOST_LEVELS]], levels - start)
    titles, body, wide = filled[:start], filled[start + used :], len(names)
    check_columns(wide)
    check_size(len(body), wide)
    if long := [place for place, cells in body if any(cells[wide:])]:
        raise FileRefused(
            f"found more cells than the {wide} columns of the header in {several(long)}, expected as many; a decimal "
            "comma in a file separated by commas does this: separate columns by semicolons or tabs"
        )
    if not body:
        raise FileRefused("found column names without any row, expected at least one row of values")
    if all(_LIKE_A_NUMBER.fullmatch(c) for c in names if c):
        raise FileRefused("found numbers where column names were expected: the first row must name the columns")
    notices = list(notices)
    if titles:
        places = several([place for place, _ in titles])
        notices.append(f"{places} was passed over: one cell only, where column names were expected")
    if short := [place for place, cells in body if len(cells) < wide]:
        notices.append(f"{several(short)} had fewer cells than the header; the missing ones are empty")
    header = distinct(names, notices)
    rows = tuple((*cells[:wide], *[""] * (wide - len(cells))) for _, cells in body)
    return Sheet("", header, rows, tuple(place for place, _ in body), tuple(notices), above=tuple(above))


def _names(head: Sequence[Sequence[str]], levels: int) -> tuple[list[str], list[str], int]:
    """Column names from the first rows of a table, the heading above each, and how many rows these are.

    A further row that fills its first cell alone names that column: so pandas writes the name of an index.
    """
    used = min(levels, len(head)) if levels > 1 else _header_rows(head)
    index = head[used - 1][0] if used > 1 and _alone(head[used - 1]) else ""
    *upper, lower = head[: used - bool(index)]
    names, above = _joined_heads([" ".join(dict.fromkeys(c)).strip() for c in zip_longest(*upper, fillvalue="")], lower)
    return [index or names[0], *names[1:]], above, used


def _header_rows(head: Sequence[Sequence[str]]) -> int:
    """How many rows name columns if the format does not say.

    The second one does if the first leaves some empty or names several alike, the second names those in words, and
    below them are numbers.
    """
    if len(head) < 3:
        return 1
    used = 3 if len(head) > 3 and _alone(head[2]) else 2
    _, above = _joined_heads(head[0], head[1])
    under = [i for i, a in enumerate(above) if a]
    in_words = not any(_VALUE.match(head[1][i]) for i in under)
    numeric = sum(i < len(head[used]) and _VALUE.match(head[used][i]) is not None for i in under)
    spanning = len(under) > len({above[i] for i in under})
    return used if spanning and in_words and 2 * numeric >= len(under) else 1


def _alone(row: Sequence[str]) -> bool:
    return bool(row[0]) and not any(row[1:])


def _joined_heads(upper: Sequence[str], lower: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names from two rows, and the upper part of each: an upper cell reaches over the empty ones to its right."""
    above: list[str] = []
    names: list[str] = []
    for a, b in zip_longest(_trimmed(upper), _trimmed(lower), fillvalue=""):
        over = a.removesuffix(b).strip()  # without what names this column alone over several rows
        above.append("" if not b or a == b else over or (above[-1] if above else ""))
        names.append(f"{above[-1]} {b}" if above[-1] else b or a)
    return names, above


def _trimmed(cells: Sequence[str]) -> Sequence[str]:
    return cells[: max((i for i, c in enumerate(cells, 1) if c), default=0)]


def from_records(records: Sequence[tuple[str, Mapping[str, str]]], notices: Sequence[str] = ()) -> Sheet:
    """A table from objects of texts: one column per key, in order of first appearance. Raises FileRefused."""
    keys = dict.fromkeys(key for _, record in records for key in record)
    if not keys:
        raise FileRefused("found no values, expected objects with a name and metrics")
    check_columns(len(keys))
    check_size(len(records), len(keys))
    notices = list(notices)
    header = distinct([cut(k) for k in keys], notices)
    rows = tuple(tuple(cut(record.get(k, "")) for k in keys) for _, record in records)
    return Sheet("", header, rows, tuple(place for place, _ in records), tuple(notices))


def joined(parts: Sequence[tuple[str, Sheet]]) -> Sheet:
    """The tables of several files one below the other, columns matched by their heading. Raises FileRefused."""
    if len(parts) == 1:
        return parts[0][1]
    records = [
        (f"{name}, {place}", dict(zip(part.header, row, strict=True)))
        for name, part in parts
        for place, row in zip(part.places, part.rows, strict=True)
    ]
    return from_records(records, [f"{name}: {text}" for name, part in parts for text in part.notices])


def check_columns(columns: int) -> None:
    """Refuse a table that is wider than can be worked with. Raises FileRefused."""
    if columns > MAX_COLUMNS:
        raise FileRefused(f"found {columns:,} columns, expected at most {MAX_COLUMNS}")


def check_size(rows: int, columns: int) -> None:
    """Refuse a table that is larger than can be worked with. Raises FileRefused."""
    if rows > MAX_ROWS:
        raise FileRefused(f"found more than {MAX_ROWS:,} rows, expected at most {MAX_ROWS:,}")
    if rows * columns > MAX_CELLS:
        raise FileRefused(f"found more than {MAX_CELLS:,} cells, expected at most {MAX_CELLS:,}")


def cut(text: str) -> str:
    """A cell as one line of text without outer blanks, cut where no name or number could be as long."""
    line = " ".join(text[: 4 * MAX_CELL].split())
    return line if len(line) <= MAX_CELL else line[:MAX_CELL] + "…"


def distinct(header: Sequence[str], notices: list[str]) -> tuple[str, ...]:
    """Column names that differ: a repeated one gets a number, which a notice says, an empty one its place."""
    names: dict[str, None] = {}
    for at, name in enumerate(header, 1):
        new, n = name or f"column {at}", 2
        while new in names:
            new, n = f"{name or 'column'} ({n})", n + 1
        if name and new != name:
            notices.append(f"the column name {name[:60]!r} is there more than once; a further one is {new[:70]!r}")
        names[new] = None
    return tuple(names)


def several(places: Sequence[str], most: int = 8) -> str:
    """A list of places for a message, cut after eight."""
    rest = f" and {len(places) - most} more" if len(places) > most else ""
    return ", ".join(places[:most]) + rest
