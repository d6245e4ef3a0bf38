"""Who is beaten under every weighting, who can lead under some, and which weights have any
effect."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats, Ints, extremes
from components.stats.ranking.ranks import rounded

MARGIN = 1e-9
"""A best possible lead above this is one alone, within it of 0 a tie, else the method never
leads."""
HARDLY = 0.02
"""A measured metric with weight whose effective weight is smaller hardly separates."""
SOLVER_TOLERANCE = 1e-10


@dataclass(frozen=True, eq=False)
class PotentialOptimality:
    """The best lead that each of n methods can reach.

    epsilon  (n,) the largest lead over the best other method that any weights give; below 0 the
             smallest deficit; inf for a single method
    weights  (n, K) the weights at which it is reached
    """

    epsilon: Floats
    weights: Floats


@dataclass(frozen=True, eq=False)
class EffectiveWeights:
    """The weights times the spread of the utilities over the methods shown.

    values  (K,) weight × range of the utility, normalised to sum 1; NaN if no weighted utility
            varies
    ranges  (K,) largest minus smallest utility over the methods, NaN for a metric that is not
            measured
    hardly  (K,) whether a metric that is measured and has weight has an effective weight below 0.02
    """

    values: Floats
    ranges: Floats
    hardly: Bools


def dominance(utilities: npt.ArrayLike) -> Bools:
    """Return (n, n) whether row a dominates row b: at least as good on every metric, better on one.

    `utilities` (n, K). Equal rows do not dominate each other; a row with a missing value neither
    dominates nor is dominated."""
    u = rounded(utilities)
    row = u[:, None, :]
    is_as_good = (row >= u).all(axis=2)
    is_better_once = (row > u).any(axis=2)
    return np.asarray(is_as_good & is_better_once)


def potential_optimality(
    utilities: npt.ArrayLike, groups: npt.ArrayLike | None = None
) -> PotentialOptimality:
    """Return the best lead of each method i: max ε with w·(u_i − u_k) ≥ ε for all rivals k.

    `utilities` (n, K) of complete methods, w on the simplex (Hazen 1986). Rows with the same number
    in `groups` (n,) are no rivals. Raises RuntimeError if the solver fails."""
    u = rounded(utilities)
    n, n_metrics = u.shape
    group_of_row = np.arange(n)
    if groups is not None:
        group_of_row = np.asarray(groups)
    epsilon = np.full(n, np.inf)
    weights = np.full((n, n_metrics), 1.0 / max(n_metrics, 1))
    if len(np.unique(group_of_row)) > 1:
        weights = best_weights(u, group_of_row)
        for i in range(n):
            # from the weights, not from the solver: exact for them
            rivals = group_of_row != group_of_row[i]
            leads = (u[i] - u)[rivals]
            epsilon[i] = (leads @ weights[i]).min()
    return PotentialOptimality(epsilon, weights)


def best_weights(utilities: Floats, group_of_row: Ints) -> Floats:
    """Return (n, K) weights on the simplex at which the smallest lead over the rivals is largest.

    `utilities` (n, K) of n ≥ 2 complete methods; rivals have another number in `group_of_row` (n,).
    The programmes of all rows are solved as one, because a call costs more than a small programme.
    Raises RuntimeError if the solver fails."""
    n, n_metrics = utilities.shape
    sparse = lazy_scipy.sparse
    beats = dominance(utilities)
    constraints = []
    for row in range(n):
        is_group = group_of_row == group_of_row[row]
        is_beaten = beats[~is_group].any(axis=0)  # who is ahead of its dominator is ahead of it
        rivals = np.flatnonzero(~is_group & ~is_beaten)
        # unknown are w and the lead ε: w·(u_rival − u_row) + ε ≤ 0
        deficits = utilities[rivals] - utilities[row]
        constraints.append(np.c_[deficits, np.ones(len(rivals))])
    constraint_matrix = sparse.block_diag(constraints, format="csc")
    minus_lead = np.r_[np.zeros(n_metrics), -1.0]
    sum_of_weights = np.r_[np.ones(n_metrics), 0.0]
    bounds = [*[(0, None)] * n_metrics, (None, None)]
    solution = lazy_scipy.optimize.linprog(
        np.tile(minus_lead, n),
        A_ub=constraint_matrix,
        b_ub=np.zeros(constraint_matrix.shape[0]),
        A_eq=sparse.kron(sparse.eye(n), sum_of_weights, format="csc"),
        b_eq=np.ones(n),
        bounds=bounds * n,
        method="highs-ds",
        options={
            "primal_feasibility_tolerance": SOLVER_TOLERANCE,
            "dual_feasibility_tolerance": SOLVER_TOLERANCE,
            "presolve": False,
        },
    )
    if solution.x is None:
        raise RuntimeError(
            f"the linear programme has always a solution, but the solver says: {solution.message}"
        )
    by_row = solution.x.reshape(n, n_metrics + 1)
    weights = np.maximum(by_row[:, :-1], 0.0)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def effective_weights(utilities: npt.ArrayLike, weighting: npt.ArrayLike) -> EffectiveWeights:
    """Return the weights `weighting` (K,) times the range of each utility, normalised.

    `utilities` (n, K); the range is over the methods that have a value."""
    u = rounded(utilities)
    weights = np.asarray(weighting, dtype=float)
    lowest, highest = extremes(u, axis=0)
    is_measured = lowest <= highest
    ranges = np.where(is_measured, highest - lowest, np.nan)
    products = weights * np.nan_to_num(ranges)
    values = np.full(products.shape, np.nan)
    if products.sum() > 0:
        values = products / products.sum()
    is_hardly_felt = is_measured & (weights > 0) & (values < HARDLY)
    return EffectiveWeights(values, ranges, is_hardly_felt)
