"""Which metrics hardly separate: do most methods have nearly the value of the model that has
unlearned nothing?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from components import name_pages, suite_ids
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
    n_near: int
    n_values: int
    within: float

    def sentence(self, where: str = "") -> str:
        """Return that the metric hardly separates, in the place that `where` names."""
        return (
            f"{self.metric.label} hardly separates{where}: {self.n_near} of {self.n_values} values"
            f" lie within {self.within:.2g} of the original model."
        )


@unweighted
def compute(view: Resolved) -> tuple[Unmoved, ...]:
    """Return the metrics of forgetting and privacy with half of their values, or more, near the
    original model's."""
    panel = view.panel
    models = view.unranked
    originals = []
    for model_index, model in enumerate(models.methods):
        if view.role(model) == "original":
            originals.append(model_index)
    shared = [benchmark for benchmark in panel.benchmarks if benchmark in models.benchmarks]
    if not originals or not shared:
        return ()
    values = panel.cells[[panel.benchmarks.index(benchmark) for benchmark in shared]]
    model_values = models.cells[[models.benchmarks.index(benchmark) for benchmark in shared]]
    before = nanmean(model_values[:, originals], axis=1)
    distances = abs(values - before[:, None])
    rows = []
    for metric_index, metric in enumerate(panel.metrics):
        measured = distances[..., metric_index]
        measured = measured[~np.isnan(measured)]
        within = _within(metric)
        n_near = int((measured <= within + _ROUNDING).sum())
        if within and measured.size and 2 * n_near >= measured.size:
            rows.append(Unmoved(metric, n_near, measured.size, within))
    return tuple(rows)


def _within(metric: Metric) -> float:
    """Return how near is nearly, in units of a metric; 0 for one that is not asked."""
    low = metric.lower_bound
    high = metric.upper_bound
    is_asked = metric.group in ("forgetting", "privacy") and metric.scale == "linear"
    return NEAR * (high - low) if is_asked and low is not None and high is not None else 0.0


def note(rows: Iterable[Unmoved], weights: Mapping[str, float | None]) -> str:
    """Return which metrics with weight hardly separate; "" if all do."""
    weighed = [row for row in rows if weights.get(row.metric.id)]
    if not weighed:
        return ""
    if len(weighed) == 1:
        return weighed[0].sentence()
    labels = joined(at_most(3, [row.metric.label for row in weighed]))
    return (
        f"{labels} hardly separate: at least half of their values are nearly those of the original"
        " model."
    )


def everywhere(served: Served, address: str) -> list[str]:
    """Return in which suites the metric at an address hardly separates."""
    sentences = []
    for tables in served.suites:
        name_of_metric = name_pages.entries("metrics", tables)
        metrics = {
            metric for metric, name_entry in name_of_metric.items() if name_entry.address == address
        }
        if metrics.isdisjoint(suite_ids.ranking_metrics(tables)):
            continue
        for panel in tables.panels:
            where_text = f" in {tables.suite.title}"
            if len(tables.panels) > 1:
                where_text += f", {panel.label}"
            selection = replace(default_selection(tables), panel=panel.id)
            for row in served.of_suite(compute, selection):
                if row.metric.id in metrics:
                    sentences.append(row.sentence(where_text))
    return sentences
