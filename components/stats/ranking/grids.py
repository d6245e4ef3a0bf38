"""Methods that stand by the best of several checkpoints, their grid."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from components.stats.panel import Floats, Ints
from components.stats.ranking.ranks import rounded


@dataclass(frozen=True, eq=False)
class CheckpointGrids:
    """F methods, each with the indices of its checkpoints among n."""

    names: tuple[str, ...]
    members: tuple[Ints, ...]

    def scores(self, checkpoint_scores: Floats) -> Floats:
        """Return (…, F) the largest score of each method's checkpoints, scores (…, n).

        NaN if one is NaN."""
        shape = (*checkpoint_scores.shape[:-1], len(self.members))
        scores = np.empty(shape)
        for method_index, checkpoints in enumerate(self.members):
            of_method = checkpoint_scores[..., checkpoints]
            scores[..., method_index] = of_method.max(axis=-1)
        return rounded(scores)

    def best(self, checkpoint_scores: Floats) -> Ints:
        """Return (F,) the index of each method's best checkpoint by scores (n,).

        Of equal ones the first."""
        best = []
        for checkpoints in self.members:
            place = np.argmax(checkpoint_scores[checkpoints])
            best.append(checkpoints[place])
        return np.array(best, dtype=np.intp)

    def ordered(self, order: Ints) -> CheckpointGrids:
        """Return the methods in another order."""
        names = tuple(self.names[method_index] for method_index in order)
        members = tuple(self.members[method_index] for method_index in order)
        return CheckpointGrids(names, members)


def grid_values(values: Floats, members: Iterable[Ints]) -> Floats:
    """Return (F, K) the best of each grid in each column of values (n, K), NaN left out.

    NaN if all values are."""
    comparable = np.where(np.isnan(values), -np.inf, values)
    rows = [comparable[checkpoints].max(axis=0, initial=-np.inf) for checkpoints in members]
    shape = (len(rows), values.shape[1])
    best = rounded(np.array(rows, dtype=float).reshape(shape))
    return np.where(np.isneginf(best), np.nan, best)
