"""The one form in which numbers leave: rows under described columns. `components.formats` writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from operator import itemgetter
from typing import Any, Generic, Literal, TypeVar

import pandas as pd

R = TypeVar("R")
Direction = Literal["lower", "higher"]
Kind = Literal["text", "number", "count", "flag", "p", "share", "method", "metric", "benchmark", "panel"]
"""What a column holds. Ids of the last four are labels on screen and in print, a `share` is printed in per cent."""
Place = Literal["print", "screen", "file", "screen only"]
NAMED: tuple[Kind, ...] = ("method", "metric", "benchmark", "panel")


@dataclass(frozen=True)
class Column(Generic[R]):
    """One column of rows of type R.

    id       its head in files and its key in JSON, where a dot nests: `means.FA`
    of       the cell of a row: text, number, flag or None; a tuple of these is a list in JSON, joined by | elsewhere
    head     its head on screen and in print, the id where empty
    help     one sentence on what it holds
    digits   decimals on screen and in print; None for as many as a number needs, up to six
    better   which end is best; the best is bold in print
    why      id of the column that says why a cell is empty
    spread   id of the column with its standard deviations; print joins the two
    log      whether the spread is one of base-10 logarithms: print gives the factor, 2.6e-4 ×/÷ 2.2
    place    "print" is everywhere, "screen" is on screen and in files, "file" in files only (CSV, JSON, Parquet),
             "screen only" on screen only
    """

    id: str
    of: Callable[[R], Any]
    head: str = ""
    _: KW_ONLY
    kind: Kind = "text"
    help: str = ""
    digits: int | None = 3
    unit: str = ""
    better: Direction | None = None
    why: str = ""
    spread: str = ""
    log: bool = False
    place: Place = "screen"


@dataclass(frozen=True)
class Table(Generic[R]):
    """Rows and their columns."""

    columns: tuple[Column[R], ...]
    rows: tuple[R, ...]

    def __len__(self) -> int:
        return len(self.rows)

    def at(self, *places: Place) -> Table[R]:
        """The same rows with the columns of these places."""
        return replace(self, columns=tuple(c for c in self.columns if c.place in places))

    def cells(self) -> list[tuple[Any, ...]]:
        """The cells, row by row."""
        return [tuple(column.of(row) for column in self.columns) for row in self.rows]


def table(columns: Iterable[Column[R]], rows: Iterable[R]) -> Table[R]:
    """A table of any sequences."""
    return Table(tuple(columns), tuple(rows))


def item(of: Callable[[R], Any], key: Any) -> Callable[[R], Any]:
    """The cell that is one item of what a row holds."""
    return lambda row: of(row)[key]


def attribute(of: Callable[[R], Any], name: str) -> Callable[[R], Any]:
    """The cell that is one field of what a row holds."""
    return lambda row: getattr(of(row), name)


def placed(of: Callable[[R], Any]) -> list[Column[R]]:
    """The suite and the panel of what a row holds: labels where people read, ids in files."""
    return [
        Column("suite", attribute(of, "suite"), place="file"),
        Column("suite_label", attribute(of, "suite_label"), "suite", place="print"),
        Column("panel", attribute(of, "panel"), place="file"),
        Column("panel_label", attribute(of, "panel_label"), "panel", place="print"),
    ]


def filled(rows: Sequence[R], columns: Iterable[Column[R]]) -> tuple[Column[R], ...]:
    """The columns that hold something in at least one row; all where there is no row."""
    return tuple(c for c in columns if not rows or any(c.of(row) not in (None, "", ()) for row in rows))


def of_frame(frame: pd.DataFrame, place: Place = "screen") -> Table[tuple[Any, ...]]:
    """A table that has no columns of its own, such as runs or the answer to a query: heads are ids."""
    columns: list[Column[tuple[Any, ...]]] = []
    for i, name in enumerate(map(str, frame.columns)):
        dtype = frame.dtypes.iloc[i]
        kind: Kind = "number" if pd.api.types.is_float_dtype(dtype) else "text"
        kind = "count" if pd.api.types.is_integer_dtype(dtype) else kind
        columns.append(Column(name, itemgetter(i), kind=kind, digits=None, place=place))
    cells = frame.astype(object).where(frame.notna(), None)
    return Table(tuple(columns), tuple(cells.itertuples(index=False, name=None)))
