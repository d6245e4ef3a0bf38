"""What a suite is made of, and how much data each of its panels is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.format import counted, joined
from components.panels import whole_panel
from components.resolved import Resolved, unweighted
from components.stats.panel import Panel
from components.stats.ranking.utility import formula
from components.table import Column, Table, table
from components.words import Labels
from data.registry import Metric, PanelInfo, Tables


@dataclass(frozen=True, eq=False)
class PanelFacts:
    """One panel with all its runs.

    `missing` counts the runs without a value by metric id, for metrics that lack one. `judged` says
    whether any run has a distance to the retrained model."""

    info: PanelInfo
    panel: Panel
    missing: Mapping[str, int]
    judged: bool

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
    tables = view.tables
    return AboutResult(tables.metrics, tuple(_panel(tables, p) for p in tables.panels))


def _panel(tables: Tables, info: PanelInfo) -> PanelFacts:
    runs = tables.runs_of(info.id)
    missing = {
        m.id: int(runs[m.id].isna().sum()) for m in tables.metrics if runs[m.id].isna().any()
    }
    judged = tables.oracle is not None and bool(runs[tables.oracle.id].notna().any())
    return PanelFacts(info, whole_panel(tables, info.id), missing, judged)


def metric_facts(metric: Metric) -> list[str]:
    """Return direction, range, role and utility maps of a metric, one short text each."""
    role = "judges the other metrics, never part of a score"
    if metric.role != "oracle":
        role = (
            "utility"
            f" {' or '.join(f'{formula(metric, u.name)} ({u.name})' for u in metric.utilities)}"
        )
    return [f"{metric.better} {metric.arrow}", _range(metric.lower_bound, metric.upper_bound), role]


def missing_text(panel: PanelFacts, names: Labels) -> str:
    """Return how many runs have no value of each metric."""
    return joined([f"{names.metric(m)} {n}" for m, n in panel.missing.items()]) or "none"


def limitations(result: AboutResult) -> list[str]:
    """Return what the size and the gaps of this suite leave open, counted from its tables."""
    return [
        *(_size(p) for p in result.panels),
        *_distance(result),
        *_bounds(result),
        (
            "Seeds of one method on one benchmark are near-duplicates and never counted as"
            " independent observations."
        ),
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured and does not certify erasure.",
    ]


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return "no bounds" if high is None else f"up to {high:.4g}"
    return f"from {low:g} upwards" if high is None else f"from {low:g} to {high:.4g}"


def _size(facts: PanelFacts) -> str:
    p, panel = facts.smallest_p, facts.panel
    least = f"{p:.3f}" if p >= 0.0005 else f"{p:.0e}"
    methods = counted(len(panel.methods), "method")
    return (
        f"{facts.info.label}: {counted(panel.n_cells, 'cell')} of {methods}, "
        f"{counted(len(panel.benchmarks), 'benchmark')} and {counted(len(panel.seeds), 'seed')}. "
        f"With {methods} no p of one block can be below {least}."
    )


def _distance(result: AboutResult) -> list[str]:
    """Return what the distance to the retrained model leaves open, and which panels have none."""
    if not any(m.role == "oracle" for m in result.metrics):
        return [
            "This suite has no distance to a retrained model, so nothing says how reliable its"
            " metrics are."
        ]
    texts = [
        (
            "Distance to the retrained model is closeness in one sense only. A metric that does not"
            " follow it may still measure something worth knowing."
        ),
        (
            "Weights derived from reliability inherit its limits: if its p is not small, ρ says"
            " little beyond differences between benchmarks."
        ),
    ]
    without = [p.info.label for p in result.panels if not p.judged]
    return [
        *texts,
        *(
            [f"No distance to the retrained model was measured for {joined(without)}."]
            if without
            else []
        ),
    ]


def _bounds(result: AboutResult) -> list[str]:
    """Return which metrics depend on the scale of the model."""
    scores = [m for m in result.metrics if m.role == "score"]
    unbounded = [m.label for m in scores if m.upper_bound is None or m.lower_bound is None]
    if not unbounded:
        return []
    return [
        f"{joined(unbounded)} {'is' if len(unbounded) == 1 else 'are'} unbounded: values of"
        " different base models cannot be compared, and the utility map decides how much a"
        " difference counts."
    ]


def panels_table(result: AboutResult, names: Labels) -> Table[PanelFacts]:
    """Return one row per panel: how much data it is, and what is missing."""
    column = Column[PanelFacts]
    columns = (
        column("panel", lambda p: p.info.label, place="print"),
        column("base_model", lambda p: p.info.base_model, "base model", place="print"),
        column("setting", lambda p: p.info.setting, place="print"),
        column("runs", lambda p: p.panel.n_runs, kind="count", place="print"),
        column("cells", lambda p: p.panel.n_cells, kind="count", place="print"),
        column("methods", lambda p: len(p.panel.methods), kind="count", place="print"),
        column("benchmarks", lambda p: len(p.panel.benchmarks), kind="count", place="print"),
        column("seeds", lambda p: len(p.panel.seeds), kind="count", place="print"),
        column("missing", lambda p: missing_text(p, names), "missing values", place="print"),
        column("description", lambda p: p.info.description),
    )
    return table(columns, result.panels)


def say(result: AboutResult, names: Labels) -> Said:
    runs = counted(sum(p.panel.n_runs for p in result.panels), "run")
    return Said([f"{runs} in {counted(len(result.panels), 'panel')}."])


PANELS = Answer(
    "panels",
    compute,
    say,
    Part("panels", "Panels of the suite", panels_table, shown="open"),
    heading=lambda result, names: names.suite,
)
