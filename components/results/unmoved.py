"""Which metrics hardly separate: do most methods have nearly the value of the model that has
unlearned nothing?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from components import words
from components.format import at_most, joined
from components.resolved import Resolved, unweighted
from components.selection import default_selection
from components.served import Served
from components.stats.panel import nanmean
from data.registry import Metric

NEAR = 0.01
"""How near is nearly, as a share of the metric's range."""
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Unmoved:
    """How many of the values of a metric, one per method and benchmark, lie `within` so much of the
    original model."""

    metric: Metric
    near: int
    of: int
    within: float

    def sentence(self, where: str = "") -> str:
        """Return that the metric hardly separates, there."""
        values = (
            f"{self.near} of {self.of} values lie within {self.within:.2g} of the original model"
        )
        return f"{self.metric.label} hardly separates{where}: {values}."


@unweighted
def compute(view: Resolved) -> tuple[Unmoved, ...]:
    """Return the metrics of forgetting and privacy with half of their values, or more, near the
    original model's."""
    panel, models = view.panel, view.references
    originals = [i for i, m in enumerate(models.methods) if view.role(m) == "original"]
    shared = [b for b in panel.benchmarks if b in models.benchmarks]
    if not originals or not shared:
        return ()
    own = panel.cells[[panel.benchmarks.index(b) for b in shared]]
    before = nanmean(
        models.cells[[models.benchmarks.index(b) for b in shared]][:, originals], axis=1
    )
    away = abs(own - before[:, None])
    found = []
    for k, metric in enumerate(panel.metrics):
        known = away[..., k][~np.isnan(away[..., k])]
        within = _within(metric)
        near = int((known <= within + _ROUNDING).sum())
        if within and known.size and 2 * near >= known.size:
            found.append(Unmoved(metric, near, known.size, within))
    return tuple(found)


def _within(metric: Metric) -> float:
    low, high = metric.lower_bound, metric.upper_bound
    asked = metric.group in ("forgetting", "privacy") and metric.scale == "linear"
    return NEAR * (high - low) if asked and low is not None and high is not None else 0.0


def note(found: Iterable[Unmoved], weights: Mapping[str, float | None]) -> str:
    """Return which metrics with weight hardly separate; "" if all do."""
    own = [u for u in found if weights.get(u.metric.id)]
    if len(own) < 2:
        return "".join(u.sentence() for u in own)
    labels = joined(at_most(3, [u.metric.label for u in own]))
    return (
        f"{labels} hardly separate: at least half of their values are nearly those of the original"
        " model."
    )


def everywhere(served: Served, address: str) -> list[str]:
    """Return in which suites the metric at an address hardly separates."""
    said = []
    for tables in served.suites:
        own = {i for i, name in words.entries("metrics", tables).items() if name.address == address}
        for panel in tables.panels if own & {m.id for m in tables.scores} else ():
            where = f" in {tables.suite.title}" + (
                f", {panel.label}" if len(tables.panels) > 1 else ""
            )
            found = served.one(compute, replace(default_selection(tables), panel=panel.id))
            said += [u.sentence(where) for u in found if u.metric.id in own]
    return said
