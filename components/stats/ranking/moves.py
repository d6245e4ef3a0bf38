"""The smallest moves of weights on the simplex that close a gap, for many gaps at once.

Every solver takes rows δ = u_a − u_b (n, K) with w·δ > 0 and min δ ≤ 0 and gives the nearest weights (n, K), none
below 0, sum 1, with w·δ = 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

HALVINGS = 100


def _l1(differences: Floats, w: Floats) -> Floats:
    """Move weight to the metric that favours b most, from those that favour a most: each unit counts most there."""
    rows = np.arange(len(differences))
    to = differences.argmin(axis=1)
    gain = differences - differences[rows, to][:, None]  # what a unit of weight moved to `to` takes off the gap
    order = np.argsort(-gain, axis=1)
    ordered = np.take_along_axis(gain, order, axis=1)
    available = np.take_along_axis(np.broadcast_to(w, gain.shape), order, axis=1)
    worth = available * ordered
    rest = (differences @ w)[:, None] - (np.cumsum(worth, axis=1) - worth)
    taken = np.minimum(available, np.divide(rest, ordered, out=np.zeros_like(rest), where=ordered > 0)).clip(0.0)
    new = np.tile(w, (len(differences), 1))
    np.put_along_axis(new, order, available - taken, axis=1)
    new[rows, to] += taken.sum(axis=1)
    return new


def _l2(differences: Floats, w: Floats) -> Floats:
    """Bisection on λ in the projection of w − λδ onto the simplex: the gap falls as λ grows."""

    def at(strength: Floats) -> Floats:
        return project_to_simplex(w - strength[:, None] * differences)

    def behind(strength: Floats) -> npt.NDArray[np.bool_]:
        return np.asarray((at(strength) * differences).sum(axis=1) > 0)

    high = np.ones(len(differences))
    for _ in range(200):
        short = behind(high)
        if not short.any():
            break
        high[short] *= 2.0
    return at(_bisect(behind, high))


def _linf(differences: Floats, w: Floats) -> Floats:
    """Bisection on the largest change t: for given t the best weights fill the metrics that favour b first."""
    order = np.argsort(differences, axis=1)
    ordered = np.take_along_axis(differences, order, axis=1)
    current = np.take_along_axis(np.broadcast_to(w, differences.shape), order, axis=1)

    def at(reach: Floats) -> Floats:
        floor = np.maximum(current - reach[:, None], 0.0)
        room = current + reach[:, None] - floor
        rest = (1.0 - floor.sum(axis=1))[:, None] - (np.cumsum(room, axis=1) - room)
        filled: Floats = floor + np.clip(rest, 0.0, room)
        return filled

    def behind(reach: Floats) -> npt.NDArray[np.bool_]:
        return np.asarray((at(reach) * ordered).sum(axis=1) > 0)

    new = np.empty_like(differences)
    np.put_along_axis(new, order, at(_bisect(behind, np.ones(len(differences)))), axis=1)
    return new


def _bisect(behind: Callable[[Floats], npt.NDArray[np.bool_]], high: Floats) -> Floats:
    """The smallest values at which no row is behind, given upper ends at which none is."""
    low = np.zeros_like(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        short = behind(middle)
        low, high = np.where(short, middle, low), np.where(short, high, middle)
    return high


def project_to_simplex(points: Floats) -> Floats:
    """Nearest points (n, K) on the simplex to given points (n, K) in L2 (Held, Wolfe & Crowder 1974)."""
    ordered = -np.sort(-points, axis=1)
    excess = np.cumsum(ordered, axis=1) - 1.0
    count = np.arange(1, points.shape[1] + 1)
    support = (ordered - excess / count > 0).sum(axis=1)
    threshold = excess[np.arange(len(points)), support - 1] / support
    projected: Floats = np.maximum(points - threshold[:, None], 0.0)
    return projected


SOLVERS: Mapping[str, Callable[[Floats, Floats], Floats]] = MappingProxyType({"l1": _l1, "l2": _l2, "linf": _linf})
