"""How the text of each choice is read: ids, numbers, weights, floors.

A parser takes the text and the tables of a suite and raises LeaderboardError with what is expected.
"""

import math
from collections.abc import Callable
from typing import Any, cast

from components import suite_ids
from components.selection import AXES, FLOORS, ROWS
from components.stats.ranking.weights import presets
from data.errors import LeaderboardError
from data.registry import GROUPS, ID_PATTERN, REFERENCE, Floor, ReferenceRole, Tables

MAX_COMPARED = 6
"""Methods that can be compared over all suites at once."""
MAX_LISTED = 12
"""Names that a message lists before it gives their number."""
MAX_WEIGHT = 1e6
MAX_FREE = 200
MAX_DIGITS = 32
Pairs = tuple[tuple[str, float], ...]


def one_of(*allowed: str) -> Callable[[str, Tables], str]:
    """Return a parser of one of these words."""
    return one_id(lambda _: list(allowed))


def one_id(
    ids_of: Callable[[Tables], list[str]], reason_for_one: str = ""
) -> Callable[[str, Tables], str]:
    """Return a parser of one id that a suite knows; the reason says why a suite knows only one."""

    def read(text: str, tables: Tables) -> str:
        allowed = ids_of(tables)
        if text in allowed:
            return text
        if not allowed:
            raise LeaderboardError("nothing: this suite has none")
        if reason_for_one and len(allowed) == 1:
            raise LeaderboardError(f"{allowed[0]}: {reason_for_one}")
        raise LeaderboardError(f"one of {_listed(allowed)}")

    return read


def some_ids(ids_of: Callable[[Tables], list[str]]) -> Callable[[str, Tables], tuple[str, ...]]:
    """Return a parser of different ids, given in registry order; all of them are no choice."""

    def read(text: str, tables: Tables) -> tuple[str, ...]:
        allowed = ids_of(tables)
        names = _different_ids(text, allowed, "some")
        if len(names) == len(allowed):
            return ()
        return tuple(name for name in allowed if name in names)

    return read


def exact_ids(
    ids_of: Callable[[Tables], list[str]], count: int
) -> Callable[[str, Tables], tuple[str, ...]]:
    """Return a parser of a fixed number of different ids, in the order as they are written."""

    def read(text: str, tables: Tables) -> tuple[str, ...]:
        allowed = ids_of(tables)
        names = _different_ids(text, allowed, f"{count} different ones")
        if len(names) != count:
            raise LeaderboardError(_expected_ids(f"{count} different ones", allowed))
        return names

    return read


def _different_ids(text: str, allowed: list[str], number: str) -> tuple[str, ...]:
    names = tuple(text.split(","))
    if set(names) - set(allowed) or len(set(names)) < len(names):
        raise LeaderboardError(_expected_ids(number, allowed))
    return names


def _expected_ids(number: str, allowed: list[str]) -> str:
    return f"{number} of {_listed(allowed)}, separated by commas"


def number(low: float, high: float) -> Callable[[str, Tables], float]:
    """Return a parser of a number within bounds, to six decimals."""

    def read(text: str, tables: Tables) -> float:
        value = _float(text)
        if value is None or not low <= value <= high:
            raise LeaderboardError(f"a number from {low:g} to {high:g}")
        return round(value, 6)

    return read


def whole(low: int, high: int, *words: str) -> Callable[[str, Tables], int | str]:
    """Return a parser of a whole number within bounds, or of one of these words."""

    def read(text: str, tables: Tables) -> int | str:
        if text in words:
            return text
        is_whole = text.isascii() and text.isdigit() and len(text) <= 12
        if not is_whole or not low <= int(text) <= high:
            raise LeaderboardError(" or ".join([*words, f"a whole number from {low} to {high}"]))
        return int(text)

    return read


def suite(text: str, tables: Tables) -> str:
    """Return the suite of these tables, the only one that fits."""
    if text != tables.suite.id:
        raise LeaderboardError(tables.suite.id)
    return text


def _aims(tables: Tables) -> list[str]:
    is_offered = any(REFERENCE in metric.aims for metric in (*tables.scores, *tables.after_metrics))
    return ["printed", REFERENCE] if is_offered else ["printed"]


def _rows(tables: Tables) -> list[str]:
    return list(ROWS) if tables.families else [ROWS[0]]


aim = one_id(_aims, "no metric offers another")
rows = one_id(_rows, "no method here has several")


def axes(text: str, tables: Tables) -> tuple[str, ...]:
    """Return two different axes: metrics, or groups of them."""
    allowed = [*AXES, *suite_ids.ranking_metrics(tables)]
    names = tuple(text.split(","))
    if len(names) != 2 or names[0] == names[1] or set(names) - set(allowed):
        raise LeaderboardError(f"2 different ones of {_listed(allowed)}, separated by a comma")
    return names


def seeds(text: str, tables: Tables) -> tuple[int, ...]:
    """Return seeds that the runs have."""
    read = some_ids(lambda tables: [str(seed) for seed in suite_ids.seeds(tables)])
    return tuple(int(seed) for seed in read(text, tables))


def scope(text: str, tables: Tables) -> str:
    """Return the text if it is blocks, pooled, or one benchmark."""
    kind, _, benchmark = text.partition(":")
    benchmarks = suite_ids.benchmarks(tables)
    if text in ("blocks", "pooled") or (kind in ("benchmark", "runs") and benchmark in benchmarks):
        return text
    raise LeaderboardError(
        f"blocks, pooled, benchmark:B or runs:B with B one of {_listed(benchmarks)}"
    )


