"""Resolution: the smallest step a metric can take where the registry says that it is a proportion of samples.

Two methods closer than a step are equal by construction, so that a coarse metric ties methods whatever they do.
Sample sizes that the suite states come first; otherwise the smallest number of samples that explains every value is
inferred, which is a lower bound.
"""

from __future__ import annotations

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


@dataclass(frozen=True)
class Resolution:
    """One metric on one benchmark.

    n        samples behind the proportion, None when the metric is no proportion or the values do not tell
    basis    where n comes from, or why there is none
    values   different values among the runs; `runs` have one
    spread   largest minus smallest value, NaN without runs
    """

    metric: str
    benchmark: str
    n: int | None
    basis: str
    values: int
    runs: int
    spread: float

    @property
    def step(self) -> float:
        """The smallest step, 1/n; NaN when n is unknown."""
        return 1 / self.n if self.n else math.nan

    @property
    def steps(self) -> float:
        """How many steps lie between the smallest and the largest value; NaN when n is unknown."""
        return round(self.spread * self.n) if self.n and not math.isnan(self.spread) else math.nan


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
            spread = float(np.ptp(values)) if values.size else math.nan
            rows.append(Resolution(metric.id, benchmark, n, basis, len(np.unique(values)), int(values.size), spread))
    return tuple(rows)


def _inferred(values: Floats) -> tuple[int | None, str]:
    """The smallest number of samples of which every value is a proportion, from at least two inner values."""
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
