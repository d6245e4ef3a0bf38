"""The reader's numbers whose metric and method are known, each with the question what is known of it."""

from collections.abc import Sequence
from urllib.parse import urlencode

from components import words
from components.intake.grid import Grid
from components.intake.suite import ALL, MAIN, Runs, in_unit, known_place
from data.registry import Tables


def own_numbers(grid: Grid, runs: Runs, suites: Sequence[Tables]) -> dict[str, dict[str, tuple[str, str]]]:
    """Return by run of a known method and by column of a known metric the value as studies print it, and its link."""
    known, suite = grid.facts.known, grid.suite
    addresses = {known.names.find(a)[0] or a: a for a in words.known("metrics", suites)}
    asked = {c: addresses.get(known.names.find(c.same)[0] or c.same) for c in grid.columns if c.name in runs.values}
    models = {p.id: p.base_model for p in suite.panels} if suite else {}
    found: dict[str, dict[str, tuple[str, str]]] = {}
    for i, (panel, split, name, seed) in enumerate(runs.keys):
        run = " · ".join(p for p in (name, panel, split, f"run {seed}") if p not in (MAIN, ALL))
        method = grid.same.get(runs.variants.get(name, name))
        if suite and grid.work.place:
            panel, split = models[grid.work.place[1]], known_place(suite, split) or split
        for c, metric in asked.items():
            own, value = known.metrics.get(c.same), runs.values[c.name][i]
            if method and metric and value is not None:
                text = repr(value if suite or own is None else in_unit(c, own, value))
                asks = {"metric": metric, "method": method, "model": panel, "split": split, "value": text}
                link = urlencode({n: v for n, v in asks.items() if v not in (MAIN, ALL)})
                found.setdefault(run, {})[c.name] = text, f"check?{link}"
    return found
