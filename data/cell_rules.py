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


def read_cell(cell_text: str, column: ColumnSchema, known_ids: Set[str] | None) -> Value | None:
    """Return the value of a cell of a column, None for an empty number.

    `known_ids` are those of the table that it refers to, None if they are not known. Raises
    Expected.
    """
    if not cell_text and not column.required:
        return None if column.kind in ("number", "count") else cell_text
    value: Value | None = cell_text
    is_right = True
    match column.kind:
        case "id" if column.refers:
            is_right = known_ids is None or cell_text in known_ids
        case "id":
            is_right = bool(ID_PATTERN.match(cell_text))
        case "url":
            is_right = bool(URL.fullmatch(cell_text))
        case "choice":
            is_right = cell_text in column.choices
        case "flag":
            value = cell_text == "yes"
            is_right = cell_text in ("yes", "no")
        case "number":
            value = number(cell_text)
        case "count":
            value = int(cell_text) if WHOLE.fullmatch(cell_text) else None
        case _:
            is_right = bool(VISIBLE.search(cell_text))
    if isinstance(value, (int, float)):
        is_right = is_right and is_within(value, column)
    if not cell_text or value is None or not is_right:
        raise Expected(expected_in(column))
    return value


def is_within(value: float, column: ColumnSchema) -> bool:
    """Return whether a number is within the bounds of a column."""
    is_low = column.low is not None and value < column.low
    is_high = column.high is not None and value > column.high
    return not is_low and not is_high


def n_decimals(number_text: str) -> int:
    """Return the number of digits after the point of a number as printed."""
    exponent = Decimal(number_text).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def read_utilities(
    text: str, direction: Direction, lower_bound: float | None, upper_bound: float | None
) -> tuple[UtilityMap, ...]:
    """Return the utility maps of a text: `name[:scale]` separated by blanks.

    Raises Expected if a map is unknown or does not fit direction and bounds.
    """
    map_of_name: dict[str, UtilityMap] = {}
    for map_text in text.split():
        map_name, separator, scale_text = map_text.partition(":")
        if map_name not in UTILITY_MAPS:
            raise Expected(
                f"maps among {', '.join(UTILITY_MAPS)}, as name or name:scale separated by blanks"
            )
        map_scale = number(scale_text) if separator else 1.0
        if map_scale is None or map_scale <= 0:
            raise Expected(f"a scale above 0 after {map_name}:")
        if separator and map_name not in SCALED_MAPS:
            raise Expected(f"{map_name} without a scale")
        _check_fit(map_name, direction, lower_bound, upper_bound)
        map_of_name[map_name] = UtilityMap(map_name, map_scale)
    if len(map_of_name) < len(text.split()):
        raise Expected("each map once")
    return tuple(map_of_name.values())


def write_utilities(maps: tuple[UtilityMap, ...]) -> str:
    """Return the text form of utility maps, the inverse of `read_utilities`."""
    map_texts = []
    for utility in maps:
        scale_text = f":{utility.scale!r}" if utility.name in SCALED_MAPS else ""
        map_texts.append(f"{utility.name}{scale_text}")
    return " ".join(map_texts)


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


def _check_fit(
    map_name: str, direction: Direction, lower_bound: float | None, upper_bound: float | None
) -> None:
    """Raise Expected unless a map stays in [0, 1] and rises with what is better."""
    is_bounded = lower_bound is not None and upper_bound is not None
    if map_name in ("identity", "complement") and direction != "target":
        if lower_bound is None or upper_bound is None or lower_bound < 0 or upper_bound > 1:
            raise Expected(f"bounds within 0 and 1 for the map {map_name}")
        rising = "higher" if map_name == "identity" else "lower"
        if direction != rising:
            raise Expected(f"the direction {rising} for the map {map_name}")
    if (map_name == "closeness") != (direction == "target"):
        raise Expected("the map closeness, and no other, for the direction target")
    if map_name in ("closeness", "linear") and not is_bounded:
        raise Expected(f"both bounds for the map {map_name}")
    if map_name in ("reciprocal", "exponential") and (lower_bound is None or lower_bound < 0):
        raise Expected(f"a lower bound of at least 0 for the map {map_name}")
