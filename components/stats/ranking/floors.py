"""Floors: the least that a method has to keep to be ranked.

A row passes when its mean over seeds passes on every benchmark: a mean over them would hide one
that is destroyed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Bools, Floats, Ints, Panel, n_measured, nanmean
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import cell_utilities, run_utilities
from data.registry import Floor, ReferenceRole

MIN_DIVISOR = 0.05
"""A share of less than this utility says nothing."""
WHOSE: Mapping[ReferenceRole, str] = {
    "original": "the original model",
    "reference": "the retrained model",
}


@dataclass(frozen=True, eq=False)
class FloorCheck:
    """How M rows compare with one floor on the B benchmarks shown.

    kept      (B, M) share kept, or the utility if the floor is one; NaN if it was not measured
    divisors  (B,) the utility that it is a share of, 1 if the floor is a utility; NaN if the floor
              is refused
    holds     (B,) whether the floor is applied on a benchmark; `refused` says why not, of those it
              is meant for
    lowest    (M,) the smallest of `kept` where the floor holds; NaN if one was not measured, inf if
              it holds nowhere
    lowest_benchmark  (M,) the benchmark of the smallest, −1 without one
    seeds, passing  (M,) the seeds that have a value wherever the floor holds, and how many of them
                    pass
    """

    floor: Floor
    kept: Floats
    divisors: Floats
    holds: Bools
    refused: Mapping[str, str]
    lowest: Floats
    lowest_benchmark: Ints
    seeds: Ints
    passing: Ints

    @property
    def missed(self) -> Bools:
        """(M,) whether a row is below the floor, or was not measured where it holds."""
        return np.asarray(~(rounded(self.lowest) >= self.floor.value))


def floor_check(
    panel: Panel,
    floor: Floor,
    members: Sequence[int],
    transform: str,
    divisor: Panel | None = None,
) -> FloorCheck:
    """Return how the rows of a panel compare with a floor on the mean utility of some metrics.

    `members` are the indices of these metrics. `divisor` holds the runs of the models whose utility
    is to be kept, None if the floor is a utility. The floor is refused on a benchmark if their mean
    utility is missing or below 0.05, and if no row has a value there."""
    chosen = panel.of_metrics(members)
    utilities = _mean_utility(chosen, transform)
    divisors = np.ones(len(panel.benchmarks))
    if divisor is not None:
        divisors = _divisors(panel, divisor.of_metrics(members), transform)
    holds = np.zeros(len(panel.benchmarks), dtype=bool)
    refused: dict[str, str] = {}
    for b, benchmark in enumerate(panel.benchmarks):
        is_meant = floor.benchmark in ("", benchmark)
        reason = _refusal(floor, utilities[b], divisors[b])
        holds[b] = is_meant and not reason
        if reason:
            divisors[b] = np.nan
            if is_meant:
                refused[benchmark] = reason
    kept = utilities / divisors[:, None]
    n_methods = len(panel.methods)
    lowest = np.full(n_methods, np.inf)
    place = np.full(n_methods, -1)
    n_seeds = np.zeros(n_methods, dtype=int)
    n_passing = np.zeros(n_methods, dtype=int)
    if holds.any():
        held = kept[holds]
        lowest = held.min(axis=0)
        missing_first = np.where(np.isnan(held), -np.inf, held)
        place = np.flatnonzero(holds)[missing_first.argmin(axis=0)]
        by_run = run_utilities(chosen, transform)[holds].mean(axis=-1)
        lowest_of_seed = (by_run / divisors[holds, None, None]).min(axis=0)
        is_passing = rounded(lowest_of_seed) >= floor.value
        n_seeds = n_measured(lowest_of_seed, axis=0)
        n_passing = is_passing.sum(axis=0)
    return FloorCheck(
        floor=floor,
        kept=kept,
        divisors=divisors,
        holds=holds,
        refused=refused,
        lowest=lowest,
        lowest_benchmark=place,
        seeds=n_seeds,
        passing=n_passing,
    )


def _refusal(floor: Floor, utilities: Floats, divisor: float) -> str:
    """Why a floor is not applied where the rows have these utilities (M,); empty if it is."""
    if np.isnan(utilities).all():
        return "no method was measured there"
    if np.isnan(divisor):
        return f"{WHOSE[floor.share_of]} was not measured there"
    if divisor < MIN_DIVISOR:
        return f"{WHOSE[floor.share_of]} itself has {divisor:.3f} there, less than {MIN_DIVISOR:g}"
    return ""


def _mean_utility(panel: Panel, transform: str) -> Floats:
    """(B, M) mean utility of the metrics on each benchmark, of means over seeds.

    NaN if one was not measured."""
    if not panel.metrics:
        return np.full(panel.cells.shape[:2], np.nan)
    return np.asarray(cell_utilities(panel, transform).mean(axis=-1))


def _divisors(panel: Panel, divisor: Panel, transform: str) -> Floats:
    """(B,) the mean utility of the models of `divisor` on each benchmark; NaN if it is missing."""
    means = nanmean(_mean_utility(divisor, transform), axis=1)
    utility_of_benchmark = dict(zip(divisor.benchmarks, means.tolist(), strict=True))
    return np.array([utility_of_benchmark.get(benchmark, np.nan) for benchmark in panel.benchmarks])
