"""Several tries of one method: by how much the best of a grid flatters, and the expected best of k
tries."""

from collections.abc import Sequence
from math import comb

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Ints, Panel
from components.stats.ranking.utility import method_utilities, weighted_scores
from data.errors import NotEnoughData


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
    weighting: Floats,
    settings: Sequence[int] | Ints,
    *,
    transform: str,
    aggregate: str,
) -> float | None:
    """Return by how much the best of `settings` (rows of the panel) flatters at weights `weighting`
    (K,).

    The mean over seeds of what a seed gives the setting that is best on all seeds, less what it
    gives the one that is best on the others; the first of equal ones. Only seeds count that every
    setting has on every benchmark. None with fewer than two."""
    grid = panel.subset(methods=list(settings))

    def scores(seeds: Sequence[int]) -> Floats:
        u = method_utilities(grid.subset(seeds=seeds), transform, aggregate)
        return weighted_scores(u, weighting)

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
        others = [other for other in scores_of_seed if other != seed]
        best_on_others = int(np.argmax(scores(others)))
        gaps.append(seed_scores[best_on_all] - seed_scores[best_on_others])
    return float(np.mean(gaps))
