"""The reliability of every metric of a panel: its ρ with closeness to the retrained model, and what
that is worth."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.format import by_id, finite
from components.stats.bootstrap import DRAWS, Interval
from components.stats.panel import Panel, nanmean
from components.stats.reliability.intervals import reliability_intervals
from components.stats.reliability.null import no_signal
from components.stats.reliability.spearman import spearman_pooled, spearman_within

NO_RUN = "no run is selected"
NO_DISTANCE = "these runs have no oracle distance"


@dataclass(frozen=True, kw_only=True)
class MetricReliability:
    """One score metric. Mappings are by benchmark id, `constant_on` holds benchmark ids.

    rho           Spearman's ρ with closeness over the `n` runs that have both; `p` is SciPy's,
                  which takes runs for independent
    p_stratified  p of the distance between `rho` and `rho_no_signal`, over all arrangements if
                  `exact`, else over so many; `p_min` is the smallest it can be here
    rho_within    mean of the ρ inside each benchmark
    interval      of `rho`, 95 %
    """

    metric: str
    label: str
    n: int
    rho: float | None
    p: float | None
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
    pooled, within = spearman_pooled(panel), spearman_within(panel)
    nulls, intervals = no_signal(panel, seed=seed), reliability_intervals(panel, DRAWS, seed)
    mean = nanmean(within, axis=0)
    return tuple(
        MetricReliability(
            metric=metric.id,
            label=metric.label,
            n=int(pooled.n[k]),
            rho=finite(pooled.rho[k]),
            p=finite(pooled.p[k]),
            rho_no_signal=finite(null.expected),
            rho_within=finite(mean[k]),
            rho_by_benchmark=by_id(panel.benchmarks, within[:, k]),
            p_stratified=finite(null.p),
            p_min=finite(null.p_min),
            arrangements=null.arrangements,
            exact=null.exact,
            interval=interval,
            constant_on=panel.constant_on(k),
            reason=_undefined_reason(panel, k),
        )
        for k, (metric, null, interval) in enumerate(
            zip(panel.metrics, nulls, intervals, strict=True)
        )
    )


def _undefined_reason(panel: Panel, k: int) -> str:
    if not panel.n_runs:
        return NO_RUN
    if panel.closeness is None or np.isnan(panel.closeness).all():
        return NO_DISTANCE
    values, closeness = panel.aligned[..., k], panel.closeness
    both = ~(np.isnan(values) | np.isnan(closeness))
    if not both.any():
        return "no run has both this metric and an oracle distance"
    if both.sum() < 2:
        return "one run only"
    if np.ptp(values[both]) == 0:
        return f"it is the same in all {int(both.sum())} runs"
    if np.ptp(closeness[both]) == 0:
        return f"the oracle distance is the same in all {int(both.sum())} runs"
    return ""
