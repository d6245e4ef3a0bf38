"""Mending: what a reader may ask for with one click, what it changes, and by how much."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from components.intake import numbers
from components.intake.grid import Grid
from components.intake.methods import Known, same
from components.text import counted, shortened
from data.registry import MethodRole


@dataclass(frozen=True)
class Fix:
    """A change that a reader asked for: its kind (a key of FIXES), the column or use, and a name with its new form."""

    kind: str
    column: str = ""
    old: str = ""
    new: str = ""


@dataclass(frozen=True)
class Done:
    """A fix that was made, and in words how much it changed, before and after."""

    fix: Fix
    says: str


_ORDER = {"hundredth": 1, "hundredth_above": 1, "outside": 2, "complement": 3}
"""By kind of fix when its turn is; what is not named comes first, in the order asked for."""


def mended(grid: Grid, fixes: Sequence[Fix]) -> list[Done]:
    """Apply fixes in order, changing the grid. A fix whose column is gone changes nothing and is left out.

    Notation comes first, then the scale, then bounds, then one minus: each is taken of the numbers as they are to be,
    in whatever order the fixes were asked for.
    """
    done = []
    for fix in sorted(fixes, key=lambda f: _ORDER.get(f.kind, 0)):
        held = (grid.metrics, grid.names, grid.aside, grid.asked)
        known = not fix.column or any(fix.column in columns for columns in held)
        if fix.kind in FIXES and known:
            done.append(Done(fix, FIXES[fix.kind](grid, fix)))
    return done


def _each(change: Callable[[str], str], what: str) -> Callable[[Grid, Fix], str]:
    """A fix of the cells of one column, told with the range of its numbers before and after."""

    def apply(grid: Grid, fix: Fix) -> str:
        cells, before = grid.column_of(fix.column), _range(grid, fix.column)
        changed = 0
        for i in grid.rows:
            new = change(cells[i])
            changed += new != cells[i]
            cells[i] = new
        after = _range(grid, fix.column)
        moved = f"; numbers before {before}, after {after}" if before != after else ""
        heading = shortened(grid.heading(fix.column))
        return f"{heading}: {what}; {changed} of {counted(len(grid.rows), 'cell')} changed{moved}"

    return apply


def _range(grid: Grid, column: str) -> str:
    values = grid.values(column) if column in grid.metrics else []
    return f"{min(values):.6g} to {max(values):.6g} ({len(values)})" if values else "none"


def _empty(kinds: Sequence[str]) -> Callable[[str], str]:
    return lambda text: "" if numbers.kind(text) in kinds else text


def _percent(text: str) -> str:
    return numbers.share(text) if numbers.kind(text) == numbers.PERCENT else text


def _turn(text: str) -> str:
    value = numbers.value(text)
    return numbers.complement(text) if value is not None and 0 <= value <= 1 else text


def _above_one(text: str) -> str:
    value = numbers.value(text)
    return numbers.share(text) if value is not None and value > 1 else text


def _outside(grid: Grid, fix: Fix) -> str:
    use = grid.uses[fix.column]

    def inside(text: str) -> str:
        value = numbers.value(text)
        return "" if value is not None and use.beyond(value) else text

    return _each(inside, "cells outside the bounds left empty")(grid, fix)


def _renamed(grid: Grid, use: str, old: str, new: str) -> list[int]:
    """The rows of a name, which now have another; what a reader said of a method goes with it."""
    cells = grid.names[use]
    hit = [i for i in grid.rows if cells[i] == old]
    for i in hit:
        cells[i] = new
    if use == "method" and old in grid.roles:
        grid.roles.setdefault(new, grid.roles[old])
    return hit


def _rename(grid: Grid, fix: Fix) -> str:
    hit = _renamed(grid, fix.column, fix.old, fix.new)
    was = f"“{shortened(fix.old)}”" if fix.old else f"without a {fix.column}"
    where = shortened(grid.heading(fix.column))
    return f"{where}: {counted(len(hit), 'row')} {was} now “{shortened(fix.new)}”"


def _settle(grid: Grid, fix: Fix) -> str:
    grid.settled.setdefault(fix.column, set()).add(fix.old)
    what = "method of its own" if fix.column == "method" else f"new {fix.column}"
    return f"“{shortened(fix.old)}” counts as a {what}; no cell changed"


def _same(grid: Grid, fix: Fix) -> str:
    """One name is a known method; without a name, all that are called like one and of which nothing else was said."""
    if not fix.old:
        named = named_alike(grid)
        rows = sum(len(_joined(grid, name, known)) for name, known in named.items())
        what = f"{counted(rows, 'row')} of {counted(len(named), 'name')}"
        return f"{what} now the methods they are named like, with their pages"
    known = next((k for k in grid.known if k.address == fix.new), None)
    if known is None:
        return f"“{shortened(fix.old)}” stays a method of its own: the one it was said to be is gone"
    rows = len(_joined(grid, fix.old, known))
    return f"{counted(rows, 'row')} of “{shortened(fix.old)}” now {known.label}, with its page"


def _joined(grid: Grid, name: str, known: Known) -> list[int]:
    grid.same[known.label] = known.address
    return _renamed(grid, "method", name, known.label)


def named_alike(grid: Grid) -> dict[str, Known]:
    """The names that are those of one known method as they stand, and of which nothing was said yet."""
    said = {*grid.same, *grid.roles, *grid.settled.get("method", ())}
    hits = {name: same(name, grid.known) for name in grid.methods() if name not in said}
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
    return f"“{shortened(fix.old)}” is {ROLES[role]}; no cell changed"


def _drop_method(grid: Grid, fix: Fix) -> str:
    name = fix.old
    return _drop(lambda g: g.methods().get(name, []), f"“{shortened(name)}” left out")(grid, fix)


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
    """Rows that a column marks as reference models, of methods that no reader said anything of."""
    marked = [i for i in grid.rows if grid.names["reference"][i].casefold() in ("true", "yes", "1", "1.0")]
    return [i for i in marked if grid.names["method"][i] not in grid.roles]


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
    seeds = grid.names["seed"]
    before = [seeds[i] for i in grid.rows]
    for i in grid.rows:
        run = grid.key(i)[:3]
        count[run] += 1
        seeds[i] = str(count[run])
    after = [seeds[i] for i in grid.rows]
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    return (
        "runs of the same method on the same benchmark are numbered 1, 2, … as seeds; "
        f"{changed} of {counted(len(after), 'row')} changed, {len(set(before))} different seeds before, "
        f"{len(set(after))} after"
    )


def seeds_aside(grid: Grid) -> list[str]:
    """Columns that nothing uses, hold a seed for every row and, taken for it, let each run stand there once.

    One that only counts the rows is none: as a seed it would pair no two runs.
    """
    rows, found = grid.rows, []
    for column, cells in {**grid.aside, **grid.asked}.items():
        seeds = [numbers.seed(cells[i]) for i in rows]
        runs = {(*grid.key(i)[:3], seed) for i, seed in zip(rows, seeds, strict=True)}
        if all(seeds) and len(runs) == len(rows) > len(set(seeds)):
            found.append(column)
    return found


def _seed_from(grid: Grid, fix: Fix) -> str:
    if fix.column in grid.asked:
        grid.aside[fix.column] = grid.asked.pop(fix.column)
        grid.uses[fix.column] = replace(grid.uses[fix.column], use="seed", why="taken for the seed")
    cells, seeds = grid.aside[fix.column], grid.names["seed"]
    before = [seeds[i] for i in grid.rows]
    for i in grid.rows:
        seeds[i] = numbers.seed(cells[i])
    after = [seeds[i] for i in grid.rows]
    grid.columns["seed"] = fix.column
    return (
        f"{shortened(fix.column)} taken for the seed of {counted(len(after), 'row')}; "
        f"{counted(len(set(before)), 'different seed')} before, {len(set(after))} after"
    )


def varying_settings(grid: Grid) -> list[str]:
    """Hyper-parameters that differ between rows that count."""
    return [c for c, cells in grid.settings.items() if len({cells[i] for i in grid.rows}) > 1]


def _settings_as_methods(grid: Grid, fix: Fix) -> str:
    before = len({grid.names["method"][i] for i in grid.rows})
    varying = varying_settings(grid)
    for i in grid.rows:
        told = " ".join(f"{c}={grid.settings[c][i]}" for c in varying if grid.settings[c][i])
        name = grid.names["method"][i]
        if not grid.names["family"][i]:
            grid.names["family"][i] = name
        grid.names["method"][i] = f"{name} {told}".strip()
        if name in grid.roles:
            grid.roles.setdefault(grid.names["method"][i], grid.roles[name])
    after = len({grid.names["method"][i] for i in grid.rows})
    return f"each setting of {', '.join(varying)} is a method of its own; {before} methods before, {after} after"


def _models_as_methods(grid: Grid, fix: Fix) -> str:
    before = len({grid.names["method"][i] for i in grid.rows})
    grid.names["family"], grid.names["method"] = grid.names["method"], grid.names["panel"]
    grid.columns.pop("panel", None)
    after = len({grid.names["method"][i] for i in grid.rows})
    return f"each model is a method of its own, its method the family; {before} methods before, {after} after"


FIXES: Mapping[str, Callable[[Grid, Fix], str]] = {
    "comma": _each(numbers.without_comma, "decimal commas read as points"),
    "grouped": _each(numbers.ungrouped, "separators of thousands removed"),
    "points": _each(numbers.without_points, "points taken for separators of thousands, commas for decimal points"),
    "percent": _each(_percent, "percentages as shares of one"),
    "sign": _each(numbers.unsigned, "percent signs removed"),
    "hundredth": _each(numbers.share, "divided by 100"),
    "hundredth_above": _each(_above_one, "numbers above 1 divided by 100, the others as they stand"),
    "spread": _each(numbers.without_spread, "the mean remains, the spread is left out"),
    "missing": _each(_empty([numbers.MISSING]), "read as not measured"),
    "clear": _each(_empty([numbers.TEXT, numbers.INFINITE]), "cells without a number left empty"),
    "outside": _outside,
    "complement": _each(_turn, "turned: one minus the value"),
    "seed": _each(numbers.seed, "only the whole number remains"),
    "rename": _rename,
    "settle": _settle,
    "same": _same,
    "role": _role,
    "drop_method": _drop_method,
    "drop_nameless": _drop(nameless, "rows without a method left out"),
    "drop_references": _drop(references, "reference models left out"),
    "drop_copies": _drop(copies, "copies of rows left out"),
    "drop_repeats": _drop(repeats, "further rows of the same run left out, the first of each remains"),
    "seed_from": _seed_from,
    "number_seeds": _number_seeds,
    "settings_as_methods": _settings_as_methods,
    "models_as_methods": _models_as_methods,
}
"""Every kind of fix. Each gives back what it changed in words."""
