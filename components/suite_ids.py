"""The ids that a suite knows, of each kind that a reader can choose."""

import re

from data.registry import COST, Metric, Tables

JUDGE_COLUMN = re.compile(r"judge[0-9]*\Z")


def panels(tables: Tables) -> list[str]:
    """Return the ids of the panels."""
    return [panel.id for panel in tables.panels]


def benchmarks(tables: Tables) -> list[str]:
    """Return the ids of the benchmarks."""
    return [benchmark.id for benchmark in tables.benchmarks]


def seeds(tables: Tables) -> list[int]:
    """Return the seeds that the runs have."""
    return [int(seed_number) for seed_number in dict.fromkeys(tables.runs["seed"])]


def ranked_methods(tables: Tables) -> list[str]:
    """Return the ids of the methods that are ranked."""
    return [method.id for method in tables.candidates]


def models(tables: Tables) -> list[str]:
    """Return the ids of all models, those that are never ranked too."""
    return [method.id for method in tables.methods]


def ranking_metrics(tables: Tables) -> list[str]:
    """Return the ids of the metrics that methods are ranked by."""
    return [metric.id for metric in tables.scores]


def compared_metrics(tables: Tables) -> list[str]:
    """Return the ids of the metrics that are compared with one another, not only listed and not of
    cost."""
    return [metric.id for metric in tables.scores if not metric.by_hand]


def cost_metrics(tables: Tables) -> list[Metric]:
    """Return the metrics of cost that some run has a value for."""
    return [
        metric
        for metric in tables.scores
        if metric.group == COST and bool(tables.runs[metric.id].notna().any())
    ]


def table_names(tables: Tables) -> list[str]:
    """Return the names of the tables of a suite that have rows, the runs first."""
    all_names = ["runs", "metrics", "methods", "benchmarks", "panels"]
    if len(tables.published):
        all_names.append("published")
    return [*all_names, *tables.extras]


def judges(tables: Tables) -> list[str]:
    """Return the columns that hold a judge's answers on reconstructions: judge, judge1, judge2."""
    inversion_frame = tables.extras.get("inversion")
    if inversion_frame is None:
        return []
    return [str(column) for column in inversion_frame.columns if JUDGE_COLUMN.match(str(column))]


def private_sets(tables: Tables) -> list[str]:
    """Return the private sets that were reconstructed."""
    inversion_frame = tables.extras.get("inversion")
    if inversion_frame is None or "private_set" not in inversion_frame:
        return []
    return list(dict.fromkeys(inversion_frame["private_set"].map(str)))


def perturbations(tables: Tables) -> list[str]:
    """Return what was done to the models after unlearning, in the order of the suite."""
    after_frame = tables.extras.get("after")
    if after_frame is None:
        return []
    is_shown = after_frame["panel"].isin(tables.runs["panel"])
    measured = set(after_frame.loc[is_shown, "perturbation"])
    return [
        perturbation
        for perturbation in map(str, tables.extras["perturbations"]["id"])
        if perturbation in measured
    ]
