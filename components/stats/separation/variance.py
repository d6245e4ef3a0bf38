"""The difference of two methods, split into what benchmarks and what seeds make vary."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Floats, nanmean


@dataclass(frozen=True)
class Split:
    """y_bs = δ + b_b + e_bs for the difference y of the scores of two runs on benchmark b with seed s.

    delta, sd   mean over B benchmarks of the difference on each, and its standard deviation (B − 1)
    benchmarks  σ_b², 0 where the analysis of variance puts it below
    seeds       σ_e² of one seed
    shared      σ_e²/S: what the present seeds leave on one benchmark
    negative    σ_b² came out below 0
    paired      by seed, so that what both methods owe to a seed cancels

    The variances are None where no benchmark has two seeds: what benchmarks and seeds do is one then.
    """

    delta: float
    sd: float
    benchmarks: float | None
    seeds: float | None
    shared: float | None
    negative: bool
    paired: bool

    def variance(self, seeds: float | None = None) -> float:
        """Variance of the difference on one benchmark with so many seeds, endless ones too; at the present by default.

        NaN for other than the present seeds where the parts are not known.
        """
        if self.benchmarks is None or self.seeds is None or self.shared is None:
            return self.sd**2 if seeds is None else math.nan
        return self.benchmarks + (self.shared if seeds is None else self.seeds / seeds)


def split(a: Floats, b: Floats) -> Split:
    """Split the difference of two methods given the scores of their runs (B, S), NaN where a run is not there.

    Each has a run on every of B ≥ 2 benchmarks. Runs are paired by seed where every benchmark has a seed of both and
    some has two, and those without a partner are left out; else σ_e²/S is MSE_a/S_a + MSE_b/S_b. Benchmarks count
    alike however many seeds they have: σ_b² = s² − MSE · mean(1/S_b), with equal seeds (MSB − MSE)/S (analysis of
    variance of unweighted means; Searle, Casella & McCulloch 1992).
    """
    common = (~np.isnan(a) & ~np.isnan(b)).sum(axis=1)
    paired = bool((common > 0).all()) and int(common.max()) > 1
    sides = (a - b,) if paired else (a, b)
    means = nanmean(sides[0], axis=1) if paired else nanmean(a, axis=1) - nanmean(b, axis=1)
    errors = [_error(side) for side in sides]
    delta, sd = float(means.mean()), float(means.std(ddof=1))
    if any(mse is None for mse, _ in errors):
        return Split(delta, sd, None, None, None, False, paired)
    known = [(mse, share) for mse, share in errors if mse is not None]
    shared = sum(mse * share for mse, share in known)
    between = sd**2 - shared
    return Split(delta, sd, max(0.0, between), sum(m for m, _ in known), shared, between < 0.0, paired)


def _error(y: Floats) -> tuple[float | None, float]:
    """Mean square within benchmarks of values (B, S), None without two in any, and the mean of 1/S over benchmarks."""
    known = ~np.isnan(y)
    n = known.sum(axis=1)
    free = int((n - 1).sum())
    centred = np.where(known, y - nanmean(y, axis=1)[:, None], 0.0)
    return (float((centred**2).sum()) / free if free else None), float((1.0 / n).mean())
