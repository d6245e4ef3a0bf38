"""The map of weights: which method leads at which split of the weight between three groups of
metrics.

Every method's score is linear on the triangle of splits, so a method leads on polygons, found
exactly."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, Ints
from components.stats.ranking.ranks import rounded

CORNERS = np.eye(3)
SLACK = 1e-12


@dataclass(frozen=True, eq=False)
class Region:
    """A part of the map on which `methods` lead.

    They are row indices, several if their scores are equal on the whole map. `polygon` (V, 3) are
    its corners in order, as shares of the three groups; `area` is its share of the map."""

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


def weight_map(
    corners: npt.ArrayLike, current: npt.ArrayLike, row_of_score: npt.ArrayLike | None = None
) -> WeightMap:
    """Map the leaders from the scores with all weight on one group, `corners` (n, 3).

    `current` (3,) are the shares of the groups. `row_of_score` (n,) is the row that each of them
    stands for if rows have several, which are no rivals of one another; indices of the result are
    rows then."""
    values = rounded(corners)
    shares = np.asarray(current, dtype=float)
    rows = np.arange(len(values))
    if row_of_score is not None:
        rows = np.asarray(row_of_score)
    leader = int(rows[np.argmax(rounded(values @ shares))])
    regions = _regions(values, rows)
    border, challenger = _nearest_border(regions, shares, leader)
    return WeightMap(regions, shares, leader, border, challenger)


def _nearest_border(
    regions: tuple[Region, ...], shares: Floats, leader: int
) -> tuple[Floats | None, int | None]:
    """The nearest point at which a row other than the leader leads, and that row.

    None without one."""
    border = None
    challenger = None
    least_distance = np.inf
    for region in regions:
        rivals = [row for row in region.methods if row != leader]
        is_level = len(rivals) < len(region.methods)
        if not rivals:
            continue
        point = shares if is_level else _nearest_on_edges(region.polygon, shares)
        distance = float(np.linalg.norm(point - shares))
        if distance < least_distance:
            border = point
            challenger = rivals[0]
            least_distance = distance
    if least_distance < SLACK:
        border = shares
    return border, challenger


def _nearest_on_edges(polygon: Floats, point: Floats) -> Floats:
    """The point (3,) on the edges of a polygon (V, 3) that is nearest to a point outside it."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    lengths = np.maximum((edges**2).sum(axis=1), SLACK)
    projections = ((point - polygon) * edges).sum(axis=1) / lengths
    along = projections.clip(0.0, 1.0)
    candidates = polygon + along[:, None] * edges
    distances = ((candidates - point) ** 2).sum(axis=1)
    nearest: Floats = candidates[distances.argmin()]
    return nearest


def _regions(values: Floats, rows: Ints) -> tuple[Region, ...]:
    """Where each of the scores (n, 3) of `rows` (n,) is highest, the largest region first.

    Without those of no area."""
    distinct, group_of_score = np.unique(values, axis=0, return_inverse=True)
    strongest_first = np.argsort(-distinct.sum(axis=1))  # most polygons are gone at once
    regions = []
    for group, score in enumerate(distinct):
        polygon = CORNERS
        for rival in strongest_first:
            if rival != group:
                polygon = _clip(polygon, score - distinct[rival])
                if len(polygon) < 3:
                    break
        area = _area(polygon) / _area(CORNERS)
        if area > SLACK:
            methods = rows[group_of_score.ravel() == group].tolist()
            regions.append(Region(tuple(dict.fromkeys(methods)), polygon, area))
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
    triangles = np.cross(edges[:-1], edges[1:])
    return float(np.linalg.norm(triangles.sum(axis=0)) / 2.0)
