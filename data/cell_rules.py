"""What a cell of each kind of column may hold, as patterns and in words, and utility maps in
texts."""

import re
from decimal import Decimal

from data.columns import ColumnSchema
from data.plain import number
from data.problems import listed
from data.registry import ID_PATTERN, SCALED_MAPS, UTILITY_MAPS, Direction, UtilityMap

Value = str | float | int | bool
WHOLE = re.compile(r"[0-9]{1,18}")
URL = re.compile(r"https?://[^\s<>\"'\\]+")
ID = re.compile(ID_PATTERN.pattern.removesuffix("\\Z"))
"""What cells of these kinds match from end to end, in what the engine and Python both read."""


class Expected(Exception):
    """A cell that cannot be read; the text says what was expected."""


def decimals(text: str) -> int:
    """Return the number of digits after the point of a number as printed."""
    exponent = Decimal(text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def read_utilities(
    text: str, direction: Direction, low: float | None, high: float | None
) -> tuple[UtilityMap, ...]:
    """Return the utility maps of a text: `name[:scale]` separated by blanks.

    Raises Expected if one is unknown or does not fit direction and bounds.
    """
    maps = []
    for part in text.split():
        name, colon, scale_text = part.partition(":")
        if name not in UTILITY_MAPS:
            raise Expected(
                f"maps among {', '.join(UTILITY_MAPS)}, as name or name:scale separated by blanks"
            )
        scale = number(scale_text) if colon else 1.0
        if scale is None or scale <= 0:
            raise Expected(f"a scale above 0 after {name}:")
        if colon and name not in SCALED_MAPS:
            raise Expected(f"{name} without a scale")
        misfit = _misfit(name, direction, low, high)
        if misfit:
            raise Expected(misfit)
        maps.append(UtilityMap(name, scale))
    if len({m.name for m in maps}) < len(maps):
        raise Expected("each map once")
    return tuple(maps)


def write_utilities(maps: tuple[UtilityMap, ...]) -> str:
    """Return the text form of utility maps, the inverse of `read_utilities`."""
    return " ".join(f"{m.name}:{m.scale!r}" if m.name in SCALED_MAPS else m.name for m in maps)


def expected(column: ColumnSchema) -> str:
    """Return what a cell of this column may hold, in words."""
    return _filled(column) + ("" if column.required or column.kind == "text" else ", or empty")


def _filled(column: ColumnSchema) -> str:
    match column.kind:
        case "id" if not column.refers:
            return "an id (letters, digits and _, a letter first)"
        case "id":
            return f"an id of {column.refers}.csv"
        case "url":
            return "an address that begins with https:// or http://"
        case "choice":
            return listed(column.choices)
        case "flag":
            return "yes or no"
        case "number":
            return "a number" + _range(column)
        case "count":
            return "a whole number" + _range(column)
        case _:
            return "some text"


def _range(column: ColumnSchema) -> str:
    low, high = (None if x is None else f"{x:.16g}" for x in (column.low, column.high))
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return "" if high is None else f" of at most {high}"


def _misfit(name: str, direction: Direction, low: float | None, high: float | None) -> str:
    """Return what a map needs to stay in [0, 1] and to rise with what is better, "" if it has
    it."""
    if name in ("identity", "complement") and direction != "target":
        if low is None or high is None or low < 0 or high > 1:
            return f"bounds within 0 and 1 for the map {name}"
        rising = "higher" if name == "identity" else "lower"
        if direction != rising:
            return f"the direction {rising} for the map {name}"
    if (name == "closeness") != (direction == "target"):
        return "the map closeness, and no other, for the direction target"
    if name == "closeness" and (low is None or high is None):
        return "both bounds for the map closeness"
    if name == "linear" and (low is None or high is None):
        return "both bounds for the map linear"
    if name in ("reciprocal", "exponential") and (low is None or low < 0):
        return f"a lower bound of at least 0 for the map {name}"
    return ""
