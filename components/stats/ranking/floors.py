"""Floors: the least that a method has to keep to be ranked.

A row passes when its mean over seeds passes on every benchmark: a mean over them would hide one
that is destroyed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Bools, Floats, Panel, nanmean
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import run_utilities, utilities
from data.registry import Floor, Kept

LEAST_DIVISOR = 0.05
"""A share of less than this utility says nothing."""
WHOSE: Mapping[Kept, str] = {"original": "the original model", "reference": "the retrained model"}


@dataclass(frozen=True, eq=False)
class FloorCheck:
    """How M rows compare with one floor on the B benchmarks shown.

    kept     (B, M) share kept, or the utility if the floor is one; NaN if it was not measured
    by       (B,) the utility that it is a share of, 1 if the floor is a utility; NaN if the floor
             is refused
    holds    (B,) whether the floor is applied on a benchmark; `refused` says why not, of those it
             is meant for
    lowest   (M,) the smallest of `kept` where the floor holds; NaN if one was not measured, inf if
             it holds nowhere
    place    (M,) the benchmark of the smallest, −1 without one
    seeds, passing  (M,) the seeds that have a value wherever the floor holds, and how many of them
                    pass
    """

    floor: Floor
    kept: Floats
    by: Floats
    holds: Bools
    refused: Mapping[str, str]
    lowest: Floats
    place: np.ndarray
    seeds: np.ndarray
    passing: np.ndarray

    @property
    def missed(self) -> Bools:
        """(M,) whether a row is below the floor, or was not measured where it holds."""
        return np.asarray(~(rounded(self.lowest) >= self.floor.value))


def floor_check(
    panel: Panel, floor: Floor, members: Sequence[int], transform: str, divisor: Panel | None = None
) -> FloorCheck:
    """Return how the rows of a panel compare with a floor on the mean utility of the metrics
    `members`, by index.

    `divisor` holds the runs of the models whose utility is to be kept, None if the floor is a
    utility. The floor is refused on a benchmark if their mean utility is missing or below 0.05, and
    if no row has a value there."""
    own = panel.of_metrics(members)
    meant = np.array([floor.benchmark in ("", b) for b in panel.benchmarks], dtype=bool)
    by, refused = np.ones(len(panel.benchmarks)), [""] * len(panel.benchmarks)
    if divisor is not None:
        by, refused = _divisors(panel, floor, divisor.of_metrics(members), transform)
    values = _mean_utility(own, transform)
    for b in np.flatnonzero(np.isnan(values).all(axis=1)):
        by[b], refused[b] = np.nan, "no method was measured there"
    holds = meant & ~np.isnan(by)
    kept = values / by[:, None]
    lowest, place = np.full(len(panel.methods), np.inf), np.full(len(panel.methods), -1)
    seeds, passing = np.zeros((2, len(panel.methods)), dtype=int)
    if holds.any():
        lowest = kept[holds].min(axis=0)
        place = np.flatnonzero(holds)[
            np.where(np.isnan(kept[holds]), -np.inf, kept[holds]).argmin(axis=0)
        ]
        worst = (run_utilities(own, transform)[holds].mean(axis=-1) / by[holds, None, None]).min(
            axis=0
        )
        seeds, passing = (~np.isnan(worst)).sum(axis=0), (rounded(worst) >= floor.value).sum(axis=0)
    reasons = {
        b: reason
        for b, reason, here in zip(panel.benchmarks, refused, meant, strict=True)
        if here and reason
    }
    return FloorCheck(floor, kept, by, holds, reasons, lowest, place, seeds, passing)


def _mean_utility(panel: Panel, transform: str) -> Floats:
    """(B, M) mean utility of the metrics on each benchmark, of means over seeds; NaN if one was not
    measured."""
    targets = None if panel.targets is None else panel.targets[:, None, :]
    if not panel.metrics:
        return np.full(panel.cells.shape[:2], np.nan)
    return np.asarray(utilities(panel.cells, panel.metrics, transform, targets).mean(axis=-1))


def _divisors(
    panel: Panel, floor: Floor, divisor: Panel, transform: str
) -> tuple[Floats, list[str]]:
    """(B,) the utility that others are divided by on each benchmark, NaN if it is refused, and
    why."""
    known = dict(
        zip(
            divisor.benchmarks,
            nanmean(_mean_utility(divisor, transform), axis=1).tolist(),
            strict=True,
        )
    )
    found = [known.get(b, np.nan) for b in panel.benchmarks]
    reasons = [
        ""
        if value >= LEAST_DIVISOR
        else f"{WHOSE[floor.share_of]} was not measured there"
        if np.isnan(value)
        else f"{WHOSE[floor.share_of]} itself has {value:.3f} there, less than {LEAST_DIVISOR:g}"
        for value in found
    ]
    return np.array(
        [np.nan if reason else value for value, reason in zip(found, reasons, strict=True)]
    ), reasons
