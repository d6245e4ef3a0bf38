"""Everything that is wrong or odd in a table at once: where, what stands there, what was expected, what mends it; and
what must be asked of metrics whose names settle no direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from components.intake import numbers
from components.intake.files import Sheet
from components.intake.fixes import Done, Fix, mended
from components.intake.grid import Grid, grid_of
from components.intake.metric_checks import metric_findings
from components.intake.naming_checks import name_findings
from components.intake.problems import Finding
from components.intake.proposals import UNTOLD
from components.intake.target import Target
from components.intake.uses import SCORE, Use, renewed, without_reference
from components.text import joined


@dataclass(frozen=True, eq=False)
class Examined:
    """A table after the fixes asked for: its cells, what the fixes changed, and what is still wrong or odd."""

    grid: Grid
    done: tuple[Done, ...]
    findings: tuple[Finding, ...]

    @property
    def ready(self) -> bool:
        """Whether nothing stands in the way of using the table."""
        return not any(f.blocking for f in self.findings)


def examine(sheet: Sheet, uses: Sequence[Use], fixes: Sequence[Fix], target: Target) -> Examined:
    """Apply fixes and run every check; the sheet itself is never changed.

    What is proposed for a metric follows its numbers after the fixes, unless the reader declared it.
    """
    grid = grid_of(sheet, uses)
    target.settle(grid)
    done = mended(grid, fixes)
    target.settle(grid)
    if target.suite is None:
        _renew(grid)
    findings = [*_metrics_there(grid, target), *metric_findings(grid, fixes), *name_findings(grid, target)]
    return Examined(grid, tuple(done), tuple(sorted(findings, key=lambda f: not f.blocking)))


def _renew(grid: Grid) -> None:
    """Propose metrics anew from their numbers; one that aims at a reference is asked in a table that has none."""
    for column in list(grid.metrics):
        use = renewed(grid.uses[column], grid.values(column))
        grid.uses[column] = use if grid.referenced(column) else without_reference(use)
        if grid.uses[column].unanswered:
            grid.asked[column] = grid.metrics.pop(column)


def _metrics_there(grid: Grid, target: Target) -> Iterator[Finding]:
    scores = [grid.uses[c] for c in grid.metrics if grid.uses[c].use == SCORE]
    if target.suite is not None and not any(u.metric for u in scores):
        wanted = f"at least one of {joined([m.label for m in target.suite.scores])}"
        yield Finding("no_metric", "", "No metric", "no column that is used as a metric", wanted)
    elif target.suite is None and not scores:
        asked = bool(grid.asked)
        found = "no metric of which anybody said which end is better" if asked else "no column that is used as a metric"
        wanted = "an answer for at least one above" if asked else "at least one column of numbers used as a metric"
        yield Finding("no_metric", "", "No metric", found, wanted)


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
