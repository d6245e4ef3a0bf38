"""Methods that stand by the best of several checkpoints, their grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Floats, Ints
from components.stats.ranking.ranks import rounded


@dataclass(frozen=True, eq=False)
class Grids:
    """F methods, each with the indices of its checkpoints among n."""

    names: tuple[str, ...]
    members: tuple[Ints, ...]

    def scores(self, checkpoint_scores: Floats) -> Floats:
        """Return (…, F) the largest score of each method's checkpoints, scores (…, n); NaN if one
        is NaN."""
        scores = np.empty((*checkpoint_scores.shape[:-1], len(self.members)))
        for method_index, checkpoints in enumerate(self.members):
            scores[..., method_index] = np.max(checkpoint_scores[..., checkpoints], axis=-1)
        return rounded(scores)

    def best(self, checkpoint_scores: Floats) -> Ints:
        """Return (F,) the index of each method's best checkpoint by scores (n,), the first of equal
        ones."""
        best = [own[int(np.argmax(checkpoint_scores[own]))] for own in self.members]
        return np.array(best, dtype=np.intp)

    def ordered(self, order: Ints) -> Grids:
        """Return the methods in another order."""
        return Grids(tuple(self.names[f] for f in order), tuple(self.members[f] for f in order))


def grid_values(values: Floats, members: Iterable[Ints]) -> Floats:
    """Return (F, K) the best of each grid in each column of values (n, K), NaN left out.

    NaN if all values are."""
    comparable = np.where(np.isnan(values), -np.inf, values)
    rows = [comparable[own].max(axis=0, initial=-np.inf) for own in members]
    best = rounded(np.array(rows, dtype=float).reshape(len(rows), values.shape[1]))
    return np.where(np.isneginf(best), np.nan, best)
