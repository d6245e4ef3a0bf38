"""The reader's numbers whose metric and method are known, each with the question what is known of
it."""

from collections.abc import Callable, Sequence
from functools import partial

from components import words
from components.answers.check.known_values import BACK
from components.intake.grid import Grid
from components.intake.suite import ALL, MAIN, Runs, in_unit, known_place
from components.links import with_query
from data.registry import Tables


def own_numbers(
    grid: Grid, runs: Runs, suites: Sequence[Tables]
) -> dict[str, dict[str, tuple[str, str]]]:
    """Return by run of a known method and by column of a known metric the value as studies print
    it, and its link."""
    known, suite = grid.facts.known, grid.suite
    addresses = {known.names.find(a)[0] or a: a for a in words.known("metrics", suites)}
    named = words.entries("metrics", suite) if suite else {}
    asked: dict[str, tuple[str, Callable[[float], float]]] = {}
    for c in grid.columns:
        own, entry = known.metrics.get(c.same), named.get(c.same)
        address = entry.address if entry else addresses.get(known.names.find(c.same)[0] or c.same)
        back = BACK.get(entry.relation) if entry else partial(in_unit, c, own) if own else float
        if c.name in runs.values and address and back:
            asked[c.name] = address, back
    models = {p.id: p.base_model for p in suite.panels} if suite else {}
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for i, (panel, split, name, seed) in enumerate(runs.keys):
        run = " · ".join(p for p in (name, panel, split, f"run {seed}") if p not in (MAIN, ALL))
        method = grid.same.get(runs.variants.get(name, name))
        if suite and grid.work.place:
            panel, split = models[grid.work.place[1]], known_place(suite, split) or split
        for column, (metric, back) in asked.items() if method else ():
            if (value := runs.values[column][i]) is not None:
                text = f"{back(value):.15g}"
                asks = {
                    "metric": metric,
                    "method": method,
                    "model": panel,
                    "split": split,
                    "value": text,
                }
                query = {n: v for n, v in asks.items() if v and v not in (MAIN, ALL)}
                found.setdefault(run, {})[column] = text, with_query("check", query)
    return found
