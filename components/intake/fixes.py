"""Mending: what a reader may ask for with one click, what it changes, and by how much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from components.intake import numbers
from components.intake.grid import Grid
from components.intake.uses import bounds_said, declared, values_of
from components.text import counted, shortened


@dataclass(frozen=True)
class Fix:
    """A change that a reader asked for: its kind (a key of FIXES), the column or use, and what it needs beside."""

    kind: str
    column: str = ""
    found: str = ""
    becomes: str = ""


@dataclass(frozen=True)
class Done:
    """A fix that was made, and in words how much it changed, before and after."""

    fix: Fix
    says: str


def mended(grid: Grid, fixes: Sequence[Fix]) -> list[Done]:
    """Apply fixes in order, changing the grid. A fix whose column is gone changes nothing and is left out.

    What was proposed for a column from its numbers is proposed anew once these have changed. One minus comes last: it
    is taken of the numbers as they are to be, in whatever order the fixes were asked for.
    """
    done = []
    for fix in sorted(fixes, key=lambda f: f.kind == "complement"):
        known = fix.column in grid.metrics or fix.column in grid.names or not fix.column
        if fix.kind in FIXES and known:
            says = FIXES[fix.kind](grid, fix)
            done.append(Done(fix, says + _proposed_anew(grid, fix.column)))
    return done


def _proposed_anew(grid: Grid, column: str) -> str:
    """Bounds and map that follow from the numbers as they are now, and in words what became of them.

    A known metric and one that the reader declared keep theirs.
    """
    use = grid.uses.get(column)
    if column not in grid.metrics or use is None or use.metric or use.said:
        return ""
    new = declared(column, values_of([grid.metrics[column][i] for i in grid.rows]), use.use)
    grid.uses[column] = new
    if (new.low, new.high, new.utilities) == (use.low, use.high, use.utilities):
        return ""
    maps = f", utility map {new.utilities}" if new.utilities else ""
    return f"; bounds now {bounds_said(new)}{maps}"


def _each(change: Callable[[str], str], what: str, only: Callable[[str], bool] = bool) -> Callable[[Grid, Fix], str]:
    """A fix of the cells of one column, told with the range of its numbers before and after."""

    def apply(grid: Grid, fix: Fix) -> str:
        cells, before = grid.column_of(fix.column), _range(grid, fix.column)
        changed = 0
        for i in grid.rows:
            new = change(cells[i]) if only(cells[i]) else cells[i]
            changed += new != cells[i]
            cells[i] = new
        after = _range(grid, fix.column)
        where = f"{shortened(grid.heading(fix.column))}: {what}"
        moved = f"; numbers before {before}, after {after}" if before != after else ""
        return f"{where}; {changed} of {counted(len(grid.rows), 'cell')} changed{moved}"

    return apply


def _range(grid: Grid, column: str) -> str:
    values = grid.values(column) if column in grid.metrics else []
    return f"{min(values):.6g} to {max(values):.6g} ({len(values)})" if values else "none"


def _is(*kinds: str) -> Callable[[str], bool]:
    return lambda text: numbers.kind(text) in kinds


def _above_one(text: str) -> bool:
    value = numbers.value(text)
    return numbers.kind(text) == numbers.PERCENT or (value is not None and value > 1)


def _is_share(text: str) -> bool:
    value = numbers.value(text)
    return value is not None and 0 <= value <= 1


def _outside(grid: Grid, fix: Fix) -> str:
    use = grid.uses[fix.column]

    def beyond(text: str) -> bool:
        value = numbers.value(text)
        low, high = use.low, use.high
        return value is not None and ((low is not None and value < low) or (high is not None and value > high))

    return _each(lambda _: "", "cells outside the bounds left empty", beyond)(grid, fix)


def _rename(grid: Grid, fix: Fix) -> str:
    cells = grid.names[fix.column]
    hit = [i for i in grid.rows if cells[i] == fix.found]
    for i in hit:
        cells[i] = fix.becomes
    was = f"“{shortened(fix.found)}”" if fix.found else "without a name"
    where = shortened(grid.heading(fix.column))
    return f"{where}: {counted(len(hit), 'row')} {was} now “{shortened(fix.becomes)}”"


def _as_it_is(grid: Grid, fix: Fix) -> str:
    return f"{shortened(fix.column)}: holds the metric itself; no cell changed"


def _settle(grid: Grid, fix: Fix) -> str:
    grid.settled.setdefault(fix.column, set()).add(fix.found)
    return f"“{shortened(fix.found)}” counts as a new {fix.column}; no cell changed"


def _drop(which: Callable[[Grid], list[int]], what: str) -> Callable[[Grid, Fix], str]:
    def apply(grid: Grid, fix: Fix) -> str:
        before = len(grid.rows)
        for i in which(grid):
            grid.alive[i] = False
        return f"{what}; {counted(before, 'row')} before, {len(grid.rows)} after"

    return apply


def nameless(grid: Grid) -> list[int]:
    """Rows without a method."""
    return [i for i in grid.rows if not grid.names["method"][i]]


def references(grid: Grid) -> list[int]:
    """Rows marked as reference models."""
    return [i for i in grid.rows if grid.names["reference"][i].casefold() in ("true", "yes", "1", "1.0")]


def copies(grid: Grid) -> list[int]:
    """Rows that name the same run as an earlier one and hold the same values."""
    seen: set[tuple[str, ...]] = set()
    found = []
    for i in grid.rows:
        whole = (
            *grid.key(i),
            *(grid.metrics[c][i] for c in grid.metrics),
            *(grid.settings[c][i] for c in grid.settings),
        )
        if whole in seen:
            found.append(i)
        seen.add(whole)
    return found


def repeats(grid: Grid) -> list[int]:
    """Rows that name the same run as an earlier one."""
    seen: set[tuple[str, ...]] = set()
    found = []
    for i in grid.rows:
        if grid.key(i) in seen:
            found.append(i)
        seen.add(grid.key(i))
    return found


def _number_seeds(grid: Grid, fix: Fix) -> str:
    count: dict[tuple[str, str, str], int] = defaultdict(int)
    before = len({grid.names["seed"][i] for i in grid.rows})
    changed = 0
    for i in grid.rows:
        key = grid.key(i)[:3]
        count[key] += 1
        changed += grid.names["seed"][i] != str(count[key])
        grid.names["seed"][i] = str(count[key])
    after = len({grid.names["seed"][i] for i in grid.rows})
    return (
        "runs of the same method on the same benchmark are numbered 1, 2, … as seeds; "
        f"{changed} of {counted(len(grid.rows), 'row')} changed, {before} different seeds before, {after} after"
    )


def varying_settings(grid: Grid) -> list[str]:
    """Hyper-parameters that differ between rows that count."""
    return [c for c, cells in grid.settings.items() if len({cells[i] for i in grid.rows}) > 1]


def _settings_as_methods(grid: Grid, fix: Fix) -> str:
    before = len({grid.names["method"][i] for i in grid.rows})
    varying = varying_settings(grid)
    for i in grid.rows:
        told = " ".join(f"{c}={grid.settings[c][i]}" for c in varying if grid.settings[c][i])
        if not grid.names["family"][i]:
            grid.names["family"][i] = grid.names["method"][i]
        grid.names["method"][i] = f"{grid.names['method'][i]} {told}".strip()
    after = len({grid.names["method"][i] for i in grid.rows})
    return f"each setting of {', '.join(varying)} is a method of its own; {before} methods before, {after} after"


FIXES: Mapping[str, Callable[[Grid, Fix], str]] = {
    "comma": _each(numbers.without_comma, "decimal commas read as points"),
    "grouped": _each(numbers.ungrouped, "separators of thousands removed"),
    "percent": _each(numbers.share, "percentages as shares of one", _is(numbers.PERCENT)),
    "sign": _each(lambda t: t.rstrip("% ").replace(",", "."), "percent signs removed", _is(numbers.PERCENT)),
    "hundredth": _each(numbers.share, "divided by 100"),
    "hundredth_above": _each(numbers.share, "values above 1 divided by 100", _above_one),
    "spread": _each(numbers.without_spread, "the mean kept, the spread left out"),
    "missing": _each(lambda _: "", "read as not measured", _is(numbers.MISSING, numbers.INFINITE)),
    "clear": _each(lambda _: "", "cells without a number left empty", lambda t: numbers.value(t) is None),
    "outside": _outside,
    "complement": _each(numbers.complement, "turned: one minus the value", _is_share),
    "as_it_is": _as_it_is,
    "whole": _each(numbers.whole, "only the whole number kept"),
    "shorten": _each(lambda t: shortened(t, 80), "names cut to 80 characters"),
    "rename": _rename,
    "settle": _settle,
    "drop_nameless": _drop(nameless, "rows without a method left out"),
    "drop_references": _drop(references, "reference models left out"),
    "drop_copies": _drop(copies, "copies of rows left out"),
    "drop_repeats": _drop(repeats, "further rows of the same run left out, the first kept"),
    "number_seeds": _number_seeds,
    "settings_as_methods": _settings_as_methods,
}
"""Every kind of fix. Each gives back what it changed in words."""
