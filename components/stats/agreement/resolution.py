"""Resolution: the smallest step of a metric that the registry calls a proportion of samples."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from components.stats.panel import Floats, Panel

MAX_SAMPLES = 100_000
"""Largest number of samples that is inferred from values."""
_TOLERANCE = 5e-14
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
    """Return the resolution of each proportion on each benchmark with values.

    `stated` maps (benchmark, metric) to (samples, basis). Without it the smallest number of samples
    that explains every value is inferred, a lower bound. Left out are those without either.
    """
    resolutions = []
    for metric_index, metric in enumerate(panel.metrics):
        if metric.unit != "proportion":
            continue
        for benchmark, benchmark_values in zip(panel.benchmarks, panel.values, strict=True):
            values = benchmark_values[..., metric_index]
            values = values[~np.isnan(values)]
            if not values.size:
                continue
            n_samples, _ = stated.get((benchmark, metric.id), (_inferred_samples(values), ""))
            if n_samples:
                spread = round(float(np.ptp(values)) * n_samples)
                resolutions.append(Resolution(metric.id, benchmark, 1 / n_samples, spread))
    return tuple(resolutions)


def _inferred_samples(values: Floats) -> int:
    """The smallest n such that every value is a multiple of 1/n; 0 without two values strictly
    between 0 and 1."""
    unexplained = np.unique(values[(values > 0) & (values < 1)])
    if unexplained.size < 2:
        return 0
    n_samples = 1
    while unexplained.size:
        value = float(unexplained[0])
        fraction = Fraction(value).limit_denominator(MAX_SAMPLES)
        n_samples = math.lcm(n_samples, fraction.denominator)
        if abs(float(fraction) - value) > _TOLERANCE or n_samples > MAX_SAMPLES:
            return 0
        nearest = np.round(unexplained * n_samples) / n_samples
        unexplained = unexplained[np.abs(nearest - unexplained) > _TOLERANCE]
    return n_samples
