"""The cells of a table by what they are used for, while they are fixed and checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from components.intake import numbers
from components.intake.methods import Known
from components.intake.names import ASIDE, SPREADS, phrase, words
from components.intake.reading.sheet import Sheet
from components.intake.uses import LEFT_OUT, METRIC_USES, NAMES, SETTING, Use
from data.registry import REFERENCE, MethodRole

_LONGEST = 40
"""Characters of a text that may be part of a name; longer ones are remarks."""


@dataclass
class Grid:
    """Texts by use. Every list has one entry per row; `alive` says which rows still count.

    `names` has an entry for each of NAMES, empty texts where no column holds it; `metrics`, `settings` and `aside`,
    what is left out, are by column name; `asked` are metrics whose better end is an open question. `copies` are rows
    that equal an earlier one in every cell: they count once. `settled` are names accepted as new, `taken` names read as
    one the suite has, by use. `known` are the methods that suites have, `same` the addresses of the ones that a reader
    chose for a name, and `roles` what a model is to the reader, by name. `spared` are the references and originals left
    out because the suite has one, with its label; `divided` are the columns of percentages that were divided by 100.
    """

    names: dict[str, list[str]]
    uses: dict[str, Use]
    places: tuple[str, ...]
    alive: list[bool]
    copies: list[int] = field(default_factory=list)
    metrics: dict[str, list[str]] = field(default_factory=dict)
    settings: dict[str, list[str]] = field(default_factory=dict)
    aside: dict[str, list[str]] = field(default_factory=dict)
    columns: dict[str, str] = field(default_factory=dict)
    settled: dict[str, set[str]] = field(default_factory=dict)
    taken: dict[str, dict[str, str]] = field(default_factory=dict)
    known: tuple[Known, ...] = ()
    same: dict[str, str] = field(default_factory=dict)
    roles: dict[str, MethodRole] = field(default_factory=dict)
    spared: dict[str, str] = field(default_factory=dict)
    divided: set[str] = field(default_factory=set)
    asked: dict[str, list[str]] = field(default_factory=dict)

    @property
    def rows(self) -> list[int]:
        """Indices of the rows that count."""
        return [i for i, a in enumerate(self.alive) if a]

    def heading(self, name: str) -> str:
        """The heading of a column in the file, or the name of a use without a column."""
        return name if name in self.metrics else self.columns.get(name, name)

    def methods(self) -> dict[str, list[int]]:
        """The rows that count of every name of a method, in order of first appearance."""
        found: dict[str, list[int]] = {}
        for i in self.rows:
            found.setdefault(self.names["method"][i], []).append(i)
        return found

    def referenced(self, column: str) -> bool:
        """Whether a reference has a value of a metric on every panel and benchmark where it was measured."""
        measured = [i for i in self.rows if self.metrics[column][i]]
        places = {self.key(i)[:2]: False for i in measured}
        places |= {self.key(i)[:2]: True for i in measured if self.roles.get(self.names["method"][i]) == REFERENCE}
        return bool(places) and all(places.values())

    def values(self, name: str) -> list[float]:
        """The numbers of a metric column over the rows that count."""
        return numbers.values(self.metrics[name][i] for i in self.rows)

    def key(self, row: int) -> tuple[str, str, str, str]:
        """What identifies a run."""
        n = self.names
        return n["panel"][row], n["benchmark"][row], n["method"][row], n["seed"][row]

    def repeats(self) -> list[int]:
        """Rows that name the same run as an earlier one."""
        first: dict[tuple[str, ...], int] = {}
        return [i for i in self.rows if first.setdefault(self.key(i), i) != i]

    def distinguishing(self) -> list[str]:
        """The columns that differ between runs of one method on one benchmark: hyper-parameters, then other texts."""
        found = [c for c, cells in self.settings.items() if self._differs(cells)]
        for column, cells in self.aside.items():
            named = phrase(column) in ASIDE or set(words(column)) & SPREADS or column.startswith("column ")
            if not named and self._differs(cells) and max(map(len, cells)) <= _LONGEST:
                found.append(column)
        return found

    def _differs(self, cells: Sequence[str]) -> bool:
        first: dict[tuple[str, ...], str] = {}
        return any(first.setdefault(self.key(i)[:3], cells[i]) != cells[i] for i in self.rows)


def grid_of(sheet: Sheet, uses: Sequence[Use]) -> Grid:
    """The sheet by use; blanks around cells and typographic minus signs are evened out, copies of rows count once."""
    names = {n: [""] * len(sheet.rows) for n in NAMES}
    grid = Grid(names, {u.column: u for u in uses}, sheet.places, [True] * len(sheet.rows))
    first: dict[tuple[str, ...], int] = {}
    grid.copies = [i for i, row in enumerate(sheet.rows) if first.setdefault(row, i) != i]
    for i in grid.copies:
        grid.alive[i] = False
    for at, use in enumerate(uses):
        cells = [row[at] for row in sheet.rows]
        if use.use == LEFT_OUT:
            grid.aside[use.column] = cells
        elif use.use in METRIC_USES:
            (grid.asked if use.unanswered else grid.metrics)[use.column] = [numbers.plain(c) for c in cells]
        elif use.use == SETTING:
            grid.settings[use.column] = cells
        else:
            absent = use.use == "seed" and numbers.MISSING
            grid.names[use.use] = ["" if numbers.kind(c) == absent else c for c in cells]
            grid.columns[use.use] = use.column
    return grid
