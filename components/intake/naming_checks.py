"""Checks of the names of runs: benchmarks, panels, seeds, runs that stand there twice, and how many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from components.intake import numbers
from components.intake.fixes import Fix, copies, repeats, seeds_aside, varying_settings
from components.intake.grid import Grid
from components.intake.method_checks import method_findings
from components.intake.problems import Finding, Offer, finding
from components.intake.target import Target
from components.text import shortened
from data.columns import HIGHEST_SEED

MOST = {"method": 400, "benchmark": 60, "panel": 20, "seed": 200}
MOST_METRICS = 60
MOST_VALUES = 3_000_000
"""Benchmarks x seeds x methods x metrics of the largest panel: what the pages hold as one array."""
NUMBER = "Number the runs of each method 1, 2, …"
MOST_NAMED = 4
"""Seeds named on a button; more are counted."""


def name_findings(grid: Grid, target: Target) -> list[Finding]:
    """Everything about the names of runs."""
    return [
        *method_findings(grid, target, MOST["method"]),
        *_known(grid, target, "benchmark"),
        *_known(grid, target, "panel"),
        *_seeds(grid, target),
        *_other_seeds(grid, target),
        *_models(grid),
        *_twice(grid, target),
        *_sizes(grid, target),
    ]


def _known(grid: Grid, target: Target, use: str) -> Iterator[Finding]:
    """Names that the suite does not know, each with the nearest one; and rows without a name."""
    cells = grid.names[use]
    known = target.known(use)
    empty = [i for i in grid.rows if not cells[i]]
    if empty:
        choices = target.benchmarks() if use == "benchmark" and known else tuple(known)
        labels = {k: names[1] for k, names in known.items()}
        offers = tuple(Offer(Fix("rename", use, "", k), f"They belong to {shortened(labels[k])}") for k in choices)
        offers = offers or (Offer(Fix("rename", use, "", "all data"), "Take them for one benchmark"),)
        title, expected = f"Rows without a {use}", f"the name of a {use}"
        yield finding(grid, f"no_{use}", use, title, "no name", expected, offers, empty)
    if not known:
        return
    settled = grid.settled.get(use, set())
    strange = dict.fromkeys(cells[i] for i in grid.rows if cells[i] and cells[i] not in known)
    for name in strange:
        if name in settled:
            continue
        rows = [i for i in grid.rows if cells[i] == name]
        offers = ()
        near = target.near(use, name)
        if near:
            label = known[near][1]
            offers = (Offer(Fix("rename", use, name, near), f"It is {shortened(label)}"),)
        if use == "panel":
            offers += (Offer(Fix("rename", use, name, target.panel), f"Count it to {known[target.panel][1]}"),)
        offers += (Offer(Fix("settle", use, name), f"It is a new {use}"),)
        expected = f"a {use} of the suite: {', '.join(shortened(n[1]) for n in list(known.values())[:8])}"
        title = f"Unknown {use} “{shortened(name)}”"
        several = f"{{}} unknown {use}s"
        yield finding(grid, f"unknown_{use}", use, title, name, expected, offers, rows, several=several)


def _seeds(grid: Grid, target: Target) -> Iterator[Finding]:
    cells = grid.names["seed"]
    rows = [i for i in grid.rows if not _is_seed(cells[i])]
    if not rows:
        return
    offers: tuple[Offer, ...] = (_numbered(grid, target, NUMBER),)
    if all(_is_seed(numbers.seed(cells[i])) for i in rows):
        offers = (Offer(Fix("seed", "seed"), "Take the whole number in it"), *offers)
    others = {cells[i] for i in grid.rows} - {cells[i] for i in rows}
    if others and not any(cells[i] for i in rows):
        new, label = (
            next(str(n) for n in range(len(others) + 1) if str(n) not in others),
            "Give them a seed of their own",
        )
        if len(others) == 1:
            (new,), label = others, "They have the seed of the others"
        offers = (Offer(Fix("rename", "seed", "", new), f"{label}: {new}"), *offers)
    title, expected = "Seeds that are no whole numbers", f"a whole number from 0 to {HIGHEST_SEED}"
    yield finding(grid, "seed", "seed", title, "no seed", expected, offers, rows, cells)


def _other_seeds(grid: Grid, target: Target) -> Iterator[Finding]:
    """Seeds that the suite does not have: methods are compared within a seed, so these runs meet none of its own."""
    if target.suite is None or not grid.rows:
        return
    there = target.seeds()
    rows = [i for i in grid.rows if grid.names["seed"][i] not in there]
    if len(rows) == len(grid.rows) and "seed" in grid.columns:
        expected = f"seeds of the suite ({', '.join(sorted(there, key=int)[:8])}) where runs share their conditions"
        what = "none of the suite's seeds: agreement compares methods seed by seed, the leaderboard averages over them"
        yield finding(grid, "seeds", "seed", "Seeds of your own", what, expected, (), rows, blocking=False)


def _is_seed(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= HIGHEST_SEED


def _models(grid: Grid) -> Iterator[Finding]:
    """A model of its own in every row, beside its method: then the models may be what is compared."""
    models = [grid.names["panel"][i] for i in grid.rows]
    if {"panel", "method"} <= set(grid.columns) and len(models) > 2 and len(set(models)) == len(models):
        offers = (Offer(Fix("models_as_methods"), "Each model is a method of its own, its method the family"),)
        title, expected = "A model of its own in every row", "methods that are run on the same model"
        yield finding(
            grid, "models", "panel", title, "one run of each model", expected, offers, grid.rows, models, blocking=False
        )


def _twice(grid: Grid, target: Target) -> Iterator[Finding]:
    """Rows that name a run that stands there already, with the same values or with others."""
    same = copies(grid)
    others = sorted(set(repeats(grid)) - set(same))
    runs = [" · ".join(part for part in grid.key(i) if part) for i in range(len(grid.places))]
    expected = "every run once: one row for each panel, benchmark, method and seed"
    if same:
        n = "the copy" if len(same) == 1 else f"the {len(same)} copies"
        drop = (Offer(Fix("drop_copies"), f"Leave out {n}"),)
        yield finding(grid, "copies", "", "Rows that stand there twice", "a copy", expected, drop, same, runs)
    if others:
        varying = varying_settings(grid)
        offers: tuple[Offer, ...] = (
            _numbered(grid, target, "They are further seeds: number them 1, 2, …"),
            Offer(Fix("drop_repeats"), "Take the first of each"),
        )
        if varying:
            label = f"Each setting of {', '.join(shortened(v, 20) for v in varying[:4])} is a method of its own"
            offers = (Offer(Fix("settings_as_methods"), label), *offers)
        aside = seeds_aside(grid)
        offers = (*(Offer(Fix("seed_from", c), f"“{shortened(c, 30)}” is their seed") for c in aside), *offers)
        title = "Several rows for one run"
        yield finding(grid, "repeats", "", title, "the same run with other values", expected, offers, others, runs)


def _numbered(grid: Grid, target: Target, label: str) -> Offer:
    """The offer to number seeds anew, and what it costs: runs that share a seed, with the suite or with another method
    of the table, pair no longer.
    """
    held: dict[str, set[str]] = {}
    for i in grid.rows:
        held.setdefault(grid.names["seed"][i], set()).add(grid.names["method"][i])
    shared = (
        {s for s, methods in held.items() if _is_seed(s) and len(methods) > 1}
        if "seed" in grid.columns and target.suite is None
        else set()
    )
    lost = sorted(shared | (set(held) & target.seeds()), key=int)
    more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
    cost = f" (pairing with {', '.join(lost[:MOST_NAMED])}{more} is lost)" if lost else ""
    return Offer(Fix("number_seeds"), f"{label}{cost}")


def _sizes(grid: Grid, target: Target) -> Iterator[Finding]:
    """More than the pages can show in seconds."""
    for use, most in MOST.items():
        n = len({grid.names[use][i] for i in grid.rows})
        if n > most:
            offers = (_numbered(grid, target, NUMBER),) if use == "seed" else ()
            yield _too_many(f"{n:,} different {use}s", f"at most {most}", offers)
    if len(grid.metrics) > MOST_METRICS:
        yield _too_many(f"{len(grid.metrics)} metrics", f"at most {MOST_METRICS}: leave some columns out")
    if not grid.rows:
        yield _too_many("no row left", "at least one run")
    elif target.suite is None and all(grid.roles.get(name, "candidate") != "candidate" for name in grid.methods()):
        yield _too_many("no method left", "at least one that is neither reference nor original")
    elif (n := _array_size(grid)) > MOST_VALUES:
        what = f"a design of {n:,} values (benchmarks x seeds x methods x metrics)"
        expected = f"at most {MOST_VALUES:,}; seeds that differ from method to method do this"
        yield _too_many(what, expected, [_numbered(grid, target, NUMBER)])


def _array_size(grid: Grid) -> int:
    largest = 0
    for panel in {grid.names["panel"][i] for i in grid.rows}:
        rows = [i for i in grid.rows if grid.names["panel"][i] == panel]
        size = len(grid.metrics)
        for use in ("benchmark", "seed", "method"):
            size *= len({grid.names[use][i] for i in rows})
        largest = max(largest, size)
    return largest


def _too_many(what: str, expected: str, offers: Sequence[Offer] = ()) -> Finding:
    return Finding("size", what, f"Too large: {what}", what, expected, tuple(offers))
