"""The numbers of an upload whose metric and method are known, each with the question what is known
of it."""

from collections.abc import Callable, Sequence
from functools import partial

from components import name_pages
from components.answers.check.known_values import TO_ADDRESS
from components.intake.grid import Grid
from components.intake.known import known_place
from components.intake.suite import ALL, MAIN, Runs, in_unit
from components.links import with_query
from data.registry import Tables

AskedMetric = tuple[str, Callable[[float], float]]
"""The address of a metric, and what makes its value of that of a column."""


def uploaded_numbers(
    grid: Grid, runs: Runs, suites: Sequence[Tables]
) -> dict[int, dict[str, tuple[str, str]]]:
    """Return by index of the run of a known method and by column of a known metric the value as
    studies print it, and its link."""
    metric_of_column = _asked_metrics(grid, runs, suites)
    numbers: dict[int, dict[str, tuple[str, str]]] = {}
    for run_index, (panel, split, name, _) in enumerate(runs.keys):
        method = grid.same.get(runs.variants.get(name, name))
        if not method:
            continue
        asked = {"method": method, "model": panel, "split": split}
        if grid.suite:
            panel_of_id = {panel_info.id: panel_info for panel_info in grid.suite.panels}
            asked["model"] = panel_of_id[grid.work.place[1]].base_model
            asked["split"] = known_place(grid.suite, split) or split
        for column, (metric, to_address) in metric_of_column.items():
            value = runs.values[column][run_index]
            if value is None:
                continue
            value_text = f"{to_address(value):.15g}"
            query = {"metric": metric, **asked, "value": value_text}
            query = {
                choice_name: chosen_text
                for choice_name, chosen_text in query.items()
                if chosen_text not in (MAIN, ALL)
            }
            numbers.setdefault(run_index, {})[column] = (
                value_text,
                with_query("check", query),
            )
    return numbers


def _asked_metrics(grid: Grid, runs: Runs, suites: Sequence[Tables]) -> dict[str, AskedMetric]:
    """Return the known metric of each column that counts."""
    lexicon = grid.facts.known
    address_of_name = {
        lexicon.names.find(a)[0] or a: a for a in name_pages.label_by_address("metrics", suites)
    }
    entry_of_metric = name_pages.entries("metrics", grid.suite) if grid.suite else {}
    asked: dict[str, AskedMetric] = {}
    for column in grid.columns:
        if column.name not in runs.values:
            continue
        entry = entry_of_metric.get(column.same)
        if entry is not None:
            if entry.relation in TO_ADDRESS:
                asked[column.name] = entry.address, TO_ADDRESS[entry.relation]
            continue
        address = address_of_name.get(lexicon.names.find(column.same)[0] or column.same)
        metric = lexicon.metrics.get(column.same)
        if address and metric is not None:
            asked[column.name] = address, partial(in_unit, column, metric)
        elif address:
            asked[column.name] = address, float
    return asked
