"""A table as its rules see it: the cells of each column as texts and as numbers, and what its rows
are."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from components.intake.known import Known
from data.read.cells import Number, missing, read
from data.read.sheet import Sheet


@dataclass(eq=False)
class Facts:
    """A sheet with what is known. `names` and `roles` are those of the rows, set once the method
    column is found."""

    sheet: Sheet
    known: Known
    names: Sequence[str] = ()
    roles: dict[str, str] = field(default_factory=dict)
    renamed: dict[str, str] = field(default_factory=dict)
    unmeasured: frozenset[str] = frozenset()
    _numbers: dict[str, list[Number]] = field(default_factory=dict)

    @cached_property
    def cells(self) -> dict[str, tuple[str, ...]]:
        columns = zip(*self.sheet.rows, strict=True)
        return dict(zip(self.sheet.header, columns, strict=True))

    def forget(self) -> None:
        """Drop what can be computed of the sheet again."""
        self.__dict__.pop("cells", None)
        self._numbers.clear()

    def numbers(self, name: str) -> list[Number]:
        if name not in self._numbers:
            self._numbers[name] = [read(c, self.sheet.comma) for c in self.cells[name]]
        return self._numbers[name]

    def values(self, name: str, role: str = "") -> list[float]:
        """Return the numbers of a column, or of its rows of one role."""
        found = self.numbers(name)
        if role:
            found = [
                n for n, own in zip(found, self.names, strict=True) if self.roles.get(own) == role
            ]
        return [n.value for n in found if n.value is not None]

    def texts(self, name: str) -> list[str]:
        """Return the different cells of a column that hold something, in order."""
        return [c for c in dict.fromkeys(self.cells[name]) if not missing(c)]

    def numeric(self, name: str) -> bool:
        """Return whether a column holds numbers: 60 % of the cells that hold something."""
        filled = sum(not missing(c) for c in self.cells[name])
        return filled > 0 and len(self.values(name)) >= 0.6 * filled

    def whole(self, name: str) -> bool:
        values = self.values(name)
        return bool(values) and all(v.is_integer() for v in values) and self.numeric(name)

    def varies(self, name: str) -> bool:
        return len(set(self.cells[name])) > 1
