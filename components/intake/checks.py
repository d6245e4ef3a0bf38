"""Everything that is wrong or odd in a table at once: where, what stands there, what was expected, what mends it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from components.intake.files import Sheet
from components.intake.fixes import Done, Fix, mended
from components.intake.grid import Grid, grid_of
from components.intake.metric_checks import metric_findings
from components.intake.naming_checks import name_findings
from components.intake.problems import Finding
from components.intake.target import Target
from components.intake.uses import SCORE, Use, unknown_metric
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

    What is proposed for an unknown metric follows its numbers after the fixes, unless the reader declared it.
    """
    grid = grid_of(sheet, uses)
    target.settle(grid)
    done = mended(grid, fixes)
    target.settle(grid)
    for column in grid.metrics:
        use = grid.uses[column]
        if not use.metric and not use.declared:
            grid.uses[column] = unknown_metric(column, grid.values(column), use.use)
    findings = [*_metrics_there(uses, target), *metric_findings(grid, fixes), *name_findings(grid, target)]
    return Examined(grid, tuple(done), tuple(sorted(findings, key=lambda f: not f.blocking)))


def _metrics_there(uses: Sequence[Use], target: Target) -> Iterator[Finding]:
    scores = [u for u in uses if u.use == SCORE]
    known = [m.label for m in target.suite.scores] if target.suite is not None else []
    wanted = f"at least one of {joined(known)}" if known else "at least one column of numbers used as a metric"
    if target.suite is not None:
        scores = [u for u in scores if u.metric]
    if not scores:
        yield Finding("no_metric", "", "No metric", "no column that is used as a metric", wanted)