def weights(text: str, tables: Tables) -> str | Pairs:
    """Return a preset by name, or weights of single metrics."""
    names = [preset.name for preset in presets(tables)]
    if text in names:
        return text
    return _weights(text, suite_ids.ranking_metrics(tables), f"a preset ({_listed(names)}) or ")


def survival(text: str, tables: Tables) -> Pairs:
    """Return weights of the metrics that were measured again after a change."""
    metrics = [metric.id for metric in tables.after_metrics]
    if not metrics:
        raise LeaderboardError("nothing: this suite measured no model again after a change")
    return _weights(text, metrics)


def _weights(text: str, metrics: list[str], otherwise: str = "") -> Pairs:
    """Return weights of some metrics, in their order; `otherwise` names what else is expected."""
    expected = (
        f"{otherwise}NAME:weight,… over {_listed(metrics)} with weights from 0 to 1000000 and at"
        " least one above 0"
    )
    weight_of_metric = _numbers_by_name(text, metrics, expected)
    if any(not 0 <= weight <= MAX_WEIGHT for weight in weight_of_metric.values()):
        raise LeaderboardError(expected)
    positive = {metric: round(weight, 6) for metric, weight in weight_of_metric.items()}
    if not any(positive.values()):
        raise LeaderboardError(expected)
    return tuple((metric, positive[metric]) for metric in metrics if positive.get(metric))


def _numbers_by_name(text: str, names: list[str], expected: str) -> dict[str, float]:
    values: dict[str, float] = {}
    for part in text.split(","):
        name, _, digits = part.partition(":")
        value = _float(digits)
        if name not in names or name in values or value is None:
            raise LeaderboardError(expected)
        values[name] = value
    return values


def most(text: str, tables: Tables) -> Pairs:
    """Return the largest cost allowed, by metric of cost."""
    metrics = [metric.id for metric in suite_ids.cost_metrics(tables)]
    if not metrics:
        raise LeaderboardError("nothing: no cost was measured here")
    expected = f"NAME:number,… over {_listed(metrics)}, each once"
    limits = _numbers_by_name(text, metrics, expected)
    return tuple((metric, round(limits[metric], 6)) for metric in metrics if metric in limits)


def floors(text: str, tables: Tables) -> str | tuple[Floor, ...]:
    """Return the floors of the suite or none by their word, or the reader's floors."""
    if text in FLOORS:
        return text
    groups = [group for group in GROUPS if any(metric.group == group for metric in tables.scores)]
    subjects = [*suite_ids.ranking_metrics(tables), *groups]
    roles = {method.role for method in tables.methods}
    divisors = [role for role in ("original", REFERENCE) if role in roles]
    share = f", or NAME:share:{' or NAME:share:'.join(divisors)}" if divisors else ""
    expected = (
        f"{', '.join(FLOORS)}, or NAME:utility{share}, with :BENCHMARK behind it for one alone,"
        f" over {_listed(subjects)}, each above 0 and at most 1"
    )
    places = ["", *suite_ids.benchmarks(tables)]
    floors: dict[tuple[str, str, str], Floor] = {}
    for part in text.split(","):
        subject, digits, divisor, place, *rest = (*part.split(":"), "", "", "")
        value = round(_float(digits) or 0.0, 6)
        is_named = subject in subjects and divisor in ("", *divisors) and place in places
        if not is_named or any(rest) or not 0 < value <= 1:
            raise LeaderboardError(expected)
        if (subject, divisor, place) in floors:
            raise LeaderboardError(expected)
        floors[subject, divisor, place] = Floor(
            subject, value, cast("ReferenceRole", divisor), place
        )
    return tuple(floors.values())


def free(text: str, tables: Tables | None = None) -> str:
    """Return up to 200 printable characters."""
    if not text.isprintable() or len(text) > MAX_FREE:
        raise LeaderboardError(f"up to {MAX_FREE} printable characters")
    return text


def lines(text: str, tables: Tables | None = None) -> str:
    """Return a text of any lines."""
    return text


def any_number(text: str, tables: Tables | None = None) -> str:
    """Return a number as it is written: it may be too small for the digits of other choices."""
    if text and _float(text) is None:
        raise LeaderboardError("a number, such as 0.09 or 1.4e-12")
    return text


def addresses(text: str, tables: Tables | None = None) -> tuple[str, ...]:
    """Return methods of a page over all suites, as the addresses of their pages."""
    names: tuple[str, ...] = tuple(text.split(",")) if text else ()
    are_different = len(set(names)) == len(names) <= MAX_COMPARED
    if not are_different or not all(map(ID_PATTERN.match, names)):
        raise LeaderboardError(f"up to {MAX_COMPARED} different methods, separated by commas")
    return names


def _float(text: str) -> float | None:
    """Return a plain decimal number, or None: no inf, nan, underscores or blanks."""
    if not text or len(text) > MAX_DIGITS or not set(text) <= set("0123456789.+-eE"):
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _listed(names: list[Any]) -> str:
    first = ", ".join(names[:MAX_LISTED])
    return f"{first} … ({len(names)} in all)" if len(names) > MAX_LISTED else first
