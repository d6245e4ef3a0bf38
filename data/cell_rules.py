"""What a cell of each kind of column may hold, as patterns and in words, and utility maps in
texts."""

import re
from collections.abc import Set
from decimal import Decimal

from data.columns import ColumnSchema
from data.plain import number
from data.problems import listed
from data.registry import ID_PATTERN, SCALED_MAPS, UTILITY_MAPS, Direction, UtilityMap

Value = str | float | int | bool
WHOLE = re.compile(r"[0-9]{1,18}")
URL = re.compile(r"https?://[^\s<>\"'\\]+")
VISIBLE = re.compile(r"[^\t\n\f\r ]")
"""What a text must have somewhere."""


class Expected(Exception):
    """A cell that cannot be read; the text says what was expected."""


def read_cell(text: str, column: ColumnSchema, ids: Set[str] | None) -> Value | None:
    """Return the value of a cell of a column, None for an empty number.

    `ids` are those of the table that it refers to, None if they are not known. Raises Expected.
    """
    if not text and not column.required:
        return None if column.kind in ("number", "count") else text
    value: Value | None = text
    is_right = True
    match column.kind:
        case "id" if column.refers:
            is_right = ids is None or text in ids
        case "id":
            is_right = bool(ID_PATTERN.match(text))
        case "url":
            is_right = bool(URL.fullmatch(text))
        case "choice":
            is_right = text in column.choices
        case "flag":
            value = text == "yes"
            is_right = text in ("yes", "no")
        case "number":
            value = number(text)
        case "count":
            value = int(text) if WHOLE.fullmatch(text) else None
        case _:
            is_right = bool(VISIBLE.search(text))
    if isinstance(value, (int, float)):
        is_right = is_right and is_within(value, column)
    if not text or value is None or not is_right:
        raise Expected(expected_in(column))
    return value


def is_within(value: float, column: ColumnSchema) -> bool:
    """Return whether a number is within the bounds of a column."""
    is_low = column.low is not None and value < column.low
    is_high = column.high is not None and value > column.high
    return not is_low and not is_high


def n_decimals(text: str) -> int:
    """Return the number of digits after the point of a number as printed."""
    exponent = Decimal(text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def read_utilities(
    text: str, direction: Direction, low: float | None, high: float | None
) -> tuple[UtilityMap, ...]:
    """Return the utility maps of a text: `name[:scale]` separated by blanks.

    Raises Expected if a map is unknown or does not fit direction and bounds.
    """
    map_of_name: dict[str, UtilityMap] = {}
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
        _check_fit(name, direction, low, high)
        map_of_name[name] = UtilityMap(name, scale)
    if len(map_of_name) < len(text.split()):
        raise Expected("each map once")
    return tuple(map_of_name.values())


def write_utilities(maps: tuple[UtilityMap, ...]) -> str:
    """Return the text form of utility maps, the inverse of `read_utilities`."""
    texts = []
    for utility in maps:
        scale = f":{utility.scale!r}" if utility.name in SCALED_MAPS else ""
        texts.append(f"{utility.name}{scale}")
    return " ".join(texts)


def expected_in(column: ColumnSchema) -> str:
    """Return what a cell of this column may hold, in words."""
    optional = "" if column.required or column.kind == "text" else ", or empty"
    return _expected_filled(column) + optional


def _expected_filled(column: ColumnSchema) -> str:
    match column.kind:
        case "id" if column.refers:
            return f"an id of {column.refers}.csv"
        case "id":
            return "an id (letters, digits and _, a letter first)"
        case "url":
            return "an address that begins with https:// or http://"
        case "choice":
            return listed(column.choices)
        case "flag":
            return "yes or no"
        case "number":
            return f"a number{_range(column.low, column.high)}"
        case "count":
            return f"a whole number{_range(column.low, column.high)}"
        case _:
            return "some text"


def _range(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f" from {low:.16g} to {high:.16g}"
    if low is not None:
        return f" of at least {low:.16g}"
    return "" if high is None else f" of at most {high:.16g}"


def _check_fit(name: str, direction: Direction, low: float | None, high: float | None) -> None:
    """Raise Expected unless a map stays in [0, 1] and rises with what is better."""
    is_bounded = low is not None and high is not None
    if name in ("identity", "complement") and direction != "target":
        if low is None or high is None or low < 0 or high > 1:
            raise Expected(f"bounds within 0 and 1 for the map {name}")
        rising = "higher" if name == "identity" else "lower"
        if direction != rising:
            raise Expected(f"the direction {rising} for the map {name}")
    if (name == "closeness") != (direction == "target"):
        raise Expected("the map closeness, and no other, for the direction target")
    if name in ("closeness", "linear") and not is_bounded:
        raise Expected(f"both bounds for the map {name}")
    if name in ("reciprocal", "exponential") and (low is None or low < 0):
        raise Expected(f"a lower bound of at least 0 for the map {name}")
