"""Who is beaten under every weighting, who can lead under some, and which weights have any effect.

The weights under which each method leads by most, or falls behind by least, are a linear programme
for each method. All are solved at once by the dual simplex method (Lemke 1954), one step a product
of small matrices: a general solver, called once for each method, spends most of its time on being
called."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats
from components.stats.ranking.ranks import rounded

Numbers = npt.NDArray[np.intp]

MARGIN = 1e-9
"""A best possible lead above this is one alone, within it of 0 a tie, else the method never
leads."""
HARDLY = 0.02
"""A measured metric with weight whose effective weight is smaller has hardly any effect."""
TOLERANCE = 1e-11
"""A bound missed by less than this counts as met."""
LEAST_PIVOT = 1e-9
STEPS = 500
"""Many more than 150 methods and 26 metrics need; what cycles longer, because of ties, is left to
SciPy."""


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
    """Return (n, n) whether row a dominates row b: at least as good on every metric, better on one
    (Pareto).

    `utilities` (n, K). Equal rows do not dominate each other; a row with a missing value neither
    dominates nor is dominated."""
    u = rounded(utilities)
    at_least = (u[:, None, :] >= u[None, :, :]).all(axis=2)
    return np.asarray(at_least & (u[:, None, :] > u[None, :, :]).any(axis=2))


def potential_optimality(
    utilities: npt.ArrayLike, grids: npt.ArrayLike | None = None
) -> PotentialOptimality:
    """Solve max ε with w·(u_i − u_k) ≥ ε for all others k and w on the simplex, for each method i
    (Hazen 1986).

    `utilities` (n, K) of complete methods. Rows with the same number in `grids` (n,) are no rivals.
    """
    u = rounded(utilities)
    n, size = u.shape
    group = np.arange(n) if grids is None else np.asarray(grids)
    epsilon, weights = np.full(n, np.inf), np.full((n, size), 1.0 / max(size, 1))
    if len(np.unique(group)) > 1:
        weights = best_weights(u, group)
        for i in range(n):
            # from the weights, not from the solver: exact for them
            epsilon[i] = ((u[i] - u)[group != group[i]] @ weights[i]).min()
    return PotentialOptimality(epsilon, weights)


def effective_weights(utilities: npt.ArrayLike, w: npt.ArrayLike) -> EffectiveWeights:
    """Return weights `w` (K,) times the range of each utility (n, K) over the methods that have
    one, normalised."""
    u = rounded(utilities)
    known = ~np.isnan(u)
    high = np.where(known, u, -np.inf).max(axis=0, initial=-np.inf)
    low = np.where(known, u, np.inf).min(axis=0, initial=np.inf)
    ranges = (
        np.where(known.any(axis=0), high - low, np.nan) if len(u) else np.full(u.shape[1], np.nan)
    )
    say = np.asarray(w, dtype=float) * np.nan_to_num(ranges)
    values = say / say.sum() if say.sum() > 0 else np.full(say.shape, np.nan)
    return EffectiveWeights(
        values, ranges, ~np.isnan(ranges) & (np.asarray(w) > 0) & (values < HARDLY)
    )


def best_weights(utilities: Floats, group: npt.ArrayLike) -> Floats:
    """Return (n, K) weights on the simplex at which the smallest lead of each row over its rivals
    is largest.

    `utilities` (n, K) of n ≥ 2 complete methods; rivals are the rows with another number in `group`
    (n,)."""
    own = np.asarray(group)
    kin = own[:, None] == own
    weights = _dual_simplex(utilities, kin)
    for i in np.flatnonzero(np.isnan(weights[:, 0])):
        weights[i] = one_best((utilities[i] - utilities)[~kin[i]])
    return weights


def one_best(leads: Floats) -> Floats:
    """Return (K,) weights w on the simplex that maximise the smallest entry of leads (n − 1, K) @
    w, by SciPy.

    Raises RuntimeError if the solver finds none.
    """
    others, size = leads.shape
    solution = lazy_scipy.optimize.linprog(
        np.r_[np.zeros(size), -1.0],
        A_ub=np.c_[-leads, np.ones(others)],
        b_ub=np.zeros(others),
        A_eq=np.r_[np.ones(size), 0.0][None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * size + [(None, None)],
        method="highs-ds",
        options={
            "primal_feasibility_tolerance": 1e-10,
            "dual_feasibility_tolerance": 1e-10,
            "presolve": False,
        },
    )
    if solution.x is None:
        raise RuntimeError(
            f"the linear programme has always a solution, but the solver says: {solution.message}"
        )
    return _on_simplex(solution.x[:size])


def _dual_simplex(u: Floats, kin: Bools) -> Floats:
    """(n, K) best weights; NaN in the rows that were not solved. `kin` (n, n) says which rows are
    no rivals.

    Unknown are the weights and the lead, x = (w, ε). Of the rows w_j ≥ 0 and w·(u_i − u_k) − ε ≥ 0,
    numbered j and K + k, those in `basis` hold as equalities and fix x together with Σw = 1: x is
    the last column of `inverse`. Each step takes in the row that x misses by most and drops the one
    whose multiplier reaches 0 first."""
    n, size = u.shape
    weights, method = np.full(u.shape, np.nan), np.arange(n)
    # start with the hardest rival alone and all weight on the metric with the largest lead over it
    rival = np.where(kin, np.inf, (u[:, None, :] - u).max(axis=2)).argmin(axis=1)
    basis = np.tile(np.arange(size), (n, 1))
    basis[method, (u - u[rival]).argmax(axis=1)] = size + rival
    inverse = _inverses(u, method, basis)
    for _ in range(STEPS):
        slack = _slack(u, kin[method], method, inverse[:, :, -1])
        enters = slack.argmin(axis=1)
        done = slack.min(axis=1) >= -TOLERANCE
        weights[method[done]] = _corners(u, kin[method[done]], method[done], basis[done])
        across = (_rows(u, method, enters[:, None]) @ inverse)[:, 0]
        shrinks = across[:, :-1] > LEAST_PIVOT
        reach = np.divide(
            -inverse[:, -1, :-1], across[:, :-1], out=np.full(basis.shape, np.inf), where=shrinks
        )
        leaves = reach.argmin(axis=1)
        goes_on = shrinks.any(axis=1) & ~done
        method, basis, inverse = method[goes_on], basis[goes_on], inverse[goes_on]
        if not len(method):
            break
        across, enters, leaves, here = (
            across[goes_on],
            enters[goes_on],
            leaves[goes_on],
            np.arange(len(method)),
        )
        pivot = inverse[here, :, leaves] / across[here, leaves][:, None]
        across[here, leaves] -= 1.0
        inverse -= pivot[:, :, None] * across[:, None, :]
        basis[here, leaves] = enters
    return weights


def _corners(u: Floats, kin: Bools, method: Numbers, basis: Numbers) -> Floats:
    """(m, K) the weights that each basis fixes, free of the rounding on the way to it; NaN if they
    are not best."""
    size = u.shape[1]
    inverse = _inverses(u, method, basis)
    x = inverse[:, :, -1]
    best = (_slack(u, kin, method, x).min(axis=1) > -LEAST_PIVOT) & (
        inverse[:, -1, :-1].max(axis=1) < LEAST_PIVOT
    )
    weights = np.where(best[:, None], x[:, :-1], np.nan)
    i, r = np.nonzero(basis < size)
    weights[i, basis[i, r]] *= 0.0
    return _on_simplex(weights)


def _slack(u: Floats, kin: Bools, method: Numbers, x: Floats) -> Floats:
    """(m, K + n) the weights, and how far the lead over each rival exceeds ε; inf for what is none,
    as `kin` (m, n)."""
    scores, here = x[:, :-1] @ u.T, np.arange(len(method))
    lead = scores[here, method][:, None] - scores - x[:, -1:]
    lead[kin] = np.inf
    return np.hstack([x[:, :-1], lead])


def _inverses(u: Floats, method: Numbers, basis: Numbers) -> Floats:
    """(m, K + 1, K + 1) of the matrices that hold the rows of each basis, and Σw below them."""
    total = np.broadcast_to(np.r_[np.ones(u.shape[1]), 0.0], (len(basis), 1, u.shape[1] + 1))
    return np.asarray(
        np.linalg.inv(np.concatenate([_rows(u, method, basis), total], axis=1)), dtype=float
    )


def _rows(u: Floats, method: Numbers, numbers: Numbers) -> Floats:
    """(m, r, K + 1) the rows with these numbers (m, r), in (w, ε)."""
    size = u.shape[1]
    rows = np.zeros((*numbers.shape, size + 1))
    i, r = np.nonzero(numbers < size)
    rows[i, r, numbers[i, r]] = 1.0
    i, r = np.nonzero(numbers >= size)
    rows[i, r, :-1] = u[method[i]] - u[numbers[i, r] - size]
    rows[i, r, -1] = -1.0
    return rows


def _on_simplex(weights: Floats) -> Floats:
    positive = np.maximum(weights, 0.0)
    return np.asarray(positive / positive.sum(axis=-1, keepdims=True))
