"""Checks of the cells of metrics: what is no number, what lies outside, what may be turned round, what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from components.intake import numbers
from components.intake.fixes import Fix
from components.intake.grid import Grid
from components.intake.problems import Finding, Offer, finding
from components.intake.proposals import arrow_of
from components.intake.uses import METRIC_USES, Use, bounds_text
from components.text import shortened

TROUBLES = {
    numbers.COMMA: ("Decimal commas", "a decimal comma", "a decimal point, as in 0.85"),
    numbers.GROUPED: ("Separators of thousands", "a separator of thousands", "plain digits"),
    numbers.PERCENT: ("Percentages", "a percentage", "a plain number"),
    numbers.SPREAD: ("Means with a spread", "a mean with a spread", "one number; every run has a row of its own"),
    numbers.MISSING: ("Words for missing values", "a word for nothing", "an empty cell where nothing was measured"),
    numbers.TEXT: (
        "Text among numbers",
        "text",
        f"a number of at most {numbers.LARGEST:g} in size; formulas are never run",
    ),
}
"""By kind of cell the head of the finding, what stands there and what was expected."""
GAP = 10
"""How much larger than every share the smallest percentage is, where a column holds both."""


def metric_findings(grid: Grid, fixes: Sequence[Fix]) -> list[Finding]:
    """Everything about the cells of metrics, column by column."""
    findings: list[Finding] = []
    for column in grid.metrics:
        use = grid.uses[column]
        findings += [*_cells(grid, use), *_bounds(grid, use), *_scale(grid, use), *_headed(grid, use, fixes)]
        findings += _turned(grid, use, fixes)
    return [*findings, *_missing(grid)]


def _cells(grid: Grid, use: Use) -> Iterator[Finding]:
    """Cells of a metric that hold no plain number, by kind of trouble."""
    cells = grid.metrics[use.column]
    by_kind: dict[str, list[int]] = {}
    for i in grid.rows:
        kind = numbers.kind(cells[i])
        by_kind.setdefault(numbers.TEXT if kind == numbers.INFINITE else kind, []).append(i)
    for kind, rows in by_kind.items():
        if kind in TROUBLES:
            head, what, expected = TROUBLES[kind]
            title, several = f"{head} in {shortened(use.column)}", f"{head} in {{}} columns"
            offers = _offers(grid, use, by_kind, kind)
            yield finding(grid, kind, use.column, title, what, expected, offers, rows, cells, several=several)


def _offers(grid: Grid, use: Use, by_kind: dict[str, list[int]], kind: str) -> tuple[Offer, ...]:
    """How cells of a kind can be mended; the one way that leaves no choice is plain."""

    def offer(name: str, label: str, plain: bool = False) -> Offer:
        return Offer(Fix(name, use.column), label, plain)

    cells = grid.metrics[use.column]
    parted = [cells[i] for i in by_kind.get(numbers.NUMBER, ()) if numbers.may_part(cells[i])]
    points = [
        offer("points", f"Points separate thousands, too: {t} is {numbers.without_points(t)}") for t in parted[:1]
    ]
    match kind:
        case numbers.COMMA:
            either = all(numbers.may_group(cells[i]) for i in by_kind[kind])
            plain = not either and not points and numbers.GROUPED not in by_kind
            decimal = offer("comma", "Read the comma as a decimal point", plain)
            return (decimal, offer("grouped", "It separates thousands: remove it")) if either else (decimal, *points)
        case numbers.GROUPED:
            points = points if any(numbers.without_points(cells[i]) != cells[i] for i in by_kind[kind]) else []
            return (offer("grouped", "Remove the separators", numbers.COMMA not in by_kind and not points), *points)
        case numbers.PERCENT:
            return _percent(grid.values(use.column), use, offer("percent", "Read as shares of one: 85 % is 0.85", True))
        case numbers.SPREAD:
            return (offer("spread", "Take the mean, leave the spread out"),)
        case numbers.MISSING:
            return (offer("missing", "Read as not measured", True),)
    return (offer("clear", "Leave these cells empty"),)


def _percent(others: Sequence[float], use: Use, shares: Offer) -> tuple[Offer, ...]:
    """Percentages are shares of one where all are marked so; beside bare numbers the scale of these decides."""
    hundred = use.high is not None and use.high > 1
    if not hundred and not any(others):
        return (shares,)
    offers = [Offer(shares.fix, shares.label)]
    if any(v > 1 for v in others):
        offers.append(Offer(Fix("hundredth", use.column), "The whole column is percentages: divide it by 100"))
    if hundred:
        offers.append(Offer(Fix("sign", use.column), "Remove the percent signs; the metric runs to 100"))
    return tuple(offers)


def _bounds(grid: Grid, use: Use) -> Iterator[Finding]:
    """Numbers outside the bounds of the metric; percentages against shares is the usual reason."""
    cells = grid.metrics[use.column]
    rows = [i for i in grid.rows if (v := numbers.value(cells[i])) is not None and use.beyond(v)]
    if not rows:
        return
    values = grid.values(use.column)
    offers: tuple[Offer, ...] = (Offer(Fix("outside", use.column), "Leave these cells empty"),)
    if (use.low, use.high) == (0, 1) and min(values) >= 0 and 2 <= max(values) <= 100:
        offers = (Offer(Fix("hundredth", use.column), "They are percentages: divide the column by 100"), *offers)
        small, large = [v for v in values if 0 < v < 1], [v for v in values if v > 1]
        if small and min(large) >= GAP * max(small):
            label = "Only those above 1 are percentages: divide these by 100"
            offers = (Offer(Fix("hundredth_above", use.column), label), *offers)
    title = f"Values of {shortened(use.column)} outside its bounds"
    limits = bounds_text(use) if use.low is None or use.high is None else f"from {bounds_text(use)}"
    expected = f"a number {limits}{'' if use.metric else '; the bounds can be changed above'}"
    several, what = "Values outside the bounds of {} columns", "a number outside the bounds"
    yield finding(grid, "bounds", use.column, title, what, expected, offers, rows, cells, several=several)


def _scale(grid: Grid, use: Use) -> Iterator[Finding]:
    """Shares of one under bounds of percentages: all of them, or a few that lie far below the others."""
    cells = grid.metrics[use.column]
    held = {i: v for i in grid.rows if use.high == 100 and (v := numbers.value(cells[i])) is not None}
    small = [i for i, v in held.items() if 0 < v < 1]
    large = [v for v in held.values() if v > 1]
    if small and (not large or min(large) >= GAP * max(held[i] for i in small)):
        title, expected = f"Shares in {shortened(use.column)}?", f"percentages, as its bounds say: {bounds_text(use)}"
        own = "" if use.metric else "; the bounds can be changed above"
        what = "a share of one"
        several = "Shares among percentages in {} columns?"
        yield finding(grid, "scale", use.column, title, what, expected + own, (), small, cells, False, several)


def _headed(grid: Grid, use: Use, fixes: Sequence[Fix]) -> Iterator[Finding]:
    """A heading that says % over numbers of which none is larger than one."""
    cells, mended = grid.metrics[use.column], {f.kind for f in fixes if f.column == use.column}
    rows = [i for i in grid.rows if (numbers.value(cells[i]) or 0) > 0]
    shares = bool(rows) and (use.low, use.high) == (0, 1) and max(grid.values(use.column)) <= 1
    if (
        shares
        and "%" in use.column
        and not use.declared
        and not mended & {"hundredth", "hundredth_above", "percent", "complement"}
    ):
        offers = (Offer(Fix("hundredth", use.column), "They are percentages: divide the column by 100"),)
        title, what = f"Percentages in {shortened(use.column)}?", "a number up to 1 under a heading that says %"
        expected, several = "a share of one, as its bounds say: from 0 to 1", "Percentages in {} columns?"
        yield finding(grid, "headed", use.column, title, what, expected, offers, rows, cells, False, several)


def _turned(grid: Grid, use: Use, fixes: Sequence[Fix]) -> Iterator[Finding]:
    """A heading whose arrow says the opposite of what is known of the metric."""
    turn = Fix("complement", use.column)
    stated = arrow_of(use.column)
    rows = [i for i in grid.rows if grid.metrics[use.column][i]]
    if not use.metric or use.said or turn in fixes or not rows or stated in ("", use.direction):
        return
    offers = (Offer(turn, "Turn the column: 1 − value"),) if (use.low, use.high) == (0, 1) else ()
    what, expected = f"a heading that says {stated} is better", f"{use.label}, of which {use.direction} is better"
    title = f"{shortened(use.column)} may be turned round"
    yield finding(grid, "turned", use.column, title, what, expected, offers, rows[:1], blocking=False)


def _missing(grid: Grid) -> Iterator[Finding]:
    """How much was not measured, by metric. Nothing mends that, and nothing has to."""
    for column, cells in grid.metrics.items():
        rows = [i for i in grid.rows if not cells[i]]
        if rows and grid.uses[column].use in METRIC_USES:
            what, title = f"{len(rows)} of {len(grid.rows)} cells empty", f"Missing values of {shortened(column)}"
            expected = "a value, or an empty cell where nothing was measured"
            several = "Missing values in {} columns"
            yield finding(grid, "missing", column, title, what, expected, (), rows, None, False, several)
