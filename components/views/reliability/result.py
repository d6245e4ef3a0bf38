"""How far each metric can be trusted: its ρ with closeness to the retrained model, what that is worth, and its runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.plain import aside, by_id, number, where_known, whole
from components.resolved import Resolved, reads
from components.stats.agreement.resolution import smallest_steps
from components.stats.bootstrap import DRAWS
from components.stats.panel import Panel, nanmean
from components.stats.reliability.intervals import reliability_intervals
from components.stats.reliability.null import no_signal
from components.stats.reliability.spearman import spearman_pooled, spearman_within
from components.stats.seed_draw import rho_errors
from data.registry import Metric

NO_RUN = "no run is selected"
NO_DISTANCE = "these runs have no oracle distance"


@dataclass(frozen=True, kw_only=True)
class MetricReliability:
    """One score metric. Mappings are by benchmark id, `constant_on` holds benchmark ids.

    `rho` is Spearman's ρ over the `n` runs that have both values. `p` is SciPy's, which takes runs for independent;
    `p_stratified` is the p of the distance between `rho` and `rho_no_signal`: over all arrangements where `exact`, over
    a sample of `arrangements` otherwise, by the normal approximation where these are 0; `p_min` is the smallest it can
    be here. `low` and `high` are the 95 % interval from `draws` resamples (0: from the infinitesimal jackknife).
    `rho_error` is the standard error of `rho` that comes from the draw of seeds, where some are drawn. `resolution`
    holds the step of a proportion. `reason` says why `rho` is undefined, `interval_reason` why there is no interval.
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
    low: float | None
    high: float | None
    interval_reason: str
    draws: int
    constant_on: tuple[str, ...]
    resolution: Mapping[str, float]
    reason: str
    rho_error: float | None = where_known()


@dataclass(frozen=True, kw_only=True)
class ReliabilityResult:
    """All score metrics, in registry order.

    `benchmarks` are the ids of those selected, `has_oracle` says whether the suite has an oracle metric at all, and
    `measured_elsewhere` holds the ids of the other panels that have an oracle distance.
    """

    rows: tuple[MetricReliability, ...] = whole()
    benchmarks: tuple[str, ...] = aside()
    has_oracle: bool = aside()
    measured_elsewhere: tuple[str, ...] = aside()
    labels: Labels = aside()

    @property
    def defined(self) -> tuple[MetricReliability, ...]:
        """The metrics that have a ρ."""
        return tuple(r for r in self.rows if r.rho is not None)

    @property
    def best(self) -> MetricReliability | None:
        """The metric with the highest ρ, the first of equals; None when no metric has one."""
        ranked = [(r.rho, r) for r in self.rows if r.rho is not None]
        return max(ranked, key=lambda pair: pair[0])[1] if ranked else None

    def row(self, metric: str) -> MetricReliability:
        """The row of a metric."""
        return next(r for r in self.rows if r.metric == metric)


@reads(weights=False)
def reliability(resolved: Resolved) -> ReliabilityResult:
    """The reliability of every score metric."""
    panel, seed = resolved.panel, resolved.selection.rng
    pooled, within = spearman_pooled(panel), spearman_within(panel)
    nulls, intervals = no_signal(panel, seed=seed), reliability_intervals(panel, DRAWS, seed)
    mean, errors = nanmean(within, axis=0), rho_errors(panel)
    steps = smallest_steps(panel, resolved.samples)
    rows = tuple(
        MetricReliability(
            metric=metric.id,
            label=metric.label,
            n=int(pooled.n[k]),
            rho=number(pooled.rho[k]),
            p=number(pooled.p[k]),
            rho_no_signal=number(null.expected),
            rho_within=number(mean[k]),
            rho_by_benchmark=by_id(panel.benchmarks, within[:, k]),
            p_stratified=number(null.p),
            p_min=number(null.p_min),
            arrangements=null.arrangements,
            exact=null.exact,
            low=interval.low,
            high=interval.high,
            interval_reason=interval.reason,
            draws=interval.draws,
            constant_on=tuple(b for b, c in zip(panel.benchmarks, panel.constant[:, k], strict=True) if c),
            resolution=steps[metric.id],
            reason=_undefined_reason(panel, k),
            rho_error=None if errors is None else number(errors[k]),
        )
        for k, (metric, null, interval) in enumerate(zip(panel.metrics, nulls, intervals, strict=True))
    )
    return ReliabilityResult(
        rows=rows,
        benchmarks=tuple(panel.benchmarks),
        has_oracle=resolved.tables.oracle is not None,
        measured_elsewhere=_measured_elsewhere(resolved),
        labels=resolved.labels,
    )


def _undefined_reason(panel: Panel, k: int) -> str:
    """Why the pooled ρ of a metric is undefined; empty when it is defined."""
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


def _measured_elsewhere(resolved: Resolved) -> tuple[str, ...]:
    tables = resolved.tables
    if tables.oracle is None:
        return ()
    measured = set(tables.runs.loc[tables.runs[tables.oracle.id].notna(), "panel"])
    return tuple(p.id for p in tables.panels if p.id in measured and p.id != resolved.selection.panel)


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run that has both values: that of the metric, as measured, and the oracle distance."""

    benchmark: str
    method: str
    seed: int
    value: float
    distance: float


@dataclass(frozen=True, kw_only=True)
class MetricRuns:
    """The runs of one metric in their order; `benchmarks` are the ids of those selected."""

    metric: Metric
    runs: tuple[Run, ...]
    benchmarks: tuple[str, ...]
    labels: Labels


def metric_runs(resolved: Resolved, metric: str) -> MetricRuns:
    """The runs that have a value of this metric and an oracle distance. Raises UnknownName."""
    panel, k = resolved.panel, resolved.panel.metric(metric)
    runs: tuple[Run, ...] = ()
    if panel.oracle is not None:
        both = ~(np.isnan(panel.values[..., k]) | np.isnan(panel.oracle))
        runs = tuple(
            Run(
                benchmark=panel.benchmarks[b],
                method=panel.methods[m],
                seed=int(panel.seeds[s]),
                value=float(panel.values[b, s, m, k]),
                distance=float(panel.oracle[b, s, m]),
            )
            for b, s, m in np.argwhere(both)
        )
    return MetricRuns(metric=panel.metrics[k], runs=runs, benchmarks=tuple(panel.benchmarks), labels=resolved.labels)
