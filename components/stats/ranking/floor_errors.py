"""How near a floor each row is: whether the interval of its mean over seeds holds the floor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import (
    Bools,
    Floats,
    Panel,
    n_measured,
    nanmean,
    ratio,
    squared_deviations,
)
from components.stats.ranking.floors import FloorCheck
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import run_utilities

MIN_SEEDS = 3
"""Seeds that an interval needs."""


@dataclass(frozen=True, eq=False)
class Nearness:
    """The 95 % intervals of what M rows keep of a floor, and which rows are near it.

    low, high  (B, M), NaN with fewer than 3 seeds; t with S − 1 degrees of freedom, the divisor
               fixed, cut at 0 and at the utility 1
    near       (M,) of a row that passes, whether any benchmark's interval holds the floor; of one
               that misses it, whether the interval of every missed benchmark does
    """

    low: Floats
    high: Floats
    near: Bools


def nearness(
    panel: Panel,
    check: FloorCheck,
    members: Sequence[int],
    transform: str,
) -> Nearness:
    """Return how near the rows are to a floor on the mean utility of some metrics.

    `members` are the indices of these metrics."""
    floor = check.floor.value
    chosen = panel.of_metrics(members)
    utilities = run_utilities(chosen, transform).mean(axis=-1)
    divisors = check.divisors[:, None]
    kept = utilities / divisors[:, None]
    n = n_measured(kept, axis=1)
    means = np.where(n >= MIN_SEEDS, nanmean(kept, axis=1), np.nan)
    variances = ratio(squared_deviations(kept, axis=1), n - 1)
    freedom = np.maximum(n - 1, 1)
    t = -lazy_scipy.special.stdtrit(freedom, 0.025)
    half_widths = t * np.sqrt(ratio(variances, n))
    low = np.clip(means - half_widths, 0, None)
    high = np.minimum(means + half_widths, 1 / divisors)
    is_applied = check.holds[:, None]
    holds_floor = is_applied & (low <= floor) & (floor <= high)
    is_missed = is_applied & ~(rounded(check.kept) >= floor)
    may_pass = (holds_floor | ~is_missed).all(axis=0)
    is_near_from_below = may_pass & is_missed.any(axis=0)
    near = np.where(check.missed, is_near_from_below, holds_floor.any(axis=0))
    return Nearness(low, high, np.asarray(near, dtype=bool))
