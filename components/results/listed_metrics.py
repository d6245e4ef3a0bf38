"""Metrics that are only listed, held against the distance to the retrained model: do they order
methods as it does, and does some method beat the retrained model by them?"""

from dataclasses import dataclass

import numpy as np

from components.format import number
from components.resolved import Resolved
from components.stats import lazy_scipy
from components.stats.panel import Floats, nanmean
from data.registry import COST, REFERENCE

MIN_COMPARED = 3
"""Methods of a benchmark below which an order says nothing."""


@dataclass(frozen=True)
class ListedMetric:
    """One metric by the benchmarks of a panel.

    taus       τ-b with closeness to the retrained model, where three methods have both
    n_beaten   on how many of `n_blocks` benchmarks some method is better than the retrained model
    """

    metric: str
    label: str
    taus: tuple[float, ...]
    n_beaten: int
    n_blocks: int


def listed_metrics(view: Resolved) -> tuple[ListedMetric, ...]:
    """Return the listed metrics of a panel that has a distance to the retrained model; () without
    one."""
    panel = view.panel
    if panel.closeness is None or np.isnan(panel.closeness).all():
        return ()
    closeness = nanmean(panel.closeness, axis=1)
    listed = []
    for metric_index, metric in enumerate(panel.metrics):
        if metric.role != "listed" or metric.group == COST:
            continue
        values = panel.aligned_cells[..., metric_index]
        if not np.isnan(values).all():
            n_beaten, n_blocks = _beaten(view, metric.id, values)
            taus = _taus(values, closeness)
            listed.append(ListedMetric(metric.id, metric.label, taus, n_beaten, n_blocks))
    return tuple(listed)


def _taus(values: Floats, closeness: Floats) -> tuple[float, ...]:
    """τ-b of each benchmark."""
    taus = []
    for values_there, closeness_there in zip(values, closeness, strict=True):
        has_both = ~(np.isnan(values_there) | np.isnan(closeness_there))
        if has_both.sum() >= MIN_COMPARED:
            compared = lazy_scipy.stats.kendalltau(
                values_there[has_both], closeness_there[has_both]
            )
            taus.append(float(compared.statistic))
    return tuple(tau for tau in taus if not np.isnan(tau))


def _beaten(view: Resolved, metric: str, values: Floats) -> tuple[int, int]:
    """On how many benchmarks some method is better than the retrained model, of those that have
    it."""
    models = view.unranked
    is_retrained = [view.role(model) == REFERENCE for model in models.methods]
    cells = models.aligned_cells[:, is_retrained, models.metric(metric)]
    n_beaten = 0
    n_blocks = 0
    for benchmark_index, benchmark in enumerate(view.panel.benchmarks):
        if benchmark not in models.benchmarks:
            continue
        of_retrained = cells[models.benchmark(benchmark)]
        if np.isnan(of_retrained).all():
            continue
        n_blocks += 1
        n_beaten += bool(np.nanmax(values[benchmark_index]) > np.nanmean(of_retrained))
    return n_beaten, n_blocks


def listed_lines(listed: ListedMetric) -> list[str]:
    """Return how a listed metric orders methods, and how often one beats the retrained model by
    it."""
    lines = []
    if listed.taus:
        lowest, highest = number(min(listed.taus), 2), number(max(listed.taus), 2)
        lines.append(
            f"{listed.label}, only listed: its τ with closeness to the retrained model is"
            f" {lowest} to {highest}."
        )
    if listed.n_blocks:
        counts = f"{listed.n_beaten} of {listed.n_blocks} benchmarks"
        lines.append(f"By {listed.label} some method beats the retrained model on {counts}.")
    return lines
