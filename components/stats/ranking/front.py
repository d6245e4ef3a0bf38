"""The trade-off between two axes: the Pareto front, and which of it is best for some slope."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Bools, Floats
from components.stats.ranking.dominance import dominance
from components.stats.ranking.ranks import rounded


@dataclass(frozen=True, eq=False)
class Front:
    """Candidates on the front, as indices in the order of x from the left.

    `supported` marks those that are best for some weighting of the two axes, ties and the ends
    included."""

    members: tuple[int, ...]
    supported: tuple[bool, ...]


def front(x_values: npt.ArrayLike, y_values: npt.ArrayLike) -> Front:
    """Return the points (n,) that no other beats on one axis without losing on the other.

    Higher is better on both. Equal points stay on it together; points with NaN are left out."""
    points = rounded(np.column_stack([x_values, y_values]))
    is_measured = ~np.isnan(points).any(axis=1)
    is_beaten = dominance(points).any(axis=0)
    on_front = np.flatnonzero(is_measured & ~is_beaten)
    from_left = points[on_front, 0]
    from_top = -points[on_front, 1]
    members = on_front[np.lexsort([from_top, from_left])]
    supported = _supported(points[members])
    return Front(tuple(members.tolist()), tuple(supported.tolist()))


def _supported(points: Floats) -> Bools:
    """(m,) whether a point of the front, in the order of x, lies on its upper hull."""
    distinct, place = np.unique(points, axis=0, return_inverse=True)
    hull: list[int] = []
    for new, point in enumerate(distinct):
        while len(hull) > 1:
            before_last = distinct[hull[-2]]
            to_last = distinct[hull[-1]] - before_last
            to_new = point - before_last
            turn = to_last[0] * to_new[1] - to_last[1] * to_new[0]
            if turn <= 1e-12:  # the last point lies on or above the line past it
                break
            hull.pop()
        hull.append(new)
    is_on_hull = np.zeros(len(distinct), dtype=bool)
    is_on_hull[hull] = True
    return np.asarray(is_on_hull[place.reshape(-1)])


def best_shares(
    x_values: npt.ArrayLike, y_values: npt.ArrayLike, front: Front
) -> dict[int, tuple[float, float]]:
    """Return the range of weight on x that makes each supported member of a front best.

    That is the s at which s x + (1 − s) y is highest there, by index; neighbours share a border,
    equal points all."""
    members = [m for m, is_best in zip(front.members, front.supported, strict=True) if is_best]
    points = rounded(np.column_stack([x_values, y_values]))[members]
    right, up = np.moveaxis(points[None] - points[:, None], 2, 0)
    # the share at which row and column are level: below it the row is ahead of a column to its
    # right
    level = np.full(right.shape, np.nan)
    np.divide(-up, right - up, out=level, where=right != 0)
    ends_before = np.where(right > 0, level, 1.0)
    starts_after = np.where(right < 0, level, 0.0)
    high = ends_before.min(axis=1, initial=1.0)
    low = starts_after.max(axis=1, initial=0.0)
    # a point on the line between two others: one share, whatever the rounding
    is_crossed = low > high
    middle = (low + high) / 2
    low = np.where(is_crossed, middle, low)
    high = np.where(is_crossed, middle, high)
    ranges = zip(low.tolist(), high.tolist(), strict=True)
    return dict(zip(members, ranges, strict=True))
