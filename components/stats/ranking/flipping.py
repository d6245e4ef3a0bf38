"""How far are the weights from making one method catch another?

The smallest change of the weights, in L1, L2 or L∞, for which a challenger's score reaches the
leader's. Changed weights stay weights: none below 0, sum 1. Every solver works on all challengers
at once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, ratio

NORMS: Mapping[str, float] = MappingProxyType({"l1": 1, "l2": 2, "linf": np.inf})
"""Each norm with its order, as `numpy.linalg.norm` takes it."""
HALVINGS = 100
TIED = 0.5e-12
"""Two scores closer than this round to the same 12 decimals: nothing has to change."""
OFF = 1e-5
"""How far the sum of weights may be from 1."""


@dataclass(frozen=True, eq=False)
class Flip:
    """The smallest change of the weights that makes one method catch another.

    distance  in the norm asked for; 0 if the challenger is level or ahead, inf if no weights do it
    weights   (K,) weights at which the two are level; NaN if no weights do it
    moved     (K,) weights minus the current ones: above 0 gains weight, below 0 gives it
    """

    distance: float
    weights: Floats
    moved: Floats


@dataclass(frozen=True, eq=False)
class Dethroning:
    """The smallest change of the weights that takes the sole lead away from the method `leader`.

    `challenger` catches it first, one that can pass it before one that can only draw level; None if
    none can."""

    leader: int
    challenger: int | None
    flip: Flip


def flip(u_a: npt.ArrayLike, u_b: npt.ArrayLike, w: npt.ArrayLike, norm: str) -> Flip:
    """Return the smallest change of the weights `w` (K,) that makes b, utilities (K,), catch a.

    Raises ValueError for an unknown norm or weights that are not on the simplex.
    """
    weights = _checked(w)
    difference = np.asarray(u_a, dtype=float) - np.asarray(u_b, dtype=float)
    distances, new = nearest(difference[None, :], weights, norm)
    return Flip(float(distances[0]), new[0], new[0] - weights)


def flips(
    utilities: npt.ArrayLike, w: npt.ArrayLike, norm: str, leader: int
) -> tuple[Floats, Floats]:
    """Return (n,) distances and (n, K) weights at which each method catches `leader`; NaN in its
    own row."""
    u, weights = np.asarray(utilities, dtype=float), _checked(w)
    distances, new = nearest(u[leader] - u, weights, norm)
    distances[leader], new[leader] = np.nan, np.nan
    return distances, new


def dethroning(utilities: npt.ArrayLike, w: npt.ArrayLike, norm: str) -> Dethroning:
    """Return the nearest change of the weights at which another method catches the leader, the
    first of the best.

    `utilities` (n, K) of complete methods. The distance is inf if no other can catch it.
    """
    u, weights = np.asarray(utilities, dtype=float), _checked(w)
    leader = int(np.argmax(np.round(u @ weights, 12)))
    distances, new = flips(u, weights, norm, leader)
    reachable = np.where(np.isnan(distances), np.inf, distances)
    passing = (np.round(u[leader] - u, 12) < 0).any(axis=1) | (
        reachable == 0
    )  # level now: nothing has to move
    if np.isfinite(reachable[passing]).any():
        reachable = np.where(passing, reachable, np.inf)
    challenger = int(np.argmin(reachable))
    if not np.isfinite(reachable[challenger]):
        nowhere = np.full(weights.shape, np.nan)
        return Dethroning(leader, None, Flip(float("inf"), nowhere, nowhere))
    flip = Flip(float(distances[challenger]), new[challenger], new[challenger] - weights)
    return Dethroning(leader, challenger, flip)


def _checked(w: npt.ArrayLike) -> Floats:
    weights = np.asarray(w, dtype=float)
    if weights.ndim != 1 or (weights < 0).any() or not abs(weights.sum() - 1.0) <= OFF:
        raise ValueError("weights must be one number per metric, none below 0, with sum 1")
    return weights


def nearest(differences: Floats, w: Floats, norm: str) -> tuple[Floats, Floats]:
    """Return (n,) distances and (n, K) the nearest weights x with x·δ ≤ 0, for each row δ = u_a −
    u_b (n, K) alone.

    Raises ValueError for an unknown norm.
    """
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
        distances[todo], weights[todo] = np.linalg.norm(new - w, ord=NORMS[norm], axis=1), new
    return distances, weights


def _l1(differences: Floats, w: Floats) -> Floats:
    """Move weight to the metric that favours b most, from those that favour a most: each unit
    counts most there."""
    rows = np.arange(len(differences))
    to = differences.argmin(axis=1)
    gain = (
        differences - differences[rows, to][:, None]
    )  # what a unit of weight moved to `to` takes off the gap
    order = np.argsort(-gain, axis=1)
    ordered = np.take_along_axis(gain, order, axis=1)
    available = np.take_along_axis(np.broadcast_to(w, gain.shape), order, axis=1)
    worth = available * ordered
    rest = (differences @ w)[:, None] - (np.cumsum(worth, axis=1) - worth)
    taken = np.minimum(available, ratio(rest, ordered, 0.0)).clip(0.0)
    new = np.tile(w, (len(differences), 1))
    np.put_along_axis(new, order, available - taken, axis=1)
    new[rows, to] += taken.sum(axis=1)
    return new


def _l2(differences: Floats, w: Floats) -> Floats:
    """Bisection on λ in the projection of w − λδ onto the simplex: the gap falls as λ grows."""

    def at(strength: Floats) -> Floats:
        return project_to_simplex(w - strength[:, None] * differences)

    high = np.ones(len(differences))
    for _ in range(200):
        short = (at(high) * differences).sum(axis=1) > 0
        if not short.any():
            break
        high[short] *= 2.0
    return at(_bisect(at, differences, high))


def _linf(differences: Floats, w: Floats) -> Floats:
    """Bisection on the largest change t: for given t the best weights fill the metrics that favour
    b first."""
    order = np.argsort(differences, axis=1)
    ordered = np.take_along_axis(differences, order, axis=1)
    current = np.take_along_axis(np.broadcast_to(w, differences.shape), order, axis=1)

    def at(reach: Floats) -> Floats:
        floor = np.maximum(current - reach[:, None], 0.0)
        room = current + reach[:, None] - floor
        rest = (1.0 - floor.sum(axis=1))[:, None] - (np.cumsum(room, axis=1) - room)
        return np.asarray(floor + np.clip(rest, 0.0, room))

    new = np.empty_like(differences)
    np.put_along_axis(new, order, at(_bisect(at, ordered, np.ones(len(differences)))), axis=1)
    return new


def _bisect(at: Callable[[Floats], Floats], differences: Floats, high: Floats) -> Floats:
    """The smallest values whose weights put no row behind, given upper ends at which none is."""
    low = np.zeros_like(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        short = (at(middle) * differences).sum(axis=1) > 0
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


def project_to_simplex(points: Floats) -> Floats:
    """Return (n, K) the points on the simplex nearest in L2 to `points` (n, K) (Held, Wolfe &
    Crowder 1974)."""
    ordered = -np.sort(-points, axis=1)
    excess = np.cumsum(ordered, axis=1) - 1.0
    count = np.arange(1, points.shape[1] + 1)
    support = (ordered - excess / count > 0).sum(axis=1)
    threshold = excess[np.arange(len(points)), support - 1] / support
    return np.asarray(np.maximum(points - threshold[:, None], 0.0))


SOLVERS: Mapping[str, Callable[[Floats, Floats], Floats]] = MappingProxyType(
    {"l1": _l1, "l2": _l2, "linf": _linf}
)
"""Every solver takes rows δ = u_a − u_b (n, K) with w·δ > 0 and min δ ≤ 0 and gives the nearest
weights (n, K), none below 0, sum 1, with w·δ = 0. """
