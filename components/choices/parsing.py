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

    def read(choice_text: str, tables: Tables) -> str:
        allowed = ids_of(tables)
        if choice_text in allowed:
            return choice_text
        if not allowed:
            raise LeaderboardError("nothing: this suite has none")
        if reason_for_one and len(allowed) == 1:
            raise LeaderboardError(f"{allowed[0]}: {reason_for_one}")
        raise LeaderboardError(f"one of {_listed(allowed)}")

    return read


def some_ids(ids_of: Callable[[Tables], list[str]]) -> Callable[[str, Tables], tuple[str, ...]]:
    """Return a parser of different ids, given in registry order; all of them are no choice."""

    def read(choice_text: str, tables: Tables) -> tuple[str, ...]:
        allowed = ids_of(tables)
        chosen_ids = _different_ids(choice_text, allowed, "some")
        if len(chosen_ids) == len(allowed):
            return ()
        return tuple(allowed_id for allowed_id in allowed if allowed_id in chosen_ids)

    return read


def exact_ids(
    ids_of: Callable[[Tables], list[str]], count: int
) -> Callable[[str, Tables], tuple[str, ...]]:
    """Return a parser of a fixed number of different ids, in the order as they are written."""

    def read(choice_text: str, tables: Tables) -> tuple[str, ...]:
        allowed = ids_of(tables)
        chosen_ids = _different_ids(choice_text, allowed, f"{count} different ones")
        if len(chosen_ids) != count:
            raise LeaderboardError(_expected_ids(f"{count} different ones", allowed))
        return chosen_ids

    return read


def _different_ids(ids_text: str, allowed: list[str], number: str) -> tuple[str, ...]:
    different_ids = tuple(ids_text.split(","))
    if set(different_ids) - set(allowed) or len(set(different_ids)) < len(different_ids):
        raise LeaderboardError(_expected_ids(number, allowed))
    return different_ids


def _expected_ids(number: str, allowed: list[str]) -> str:
    return f"{number} of {_listed(allowed)}, separated by commas"


def number(low: float, high: float) -> Callable[[str, Tables], float]:
    """Return a parser of a number within bounds, to six decimals."""

    def read(choice_text: str, tables: Tables) -> float:
        value = _float(choice_text)
        if value is None or not low <= value <= high:
            raise LeaderboardError(f"a number from {low:g} to {high:g}")
        return round(value, 6)

    return read


def whole(low: int, high: int, *words: str) -> Callable[[str, Tables], int | str]:
    """Return a parser of a whole number within bounds, or of one of these words."""

    def read(choice_text: str, tables: Tables) -> int | str:
        if choice_text in words:
            return choice_text
        is_whole = choice_text.isascii() and choice_text.isdigit() and len(choice_text) <= 12
        if not is_whole or not low <= int(choice_text) <= high:
            raise LeaderboardError(" or ".join([*words, f"a whole number from {low} to {high}"]))
        return int(choice_text)

    return read


def suite(suite_id: str, tables: Tables) -> str:
    """Return the suite of these tables, the only one that fits."""
    if suite_id != tables.suite.id:
        raise LeaderboardError(tables.suite.id)
    return suite_id


def _aims(tables: Tables) -> list[str]:
    is_offered = any(REFERENCE in metric.aims for metric in (*tables.scores, *tables.after_metrics))
    return ["printed", REFERENCE] if is_offered else ["printed"]


def _rows(tables: Tables) -> list[str]:
    return list(ROWS) if tables.families else [ROWS[0]]


aim = one_id(_aims, "no metric offers another")
rows = one_id(_rows, "no method here has several")


def axes(axes_text: str, tables: Tables) -> tuple[str, ...]:
    """Return two different axes: metrics, or groups of them."""
    allowed = [*AXES, *suite_ids.ranking_metrics(tables)]
    axis_names = tuple(axes_text.split(","))
    if len(axis_names) != 2 or axis_names[0] == axis_names[1] or set(axis_names) - set(allowed):
        raise LeaderboardError(f"2 different ones of {_listed(allowed)}, separated by a comma")
    return axis_names


def seeds(seeds_text: str, tables: Tables) -> tuple[int, ...]:
    """Return seeds that the runs have."""
    read_ids = some_ids(lambda tables: [str(seed_text) for seed_text in suite_ids.seeds(tables)])
    return tuple(int(seed_text) for seed_text in read_ids(seeds_text, tables))


def scope(scope_text: str, tables: Tables) -> str:
    """Return the text if it is blocks, pooled, or one benchmark."""
    scope_kind, _, benchmark = scope_text.partition(":")
    benchmarks = suite_ids.benchmarks(tables)
    if scope_text in ("blocks", "pooled") or (
        scope_kind in ("benchmark", "runs") and benchmark in benchmarks
    ):
        return scope_text
    raise LeaderboardError(
        f"blocks, pooled, benchmark:B or runs:B with B one of {_listed(benchmarks)}"
    )


def weights(weights_text: str, tables: Tables) -> str | Pairs:
    """Return a preset by name, or weights of single metrics."""
    preset_names = [preset.name for preset in presets(tables)]
    if weights_text in preset_names:
        return weights_text
    return _weights(
        weights_text, suite_ids.ranking_metrics(tables), f"a preset ({_listed(preset_names)}) or "
    )


