"""The trade-off between two axes: the Pareto front, and which of it is best for some slope."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools
from components.stats.ranking.ranks import rounded


@dataclass(frozen=True, eq=False)
class Front:
    """Candidates on the front, as indices in the order of x from the left.

    `supported` marks those that are best for some weighting of the two axes, ties and the ends
    included."""

    members: tuple[int, ...]
    supported: tuple[bool, ...]


def front(x: npt.ArrayLike, y: npt.ArrayLike) -> Front:
    """Return the points (n,) that no other beats on one axis without losing on the other; higher is
    better on both.

    Equal points stay on it together; points with NaN are left out.
    """
    a, b = rounded(np.asarray(x, dtype=float)), rounded(np.asarray(y, dtype=float))
    known = np.flatnonzero(~(np.isnan(a) | np.isnan(b)))
    p, q = a[known, None], b[known, None]
    no_better = (p <= a[known]) & (q <= b[known])
    beaten = (no_better & ((p < a[known]) | (q < b[known]))).any(axis=1)
    members = sorted(known[~beaten].tolist(), key=lambda i: (a[i], -b[i], i))
    points = np.column_stack([a[members], b[members]])
    return Front(tuple(members), tuple(bool(s) for s in _supported(points)))


def _supported(points: npt.NDArray[np.float64]) -> Bools:
    """(m,) whether a point of the front, in the order of x, lies on its upper hull."""
    distinct, place = np.unique(points, axis=0, return_inverse=True)
    hull: list[int] = []
    for i in range(len(distinct)):
        while len(hull) > 1:
            (x, y), (u, v) = distinct[[hull[-1], i]] - distinct[hull[-2]]
            if x * v - y * u <= 1e-12:  # the last point lies on or above the line past it
                break
            hull.pop()
        hull.append(i)
    on_hull = np.zeros(len(distinct), dtype=bool)
    on_hull[hull] = True
    return np.asarray(on_hull[place.reshape(-1)])


def best_shares(x: npt.ArrayLike, y: npt.ArrayLike, front: Front) -> dict[int, tuple[float, float]]:
    """Return the range of weight on x, from 0 to 1, that makes each supported member of a front
    best.

    That is the s at which s x + (1 − s) y is highest there, by index; neighbours share a border,
    equal points all."""
    members = [i for i, s in zip(front.members, front.supported, strict=True) if s]
    a, b = (rounded(np.asarray(v, dtype=float))[members] for v in (x, y))
    right, up = a[None, :] - a[:, None], b[:, None] - b[None, :]
    # the share at which row and column are level: below it the row is ahead of a column to its
    # right
    level = np.divide(up, right + up, out=np.full(right.shape, np.nan), where=right != 0)
    high = np.where(right > 0, level, 1.0).min(axis=1, initial=1.0)
    low = np.where(right < 0, level, 0.0).max(axis=1, initial=0.0)
    middle = (
        low + high
    ) / 2  # a point on the line between two others: one share, whatever the rounding
    low, high = np.where(low > high, middle, low), np.where(low > high, middle, high)
    return {i: (float(s), float(t)) for i, s, t in zip(members, low, high, strict=True)}
