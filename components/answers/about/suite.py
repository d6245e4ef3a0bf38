"""What a suite is made of, and how much data each of its panels is."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.format import cleaned, counted, joined
from components.resolved import Resolved, unweighted, whole_panel
from components.stats.panel import Panel
from components.stats.ranking.utility import formula
from components.table import Column, Table, table
from components.words import Labels
from data.registry import Metric, PanelInfo, Tables


@dataclass(frozen=True, eq=False)
class PanelFacts:
    """One panel with all its runs.

    `missing` counts the runs without a value by metric id, for metrics that lack one. `judged` says whether any run
    has an oracle distance.
    """

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
    """The metrics and panels of the suite."""
    tables = view.tables
    return AboutResult(tables.metrics, tuple(_panel(tables, p) for p in tables.panels))


def _panel(tables: Tables, info: PanelInfo) -> PanelFacts:
    runs = tables.runs_of(info.id)
    missing = {m.id: int(runs[m.id].isna().sum()) for m in tables.metrics if runs[m.id].isna().any()}
    judged = tables.oracle is not None and bool(runs[tables.oracle.id].notna().any())
    return PanelFacts(info, whole_panel(tables, info.id), missing, judged)


def metric_facts(metric: Metric) -> list[str]:
    """Direction, range, role and utility maps of a metric, one short text each."""
    role = "judges the other metrics, never part of a score"
    if metric.role == "score":
        role = f"utility {' or '.join(f'{formula(metric, u.name)} ({u.name})' for u in metric.utilities)}"
    return [f"{metric.better} {metric.arrow}", _range(metric.lower_bound, metric.upper_bound), role]


def missing_text(panel: PanelFacts, names: Labels) -> str:
    """How many runs have no value of each metric."""
    return joined([f"{names.metric(m)} {n}" for m, n in panel.missing.items()]) or "none"


def limitations(result: AboutResult) -> list[str]:
    """What the size and the gaps of this suite leave open, counted from its tables."""
    return [
        *(_size(p) for p in result.panels),
        *_oracle(result),
        *_bounds(result),
        "Seeds of one method on one benchmark are near-duplicates. They are averaged into a cell and never counted as "
        "independent observations; p-values printed with seeds counted as observations are too small.",
        "Weights are a choice, and the ranking follows from it.",
        "A leaderboard ranks what was measured. It does not certify that anything was erased.",
    ]


def _range(low: float | None, high: float | None) -> str:
    if low is None:
        return "no bounds" if high is None else f"up to {high:.4g}"
    return f"from {low:g} upwards" if high is None else f"from {low:g} to {high:.4g}"


def _size(facts: PanelFacts) -> str:
    p, panel = facts.smallest_p, facts.panel
    least = f"{p:.3f}" if p >= 0.0005 else f"{p:.0e}"
    return (
        f"{facts.info.label}: {counted(len(panel.methods), 'method')} on "
        f"{counted(len(panel.benchmarks), 'benchmark')} with {counted(len(panel.seeds), 'seed')}, "
        f"{counted(panel.n_cells, 'cell')} in all. One block without ties cannot give a two-sided p below {least}."
    )


def _oracle(result: AboutResult) -> list[str]:
    """What the oracle distance leaves open, and which panels have none."""
    if not any(m.role == "oracle" for m in result.metrics):
        return ["This suite has no oracle distance: the reliability of its metrics cannot be judged."]
    texts = [
        "The oracle distance measures closeness in one sense only. A metric that does not follow it may still measure "
        "something worth knowing.",
        "Weights derived from reliability inherit its limits: where the stratified p of a metric is not small, its ρ "
        "says little beyond differences between benchmarks.",
    ]
    without = [p.info.label for p in result.panels if not p.judged]
    if without:
        texts.append(f"No oracle distance was measured for {joined(without)}: nothing is said about reliability there.")
    return texts


def _bounds(result: AboutResult) -> list[str]:
    """Which metrics depend on the scale of the model."""
    scores = [m for m in result.metrics if m.role == "score"]
    unbounded = [m.label for m in scores if m.upper_bound is None or m.lower_bound is None]
    if not unbounded:
        return []
    return [
        f"{joined(unbounded)} {'is' if len(unbounded) == 1 else 'are'} unbounded: values of different base models "
        "cannot be compared, and the utility map decides how much a difference counts."
    ]


def panels_table(result: AboutResult, names: Labels) -> Table[PanelFacts]:
    """One row per panel: how much data it is, and what is missing."""
    column = Column[PanelFacts]
    columns = (
        column("panel", lambda p: p.info.label),
        column("base_model", lambda p: p.info.base_model, "base model"),
        column("setting", lambda p: p.info.setting),
        column("runs", lambda p: p.panel.n_runs, kind="count"),
        column("cells", lambda p: p.panel.n_cells, kind="count"),
        column("methods", lambda p: len(p.panel.methods), kind="count"),
        column("benchmarks", lambda p: len(p.panel.benchmarks), kind="count"),
        column("seeds", lambda p: len(p.panel.seeds), kind="count"),
        column("missing", lambda p: missing_text(p, names), "missing values"),
        column("description", lambda p: p.info.description),
    )
    return table(columns, result.panels)


def say(result: AboutResult, names: Labels) -> Said:
    """How much the suite holds."""
    runs = counted(sum(p.panel.n_runs for p in result.panels), "run")
    return Said([f"{cleaned(names.suite)} holds {runs} in {counted(len(result.panels), 'panel')}."])


PANELS = Answer(
    "panels",
    compute,
    say,
    Part("panels", "Panels of the suite", panels_table, shown="open"),
    heading=lambda result, names: names.suite,
)
