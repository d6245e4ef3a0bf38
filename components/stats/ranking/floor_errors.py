"""How near a floor each row is: whether the interval of its mean over seeds holds the floor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats, Panel
from components.stats.ranking.floors import FloorCheck
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import run_utilities

FEWEST = 3
"""Seeds that an interval needs."""


@dataclass(frozen=True, eq=False)
class Nearness:
    """The 95 % intervals of what M rows keep of a floor on B benchmarks, and which rows are near
    it.

    low, high  (B, M), NaN with fewer than 3 seeds; t with S − 1 degrees of freedom, the divisor
               fixed, cut at 0 and at the utility 1
    near       (M,) of a row that passes, whether any benchmark's interval holds the floor; of one
               that misses it, whether the interval of every missed benchmark does
    """

    low: Floats
    high: Floats
    near: Bools


def nearness(panel: Panel, check: FloorCheck, members: Sequence[int], transform: str) -> Nearness:
    """Return how near the rows are to a floor on the mean utility of the metrics `members`, by
    index."""
    runs = (
        run_utilities(panel.of_metrics(members), transform).mean(axis=-1) / check.by[:, None, None]
    )
    n = (~np.isnan(runs)).sum(axis=1)
    enough = n >= FEWEST
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(enough, np.nansum(runs, axis=1) / n, np.nan)
        variance = np.nansum((runs - mean[:, None]) ** 2, axis=1) / (n - 1)
        half = -lazy_scipy.special.stdtrit(np.maximum(n - 1, 1), 0.025) * np.sqrt(variance / n)
    low = np.clip(mean - half, 0, None)
    high = np.minimum(mean + half, 1 / check.by[:, None])
    holds = check.holds[:, None] & (low <= check.floor.value) & (check.floor.value <= high)
    missed = check.holds[:, None] & ~(rounded(check.kept) >= check.floor.value)
    near = np.where(
        check.missed, (holds | ~missed).all(axis=0) & missed.any(axis=0), holds.any(axis=0)
    )
    return Nearness(low, high, np.asarray(near, dtype=bool))
