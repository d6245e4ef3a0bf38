"""Checks of the names of runs: benchmarks, panels, seeds, runs that are listed twice, and how many there are."""

from collections.abc import Iterator, Sequence
from math import prod

from components.format import at_most, joined, shortened
from components.intake.fixes import APART, Fix
from components.intake.grid import Grid
from components.intake.method_checks import method_findings
from components.intake.methods import role_of
from components.intake.problems import Finding, Offer, finding
from components.intake.target import Target
from data.columns import HIGHEST_SEED

MOST = {"method": 400, "benchmark": 60, "panel": 20, "seed": 200}
MOST_METRICS = 60
MOST_VALUES = 3_000_000
"""Benchmarks x seeds x methods x metrics of the largest panel: what the pages hold as one array."""
MOST_NAMED = 4
"""Seeds named on a button; more are counted."""


def name_findings(grid: Grid, target: Target) -> list[Finding]:
    """Everything about the names of runs."""
    return [
        *method_findings(grid, target, MOST["method"]),
        *_known(grid, target, "benchmark"),
        *_known(grid, target, "panel"),
        *_seeds(grid),
        *_twice(grid),
        *_sizes(grid, target),
    ]


def _known(grid: Grid, target: Target, use: str) -> Iterator[Finding]:
    """Names that the suite does not know, each with the nearest one; and rows without a name."""
    cells, known = grid.names[use], target.known(use)
    labels = {k: shortened(names[1]) for k, names in known.items()}
    if empty := [i for i in grid.rows if not cells[i]]:
        choices = target.benchmarks() if use == "benchmark" and known else tuple(known)
        offers = [Offer(Fix("rename", use, "", k), f"They belong to {labels[k]}") for k in choices]
        offers = offers or [Offer(Fix("rename", use, "", "all data"), "Take them for one benchmark")]
        yield finding(grid, f"no_{use}", use, f"Rows without a {use}", "no name", f"the name of a {use}", offers, empty)
    decided = grid.settled.get(use, set())
    strange = dict.fromkeys(cells[i] for i in grid.rows if known and cells[i] and cells[i] not in known)
    for name in [n for n in strange if n not in decided]:
        near = target.near(use, name)
        offers = [Offer(Fix("rename", use, name, near), f"It is {labels[near]}")] if near else []
        if use == "panel":
            offers.append(Offer(Fix("rename", use, name, target.panel), f"Count it to {labels[target.panel]}"))
        offers.append(Offer(Fix("settle", use, name), f"It is a new {use}"))
        yield finding(
            grid,
            f"unknown_{use}",
            use,
            f"Unknown {use} “{shortened(name)}”",
            name,
            f"a {use} of the suite: {', '.join(list(labels.values())[:8])}",
            offers,
            [i for i in grid.rows if cells[i] == name],
            several=f"{{}} unknown {use}s",
        )


def _seeds(grid: Grid) -> Iterator[Finding]:
    """Seeds that are no whole numbers."""
    cells = grid.names["seed"]
    # a model that is not ranked needs none
    asked = {name for name in grid.methods() if name not in grid.roles and role_of(name)}
    rows = [i for i in grid.rows if not _is_seed(cells[i]) and not (not cells[i] and grid.names["method"][i] in asked)]
    if rows:
        offers = [_numbered()]
        title, expected = "Seeds that are no whole numbers", f"a whole number from 0 to {HIGHEST_SEED}"
        yield finding(grid, "seed", "seed", title, "no seed", expected, offers, rows, cells)


def _is_seed(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= HIGHEST_SEED


def _twice(grid: Grid) -> Iterator[Finding]:
    """Several rows of one run, and the columns in which they differ; copies of rows count once."""
    runs = [" · ".join(part for part in grid.key(i) if part) for i in range(len(grid.places))]
    expected = "every run once: one row for each panel, benchmark, method and seed"
    if grid.copies:
        what, title = "a copy of an earlier row", "Rows that are there twice count once"
        yield finding(grid, "copies", "", title, what, expected, (), grid.copies, runs, blocking=False)
    others, distinguishing = grid.repeats(), grid.distinguishing()
    offers = [*_apart(distinguishing, grid), _numbered("They are further seeds: number them 1, 2, …")]
    if others:
        title, what = "Several rows for one run", "the same run with other values"
        yield finding(grid, "repeats", "", title, what, expected, offers, others, runs)
        return
    for column in distinguishing:
        cells = grid.aside.get(column, [])
        if cells and 2 * len({cells[i] for i in grid.rows}) <= len(grid.rows):
            title, what = f"Runs of one method differ in {shortened(column)}", "runs that are averaged as seeds"
            offered = _apart([column], grid)
            yield finding(grid, "apart", column, title, what, expected, offered, grid.rows, cells, blocking=False)


def _apart(columns: Sequence[str], grid: Grid) -> list[Offer]:
    """What each value of the columns may be: of several hyper-parameters together a variant, of one more."""
    settings = [c for c in columns if c in grid.settings]
    offers = []
    for group in [settings] if settings else [[c] for c in columns[:2]]:
        named = joined(at_most(MOST_NAMED, [shortened(c, 20) for c in group]))
        for use, what in APART.items():
            first, *also = (Fix("apart", c, "", use) for c in group)
            if use == "method" or not also:
                offers.append(Offer(first, f"Each value of {named} is {what}", also=tuple(also)))
    return offers


def _numbered(label: str = "Number the runs of each method 1, 2, …") -> Offer:
    return Offer(Fix("number_seeds"), label)


def _sizes(grid: Grid, target: Target) -> Iterator[Finding]:
    """More than the pages can show in seconds, or nothing at all."""
    for use, most in MOST.items():
        n = len({grid.names[use][i] for i in grid.rows})
        if n > most:
            yield _size(f"{n:,} different {use}s", f"at most {most}", [_numbered()] * (use == "seed"))
    if len(grid.metrics) > MOST_METRICS:
        yield _size(f"{len(grid.metrics)} metrics", f"at most {MOST_METRICS}: leave some columns out")
    if not grid.rows:
        yield _size("no row left", "at least one run")
    elif target.suite is None and all(grid.roles.get(name, "candidate") != "candidate" for name in grid.methods()):
        yield _size("no method left", "at least one that is neither reference nor original")
    elif (n := _array_size(grid)) > MOST_VALUES:
        what = f"a design of {n:,} values (benchmarks x seeds x methods x metrics)"
        expected = f"at most {MOST_VALUES:,}; seeds that differ from method to method do this"
        yield _size(what, expected, [_numbered()])


def _array_size(grid: Grid) -> int:
    keys: dict[str, list[tuple[str, ...]]] = {}
    for i in grid.rows:
        panel, *key = grid.key(i)
        keys.setdefault(panel, []).append(tuple(key))
    return max(len(grid.metrics) * prod(len(set(part)) for part in zip(*runs, strict=True)) for runs in keys.values())


def _size(what: str, expected: str, offers: Sequence[Offer] = ()) -> Finding:
    return Finding("size", "", f"Size: {what}", what, expected, tuple(offers))
