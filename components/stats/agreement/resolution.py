"""Resolution: the smallest step a metric can take where the registry says that it is a proportion of samples.

Sample sizes that the suite states come first; otherwise the smallest number of samples that explains every value is
inferred, which is a lower bound.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from components.stats.panel import Floats, Panel

LARGEST = 100_000
"""Largest number of samples that is inferred from values."""
_EXACT = 5e-14
"""How closely a printed proportion must match k/n; at most about one real number in 3 000 does so by chance."""


@dataclass(frozen=True, kw_only=True)
class Resolution:
    """How fine one metric is on one benchmark.

    samples           behind the proportion, None when the metric is no proportion or the values do not show it
    step              the smallest one, 1/samples
    basis             where `samples` come from, or why there are none
    different_values  among the `runs` that have a value
    spread            largest minus smallest value, None without runs; `spread_in_steps` so many steps
    """

    metric: str
    benchmark: str
    samples: int | None
    step: float | None
    basis: str
    different_values: int
    runs: int
    spread: float | None
    spread_in_steps: int | None


def resolution(panel: Panel, stated: Mapping[tuple[str, str], tuple[int, str]]) -> tuple[Resolution, ...]:
    """The resolution of each metric in each benchmark; `stated` maps (benchmark, metric) to (samples, basis)."""
    rows = []
    for k, metric in enumerate(panel.metrics):
        for b, benchmark in enumerate(panel.benchmarks):
            values = panel.values[b, :, :, k]
            values = values[~np.isnan(values)]
            n, basis = (None, "no proportion")
            if metric.unit == "proportion":
                n, basis = stated.get((benchmark, metric.id)) or _inferred(values)
            spread = float(np.ptp(values)) if values.size else None
            rows.append(
                Resolution(
                    metric=metric.id,
                    benchmark=benchmark,
                    samples=n,
                    step=1 / n if n else None,
                    basis=basis,
                    different_values=len(np.unique(values)),
                    runs=int(values.size),
                    spread=spread,
                    spread_in_steps=round(spread * n) if n and spread is not None else None,
                )
            )
    return tuple(rows)


def smallest_steps(panel: Panel, stated: Mapping[tuple[str, str], tuple[int, str]]) -> dict[str, dict[str, float]]:
    """The smallest step by metric and benchmark, empty for metrics that are no proportions; `stated` as above."""
    steps: dict[str, dict[str, float]] = {m: {} for m in panel.metric_ids}
    for row in resolution(panel, stated):
        if row.step is not None:
            steps[row.metric][row.benchmark] = row.step
    return steps


def _inferred(values: Floats) -> tuple[int | None, str]:
    """The smallest n such that every value is a multiple of 1/n, from at least two values strictly between 0 and 1."""
    inner = np.unique(values[(values > 0) & (values < 1)])
    if inner.size < 2:
        return None, "too few different values to tell"
    n = 1
    while inner.size:
        fraction = Fraction(float(inner[0])).limit_denominator(LARGEST)
        if abs(float(fraction) - inner[0]) > _EXACT:
            return None, "the values are no proportions of a small number of samples"
        n = math.lcm(n, fraction.denominator)
        if n > LARGEST:
            return None, "the values are no proportions of a small number of samples"
        inner = inner[np.abs(np.round(inner * n) / n - inner) > _EXACT]  # what n explains already adds nothing
    return n, "smallest number of samples that explains the values"
