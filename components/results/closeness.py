"""Which metrics follow closeness to the retrained model, beyond what shuffled methods give?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from components.format import joined, verb
from components.resolved import Resolved, unweighted
from components.stats.panel import Panel
from components.stats.permutation import LEVEL
from components.stats.reliability.derived import drawn_weights
from components.stats.reliability.metric_reliability import (
    NO_DISTANCE,
    MetricReliability,
    metric_reliabilities,
)


@dataclass(frozen=True)
class Closeness:
    """The ρ of all score metrics, in registry order.

    methods  number of methods compared
    reason   why no metric has a ρ, "" if one has
    weights  by metric the ends of the 95 % interval of the weight that the published rule derives
             from ρ
    """

    rows: tuple[MetricReliability, ...]
    benchmarks: tuple[str, ...]
    methods: int
    reason: str = ""
    weights: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def following(self) -> list[MetricReliability]:
        """The metrics whose ρ is significantly above what shuffled methods give."""
        rows = []
        for row in self.rows:
            is_above = (row.rho or 0.0) > (row.rho_no_signal or 0.0)
            if is_above and significant(row.p_stratified):
                rows.append(row)
        return rows

    @property
    def best(self) -> MetricReliability | None:
        """The metric with the highest ρ, of those that follow significantly if there are some."""
        rows = self.following or [row for row in self.rows if row.rho is not None]
        return max(rows, key=lambda row: row.rho or 0.0, default=None)


@unweighted
def compute(view: Resolved) -> Closeness:
    """Return the ρ of each metric with closeness to the retrained model."""
    panel = view.panel.compared
    rows = metric_reliabilities(panel, view.selection.rng)
    reason = _reason(view, rows)
    weights = {} if reason else _weights(panel)
    return Closeness(rows, panel.benchmarks, len(panel.methods), reason, weights)


def _weights(panel: Panel) -> dict[str, tuple[float, float]]:
    weightings = drawn_weights(panel, "pooled")
    if not len(weightings):
        return {}
    low, high = np.quantile(weightings, [0.025, 0.975], axis=0).tolist()
    return dict(zip(panel.metric_ids, zip(low, high, strict=True), strict=True))


def _reason(view: Resolved, rows: Sequence[MetricReliability]) -> str:
    if any(row.rho is not None for row in rows):
        return ""
    if not view.panel.n_runs:
        return "No runs match these filters."
    tables = view.tables
    if tables.oracle is None:
        return f"This suite has no distance to a retrained model{_others_do(view)}."
    reasons = list(dict.fromkeys(row.reason for row in rows))
    if set(reasons) - {NO_DISTANCE}:
        return f"No metric has a ρ: {joined(reasons)}."
    measured = set(tables.runs.loc[tables.runs[tables.oracle.id].notna(), "panel"])
    measured.discard(view.selection.panel)
    others = [panel.label for panel in tables.panels if panel.id in measured]
    sentence = f"{view.labels.panel} has no distance to a retrained model"
    if others:
        sentence += f"; {joined(others)} {'does' if len(others) == 1 else 'do'}"
    return f"{sentence}."


def _others_do(view: Resolved) -> str:
    """Return which public suites have a distance, as the rest of a sentence; "" if none."""
    if view.among is None:
        return ""
    titles = []
    for tables in view.among.suites:
        if tables.oracle is not None and not tables.suite.private:
            titles.append(tables.suite.title)
    return f"; {joined(titles)} {verb(len(titles), 'does', 'do')}" if titles else ""


def significant(p: float | None) -> bool:
    """Return whether there is a p, at most LEVEL."""
    return p is not None and p <= LEVEL
