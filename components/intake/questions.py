"""What must be asked of a metric whose names settle no direction: its values and who stands at either end of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.intake import numbers
from components.intake.grid import Grid
from components.intake.proposals import UNTOLD


@dataclass(frozen=True)
class Question:
    """A column of which nobody said which end is better. `why` says what is known of it, empty where nothing is.

    `cells` are the numbers in it; smallest, quartiles (linear between values) and largest are None without one.
    `at_low` and `at_high` are the methods of the smallest and the largest, the first of them in file order.
    """

    column: str
    why: str
    cells: int
    low: float | None = None
    quartiles: tuple[float, float, float] | None = None
    high: float | None = None
    at_low: str = ""
    at_high: str = ""


def questions(grid: Grid) -> tuple[Question, ...]:
    """The questions of a table, in the order of its columns."""
    return tuple(_question(grid, use.column) for use in grid.uses.values() if use.column in grid.asked)


def _question(grid: Grid, column: str) -> Question:
    held = [(v, grid.names["method"][i]) for i in grid.rows if (v := numbers.value(grid.asked[column][i])) is not None]
    use = grid.uses[column]
    why = "" if use.why == UNTOLD else use.why
    if not held:
        return Question(column, why, 0)
    (low, at_low), (high, at_high) = min(held, key=lambda h: h[0]), max(held, key=lambda h: h[0])
    first, middle, third = np.quantile([v for v, _ in held], (0.25, 0.5, 0.75))
    quartiles = float(first), float(middle), float(third)
    return Question(column, why, len(held), low, quartiles, high, at_low, at_high)
