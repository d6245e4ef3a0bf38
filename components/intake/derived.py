"""Columns that say nothing of their own: totals, and what is computed of other columns."""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from components.intake.facts import Facts
from components.stats.panel import Floats
from data.read.lexicon import belongs, bracketed, letters

MAX_COMPARED = 40
"""Columns that are held against one another; of more, the first."""
MAX_PARTS = 8
"""Columns to the left of one that it may be computed of."""
MAX_NEAR = 0.011
"""Printed digits that leave more open, as part of the whole, tell nothing."""


def derived(facts: Facts, doubts: Mapping[str, int]) -> dict[str, str]:
    """Return why columns may be computed of others, by name.

    `doubts` are all metrics in order: of one and one minus it the more doubtful is computed."""
    reasons: dict[str, str] = {}
    numbers = {}
    near = {}
    for name in list(doubts)[:MAX_COMPARED]:
        numbers[name] = _values(facts, name)
        near[name] = _half_digit(facts, name)
    for first, second in combinations(numbers, 2):
        if _holds(numbers[first] + numbers[second], (1.0, 100.0), near[first] + near[second]):
            is_first = doubts[first] > doubts[second]
            computed, other = (first, second) if is_first else (second, first)
            reasons.setdefault(computed, f"one minus {other[:30]}")
    for position, name in enumerate(numbers):
        left = [other for other in list(numbers)[:position] if doubts[other]][-MAX_PARTS:]
        for first, second in combinations(left, 2) if doubts[name] else ():
            a, b, own = numbers[first], numbers[second], numbers[name]
            most = near[first] + near[second] + near[name]
            differences = (a - b - own, b - a - own, (a + b) / 2 - own)
            if any(_holds(gap, (0.0,), most) for gap in differences):
                reasons.setdefault(name, f"computed of {first[:30]} and {second[:30]}")
    for name in doubts:
        is_total = belongs(name, "columns", "total") or _has_total(name)
        if is_total and len(doubts) > 2 and doubts[name]:
            reasons.setdefault(name, "a total of the others")
    return reasons


def _has_total(name: str) -> bool:
    return any(letters(inside) in ("avg", "mean", "overall", "total") for inside in bracketed(name))


def _values(facts: Facts, name: str) -> Floats:
    """Return the numbers of a column, nan where it has none or they do not vary."""
    if len(set(facts.values(name))) < 2:
        return np.full(len(facts.sheet.rows), np.nan)
    numbers = [number.value for number in facts.numbers(name)]
    return np.array([np.nan if value is None else value for value in numbers])


def _half_digit(facts: Facts, name: str) -> float:
    """Return half of the last digit with which a column is printed."""
    decimals = [len(cell.partition(".")[2].rstrip("% *")) for cell in facts.cells[name]]
    return 0.5 * 10.0 ** -min(max(decimals, default=0), 12)


def _holds(results: Floats, expected: tuple[float, ...], near: float) -> bool:
    """Return whether all of three results or more are one number, up to printed digits."""
    kept = results[~np.isnan(results)]
    if len(kept) < 3:
        return False
    for whole in expected:
        is_told = not whole or near <= MAX_NEAR * whole
        if is_told and bool((np.abs(kept - whole) <= 1.01 * near).all()):
            return True
    return False
