"""How far are the weights from making one method catch another?

The smallest change of the weights, in L1, L2 or L∞, for which a challenger's score reaches the leader's. Changed
weights stay weights: none below 0, sum 1. Every solver works on all challengers at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.ranking.moves import SOLVERS

Floats = npt.NDArray[np.float64]

NORMS = ("l1", "l2", "linf")
TIED = 0.5e-12
"""Two scores closer than this round to the same 12 decimals: nothing has to change."""


@dataclass(frozen=True, eq=False)
class Flip:
    """The smallest change of the weights that makes one method catch another.

    distance  in the norm asked for; 0 when the challenger is level or ahead, inf when no weights do it
    weights   (K,) weights at which the two are level; NaN when infeasible
    moved     (K,) weights minus the current ones: above 0 gains weight, below 0 gives it
    """

    norm: str
    distance: float
    weights: Floats
    moved: Floats

    @property
    def shifted(self) -> float:
        """The amount of weight that changes hands: half the L1 length of the move."""
        return float(np.abs(self.moved).sum() / 2.0)


@dataclass(frozen=True, eq=False)
class Dethroning:
    """The smallest change that takes the sole lead away.

    `challenger` is the method that catches the leader first, None when none can; `distances` (n,) holds the
    distance of every method, inf where infeasible, NaN for the leader itself.
    """

    leader: int
    challenger: int | None
    flip: Flip
    distances: Floats


def flip(u_a: npt.ArrayLike, u_b: npt.ArrayLike, w: npt.ArrayLike, norm: str) -> Flip:
    """Smallest change of the weights `w` (K,) that makes b, utilities (K,), catch a.

    Raises ValueError for an unknown norm or weights that are not on the simplex.
    """
    weights = _checked(w)
    difference = np.asarray(u_a, dtype=float) - np.asarray(u_b, dtype=float)
    distances, new = _solve(difference[None, :], weights, norm)
    return Flip(norm, float(distances[0]), new[0], new[0] - weights)


def flips(utilities: npt.ArrayLike, w: npt.ArrayLike, norm: str, leader: int) -> tuple[Floats, Floats]:
    """Distance (n,) and weights (n, K) at which each method catches the leader; NaN in the leader's own row."""
    u, weights = np.asarray(utilities, dtype=float), _checked(w)
    distances, new = _solve(u[leader] - u, weights, norm)
    distances[leader], new[leader] = np.nan, np.nan
    return distances, new


def dethroning(utilities: npt.ArrayLike, w: npt.ArrayLike, norm: str, leader: int | None = None) -> Dethroning:
    """The nearest change of the weights at which another method catches the leader.

    `utilities` (n, K) of complete methods. The leader is the first of the best when not given. With a single
    method, or one that no other can catch, `challenger` is None and the distance inf.
    """
    u, weights = np.asarray(utilities, dtype=float), _checked(w)
    if leader is None:
        leader = int(np.argmax(np.round(u @ weights, 12)))
    distances, new = flips(u, weights, norm, leader)
    reachable = np.where(np.isnan(distances), np.inf, distances)
    challenger = int(np.argmin(reachable))
    if not np.isfinite(reachable[challenger]):
        nowhere = np.full(weights.shape, np.nan)
        return Dethroning(leader, None, Flip(norm, float("inf"), nowhere, nowhere), distances)
    flip = Flip(norm, float(distances[challenger]), new[challenger], new[challenger] - weights)
    return Dethroning(leader, challenger, flip, distances)


def _checked(w: npt.ArrayLike) -> Floats:
    weights = np.asarray(w, dtype=float)
    if weights.ndim != 1 or (weights < 0).any() or not np.isclose(weights.sum(), 1.0, atol=1e-9):
        raise ValueError("weights must be one number per metric, none below 0, with sum 1")
    return weights


def _solve(differences: Floats, w: Floats, norm: str) -> tuple[Floats, Floats]:
    """Distances (n,) and weights (n, K) for rows δ = u_a − u_b (n, K)."""
    if norm not in SOLVERS:
        raise ValueError(f"unknown norm {norm!r}: expected one of {', '.join(NORMS)}")
    differences = np.round(differences, 12)  # utilities that are equal on paper differ by nothing
    distances = np.zeros(len(differences))
    weights = np.tile(w, (len(differences), 1))
    behind = differences @ w > TIED
    infeasible = behind & (differences.min(axis=1) > 0)
    distances[infeasible], weights[infeasible] = np.inf, np.nan
    todo = np.flatnonzero(behind & ~infeasible)
    if todo.size:
        new = SOLVERS[norm](differences[todo], w)
        distances[todo], weights[todo] = _length(new - w, norm), new
    return distances, weights


def _length(moved: Floats, norm: str) -> Floats:
    order = {"l1": 1, "l2": 2, "linf": np.inf}[norm]
    length: Floats = np.linalg.norm(moved, ord=order, axis=1)
    return length
