"""What one click changes in a table. Everything else is changed by hand, in the editor of the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from components.intake import numbers
from components.intake.grid import Grid
from components.intake.methods import Known, same
from components.intake.uses import Use
from components.text import counted, joined, shortened
from data.registry import MethodRole


@dataclass(frozen=True)
class Fix:
    """A change: its kind (a key of CELLS or TABLES), the column or use, and a name with its new form."""

    kind: str
    column: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Done:
    """A fix that was made, and in words what it changed."""

    fix: Fix
    says: str


def _emptied(*kinds: str) -> Callable[[str, Use], str]:
    return lambda text, use: "" if numbers.kind(text) in kinds else text


def _percent(text: str, use: Use) -> str:
    return numbers.share(text) if numbers.kind(text) == numbers.PERCENT else text


def _above_one(text: str, use: Use) -> str:
    return numbers.share(text) if (numbers.value(text) or 0) > 1 else text


def _inside(text: str, use: Use) -> str:
    value = numbers.value(text)
    return "" if value is not None and use.beyond(value) else text


CELLS: Mapping[str, tuple[str, Callable[[str, Use], str]]] = {
    "comma": ("decimal commas read as points", lambda text, use: numbers.without_comma(text)),
    "grouped": ("separators of thousands removed", lambda text, use: numbers.ungrouped(text)),
    "percent": ("percentages read as shares of one", _percent),
    "spread": ("the mean remains, the spread is left out", lambda text, use: numbers.without_spread(text)),
    "missing": ("read as not measured", _emptied(numbers.MISSING)),
    "clear": ("cells without a number left empty", _emptied(numbers.TEXT, numbers.INFINITE)),
    "hundredth": ("divided by 100", lambda text, use: numbers.share(text)),
    "hundredth_above": ("numbers above 1 divided by 100", _above_one),
    "outside": ("cells outside the bounds left empty", _inside),
}
"""Fixes of the cells of one metric, in the order in which they are made: notation, then scale, then bounds."""


def fixed(grid: Grid, fixes: Sequence[Fix]) -> list[Done]:
    """Make the fixes, changing the grid: of names and rows first, as asked for; then of cells, in the order of CELLS.

    A fix whose column is gone is left out.
    """
    order = list(CELLS)
    done = []
    for fix in sorted(fixes, key=lambda f: order.index(f.kind) if f.kind in CELLS else -1):
        if fix.kind in TABLES:
            done.append(Done(fix, TABLES[fix.kind](grid, fix)))
        elif fix.kind in CELLS and fix.column in grid.metrics:
            done.append(Done(fix, _cells(grid, fix)))
    return done


def _cells(grid: Grid, fix: Fix) -> str:
    what, change = CELLS[fix.kind]
    cells, use = grid.metrics[fix.column], grid.uses[fix.column]
    changed = 0
    for i in grid.rows:
        new = change(cells[i], use)
        changed += new != cells[i]
        cells[i] = new
    return f"{shortened(fix.column)}: {what}; {changed} of {counted(len(grid.rows), 'cell')} changed"


def _rename(grid: Grid, fix: Fix) -> str:
    rows = _renamed(grid, fix.column, fix.old, fix.new)
    was = f"“{shortened(fix.old)}”" if fix.old else f"without a {fix.column}"
    return f"{shortened(grid.heading(fix.column))}: {counted(rows, 'row')} {was} now “{shortened(fix.new)}”"


def _renamed(grid: Grid, use: str, old: str, new: str) -> int:
    """Give rows of a name another; the role of a method goes with it. Returns how many there are."""
    cells = grid.names[use]
    hit = [i for i in grid.rows if cells[i] == old]
    for i in hit:
        cells[i] = new
    if use == "method" and old in grid.roles:
        grid.roles.setdefault(new, grid.roles[old])
    return len(hit)


def _settle(grid: Grid, fix: Fix) -> str:
    grid.settled.setdefault(fix.column, set()).add(fix.old)
    what = "method of its own" if fix.column == "method" else f"new {fix.column}"
    return f"“{shortened(fix.old)}” counts as a {what}"


def _same(grid: Grid, fix: Fix) -> str:
    known = next((k for k in grid.known if k.address == fix.new), None)
    if known is None:
        return f"“{shortened(fix.old)}” stays a method of its own: the one it was taken for is gone"
    grid.same[known.label] = known.address
    rows = _renamed(grid, "method", fix.old, known.label)
    return f"{counted(rows, 'row')} of “{shortened(fix.old)}” now {known.label}, with its page"


def named_alike(grid: Grid) -> dict[str, Known]:
    """The undecided names that are exactly those of one known method."""
    decided = {*grid.same, *grid.roles, *grid.settled.get("method", ())}
    hits = {name: same(name, grid.known) for name in grid.methods() if name not in decided}
    return {name: known[0] for name, known in hits.items() if len(known) == 1}


ROLES: Mapping[MethodRole, str] = {
    "reference": "the reference (trained without the forgotten data), not ranked",
    "original": "the original (not unlearned), not ranked",
    "candidate": "a method like the others",
}
"""What a model may be, in words."""


def _role(grid: Grid, fix: Fix) -> str:
    role: MethodRole = next((r for r in ROLES if r == fix.new), "candidate")
    grid.roles[fix.old] = role
    return f"“{shortened(fix.old)}” is {ROLES[role]}"


def _drop(grid: Grid, rows: Sequence[int], what: str) -> str:
    for i in rows:
        grid.alive[i] = False
    return f"{what} left out: {counted(len(rows), 'row')}, {len(grid.rows)} remain"


def copies(grid: Grid) -> list[int]:
    """Rows that name the same run as an earlier one and hold the same values."""
    columns = [*grid.metrics.values(), *grid.asked.values(), *grid.settings.values()]
    return _again(grid, lambda i: (*grid.key(i), *(cells[i] for cells in columns)))


def repeats(grid: Grid) -> list[int]:
    """Rows that name the same run as an earlier one."""
    return _again(grid, grid.key)


def _again(grid: Grid, key: Callable[[int], tuple[str, ...]]) -> list[int]:
    first: dict[tuple[str, ...], int] = {}
    return [i for i in grid.rows if first.setdefault(key(i), i) != i]


def _number_seeds(grid: Grid, fix: Fix) -> str:
    count: dict[tuple[str, ...], int] = defaultdict(int)
    for i in grid.rows:
        run = grid.key(i)[:3]
        count[run] += 1
        grid.names["seed"][i] = str(count[run])
    return "the runs of each method on each benchmark are numbered 1, 2, … as seeds"


def variants(grid: Grid) -> list[str]:
    """The columns that tell rows of one method apart: hyper-parameters that vary, else one column that nothing uses."""
    varying = [c for c, cells in grid.settings.items() if len({cells[i] for i in grid.rows}) > 1]
    return varying or [c for c, cells in grid.aside.items() if _tell_apart(grid, cells)][:1]


def _tell_apart(grid: Grid, cells: Sequence[str]) -> bool:
    return not _again(grid, lambda i: (*grid.key(i), cells[i]))


def _variants(grid: Grid, fix: Fix) -> str:
    columns, names = variants(grid), grid.names["method"]
    before = len(grid.methods())
    for i in grid.rows:
        cells = {c: {**grid.settings, **grid.aside}[c][i] for c in columns}
        name = names[i]
        grid.names["family"][i] = grid.names["family"][i] or name
        names[i] = f"{name} {' '.join(f'{c}={text}' for c, text in cells.items() if text)}".strip()
        if name in grid.roles:
            grid.roles.setdefault(names[i], grid.roles[name])
    listed = joined([shortened(c, 30) for c in columns])
    return f"each setting of {listed} is a method of its own; {before} methods before, {len(grid.methods())} after"


TABLES: Mapping[str, Callable[[Grid, Fix], str]] = {
    "rename": _rename,
    "settle": _settle,
    "same": _same,
    "role": _role,
    "drop_method": lambda grid, fix: _drop(grid, grid.methods().get(fix.old, []), f"“{shortened(fix.old)}”"),
    "drop_copies": lambda grid, fix: _drop(grid, copies(grid), "copies of rows"),
    "drop_repeats": lambda grid, fix: _drop(grid, repeats(grid), "all but the first row of each run"),
    "number_seeds": _number_seeds,
    "variants": _variants,
}
"""Fixes of names and rows. Each returns what it changed in words."""
