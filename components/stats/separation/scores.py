"""Scores of methods on each benchmark: the unit that is compared, since seeds of one benchmark are
near-duplicates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from components.stats.memo import memoised
from components.stats.panel import Floats, Ints, Panel, nanmean
from components.stats.ranking.utility import cell_utilities, run_utilities, weighted_scores


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores of n methods, NaN = none.

    cells (B, n) on each benchmark, runs (B, S, n) of each run. A cell is the score of the mean over
    its seeds, or with mean-of-scores the mean of the scores of its runs."""

    cells: Floats
    runs: Floats

    def taken(self, order: Ints) -> Scores:
        """Return the scores of some of the methods, in the order given."""
        return Scores(self.cells[:, order], self.runs[:, :, order])


def benchmark_scores(
    panel: Panel,
    weighting: Floats,
    transform: str,
    aggregate: str,
) -> Scores:
    """Return the scores of all methods of a panel at the weights `weighting` (K,).

    NaN if a weighted metric is missing."""
    by_run = memoised(panel, ("by run", transform), lambda: run_utilities(panel, transform))
    if aggregate == "score-of-means":
        by_cell = memoised(panel, ("by cell", transform), lambda: cell_utilities(panel, transform))
    else:
        by_cell = nanmean(by_run, axis=1)
    # seeds by number, so that sums do not follow the order of the file
    seeds_by_number = np.argsort(panel.seeds)
    runs = weighted_scores(by_run, weighting)[:, seeds_by_number]
    return Scores(weighted_scores(by_cell, weighting), runs)
