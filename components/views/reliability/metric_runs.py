"""The runs behind the ρ of one metric."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.resolved import Resolved
from data.registry import Metric


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
