"""The reliability of every metric of a panel: its ρ with closeness to the retrained model, and what
that is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import by_id, finite
from components.stats.bootstrap import Interval
from components.stats.panel import Panel, nanmean
from components.stats.reliability.no_signal import no_signal
from components.stats.reliability.rho_intervals import reliability_intervals
from components.stats.reliability.spearman import spearman_pooled, spearman_within

NO_DISTANCE = "these runs have no oracle distance"


@dataclass(frozen=True, kw_only=True)
class MetricReliability:
    """One score metric. Mappings are by benchmark id, `constant_on` holds benchmark ids.

    rho           Spearman's ρ with closeness over the `n_runs` that have both; `p_asymptotic` is
                  SciPy's, which takes runs for independent
    p_stratified  p of the distance between `rho` and `rho_no_signal`, over all arrangements if
                  `exact`, else over so many; `p_min` is the smallest it can be here
    rho_within    mean of the ρ inside each benchmark
    interval      of `rho`, 95 %
    """

    metric: str
    label: str
    n_runs: int
    rho: float | None
    p_asymptotic: float | None
    rho_no_signal: float | None
    rho_within: float | None
    rho_by_benchmark: Mapping[str, float | None]
    p_stratified: float | None
    p_min: float | None
    arrangements: int
    exact: bool
    interval: Interval
    constant_on: tuple[str, ...]
    reason: str


def metric_reliabilities(panel: Panel, seed: int = 0) -> tuple[MetricReliability, ...]:
    """Return the reliability of every score metric, in registry order."""
    pooled = spearman_pooled(panel)
    within = spearman_within(panel)
    mean_within = nanmean(within, axis=0)
    no_signals = no_signal(panel, seed=seed)
    intervals = reliability_intervals(panel, seed=seed)
    reliabilities = []
    for index, metric in enumerate(panel.metrics):
        null = no_signals[index]
        reliabilities.append(
            MetricReliability(
                metric=metric.id,
                label=metric.label,
                n_runs=int(pooled.n[index]),
                rho=finite(pooled.rho[index]),
                p_asymptotic=finite(pooled.p[index]),
                rho_no_signal=finite(null.expected),
                rho_within=finite(mean_within[index]),
                rho_by_benchmark=by_id(panel.benchmarks, within[:, index]),
                p_stratified=finite(null.p),
                p_min=finite(null.p_min),
                arrangements=null.arrangements,
                exact=null.exact,
                interval=intervals[index],
                constant_on=panel.constant_on(index),
                reason=_undefined_reason(panel, index),
            )
        )
    return tuple(reliabilities)


def _undefined_reason(panel: Panel, metric_index: int) -> str:
    if not panel.n_runs:
        return "no run is selected"
    closeness = panel.closeness
    if closeness is None or np.isnan(closeness).all():
        return NO_DISTANCE
    values = panel.aligned[..., metric_index]
    has_both = ~(np.isnan(values) | np.isnan(closeness))
    n_runs = int(has_both.sum())
    if not n_runs:
        return "no run has both this metric and an oracle distance"
    if n_runs < 2:
        return "one run only"
    if np.ptp(values[has_both]) == 0:
        return f"it is the same in all {n_runs} runs"
    if np.ptp(closeness[has_both]) == 0:
        return f"the oracle distance is the same in all {n_runs} runs"
    return ""
