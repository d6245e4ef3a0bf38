"""What a suite is made of, and how much data each of its panels is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.format import counted, joined, verb
from components.panels import whole_panel
from components.resolved import Resolved, unweighted
from components.stats.panel import Panel
from components.stats.ranking.utility import formula
from components.table import Column, Table, count_column, table
from components.words import Labels
from data.registry import Metric, PanelInfo


@dataclass(frozen=True, eq=False)
class PanelFacts:
    """One panel with all its runs.

    n_missing     runs without a value by metric id, for metrics that lack one
    has_distance  whether any run has a distance to the retrained model
    """

    info: PanelInfo
    panel: Panel
    n_missing: Mapping[str, int]
    has_distance: bool

    @property
    def smallest_p(self) -> float:
        """The smallest two-sided p that one block without ties can give."""
        return min(1.0, 2 / math.factorial(len(self.panel.methods)))


@dataclass(frozen=True, eq=False)
class AboutResult:
    """A whole suite, whatever is selected of it."""

    metrics: tuple[Metric, ...]
    panels: tuple[PanelFacts, ...]


@unweighted
def compute(view: Resolved) -> AboutResult:
    """Return what a suite is made of."""
    tables = view.tables
    panels = []
    for panel_info in tables.panels:
        runs = tables.runs_of(panel_info.id)
        n_missing = {}
        for metric in tables.metrics:
            missing = int(runs[metric.id].isna().sum())
            if missing:
                n_missing[metric.id] = missing
        has_distance = tables.oracle is not None and bool(runs[tables.oracle.id].notna().any())
        panels.append(
            PanelFacts(panel_info, whole_panel(tables, panel_info.id), n_missing, has_distance)
        )
    return AboutResult(tables.metrics, tuple(panels))


def metric_facts(metric: Metric) -> list[str]:
    """Return direction, range, role and utility maps of a metric, one short text each."""
    if metric.role == "oracle":
        role_text = "judges the other metrics, never part of a score"
    else:
        utility_maps = [
            f"{formula(metric, utility.name)} ({utility.name})" for utility in metric.utilities
        ]
        role_text = f"mapped value {' or '.join(utility_maps)}"
    return [
        f"{metric.better} {metric.arrow}",
        _range(metric.lower_bound, metric.upper_bound),
        role_text,
    ]


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return "no bounds" if high is None else f"up to {high:.4g}"
    return f"from {low:g} upwards" if high is None else f"from {low:g} to {high:.4g}"


def missing_text(facts: PanelFacts, labels: Labels) -> str:
    """Return how many runs have no value of each metric."""
    return (
        joined(
            [
                f"{labels.metric(metric_id)} {n_values}"
                for metric_id, n_values in facts.n_missing.items()
            ]
        )
        or "none"
    )


def limitations(about_result: AboutResult) -> list[str]:
    """Return what the size and the gaps of this suite leave open, counted from its tables."""
    return [
        *(_size(facts) for facts in about_result.panels),
        *_distance(about_result),
        *_bounds(about_result),
        (
            "Seeds of one method on one benchmark are near-duplicates and never counted as"
            " independent observations."
        ),
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured and does not certify erasure.",
    ]


def _size(facts: PanelFacts) -> str:
    panel = facts.panel
    smallest = (
        f"{facts.smallest_p:.3f}" if facts.smallest_p >= 0.0005 else f"{facts.smallest_p:.0e}"
    )
    methods = counted(len(panel.methods), "method")
    return (
        f"{facts.info.label}: {counted(panel.n_cells, 'cell')} of {methods}, "
        f"{counted(len(panel.benchmarks), 'benchmark')} and {counted(len(panel.seeds), 'seed')}. "
        f"With {methods} no p of one block can be below {smallest}."
    )


def _distance(about_result: AboutResult) -> list[str]:
    """Return what the distance to the retrained model leaves open, and which panels have none."""
    if not any(metric.role == "oracle" for metric in about_result.metrics):
        return [
            "This suite has no distance to a retrained model, so nothing says how reliable its"
            " metrics are."
        ]
    sentences = [
        (
            "Distance to the retrained model is closeness in one sense only. A metric that does not"
            " follow it may still measure something worth knowing."
        ),
        (
            "Weights derived from reliability inherit its limits: if its p is not small, ρ says"
            " little beyond differences between benchmarks."
        ),
    ]
    panels_without_distance = [
        facts.info.label for facts in about_result.panels if not facts.has_distance
    ]
    if panels_without_distance:
        sentences.append(
            "No distance to the retrained model was measured for"
            f" {joined(panels_without_distance)}."
        )
    return sentences


def _bounds(about_result: AboutResult) -> list[str]:
    """Return which metrics depend on the scale of the model."""
    unbounded = []
    for metric in about_result.metrics:
        if metric.role == "score" and None in (metric.lower_bound, metric.upper_bound):
            unbounded.append(metric.label)
    if not unbounded:
        return []
    return [
        f"{joined(unbounded)} {verb(len(unbounded), 'is', 'are')} unbounded: values of"
        " different base models cannot be compared, and the map decides how much a"
        " difference counts."
    ]


def seed_kind(facts: PanelFacts) -> str:
    """Return what a seed of a panel repeats, "" with one seed."""
    return facts.info.seed_kind if len(facts.panel.seeds) > 1 else ""


def seeds_averaged(facts: PanelFacts) -> int | None:
    """Return of how many seeds each value of a panel is the printed mean, None if of one run."""
    n_seeds = facts.info.seeds_averaged
    return n_seeds if n_seeds > 1 else None


def panels_table(about_result: AboutResult, labels: Labels) -> Table[PanelFacts]:
    """Return one row per panel: how much data it is, and what is missing."""
    return table(
        about_result.panels,
        Column("panel", "info.label"),
        Column("base_model", "info.base_model", "base model"),
        Column("setting", "info.setting"),
        count_column("runs", "panel.n_runs"),
        count_column("cells", "panel.n_cells"),
        count_column("methods", lambda facts: len(facts.panel.methods)),
        count_column("benchmarks", lambda facts: len(facts.panel.benchmarks)),
        count_column("seeds", lambda facts: len(facts.panel.seeds)),
        Column("seed_kind", seed_kind, "kind of seeds"),
        Column("seeds_averaged", seeds_averaged, "seeds in a value", kind="count"),
        Column("missing", lambda facts: missing_text(facts, labels), "missing values"),
        Column("description", "info.description", place="screen"),
    )


def say(about_result: AboutResult, labels: Labels) -> Said:
    n_runs = sum(facts.panel.n_runs for facts in about_result.panels)
    panels = counted(len(about_result.panels), "panel")
    return Said([f"{counted(n_runs, 'run')} of methods in {panels}."])


PANELS = Answer(
    "panels",
    compute,
    say,
    Part("panels", "Panels of the suite", panels_table, shown="open"),
    heading=lambda about_result, labels: labels.suite,
)
