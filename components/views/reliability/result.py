"""How far each metric can be trusted: its ρ with closeness to the retrained model, and what that ρ is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from components.plain import by_id, number
from components.resolved import Resolved
from components.stats.agreement.resolution import resolution
from components.stats.bootstrap import DRAWS
from components.stats.panel import Panel, nanmean
from components.stats.reliability.intervals import reliability_intervals
from components.stats.reliability.null import no_signal
from components.stats.reliability.spearman import spearman_pooled, spearman_within


def reliability(resolved: Resolved) -> list[dict[str, Any]]:
    """One row per score metric, in registry order.

    `p` is SciPy's, which takes runs for independent; `p_stratified` is the exact (or sampled, see `exact`) p of the
    distance between `rho` and `rho_no_signal`, `p_min` the smallest it can be here. `reason` says why `rho` is
    undefined, `interval_reason` why there is no interval. `resolution` gives the step of a proportion by benchmark.
    """
    panel, seed = resolved.panel, resolved.selection.rng
    pooled, within = spearman_pooled(panel), spearman_within(panel)
    nulls, intervals = no_signal(panel, seed=seed), reliability_intervals(panel, DRAWS, seed)
    mean = nanmean(within, axis=0)
    steps: dict[str, dict[str, float]] = {m: {} for m in panel.metric_ids}
    for found in resolution(panel, resolved.samples):
        if found.n:
            steps[found.metric][found.benchmark] = found.step
    rows = []
    for k, metric in enumerate(panel.metrics):
        null, interval = nulls[k], intervals[k]
        rows.append(
            {
                "metric": metric.id,
                "label": metric.label,
                "n": int(pooled.n[k]),
                "rho": number(pooled.rho[k]),
                "p": number(pooled.p[k]),
                "rho_no_signal": number(null.expected),
                "rho_within": number(mean[k]),
                "rho_by_benchmark": by_id(panel.benchmarks, within[:, k]),
                "p_stratified": number(null.p),
                "p_min": number(null.p_min),
                "arrangements": null.arrangements,
                "exact": null.exact,
                "low": interval.low,
                "high": interval.high,
                "interval_reason": interval.reason,
                "draws": interval.draws,
                "constant_on": [b for b, c in zip(panel.benchmarks, panel.constant[:, k], strict=True) if c],
                "resolution": steps[metric.id],
                "reason": undefined_reason(panel, k),
            }
        )
    return rows


def undefined_reason(panel: Panel, k: int) -> str:
    """Why the pooled ρ of a metric is undefined; empty when it is defined."""
    if not panel.n_runs:
        return "no run is selected"
    if panel.closeness is None or np.isnan(panel.closeness).all():
        return "these runs have no oracle distance"
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


def reliability_points(resolved: Resolved, metric: str) -> list[dict[str, Any]]:
    """The runs behind the ρ of one metric: one row per run that has both values, in run order."""
    panel, k = resolved.panel, resolved.panel.metric(metric)
    if panel.oracle is None:
        return []
    both = ~(np.isnan(panel.values[..., k]) | np.isnan(panel.oracle))
    return [
        {
            "benchmark": panel.benchmarks[b],
            "method": panel.methods[m],
            "seed": panel.seeds[s],
            "value": float(panel.values[b, s, m, k]),
            "distance": float(panel.oracle[b, s, m]),
        }
        for b, s, m in np.argwhere(both)
    ]
