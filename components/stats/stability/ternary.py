"""The map of weights: which method leads at which split of the weight between three groups of
metrics.

Every method's score is linear on the triangle of splits, so a method leads on polygons, found
exactly."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats
from components.stats.ranking.flipping import TIED, checked_weights, first_to_catch
from components.stats.ranking.ranks import rounded

CORNERS = np.eye(3)
SLACK = 1e-12


@dataclass(frozen=True, eq=False)
class Region:
    """A part of the map on which `methods` lead: row indices, several if their scores are equal on
    the whole map.

    `polygon` (V, 3) are its corners in order, as shares of the three groups; `area` is its share of
    the map."""

    methods: tuple[int, ...]
    polygon: Floats
    area: float


@dataclass(frozen=True, eq=False)
class WeightMap:
    """The triangle of three groups. Points are shares of the three, none below 0, sum 1.

    current  (3,) the current shares; `leader` the row that leads there
    border   (3,) the nearest point at which `challenger` catches the leader; None if the leader
             leads everywhere
    """

    regions: tuple[Region, ...]
    current: Floats
    leader: int
    border: Floats | None
    challenger: int | None


def weight_map(corners: npt.ArrayLike, current: npt.ArrayLike) -> WeightMap:
    """Map the leaders from the scores with all weight on one group, `corners` (n, 3).

    `current` (3,) are the shares of the groups. Raises ValueError if these are not on the simplex.
    """
    values = rounded(corners)
    shares = checked_weights(current)
    leader = int(np.argmax(rounded(values @ shares)))
    leads = rounded(values[leader] - values)
    points = np.array([_nearest_level(lead, shares) for lead in leads])
    distances = np.linalg.norm(points - shares, axis=1)
    distances[np.isnan(distances)] = np.inf
    distances[leader] = np.inf
    challenger = first_to_catch(leads, distances)
    border = None
    if challenger is not None:
        border = points[challenger]
    return WeightMap(_regions(values), shares, leader, border, challenger)


def _nearest_level(lead: Floats, shares: Floats) -> Floats:
    """(3,) the point nearest to the shares at which a lead (3,) is not above 0; NaN without one."""
    if lead @ shares <= TIED:
        return shares
    ends = [corner for corner in _clip(CORNERS, lead) if abs(corner @ lead) <= SLACK]
    if not ends:
        return np.full(3, np.nan)
    side = ends[-1] - ends[0]
    along = (shares - ends[0]) @ side / max(float(side @ side), SLACK)
    return np.asarray(ends[0] + np.clip(along, 0.0, 1.0) * side)


def _regions(values: Floats) -> tuple[Region, ...]:
    """Where each of the rows (n, 3) is highest, the largest region first; without those of no
    area."""
    distinct, group_of_row = np.unique(values, axis=0, return_inverse=True)
    strongest_first = np.argsort(-distinct.sum(axis=1))  # most polygons are gone at once
    regions = []
    for group, row in enumerate(distinct):
        polygon = CORNERS
        for rival in strongest_first:
            if rival != group:
                polygon = _clip(polygon, row - distinct[rival])
                if len(polygon) < 3:
                    break
        area = _area(polygon) / _area(CORNERS)
        if area > SLACK:
            methods = np.flatnonzero(group_of_row.ravel() == group).tolist()
            regions.append(Region(tuple(methods), polygon, area))
    return tuple(sorted(regions, key=lambda region: -region.area))


def _clip(polygon: Floats, normal: Floats) -> Floats:
    """The part of a convex polygon (V, 3) with normal · p ≥ 0 (Sutherland & Hodgman 1974)."""
    heights = polygon @ normal
    if (heights >= 0).all():
        return polygon
    corners: list[Floats] = []
    for index, height in enumerate(heights):
        before = heights[index - 1]
        if (height >= 0) != (before >= 0):
            step = polygon[index] - polygon[index - 1]
            corners.append(polygon[index - 1] + step * before / (before - height))
        if height >= 0:
            corners.append(polygon[index])
    return np.array(corners).reshape(-1, 3)


def _area(polygon: Floats) -> float:
    if len(polygon) < 3:
        return 0.0
    edges = polygon[1:] - polygon[0]
    return float(np.linalg.norm(np.cross(edges[:-1], edges[1:]).sum(axis=0)) / 2.0)
