"""Checks of the cells of metrics: what is no number, what lies outside, what may be turned, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from components.intake import numbers
from components.intake.fixes import Fix
from components.intake.grid import Grid
from components.intake.names import last_part
from components.intake.problems import Finding, Offer, finding
from components.intake.proposals import arrow_of, is_complement
from components.intake.scale_checks import scale_findings
from components.intake.uses import METRIC_USES, Use
from components.text import shortened

KINDS: dict[str, tuple[str, str, str, tuple[tuple[str, str], ...]]] = {
    numbers.COMMA: (
        "a decimal comma",
        "a decimal point, as in 0.85",
        "Decimal commas",
        (("comma", "Read the comma as a decimal point"), ("grouped", "It separates thousands: remove it")),
    ),
    numbers.GROUPED: (
        "a separator of thousands",
        "plain digits",
        "Separators of thousands",
        (("grouped", "Remove the separators"),),
    ),
    numbers.SPREAD: (
        "a mean with a spread",
        "one number; every run has a row of its own",
        "Means with a spread",
        (("spread", "Keep the mean, leave the spread out"),),
    ),
    numbers.MISSING: (
        "a word for nothing",
        "an empty cell where nothing was measured",
        "Words for missing values",
        (("missing", "Read as not measured"),),
    ),
    numbers.INFINITE: (
        "infinity",
        "a finite number, or an empty cell",
        "Infinite values",
        (("missing", "Read as not measured"),),
    ),
    numbers.FORMULA: (
        "a formula",
        "a value; formulas are never run",
        "Formulas",
        (("clear", "Leave these cells empty"),),
    ),
    numbers.HUGE: (
        "a number beyond 1e15",
        "a number of at most 1e15 in size",
        "Numbers too large to compute with",
        (("clear", "Leave these cells empty"),),
    ),
    numbers.TEXT: ("text", "a number", "Text among numbers", (("clear", "Leave these cells empty"),)),
}
"""By kind of cell: what it is, what was expected, the head of the finding, and the fixes offered."""


def metric_findings(grid: Grid, fixes: Sequence[Fix]) -> list[Finding]:
    """Everything about the cells of metrics, column by column."""
    found: list[Finding] = []
    for column in grid.metrics:
        use = grid.uses[column]
        found += [*_cells(grid, use), *_bounds(grid, use), *scale_findings(grid, column), *_turned(grid, use, fixes)]
    return [*found, *_missing(grid)]


def _cells(grid: Grid, use: Use) -> Iterator[Finding]:
    """Cells of a metric that hold no plain number, by kind of trouble."""
    cells = grid.metrics[use.column]
    by_kind: dict[str, list[int]] = {}
    for i in grid.rows:
        by_kind.setdefault(numbers.kind(cells[i]), []).append(i)
    for kind, rows in by_kind.items():
        if kind == numbers.PERCENT:
            yield _percent(grid, use, rows)
        elif kind in KINDS:
            what, expected, title, offers = KINDS[kind]
            if kind == numbers.COMMA and not all(len(cells[i].partition(",")[2]) == 3 for i in rows):
                offers = offers[:1]
            made = tuple(Offer(Fix(name, use.column), label) for name, label in offers)
            yield finding(
                grid, kind, use.column, f"{title} in {shortened(use.column)}", what, expected, made, rows, cells
            )


def _percent(grid: Grid, use: Use, rows: Sequence[int]) -> Finding:
    cells = grid.metrics[use.column]
    by_hundred = use.high is not None and use.high > 1
    offers = [Offer(Fix("percent", use.column), "Read as shares of one: 85 % is 0.85")]
    others = [v for v in grid.values(use.column) if v]
    if any(v > 1 for v in others):
        offers.insert(0, Offer(Fix("hundredth", use.column), "The whole column is percentages: divide it by 100"))
    if by_hundred:
        # beside shares of one, percentages without their sign would be on another scale
        at = len(offers) if others and max(others) <= 1 else 0
        offers.insert(at, Offer(Fix("sign", use.column), "Remove the percent signs; the metric runs to 100"))
    title = f"Percentages in {shortened(use.column)}"
    return finding(grid, "percent", use.column, title, "a percentage", "a plain number", tuple(offers), rows, cells)


def _bounds(grid: Grid, use: Use) -> Iterator[Finding]:
    """Numbers outside the bounds of the metric; percentages against shares is the usual reason."""
    cells = grid.metrics[use.column]
    low, high = use.low, use.high
    rows = []
    for i in grid.rows:
        value = numbers.value(cells[i])
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            rows.append(i)
    if not rows:
        return
    values = grid.values(use.column)
    offers = []
    if high == 1 and low == 0 and min(values) >= 0 and max(values) <= 100:
        small, large = sum(0 < v <= 1 for v in values), [v for v in values if v > 1]
        offers.append(Offer(Fix("hundredth", use.column), "They are percentages: divide the column by 100"))
        if small > 0:
            # among shares the few above 1 are the percentages; among percentages a few small ones may well be right
            at = 0 if small >= len(large) else 1
            offers.insert(at, Offer(Fix("hundredth_above", use.column), "Divide only the values above 1 by 100"))
        if small > len(large) and max(large) < 2:
            # 1.02 among shares is no percentage
            offers.clear()
    offers.append(Offer(Fix("outside", use.column), "Leave these cells empty"))
    shown = " ".join(
        [f"from {low:.6g}" if low is not None else "", f"to {high:.6g}" if high is not None else ""]
    ).strip()
    own = "" if use.metric else "; the bounds can be changed above"
    title = f"Values of {shortened(use.column)} outside its bounds"
    what = "a number outside the bounds"
    yield finding(grid, "bounds", use.column, title, what, f"a number {shown}{own}", tuple(offers), rows, cells)


def _turned(grid: Grid, use: Use, fixes: Sequence[Fix]) -> Iterator[Finding]:
    """A heading that says the opposite of what the metric is known to be; one minus the metric is a problem."""
    turn, keep = Fix("complement", use.column), Fix("as_it_is", use.column)
    if not use.metric or turn in fixes or keep in fixes:
        return
    stated, turned = arrow_of(use.column), is_complement(use.column) or is_complement(last_part(use.column))
    cells = grid.metrics[use.column]
    rows = [i for i in grid.rows if cells[i]]
    if not rows or (not turned and (not stated or stated == use.direction)):
        return
    says = "one minus the metric" if turned else f"that {stated} is better"
    offers: tuple[Offer, ...] = ()
    if use.low == 0 and use.high == 1:
        offers = (Offer(turn, "Turn the column: 1 − value"),)
    if turned:
        offers = (*offers, Offer(keep, f"It holds {shortened(use.label)} itself: keep the values"))
    what, expected = f"a heading that says {says}", f"{use.label} as the suite has it: {use.direction} is better"
    if turned:
        title = f"{shortened(use.column)} is one minus {shortened(use.label)}"
        yield finding(grid, "turned", use.column, title, what, expected, offers, rows, cells)
    else:
        title = f"{shortened(use.column)} may be turned round"
        yield finding(grid, "turned", use.column, title, what, expected, offers, rows[:1], None, blocking=False)


def _missing(grid: Grid) -> Iterator[Finding]:
    """How much was not measured, by metric. Nothing mends that, and nothing has to."""
    n = len(grid.rows)
    for column, cells in grid.metrics.items():
        rows = [i for i in grid.rows if not cells[i]]
        if rows and grid.uses[column].use in METRIC_USES:
            what = f"{len(rows)} of {n} cells empty"
            expected = "a value, or an empty cell where nothing was measured"
            title = f"Missing values of {shortened(column)}"
            yield finding(grid, "missing", column, title, what, expected, (), rows, None, blocking=False)
