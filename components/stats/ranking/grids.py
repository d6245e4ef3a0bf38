"""Several checkpoints of one method: the best of a grid, by how much it flatters, and the expected
best of k tries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_utilities
from data.errors import NotEnoughData

Ints = npt.NDArray[np.intp]
BEST = "best"
MAX_BATCH = 2**20
"""Scores of checkpoints handled at once: 8 MB."""


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


@dataclass(frozen=True, eq=False)
class Scorer:
    """The scores of rows at any weights: rows of utilities (n, K), or methods by their best
    checkpoint."""

    utilities: Floats
    grids: Grids | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows that get a score."""
        if self.grids is None:
            return len(self.utilities)
        return len(self.grids.members)

    def scores(self, weightings: Floats) -> Floats:
        """Return rounded scores (…, n_rows) at weightings (…, K)."""
        scores = rounded(weightings @ self.utilities.T)
        if self.grids is None:
            return scores
        return self.grids.scores(scores)

    def batches(self, weightings: Floats) -> Iterator[tuple[slice, Floats]]:
        """Yield slices of weightings (N, K) with their scores (…, n_rows), so many at a time as
        stay in memory."""
        step = max(1, MAX_BATCH // max(1, len(self.utilities)))
        for start in range(0, len(weightings), step):
            part = slice(start, min(start + step, len(weightings)))
            yield part, self.scores(weightings[part])


def grid_values(values: Floats, members: Iterable[Ints]) -> Floats:
    """Return (F, K) the best of each grid in each column of values (n, K), NaN left out.

    NaN if all values are."""
    comparable = np.where(np.isnan(values), -np.inf, values)
    rows = [comparable[own].max(axis=0, initial=-np.inf) for own in members]
    best = rounded(np.array(rows, dtype=float).reshape(len(rows), values.shape[1]))
    return np.where(np.isneginf(best), np.nan, best)


def expected_best(scores: npt.ArrayLike, k: int) -> float:
    """Return the exact expected score of the best of k checkpoints drawn from a grid of g.

    Σ_{r=k..g} s_(r) C(r−1, k−1) / C(g, k), s ascending (at random without replacement,
    after Dodge et al. 2019). Raises NotEnoughData unless 1 ≤ k ≤ g."""
    s = np.sort(np.asarray(scores, dtype=float))
    g = len(s)
    if not 1 <= k <= g:
        raise NotEnoughData(f"{k} tries of a grid of {g}: expected from 1 to {g}")
    return float(sum(s[r - 1] * (comb(r - 1, k - 1) / comb(g, k)) for r in range(k, g + 1)))


def optimism(
    panel: Panel,
    w: Floats,
    settings: Sequence[int] | Ints,
    *,
    transform: str,
    aggregate: str,
) -> float | None:
    """Return by how much the best of `settings` (rows of the panel) flatters at weights `w` (K,).

    The mean over seeds of what a seed gives the setting that is best on all seeds, less what it
    gives the one that is best on the others; the first of equal ones. Only seeds count that every
    setting has on every benchmark. None with fewer than two."""
    grid = panel.subset(methods=list(settings))

    def scores(seeds: Sequence[int]) -> Floats:
        u = method_utilities(grid.subset(seeds=seeds), transform, aggregate)
        return rounded(np.where(w > 0, w * u, 0.0).sum(axis=1))

    scores_of_seed: dict[int, Floats] = {}
    for seed in range(len(panel.seeds)):
        seed_scores = scores([seed])
        if not np.isnan(seed_scores).any():
            scores_of_seed[seed] = seed_scores
    if len(scores_of_seed) < 2:
        return None
    best_on_all = int(np.argmax(scores([*scores_of_seed])))
    gaps = []
    for seed, seed_scores in scores_of_seed.items():
        best_on_others = int(np.argmax(scores([s for s in scores_of_seed if s != seed])))
        gaps.append(seed_scores[best_on_all] - seed_scores[best_on_others])
    return float(np.mean(gaps))
