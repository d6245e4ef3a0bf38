"""Resolution: the smallest step of a metric that the registry calls a proportion of samples."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from components.stats.panel import Floats, Panel

LARGEST = 100_000
"""Largest number of samples that is inferred from values."""
_EXACT = 5e-14
"""How closely a printed proportion must match k/n; at most about one real number in 3 000 does so
by chance."""


@dataclass(frozen=True)
class Resolution:
    """The smallest step of a metric on a benchmark, 1/samples, and how many of them its values
    span."""

    metric: str
    benchmark: str
    step: float
    spread_in_steps: int


def resolution(
    panel: Panel, stated: Mapping[tuple[str, str], tuple[int, str]]
) -> tuple[Resolution, ...]:
    """Return the resolution of each proportion on each benchmark with values, if the number of
    samples is known.

    `stated` maps (benchmark, metric) to (samples, basis). Else the smallest number of samples that
    explains every value is inferred, a lower bound."""
    rows = []
    for k, metric in enumerate(panel.metrics):
        for b, benchmark in enumerate(panel.benchmarks):
            values = panel.values[b, :, :, k]
            values = values[~np.isnan(values)]
            if metric.unit == "proportion" and values.size:
                n, _ = stated.get((benchmark, metric.id), (_inferred(values), ""))
                if n:
                    rows.append(
                        Resolution(metric.id, benchmark, 1 / n, round(float(np.ptp(values)) * n))
                    )
    return tuple(rows)


def _inferred(values: Floats) -> int:
    """The smallest n such that every value is a multiple of 1/n; 0 without two values strictly
    between 0 and 1."""
    inner = np.unique(values[(values > 0) & (values < 1)])
    if inner.size < 2:
        return 0
    n = 1
    while inner.size:
        fraction = Fraction(float(inner[0])).limit_denominator(LARGEST)
        n = math.lcm(n, fraction.denominator)
        if abs(float(fraction) - inner[0]) > _EXACT or n > LARGEST:
            return 0
        inner = inner[
            np.abs(np.round(inner * n) / n - inner) > _EXACT
        ]  # what n explains already adds nothing
    return n
