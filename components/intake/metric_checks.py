"""Checks of the cells of metrics: what is no number, what lies outside the bounds, what is missing."""

from collections.abc import Iterator

from components.format import shortened
from components.intake import numbers
from components.intake.fixes import BETTER, OUT, Fix
from components.intake.grid import Grid
from components.intake.problems import Finding, Offer, finding
from components.intake.uses import Use, bounds_text

TROUBLES = {
    numbers.COMMA: ("Decimal commas", "a decimal point, as in 0.85"),
    numbers.GROUPED: ("Separators of thousands", "plain digits"),
    numbers.PERCENT: ("Percentages", "a plain number"),
    numbers.SPREAD: ("Means with a spread", "one number; every run has a row of its own"),
    numbers.MISSING: ("Words for missing values", "an empty cell where nothing was measured"),
    numbers.TEXT: (
        "Text among numbers",
        f"a number of at most {numbers.LARGEST:g} in size, or nothing; formulas are never run",
    ),
}
"""By kind of cell the head of the finding and what was expected."""
GAP = 10
"""How much larger than every share the smallest percentage is, where a column holds both."""


def metric_findings(grid: Grid) -> list[Finding]:
    """Everything about the cells of metrics, column by column."""
    columns = list(grid.metrics)
    return [
        *(f for c in columns for f in _column(grid, grid.uses[c])),
        *(f for c in columns for f in _missing(grid, c)),
    ]


def _column(grid: Grid, use: Use) -> list[Finding]:
    return [*_cells(grid, use), *_bounds(grid, use), *_shares(grid, use), *_beside(grid, use)]


def _cells(grid: Grid, use: Use) -> Iterator[Finding]:
    """Cells of a metric that hold no plain number, by kind of trouble."""
    cells = grid.metrics[use.column]
    by_kind: dict[str, list[int]] = {}
    for i in grid.rows:
        kind = numbers.kind(cells[i])
        by_kind.setdefault(numbers.TEXT if kind == numbers.INFINITE else kind, []).append(i)
    for kind, rows in by_kind.items():
        if kind in TROUBLES:
            head, expected = TROUBLES[kind]
            title, several = f"{head} in {shortened(use.column)}", f"{head} in {{}} columns"
            offers = _offers(grid, use, by_kind, kind)
            yield finding(grid, kind, use.column, title, head.lower(), expected, offers, rows, cells, several=several)


def _offers(grid: Grid, use: Use, by_kind: dict[str, list[int]], kind: str) -> list[Offer]:
    """How cells of a kind can be read; the one way that leaves no choice is plain."""

    def offer(name: str, label: str, plain: bool = False) -> Offer:
        return Offer(Fix(name, use.column), label, plain)

    # beside a number that the continental way would read otherwise, no reading goes without saying
    clear = not any(numbers.may_part(grid.metrics[use.column][i]) for i in by_kind.get(numbers.NUMBER, ()))
    match kind:
        case numbers.COMMA:
            either = all(numbers.may_group(grid.metrics[use.column][i]) for i in by_kind[kind])
            plain = clear and not either and numbers.GROUPED not in by_kind
            decimal = offer("comma", "Read the comma as a decimal point", plain)
            return [decimal, offer("grouped", "It separates thousands: remove it")] if either else [decimal]
        case numbers.GROUPED:
            return [offer("grouped", "Remove the separators", clear and numbers.COMMA not in by_kind)]
        case numbers.PERCENT:
            if use.high is not None and use.high > 1:
                return [offer("unsigned", "Read as percentages: 85 % is 85", True)]
            others = grid.values(use.column)
            shares = offer("percent", "Read as shares of one: 85 % is 0.85", not any(others))
            whole = offer("hundredth", "The whole column is percentages: divide it by 100")
            return [whole, shares] if any(v > 1 for v in others) else [shares]
        case numbers.SPREAD:
            return [offer("spread", "Take the mean, leave the spread out")]
        case numbers.MISSING:
            return [offer("missing", "Read as not measured", True)]
    return []


