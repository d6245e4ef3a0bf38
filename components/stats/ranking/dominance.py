"""Who is beaten under every weighting, who can lead under some, and which weights have a say at all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools, Floats
from components.stats.ranking.best_lead import best_weights, one_best
from components.stats.ranking.ranks import rounded

ALONE, TIE, NEVER = "can lead alone", "can only tie for the lead", "never leads"
MARGIN = 1e-9
"""A best possible lead within this of 0 is a tie."""
HARDLY = 0.02
"""A metric whose utility varies by less than this over the methods has hardly any effect."""


@dataclass(frozen=True, eq=False)
class PotentialOptimality:
    """The best lead that each of n methods can reach.

    epsilon  (n,) the largest lead over the best other method that any weights give; below 0 the smallest deficit;
             inf for a single method, which has no other
    weights  (n, K) weights at which it is reached: the ones that suit the method best
    verdict  "can lead alone", "can only tie for the lead" or "never leads", one for each method
    """

    epsilon: Floats
    weights: Floats
    verdict: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class EffectiveWeights:
    """What the weights amount to over the methods shown.

    values  (K,) weight × range of the utility, normalised to sum 1; NaN when no weighted utility varies
    ranges  (K,) largest minus smallest utility over the methods
    hardly  (K,) whether the range is below 0.02: the metric has hardly any effect at any weight
    """

    values: Floats
    ranges: Floats
    hardly: Bools


def dominance(utilities: npt.ArrayLike) -> Bools:
    """(n, n) whether row a dominates row b: at least as good on every metric and better on one (Pareto).

    `utilities` (n, K); equal rows do not dominate each other; a row with a missing value neither dominates nor is
    dominated.
    """
    u = rounded(utilities)
    at_least = (u[:, None, :] >= u[None, :, :]).all(axis=2)
    return np.asarray(at_least & (u[:, None, :] > u[None, :, :]).any(axis=2))


def potential_optimality(utilities: npt.ArrayLike, grids: npt.ArrayLike | None = None) -> PotentialOptimality:
    """The linear programme max ε with w·(u_i − u_k) ≥ ε for all others k, w on the simplex (Hazen 1986).

    `utilities` (n, K) of complete methods. More than 1e-9: the method can lead alone; within 1e-9 of 0: it can
    only tie for the lead; below: it never leads. Rows with the same number in `grids` (n,) are no rivals.
    """
    u = rounded(utilities)
    n, size = u.shape
    group = np.arange(n) if grids is None else np.asarray(grids)
    epsilon, weights = np.full(n, np.inf), np.full((n, size), 1.0 / max(size, 1))
    if grids is None and n > 1:
        weights = best_weights(u)
    if len(np.unique(group)) > 1:
        for i in range(n):
            leads = (u[i] - u)[group != group[i]]
            if grids is not None:
                weights[i] = one_best(leads)
            epsilon[i] = (leads @ weights[i]).min()  # from the weights, not from the solver: exact for them
    verdict = tuple(ALONE if e > MARGIN else TIE if e >= -MARGIN else NEVER for e in epsilon)
    return PotentialOptimality(epsilon, weights, verdict)


def effective_weights(utilities: npt.ArrayLike, w: npt.ArrayLike) -> EffectiveWeights:
    """Weights times the range of each utility over the methods shown, normalised. `utilities` (n, K), `w` (K,).

    A method without a value on a metric is left out of that metric's range; a metric nobody has a value on has
    range 0.
    """
    u = rounded(utilities)
    known = ~np.isnan(u)
    high = np.where(known, u, -np.inf).max(axis=0, initial=-np.inf)
    low = np.where(known, u, np.inf).min(axis=0, initial=np.inf)
    ranges = np.where(known.any(axis=0), high - low, 0.0) if len(u) else np.zeros(u.shape[1])
    say = np.asarray(w, dtype=float) * ranges
    values = say / say.sum() if say.sum() > 0 else np.full(say.shape, np.nan)
    return EffectiveWeights(values, ranges, np.asarray(ranges < HARDLY))
