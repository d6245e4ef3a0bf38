"""Noise floor of a metric: how much of its variance is seeds, benchmarks, methods, and methods by benchmark.

Two-way random model y = μ + method + benchmark + method × benchmark + seed with S runs in every cell, estimated by
equating mean squares to their expectations (Searle, Casella & McCulloch 1992, chapter 4):

    E MS_method      = σ_e² + S σ_mb² + S B σ_m²
    E MS_benchmark   = σ_e² + S σ_mb² + S M σ_b²
    E MS_interaction = σ_e² + S σ_mb²
    E MS_seed        = σ_e²
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Floats, Panel, ratio

METHODS, BENCHMARKS, INTERACTION, SEEDS = "methods", "benchmarks", "interaction", "seeds"


@dataclass(frozen=True)
class NoiseFloor:
    """The variance components of one metric, on its scale.

    variances   by component; NaN where it cannot be estimated. With one seed the interaction holds the seeds too
    negative    components whose estimate was below 0, which count as 0
    seeds       S, runs in every cell; 0 where cells differ
    reason      why only the variance over seeds is known, or nothing; empty where all is
    """

    variances: Mapping[str, float]
    negative: tuple[str, ...]
    seeds: int
    reason: str

    @property
    def share(self) -> float:
        """σ_m²/(σ_m² + σ_mb² + σ_e²/S): what methods are of the variance of a cell, benchmarks excluded.

        NaN where it is not known, and where all cells of a benchmark are alike.
        """
        if self.reason:
            return math.nan
        known = {k: 0.0 if math.isnan(v) else v for k, v in self.variances.items()}
        total = known[METHODS] + known[INTERACTION] + known[SEEDS] / self.seeds
        return known[METHODS] / total if total > 0 else math.nan


def noise_floors(panel: Panel) -> tuple[NoiseFloor, ...]:
    """The noise floor of each score metric (K), from the values of a panel as measured, on the metric's scale."""
    return tuple(noise_floor(panel.scaled[..., k]) for k in range(len(panel.metrics)))


def noise_floor(values: Floats) -> NoiseFloor:
    """The variance components of one metric from its values (B, S, M), NaN = not measured."""
    counts = (~np.isnan(values)).sum(axis=1)
    within = _within(values, counts)
    reason = _unestimable(counts)
    unknown = dict.fromkeys((METHODS, BENCHMARKS, INTERACTION), math.nan)
    if reason:
        return NoiseFloor({**unknown, SEEDS: within}, (), 0, reason)
    s, (b, m) = int(counts[0, 0]), counts.shape
    cells = np.nansum(values, axis=1) / s
    by_method, by_benchmark, mean = cells.mean(axis=0), cells.mean(axis=1), cells.mean()
    rest = cells - by_method - by_benchmark[:, None] + mean
    crossed = s * float((rest**2).sum()) / ((m - 1) * (b - 1))
    estimates = {
        METHODS: (s * b * float(((by_method - mean) ** 2).sum()) / (m - 1) - crossed) / (s * b),
        BENCHMARKS: (s * m * float(((by_benchmark - mean) ** 2).sum()) / (b - 1) - crossed) / (s * m),
        INTERACTION: (crossed - (0.0 if s == 1 else within)) / s,
        SEEDS: within,
    }
    least = 1e-12 * float(np.nanmax(np.abs(values), initial=0.0)) ** 2  # what rounding alone leaves
    negative = tuple(k for k, v in estimates.items() if v < -least)
    return NoiseFloor({k: v if math.isnan(v) or v > least else 0.0 for k, v in estimates.items()}, negative, s, "")


def _within(values: Floats, counts: Floats) -> float:
    """The variance over the seeds of a cell, pooled over cells; NaN where none has two."""
    freedom = int(np.maximum(counts - 1, 0).sum())
    if not freedom:
        return math.nan
    means = ratio(np.nansum(values, axis=1), counts, 0.0)
    return float(np.nansum((values - means[:, None]) ** 2)) / freedom


def _unestimable(counts: Floats) -> str:
    """Why methods, benchmarks and their interaction cannot be separated, from counts of values (B, M)."""
    b, m = counts.shape
    if not counts.any():
        return "not measured"
    if m < 2:
        return "one method: nothing is between methods"
    if b < 2:
        return "one benchmark: methods and methods × benchmarks are one"
    if counts.min() != counts.max():
        return f"cells have {int(counts.min())} to {int(counts.max())} values: a balanced design is needed"
    return ""
