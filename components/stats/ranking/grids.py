"""Several checkpoints of one method: the best of a grid, by how much it flatters, and the expected
best of k tries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Panel
from components.stats.ranking.ranks import rounded
from components.stats.ranking.utility import method_utilities
from data.errors import NotEnoughData

BEST = "best"


@dataclass(frozen=True, eq=False)
class Grids:
    """F methods, each with the places of its checkpoints among n."""

    names: tuple[str, ...]
    members: tuple[npt.NDArray[np.intp], ...]

    def scores(self, checkpoints: Floats) -> Floats:
        """Return (…, F) the largest score of each method's checkpoints, scores (…, n); NaN if one
        is NaN."""
        rows = np.empty((*checkpoints.shape[:-1], len(self.members)))
        for f, own in enumerate(self.members):
            rows[..., f] = np.max(checkpoints[..., own], axis=-1)
        return rounded(rows)

    def ordered(self, order: npt.NDArray[np.intp]) -> Grids:
        """Return the methods in another order."""
        return Grids(tuple(self.names[f] for f in order), tuple(self.members[f] for f in order))


def grid_values(values: Floats, members: Iterable[npt.NDArray[np.intp]]) -> Floats:
    """Return (F, K) the best of each grid in each column of values (n, K), NaN left out; NaN if all
    are."""
    rows = [
        np.where(np.isnan(values[own]), -np.inf, values[own]).max(axis=0, initial=-np.inf)
        for own in members
    ]
    best = rounded(np.array(rows, dtype=float).reshape(len(rows), values.shape[1]))
    return np.where(np.isneginf(best), np.nan, best)


def expected_best(scores: npt.ArrayLike, k: int) -> float:
    """Return the exact expected score of the best of k different checkpoints drawn at random from a
    grid of g.

    Σ_{r=k..g} s_(r) C(r−1, k−1) / C(g, k), s ascending (after Dodge et al. 2019, without
    replacement). Raises NotEnoughData unless 1 ≤ k ≤ g."""
    s = np.sort(np.asarray(scores, dtype=float))
    g = len(s)
    if not 1 <= k <= g:
        raise NotEnoughData(f"{k} tries of a grid of {g}: expected from 1 to {g}")
    return float(sum(s[r - 1] * (comb(r - 1, k - 1) / comb(g, k)) for r in range(k, g + 1)))


def optimism(
    panel: Panel,
    w: Floats,
    settings: Sequence[int] | npt.NDArray[np.intp],
    *,
    transform: str,
    aggregate: str,
) -> float | None:
    """Return by how much the best of `settings` (rows of the panel) flatters, at the weights `w`
    (K,).

    The mean over seeds of what a seed gives the setting that is best on all seeds, less what it
    gives the one that is best on the others; the first of equal ones. Only seeds count that every
    setting has on every benchmark; None with fewer than two."""
    own = panel.subset(methods=list(settings))

    def scores(seeds: Sequence[int]) -> Floats:
        u = method_utilities(own.subset(seeds=seeds), transform, aggregate)
        return rounded(np.where(w > 0, w * u, 0.0).sum(axis=1))

    alone = {s: scores([s]) for s in range(len(panel.seeds))}
    usable = [s for s, judged in alone.items() if not np.isnan(judged).any()]
    if len(usable) < 2:
        return None
    naive = int(np.argmax(scores(usable)))
    gaps = [
        alone[s][naive] - alone[s][int(np.argmax(scores([o for o in usable if o != s])))]
        for s in usable
    ]
    return float(np.mean(gaps))
