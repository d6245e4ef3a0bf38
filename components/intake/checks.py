"""Everything that is wrong, odd or asked in a table at once: where, what was found, what was expected, the fixes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from components.format import capital, counted, joined, shortened
from components.intake import numbers
from components.intake.fixes import BETTER, OUT, Done, Fix, fixed
from components.intake.grid import Grid, grid_of
from components.intake.metric_checks import metric_findings
from components.intake.naming_checks import name_findings
from components.intake.problems import Finding, Offer
from components.intake.proposals import UNSETTLED
from components.intake.reading.sheet import Sheet
from components.intake.target import Target
from components.intake.uses import AS_SAID, LEFT_OUT, SCORE, Use, renewed, without_reference


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
    answers = {f.column: f.new for f in fixes if f.kind == BETTER}
    grid = grid_of(sheet, [_answered(u, answers.get(u.column, ""), target) for u in uses])
    target.settle(grid)
    done = fixed(grid, fixes)
    target.settle(grid)
    if target.suite is None:
        _renew(grid)
    findings = [*_metrics_there(grid, target), *_questions(grid), *metric_findings(grid), *name_findings(grid, target)]
    return Examined(grid, tuple(done), tuple(sorted(findings, key=lambda f: not f.blocking)))


def _answered(use: Use, answer: str, target: Target) -> Use:
    """A use with the reader's answer; what a suite knows of its metric no answer changes."""
    if answer == OUT:
        return Use(use.column, LEFT_OUT, label=use.column, why=AS_SAID)
    return renewed(replace(use, answer=answer), ()) if answer and target.suite is None else use


def _renew(grid: Grid) -> None:
    """Propose metrics again from their numbers; one that aims at a reference is a question in a table without one.

    Whether a column holds percentages also depends on the other columns.
    """
    uses = [renewed(grid.uses[c], grid.values(c)) for c in grid.metrics]
    percent = any(u.high == 100 for u in uses)
    for column in list(grid.metrics):
        use = renewed(grid.uses[column], grid.values(column), percent)
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
        found, wanted = "no metric with an answer to which end is better", "an answer for at least one below"
    yield Finding("no_metric", "", "No metric", found, wanted)


def _questions(grid: Grid) -> Iterator[Finding]:
    """The metrics whose better end is unknown, in the order of the columns."""
    for use in (u for u in grid.uses.values() if u.column in grid.asked):
        offers = [
            Offer(Fix(BETTER, use.column, "", way), label)
            for way, label in (("higher", "Higher"), ("lower", "Lower"), (OUT, "Leave the column out"))
        ]
        why = "" if use.why == UNSETTLED else f" {capital(use.why).rstrip('.')}."
        expected = f"your answer; until then it is not used.{why} If one number is best, say so among the columns"
        title = f"Which end of {shortened(use.column)} is better?"
        yield Finding(BETTER, use.column, title, _values(grid, use.column), expected, tuple(offers), blocking=False)


def _values(grid: Grid, column: str) -> str:
    """How many values a column has, from where to where, and the methods at either end."""
    names = grid.names["method"]
    values = [(v, names[i]) for i in grid.rows if (v := numbers.value(grid.asked[column][i])) is not None]
    if 2 * len(values) < len(grid.rows):  # the ends of a few would say nothing of the others
        return "no plain number yet"
    ends = [end(values, key=lambda h: h[0]) for end in (min, max)]
    low, high = (f"{value:.4g} ({shortened(name, 24) or 'no name'})" for value, name in ends)
    return f"{counted(len(values), 'value')} from {low} to {high}"
