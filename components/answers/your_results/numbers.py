"""The reader's numbers whose metric and method are known, each with the question what is known of it."""

from collections.abc import Sequence
from functools import partial

from components import words
from components.intake.columns import Column
from components.intake.grid import Grid
from components.intake.suite import ALL, MAIN, Runs, in_unit, known_place
from components.intake.uses import SEED
from components.table import Column as Shown
from components.table import Link, Table, table
from data.registry import Tables


def numbers(grid: Grid, runs: Runs, suites: Sequence[Tables]) -> Table[int]:
    """Return one row per run of a known method, one column per known metric; no columns without any."""
    known, suite = grid.facts.known, grid.suite
    addresses = {known.names.find(a)[0] or a: a for a in words.known("metrics", suites)}
    asked = {c: addresses.get(known.names.find(c.same)[0] or c.same, "") for c in grid.columns if c.name in runs.values}
    methods = [grid.same.get(runs.variants.get(k[2], k[2]), "") for k in runs.keys]

    def value(c: Column, i: int) -> float | None:
        own, metric = runs.values[c.name][i], known.metrics.get(c.same)
        return own if own is None or suite or metric is None else in_unit(c, metric, own)

    def link(c: Column, i: int) -> Link:
        model, split = ("" if own in (MAIN, ALL) else own for own in runs.keys[i][:2])
        if suite and grid.work.place:
            model = next(p.base_model for p in suite.panels if p.id == grid.work.place[1])
            split = known_place(suite, split) or split
        choices = {"metric": asked[c], "method": methods[i], "model": model, "split": split, "value": value(c, i)}
        return Link("check", {name: own for name, own in choices.items() if own != ""})

    shown = [
        Shown(f"c{at}", partial(value, c), c.name, kind="number", digits=None, link=partial(link, c), place="print")
        for at, c in enumerate(asked)
        if asked[c]
    ]
    parts = [(k[2], k[1] if k[1] != ALL else "", f"seed {k[3]}" if grid.used(SEED) else "") for k in runs.keys]
    own = Shown[int]("method", lambda i: " · ".join(filter(None, parts[i])), place="print")
    rows = [i for i, method in enumerate(methods) if method]
    return table([own, *shown] if shown and rows else [], rows if shown else [])
