"""Which metrics follow closeness to the retrained model, beyond what shuffled methods give?"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from components.format import joined
from components.resolved import Resolved, unweighted
from components.stats.panel import Panel
from components.stats.permutation import LEVEL
from components.stats.reliability.derived import drawn_weights
from components.stats.reliability.metrics import (
    NO_DISTANCE,
    MetricReliability,
    metric_reliabilities,
)


@dataclass(frozen=True)
class Reliability:
    """All score metrics, in registry order; `reason` says why none has a ρ, "" if one has.

    `weights` are by metric the ends of the 95 % interval of the weight that the published rule
    derives from ρ."""

    rows: tuple[MetricReliability, ...]
    benchmarks: tuple[str, ...]
    methods: int
    reason: str = ""
    weights: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def following(self) -> list[MetricReliability]:
        """Return the metrics whose ρ is significantly above what shuffled methods give."""
        return [
            r
            for r in self.rows
            if small(r.p_stratified) and (r.rho or 0.0) > (r.rho_no_signal or 0.0)
        ]

    @property
    def best(self) -> MetricReliability | None:
        """Return the metric with the highest ρ, of those that follow significantly if there are
        some."""
        known = self.following or [r for r in self.rows if r.rho is not None]
        return max(known, key=lambda r: r.rho or 0.0, default=None)

    def row(self, metric: str) -> MetricReliability:
        return next(r for r in self.rows if r.metric == metric)


@unweighted
def compute(view: Resolved) -> Reliability:
    panel = view.panel.compared
    rows = metric_reliabilities(panel, view.selection.rng)
    reason = _reason(view, rows)
    return Reliability(
        rows, panel.benchmarks, len(panel.methods), reason, {} if reason else _weights(panel)
    )


def _weights(panel: Panel) -> dict[str, tuple[float, float]]:
    drawn = drawn_weights(panel, "pooled")
    if not len(drawn):
        return {}
    drawn = np.where([m.by_hand for m in panel.metrics], 0.0, drawn)
    low, high = np.quantile(drawn / drawn.sum(axis=1, keepdims=True), [0.025, 0.975], axis=0)
    return dict(zip(panel.metric_ids, zip(low.tolist(), high.tolist(), strict=True), strict=True))


def _reason(view: Resolved, rows: tuple[MetricReliability, ...]) -> str:
    tables = view.tables
    if any(r.rho is not None for r in rows):
        return ""
    if not view.panel.n_runs:
        return "No runs match these filters."
    if tables.oracle is None:
        return "This suite has no distance to a retrained model."
    if any(r.reason != NO_DISTANCE for r in rows):
        return f"No metric has a ρ: {joined([*dict.fromkeys(r.reason for r in rows)])}."
    measured = set(tables.runs.loc[tables.runs[tables.oracle.id].notna(), "panel"])
    others = [p.label for p in tables.panels if p.id in measured and p.id != view.selection.panel]
    do = f"; {joined(others)} {'does' if len(others) == 1 else 'do'}" if others else ""
    return f"{view.labels.panel} has no distance to a retrained model{do}."


def small(p: float | None) -> bool:
    return p is not None and p <= LEVEL