def survival(weights_text: str, tables: Tables) -> Pairs:
    """Return weights of the metrics that were measured again after a change."""
    metrics = [metric.id for metric in tables.after_metrics]
    if not metrics:
        raise LeaderboardError("nothing: this suite measured no model again after a change")
    return _weights(weights_text, metrics)


def _weights(weights_text: str, metrics: list[str], otherwise: str = "") -> Pairs:
    """Return weights of some metrics, in their order; `otherwise` names what else is expected."""
    expected = (
        f"{otherwise}NAME:weight,… over {_listed(metrics)} with weights from 0 to 1000000 and at"
        " least one above 0"
    )
    weight_of_metric = _numbers_by_name(weights_text, metrics, expected)
    if any(not 0 <= weight <= MAX_WEIGHT for weight in weight_of_metric.values()):
        raise LeaderboardError(expected)
    positive = {metric: round(weight, 6) for metric, weight in weight_of_metric.items()}
    if not any(positive.values()):
        raise LeaderboardError(expected)
    return tuple((metric, positive[metric]) for metric in metrics if positive.get(metric))


def _numbers_by_name(
    numbers_text: str, allowed_names: list[str], expected: str
) -> dict[str, float]:
    values: dict[str, float] = {}
    for number_text in numbers_text.split(","):
        metric_name, _, digits = number_text.partition(":")
        value = _float(digits)
        if metric_name not in allowed_names or metric_name in values or value is None:
            raise LeaderboardError(expected)
        values[metric_name] = value
    return values


def most(limits_text: str, tables: Tables) -> Pairs:
    """Return the largest cost allowed, by metric of cost."""
    metrics = [metric.id for metric in suite_ids.cost_metrics(tables)]
    if not metrics:
        raise LeaderboardError("nothing: no cost was measured here")
    expected = f"NAME:number,… over {_listed(metrics)}, each once"
    limits = _numbers_by_name(limits_text, metrics, expected)
    return tuple((metric, round(limits[metric], 6)) for metric in metrics if metric in limits)


def floors(floors_text: str, tables: Tables) -> str | tuple[Floor, ...]:
    """Return the floors of the suite or none by their word, or the reader's floors."""
    if floors_text in FLOORS:
        return floors_text
    groups = [
        metric_group
        for metric_group in GROUPS
        if any(metric.group == metric_group for metric in tables.scores)
    ]
    subjects = [*suite_ids.ranking_metrics(tables), *groups]
    method_roles = {method.role for method in tables.methods}
    divisors = [
        divisor_role for divisor_role in ("original", REFERENCE) if divisor_role in method_roles
    ]
    share_form = f", or NAME:share:{' or NAME:share:'.join(divisors)}" if divisors else ""
    expected = (
        f"{', '.join(FLOORS)}, or NAME:utility{share_form}, with :BENCHMARK behind it for one"
        " alone,"
        f" over {_listed(subjects)}, each above 0 and at most 1"
    )
    places = ["", *suite_ids.benchmarks(tables)]
    floors: dict[tuple[str, str, str], Floor] = {}
    for floor_text in floors_text.split(","):
        subject, digits, divisor, benchmark, *surplus = (*floor_text.split(":"), "", "", "")
        value = round(_float(digits) or 0.0, 6)
        is_named = subject in subjects and divisor in ("", *divisors) and benchmark in places
        if not is_named or any(surplus) or not 0 < value <= 1:
            raise LeaderboardError(expected)
        if (subject, divisor, benchmark) in floors:
            raise LeaderboardError(expected)
        floors[subject, divisor, benchmark] = Floor(
            subject, value, cast("ReferenceRole", divisor), benchmark
        )
    return tuple(floors.values())


def free(free_text: str, tables: Tables | None = None) -> str:
    """Return up to 200 printable characters."""
    if not free_text.isprintable() or len(free_text) > MAX_FREE:
        raise LeaderboardError(f"up to {MAX_FREE} printable characters")
    return free_text


def lines(free_lines: str, tables: Tables | None = None) -> str:
    """Return a text of any lines."""
    return free_lines


def any_number(number_text: str, tables: Tables | None = None) -> str:
    """Return a number as it is written: it may be too small for the digits of other choices."""
    if number_text and _float(number_text) is None:
        raise LeaderboardError("a number, such as 0.09 or 1.4e-12")
    return number_text


def addresses(addresses_text: str, tables: Tables | None = None) -> tuple[str, ...]:
    """Return methods of a page over all suites, as the addresses of their pages."""
    address_names: tuple[str, ...] = tuple(addresses_text.split(",")) if addresses_text else ()
    are_different = len(set(address_names)) == len(address_names) <= MAX_COMPARED
    if not are_different or not all(map(ID_PATTERN.match, address_names)):
        raise LeaderboardError(f"up to {MAX_COMPARED} different methods, separated by commas")
    return address_names


def _float(number_text: str) -> float | None:
    """Return a plain decimal number, or None: no inf, nan, underscores or blanks."""
    if (
        not number_text
        or len(number_text) > MAX_DIGITS
        or not set(number_text) <= set("0123456789.+-eE")
    ):
        return None
    try:
        value = float(number_text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _listed(listed_names: list[Any]) -> str:
    first_names = ", ".join(listed_names[:MAX_LISTED])
    return (
        f"{first_names} … ({len(listed_names)} in all)"
        if len(listed_names) > MAX_LISTED
        else first_names
    )
