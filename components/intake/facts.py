"""A table as its rules see it: the cells of each column as texts and as numbers, and what its rows
are."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from components.intake.known import Known
from data.read.cells import Number, missing, read
from data.read.sheet import Sheet

_SCALES: tuple[dict[str, float], ...] = (
    {"ms": 0.001, "s": 1, "sec": 1, "secs": 1, "m": 60, "min": 60, "mins": 60}
    | {"h": 3600, "hr": 3600, "hrs": 3600, "d": 86400},
    {"kb": 1e-6, "mb": 0.001, "mib": 0.001, "gb": 1, "gib": 1},
    {"": 1, "k": 1000},
)
"""What cells of one column may be printed in, as seconds, GB and ones."""


def _in_one_unit(numbers: list[Number]) -> list[Number]:
    """Return numbers of one unit: converted where each says its own, else without those of a rarer
    one."""
    units = [number.unit for number in numbers if number.value is not None]
    if len(set(units)) > 1:
        scale = next((scale for scale in _SCALES if scale.keys() >= set(units)), None)
        usual = max(units, key=units.count)
        return [_scaled(number, scale, usual) for number in numbers]
    if any(number.percent for number in numbers):
        return [_signed(number) for number in numbers]
    return numbers


def _scaled(number: Number, scale: dict[str, float] | None, usual: str) -> Number:
    if number.value is None:
        return number
    if scale is not None:
        return replace(number, value=number.value * scale[number.unit])
    return number if number.unit == usual else Number(None, mark="is in another unit")


def _signed(number: Number) -> Number:
    is_share = number.value is not None and not number.percent and 0 < abs(number.value) <= 1
    return Number(None, mark="lacks the per cent sign of its column") if is_share else number


@dataclass(eq=False)
class Facts:
    """A sheet with what is known. `names` and `roles` are those of the rows, set once the method
    column is found."""

    sheet: Sheet
    known: Known
    names: Sequence[str] = ()
    roles: dict[str, str] = field(default_factory=dict)
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
            numbers = [read(cell, self.sheet.comma) for cell in self.cells[name]]
            self._numbers[name] = _in_one_unit(numbers)
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
