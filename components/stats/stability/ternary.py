"""The map of weights: which method leads at which split of the weight between three groups of
metrics.

Every method's score is linear on the triangle of splits, so a method leads on polygons, found
exactly."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats
from components.stats.ranking.flipping import dethroning
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
    border   (3,) the nearest point (L2) at which `challenger` catches the leader; None if the
             leader leads everywhere
    """

    regions: tuple[Region, ...]
    current: Floats
    leader: int
    border: Floats | None
    challenger: int | None


def weight_map(
    corners: npt.ArrayLike, current: npt.ArrayLike, row_of: npt.ArrayLike | None = None
) -> WeightMap:
    """Map the leaders from `corners` (n, 3), the scores with all weight on one group, and the
    `current` shares (3,).

    `row_of` (n,) is the row that each of them stands for if rows have several, which are no rivals
    of one another; indices of the result are rows then.
    """
    values, here = rounded(corners), np.asarray(current, dtype=float)
    if row_of is None:
        nearest = dethroning(values, here, "l2")
        border = None if nearest.challenger is None else nearest.flip.weights
        return WeightMap(_regions(values), here, nearest.leader, border, nearest.challenger)
    rows = np.asarray(row_of)
    regions = tuple(
        replace(region, methods=tuple(dict.fromkeys(rows[list(region.methods)].tolist())))
        for region in _regions(values)
    )
    leader = int(rows[np.argmax(np.round(values @ here, 12))])
    return WeightMap(regions, here, leader, *_nearest_border(regions, here, leader))


def _nearest_border(
    regions: tuple[Region, ...], here: Floats, leader: int
) -> tuple[Floats | None, int | None]:
    """The nearest point at which a row other than the leader leads, and that row; None if there is
    none."""
    border, challenger, least = None, None, np.inf
    for region in regions:
        if leader in region.methods:
            continue
        point = _nearest_on_edges(region.polygon, here)
        distance = float(np.linalg.norm(point - here))
        if distance < least:
            border, challenger, least = point, region.methods[0], distance
    return (here if least < SLACK else border), challenger


def _nearest_on_edges(polygon: Floats, here: Floats) -> Floats:
    """The point (3,) on the edges of a polygon (V, 3) that is nearest to a point outside it."""
    edges = np.roll(polygon, -1, axis=0) - polygon
    lengths = np.maximum((edges**2).sum(axis=1), SLACK)
    along = (((here - polygon) * edges).sum(axis=1) / lengths).clip(0.0, 1.0)
    points = polygon + along[:, None] * edges
    nearest: Floats = points[((points - here) ** 2).sum(axis=1).argmin()]
    return nearest


def _regions(values: Floats) -> tuple[Region, ...]:
    """Where each of the rows (n, 3) is highest, the largest region first; a region without area is
    left out."""
    alike, groups = np.unique(values, axis=0, return_inverse=True)
    order = np.argsort(
        -alike.sum(axis=1)
    )  # strong rivals first: most methods lose their polygon at once
    regions = []
    for group, row in enumerate(alike):
        polygon = CORNERS
        for rival in order:
            if rival != group:
                polygon = _clip(polygon, row - alike[rival])
                if len(polygon) < 3:
                    break
        area = _area(polygon) / _area(CORNERS)
        if area > SLACK:
            regions.append(
                Region(
                    tuple(int(i) for i in np.flatnonzero(groups.ravel() == group)), polygon, area
                )
            )
    return tuple(sorted(regions, key=lambda r: -r.area))


def _clip(polygon: Floats, normal: Floats) -> Floats:
    """The part of a convex polygon (V, 3) with normal · p ≥ 0 (Sutherland & Hodgman 1974)."""
    side = polygon @ normal
    if (side >= 0).all():
        return polygon
    corners: list[Floats] = []
    for i, here in enumerate(side):
        before = side[i - 1]
        if (here >= 0) != (before >= 0):
            corners.append(
                polygon[i - 1] + (polygon[i] - polygon[i - 1]) * before / (before - here)
            )
        if here >= 0:
            corners.append(polygon[i])
    return np.array(corners).reshape(-1, 3)


def _area(polygon: Floats) -> float:
    if len(polygon) < 3:
        return 0.0
    edges = polygon[1:] - polygon[0]
    return float(np.linalg.norm(np.cross(edges[:-1], edges[1:]).sum(axis=0)) / 2.0)
