"""Rows under described columns: the one form in which numbers reach screen, print and files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from operator import attrgetter, itemgetter
from typing import Any, Generic, Literal, TypeGuard, TypeVar

import pandas as pd

from components.format import UNDEFINED, Plain, number, p_value, percent, to_plain
from components.words import Labels

R = TypeVar("R")
BetterEnd = Literal["lower", "higher"]
CellKind = Literal[
    "text", "number", "count", "flag", "p", "share", "method", "metric", "benchmark", "panel"
]
"""What a column holds. Ids of the last four are labels on screen and in print, a `share` is printed
in per cent."""
Medium = Literal["print", "screen", "file", "screen only"]
IN_FILES: tuple[Medium, ...] = ("print", "screen", "file")
ON_SCREEN: tuple[Medium, ...] = ("print", "screen", "screen only")


@dataclass(frozen=True)
class Link:
    """Where a cell leads: a page by its name, this one if empty, with these choices; `url` is an
    outside address."""

    page: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    url: str = ""


@dataclass(frozen=True)
class Column(Generic[R]):
    """One column of rows of type R.

    id       its head in files and its key in JSON, where a dot nests: `means.FA`
    holds    the cell of a row: text, number, flag or None; a tuple of these is a list in JSON,
             joined by | elsewhere. A function, or the path of the field that holds the cell
             (`interval.low`); the field that is called as the column, if not given
    head     its head on screen and in print, the id where empty
    help     one sentence on what it holds
    digits   decimals on screen and in print; None for as many as a number needs, up to six
    better   which end is best; the best is bold in print
    judged   what the best is judged by where it is no end of the cells, such as closeness to a
             target: the highest is best
    why      id of the column that says why a cell is empty
    spread   id of the column with its standard deviations; print joins the two
    log      whether the spread is one of base-10 logarithms: print gives the factor, 2.6e-4 ×/÷ 2.2
    link     where the cell leads on screen; methods and metrics lead to their pages by themselves
    place    "print" is everywhere, "screen" is on screen and in files, "file" in files only (CSV,
             JSON, Parquet), "screen only" on screen only
    """

    id: str
    holds: Callable[[R], Any] | str = ""
    head: str = ""
    _: KW_ONLY
    kind: CellKind = "text"
    help: str = ""
    digits: int | None = 3
    unit: str = ""
    better: BetterEnd | None = None
    judged: Callable[[R], float | None] | None = None
    why: str = ""
    spread: str = ""
    log: bool = False
    link: Callable[[R], Link | None] | None = None
    place: Medium = "print"

    def cell(self, row: R) -> Any:
        """Return the cell of a row."""
        if callable(self.holds):
            return self.holds(row)
        return attrgetter(self.holds or self.id)(row)


number_column = partial(Column[Any], kind="number")
count_column = partial(Column[Any], kind="count")
flag_column = partial(Column[Any], kind="flag")
share_column = partial(Column[Any], kind="share")
p_column = partial(Column[Any], kind="p")
"""Columns of these kinds; all else is as in a column."""


@dataclass(frozen=True)
class BesideRow:
    """A row that is drawn for comparison, before the row of an index, with its cells by column."""

    before: int
    cells: Mapping[str, Any]


@dataclass(frozen=True)
class Caption:
    """What stands above a table in a paper, and the label by which its text refers to it."""

    text: str
    label: str


@dataclass(frozen=True)
class Table(Generic[R]):
    """Rows under columns.

    first    how many rows are seen before a line opens the others, None for the usual
    beside   rows that screen and print have besides, and files have not
    caption  of a table that papers take
    joins    the id of a column whose cells one line lists on a page where rows are alike in all
             others
    """

    columns: tuple[Column[R], ...]
    rows: tuple[R, ...]
    first: int | None = None
    beside: tuple[BesideRow, ...] = ()
    caption: Caption | None = None
    joins: str = ""

    def __len__(self) -> int:
        return len(self.rows)

    def drawn(self) -> Table[Any]:
        """Return the table as screen and print have it: the rows beside it in their places."""
        if not self.beside:
            return self
        rows: list[R | BesideRow] = []
        for row_index in range(len(self.rows) + 1):
            rows += [row for row in self.beside if row.before == row_index]
            rows += self.rows[row_index : row_index + 1]
        columns = [_with_rows_beside(column) for column in self.columns]
        drawn_rows: Any = tuple(rows)
        return replace(self, columns=tuple(columns), rows=drawn_rows, beside=())

    def at(self, *places: Medium) -> Table[R]:
        """Return the table with the columns of these places."""
        columns = [column for column in self.columns if column.place in places]
        return replace(self, columns=tuple(columns))

    def cells(self) -> list[tuple[Any, ...]]:
        """Return the cells, row by row."""
        return [tuple(column.cell(row) for column in self.columns) for row in self.rows]


def _with_rows_beside(column: Column[Any]) -> Column[Any]:
    """Return a column that knows the cells of rows beside a table too."""

    def cell(row: Any) -> Any:
        return row.cells.get(column.id) if isinstance(row, BesideRow) else column.cell(row)

    def link(row: Any) -> Link | None:
        if column.link is None or isinstance(row, BesideRow):
            return None
        return column.link(row)

    return replace(column, holds=cell, link=link)


def table(rows: Iterable[R], *columns: Column[R]) -> Table[R]:
    """Return a table of any rows under these columns."""
    return Table(columns, tuple(rows))


def item(path: str, item_key: Any) -> Callable[[Any], Any]:
    """Return the function of a row that gives one item of what its field holds."""
    return lambda row: attrgetter(path)(row)[item_key]


def placed(link_of: Callable[[R], Link | None] | None = None) -> list[Column[R]]:
    """Return columns of the suite and the panel of a row: labels on screen, with a link, ids in
    files."""
    return [
        Column("suite", place="file"),
        Column("suite_label", head="suite"),
        Column("panel", place="file"),
        Column("panel_label", head="panel", link=link_of),
    ]


def filled(rows: Sequence[R], columns: Iterable[Column[R]]) -> tuple[Column[R], ...]:
    """Return the columns that hold something in at least one row, all if there is no row."""
    if not rows:
        return tuple(columns)
    filled_columns = []
    for column in columns:
        if any(to_plain(column.cell(row)) not in (None, "", []) for row in rows):
            filled_columns.append(column)
    return tuple(filled_columns)


def of_frame(frame: pd.DataFrame) -> Table[tuple[Any, ...]]:
    """Return a frame (runs, the answer to a query) as a table; heads are ids."""
    kind_of_dtype: dict[str, CellKind] = {"f": "number", "i": "count", "u": "count"}
    columns: list[Column[tuple[Any, ...]]] = []
    for column_index, (column_name, column_dtype) in enumerate(frame.dtypes.items()):
        cell_kind = kind_of_dtype.get(column_dtype.kind, "text")
        columns.append(
            Column(
                str(column_name),
                itemgetter(column_index),
                kind=cell_kind,
                digits=None,
                place="screen",
            )
        )
    cells = frame.astype(object).where(frame.notna(), None)
    return table(cells.itertuples(index=False, name=None), *columns)


def facts_of(content: Mapping[str, object]) -> Table[tuple[str, Any]]:
    """Return single facts as a table of names and values; matrices and mappings are left out."""
    facts = []
    for fact_name, value in content.items():
        plain_value = to_plain(value)
        if is_flat_list(plain_value) or not isinstance(plain_value, (list, dict)):
            facts.append((fact_name, plain_value))
    return table(
        facts,
        Column("name", itemgetter(0), place="screen"),
        Column("value", itemgetter(1), place="screen"),
    )


def is_flat_list(value: object) -> TypeGuard[list[Any]]:
    """Return whether a value is a list that holds neither lists nor mappings."""
    return isinstance(value, list) and not any(isinstance(e, (list, dict)) for e in value)


def records(table: Table[Any]) -> list[Plain]:
    """Return a table as JSON: one mapping per row, by id; a dot in an id nests."""
    columns = table.at(*IN_FILES).columns
    rows: list[Plain] = []
    for row in table.rows:
        record: dict[str, Any] = {}
        for column in columns:
            *outer_keys, last_key = column.id.split(".")
            nested_record = record
            for outer_key in outer_keys:
                nested_record = nested_record.setdefault(outer_key, {})
            nested_record[last_key] = to_plain(column.cell(row))
        rows.append(record)
    return rows


def cell_text(column: Column[Any], cell: Any, labels: Labels) -> str:
    """Return a cell as it is printed: ids by their labels, numbers with the decimals of the
    column."""
    if isinstance(cell, (list, tuple)):
        return ", ".join(cell_text(column, entry, labels) for entry in cell)
    plain_value = to_plain(cell)
    if plain_value is None or plain_value == "":
        return UNDEFINED
    if isinstance(plain_value, bool):
        return "yes" if plain_value else "no"
    if isinstance(plain_value, str):
        return _label(column.kind, plain_value, labels)
    assert isinstance(plain_value, (int, float))
    if column.kind == "p":
        return p_value(plain_value)
    if column.kind == "share":
        return percent(plain_value)
    if isinstance(plain_value, int):
        return number(plain_value, 0)
    if column.digits is None:
        return f"{plain_value:.6g}".replace("-", "−")
    return number(plain_value, column.digits)


def _label(kind: CellKind, identifier: str, labels: Labels) -> str:
    """Return the label of an id, other text as it is."""
    labels_by_kind: dict[str, Mapping[str, str]] = {
        "method": labels.methods,
        "metric": labels.metrics,
        "benchmark": labels.benchmarks,
        "panel": labels.panels,
    }
    return labels_by_kind.get(kind, {}).get(identifier, identifier)


def head(column: Column[Any]) -> str:
    """Return the head of a column on screen and in print."""
    column_head = column.head or column.id
    return f"{column_head} ({column.unit})" if column.unit else column_head


def numeric(column: Column[Any]) -> bool:
    """Return whether a column holds numbers, which are set to the right."""
    return column.kind in ("number", "count", "p", "share")