def _bounds(grid: Grid, use: Use) -> Iterator[Finding]:
    """Numbers outside the bounds of the metric; percentages against shares is the usual reason."""
    cells = grid.metrics[use.column]
    rows = [i for i in grid.rows if (v := numbers.value(cells[i])) is not None and use.beyond(v)]
    if not rows:
        return
    # small ones are judged by their neighbours
    shares = [u for c in grid.metrics if ((u := grid.uses[c]).low, u.high) == (0, 1)]
    values = grid.values(use.column)
    percent = use in shares and min(values) >= 0 and max(values) <= 100
    percent = percent and any(_percentages(grid, u) or u.column in grid.divided for u in shares)
    offers = [Offer(Fix("hundredth", use.column), "They are percentages: divide the whole column by 100")] * percent
    if use.direction == "target":  # how far a relative distance may go is a convention of the suite, no slip
        offers.append(Offer(Fix(BETTER, use.column, "", OUT), "Leave the column out"))
    title, several = f"Values of {shortened(use.column)} outside its bounds", "Values outside the bounds of {} columns"
    expected = f"a number {'' if use.low is None or use.high is None else 'from '}{bounds_text(use)}"
    what = "a number outside the bounds"
    yield finding(grid, "bounds", use.column, title, what, expected, offers, rows, cells, several=several)


def _percentages(grid: Grid, use: Use) -> bool:
    """Whether numbers beyond the bounds of a share are percentages."""
    values = grid.values(use.column)
    return (use.low, use.high) == (0, 1) and bool(values) and min(values) >= 0 and 2 <= max(values) <= 100


def _beside(grid: Grid, use: Use) -> Iterator[Finding]:
    """A column of shares beside columns of percentages: small percentages look the same."""
    others = [u for u in grid.uses.values() if u.column in grid.metrics and u.column != use.column]
    percent = [u for u in others if u.high == 100 or u.column in grid.divided or _percentages(grid, u)]
    rows = [i for i in grid.rows if 0 < (numbers.value(grid.metrics[use.column][i]) or 0) <= 1]
    if rows and percent and (use.low, use.high, use.scale) == (0, 1, "linear") and use.column not in grid.divided:
        if any(v > 1 for v in grid.values(use.column)):
            return
        offers = [Offer(Fix("hundredth", use.column), "They are percentages: divide the whole column by 100")]
        title = f"{shortened(use.column)}: shares, or percentages as in {shortened(percent[0].column)}?"
        found, cells = "numbers from 0 to 1", grid.metrics[use.column]
        expected = "shares of one; as they stand until you say otherwise"
        yield finding(grid, "beside", use.column, title, found, expected, offers, rows, cells, blocking=False)


def _shares(grid: Grid, use: Use) -> Iterator[Finding]:
    """Shares of one under bounds of percentages: all of them, or a few that lie far below the others."""
    cells = grid.metrics[use.column]
    values = {i: v for i in grid.rows if use.high == 100 and (v := numbers.value(cells[i])) is not None}
    small = [i for i, v in values.items() if 0 < v < 1]
    large = [v for v in values.values() if v > 1]
    if small and (not large or min(large) >= GAP * max(values[i] for i in small)):
        title, several = f"Shares in {shortened(use.column)}?", "Shares among percentages in {} columns?"
        expected, found = f"percentages, as its bounds say: {bounds_text(use)}", "a share of one"
        whole = (
            []
            if large
            else [Offer(Fix("hundredfold", use.column), "They are shares: multiply the whole column by 100")]
        )
        yield finding(
            grid, "scale", use.column, title, found, expected, whole, small, cells, blocking=not large, several=several
        )


def _missing(grid: Grid, column: str) -> Iterator[Finding]:
    """How much of a metric was not measured: nothing has to change."""
    rows = [i for i in grid.rows if not grid.metrics[column][i]]
    if rows:
        what, title = f"{len(rows)} of {len(grid.rows)} cells empty", f"Missing values of {shortened(column)}"
        expected, several = "a value, or an empty cell where nothing was measured", "Missing values in {} columns"
        yield finding(grid, "missing", column, title, what, expected, (), rows, blocking=False, several=several)
