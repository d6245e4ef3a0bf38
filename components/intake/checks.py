"""Everything that is wrong or odd in a table at once: where, what was found, what was expected, what fixes it; and the
metrics whose names settle no direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.intake import numbers
from components.intake.fixes import Done, Fix, fixed
from components.intake.grid import Grid, grid_of
from components.intake.metric_checks import metric_findings
from components.intake.naming_checks import name_findings
from components.intake.problems import Finding
from components.intake.proposals import UNSETTLED
from components.intake.reading.sheet import Sheet
from components.intake.target import Target
from components.intake.uses import SCORE, Use, renewed, without_reference
from components.text import capital, counted, joined, shortened


@dataclass(frozen=True, eq=False)
class Examined:
    """A table after the fixes asked for: its cells, what the fixes changed, and what is still wrong or odd."""

    grid: Grid
    done: tuple[Done, ...]
    findings: tuple[Finding, ...]

    @property
    def ready(self) -> bool:
        """Whether the table can be used."""
        return not any(f.blocking for f in self.findings)


def examine(sheet: Sheet, uses: Sequence[Use], fixes: Sequence[Fix], target: Target) -> Examined:
    """Apply fixes and run every check; the sheet itself is never changed.

    What is proposed for a metric follows its numbers after the fixes, unless the reader declared it.
    """
    grid = grid_of(sheet, uses)
    target.settle(grid)
    done = fixed(grid, fixes)
    target.settle(grid)
    if target.suite is None:
        _renew(grid)
    findings = [*_metrics_there(grid, target), *metric_findings(grid), *name_findings(grid, target)]
    return Examined(grid, tuple(done), tuple(sorted(findings, key=lambda f: not f.blocking)))


def _renew(grid: Grid) -> None:
    """Propose metrics anew from their numbers; one that aims at a reference is asked in a table that has none."""
    for column in list(grid.metrics):
        use = renewed(grid.uses[column], grid.values(column))
        grid.uses[column] = use if grid.referenced(column) else without_reference(use)
        if grid.uses[column].unanswered:
            grid.asked[column] = grid.metrics.pop(column)


def _metrics_there(grid: Grid, target: Target) -> Iterator[Finding]:
    if any(grid.uses[c].use == SCORE for c in grid.metrics):
        return
    found, wanted = "no column that is used as a metric", "at least one column of numbers used as a metric"
    if target.suite is not None:
        wanted = f"at least one of {joined([m.label for m in target.suite.scores])}"
    elif grid.asked:
        found, wanted = "no metric with an answer to which end is better", "an answer for at least one above"
    yield Finding("no_metric", "", "No metric", found, wanted)


@dataclass(frozen=True)
class Question:
    """A column of which nothing says which end is better: `why`, in a sentence, and its `values`, in words."""

    column: str
    why: str
    values: str


def questions(grid: Grid) -> tuple[Question, ...]:
    """The questions of a table, in the order of its columns."""
    return tuple(
        Question(u.column, "" if u.why == UNSETTLED else f"{capital(u.why).rstrip('.')}.", _values(grid, u.column))
        for u in grid.uses.values()
        if u.column in grid.asked
    )


def _values(grid: Grid, column: str) -> str:
    """How many values a column has, from where to where, and the methods at either end."""
    names = grid.names["method"]
    held = [(v, names[i]) for i in grid.rows if (v := numbers.value(grid.asked[column][i])) is not None]
    if not held:
        return "no plain number yet"
    ends = [end(held, key=lambda h: h[0]) for end in (min, max)]
    low, high = (f"{value:.4g} ({shortened(name, 24) or 'no name'})" for value, name in ends)
    return f"{counted(len(held), 'value')} from {low} to {high}"
