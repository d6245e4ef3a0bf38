"""What one click changes in a table. Everything else is changed by hand, in the editors of the page."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from components.format import counted, shortened
from components.intake import numbers
from components.intake.grid import Grid
from components.intake.methods import Known, same
from data.registry import MethodRole


@dataclass(frozen=True)
class Fix:
    """A change: its kind (BETTER, or a key of CELLS or TABLES), the column or use, and a name with its new form."""

    kind: str
    column: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Done:
    """A fix that was made, and in words what it changed."""

    fix: Fix
    says: str


BETTER, OUT = "better", "out"
"""The kind of an answer to “which end is better?” (`new` is higher, lower, OUT or the best number)."""


def _kind(kind: str, change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda text: change(text) if numbers.kind(text) == kind else text


CELLS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "comma": ("decimal commas read as points", numbers.without_comma),
    "grouped": ("separators of thousands removed", numbers.ungrouped),
    "percent": ("percentages read as shares of one", _kind(numbers.PERCENT, numbers.share)),
    "unsigned": ("percentages without their sign", numbers.unsigned),
    "spread": ("the mean remains, the spread is left out", numbers.without_spread),
    "missing": ("read as not measured", _kind(numbers.MISSING, lambda text: "")),
    "hundredth": ("divided by 100", numbers.share),
    "hundredfold": ("multiplied by 100", numbers.percentage),
}
"""Fixes of the cells of one metric, in the order in which they are made: notation, then scale."""


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
        elif fix.kind == BETTER and fix.column in grid.uses:
            decision = "left out" if fix.new == OUT else f"{grid.uses[fix.column].better or fix.new} is better"
            done.append(Done(fix, f"{shortened(fix.column)}: {decision}"))
    return done


def _cells(grid: Grid, fix: Fix) -> str:
    what, change = CELLS[fix.kind]
    cells = grid.metrics[fix.column]
    changed = 0
    for i in grid.rows:
        new = change(cells[i])
        changed += new != cells[i]
        cells[i] = new
    if fix.kind == "hundredth":
        grid.divided.add(fix.column)
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
    """The undecided names that are exactly the names of one known method."""
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


def _drop_method(grid: Grid, fix: Fix) -> str:
    rows = grid.methods().get(fix.old, [])
    for i in rows:
        grid.alive[i] = False
    return f"“{shortened(fix.old)}” left out: {counted(len(rows), 'row')}, {len(grid.rows)} remain"


def _number_seeds(grid: Grid, fix: Fix) -> str:
    count: dict[tuple[str, ...], int] = defaultdict(int)
    for i in grid.rows:
        run = grid.key(i)[:3]
        count[run] += 1
        grid.names["seed"][i] = str(count[run])
    return "the runs of each method on each benchmark are numbered 1, 2, … as seeds"


APART: Mapping[str, str] = {"method": "a variant of the method", "benchmark": "a benchmark", "panel": "a panel"}
"""What each value of a column that distinguishes rows may be."""


def _apart(grid: Grid, fix: Fix) -> str:
    """Make the values of a column part of the names of methods, benchmarks or panels, or these names themselves."""
    cells = {**grid.settings, **grid.aside}.get(fix.column, [])
    use = fix.new if fix.new in APART else "method"
    names = grid.names[use]
    alone = len({names[i] for i in grid.rows}) == 1
    for i in grid.rows if cells else ():
        name, text = names[i], cells[i]
        if use == "method" and text:
            grid.names["family"][i] = grid.names["family"][i] or name
            names[i] = f"{name} {fix.column}={text}".strip()
            if name in grid.roles:
                grid.roles.setdefault(names[i], grid.roles[name])
        elif text:
            names[i] = text if alone else f"{name} {text}"
    grid.columns.setdefault(use, fix.column)
    return f"each value of {shortened(fix.column)} is {APART[use]}: {counted(len(set(cells)), 'value')}"


TABLES: Mapping[str, Callable[[Grid, Fix], str]] = {
    "rename": _rename,
    "settle": _settle,
    "same": _same,
    "role": _role,
    "drop_method": _drop_method,
    "number_seeds": _number_seeds,
    "apart": _apart,
}
"""Fixes of names and rows. Each returns what it changed in words."""
