"""The map of weights: which method leads where, for three metrics at a time.

The three metrics share what weight they have now; the other weights stay as they are. Every method's score is then
linear on the triangle, so the parts where a method leads are polygons, found exactly.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.errors import NotEnoughData
from components.stats.panel import Floats
from components.stats.ranking.flipping import dethroning
from components.stats.ranking.ranks import rounded

CORNERS = np.eye(3)
SLACK = 1e-12


@dataclass(frozen=True, eq=False)
class Region:
    """Where some methods lead: `methods` are row indices, more than one when their scores are equal on the whole
    map. `polygon` (V, 3) are its corners in order, as shares of the three metrics; `area` is its share of the map.
    """

    methods: tuple[int, ...]
    polygon: Floats
    area: float


@dataclass(frozen=True, eq=False)
class WeightMap:
    """The triangle of three metrics. Points are shares of the three, none below 0, sum 1.

    corners  column indices of the three metrics; `mass` the weight they share
    current  (3,) the current weights; `leader` the row that leads there
    border   (3,) the nearest point (L2) where `challenger` catches the leader; None when the leader leads everywhere
    """

    corners: tuple[int, int, int]
    mass: float
    regions: tuple[Region, ...]
    current: Floats
    leader: int
    border: Floats | None
    challenger: int | None


def weight_map(utilities: npt.ArrayLike, w: npt.ArrayLike, corners: Sequence[int]) -> WeightMap:
    """Map the leaders for three of K metrics, `utilities` (n, K) of complete methods at `w` (K,).

    Raises NotEnoughData when the three metrics have no weight to share.
    """
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    three = list(corners)
    mass = float(weights[three].sum())
    if len(set(three)) != 3:
        raise ValueError(f"three different metrics are needed, got {three}")
    if mass <= 0:
        raise NotEnoughData("the three metrics have no weight to share: the map would be the same everywhere")
    rest = np.delete(weights, three) @ np.delete(u, three, axis=1).T
    values = rounded(mass * u[:, three] + rest[:, None])  # score at each corner: linear in between
    current = weights[three] / mass
    nearest = dethroning(values, current, "l2")
    return WeightMap(
        corners=(three[0], three[1], three[2]),
        mass=mass,
        regions=_regions(values),
        current=current,
        leader=nearest.leader,
        border=None if nearest.challenger is None else nearest.flip.weights,
        challenger=nearest.challenger,
    )


def _regions(values: Floats) -> tuple[Region, ...]:
    """Largest first; parts without area are left out."""
    alike, groups = np.unique(values, axis=0, return_inverse=True)
    order = np.argsort(-alike.sum(axis=1))  # strong rivals first: most methods lose their polygon at once
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
            regions.append(Region(tuple(int(i) for i in np.flatnonzero(groups.ravel() == group)), polygon, area))
    return tuple(sorted(regions, key=lambda r: -r.area))


def _clip(polygon: Floats, normal: Floats) -> Floats:
    """The part of a convex polygon (V, 3) where normal · p ≥ 0 (Sutherland & Hodgman 1974)."""
    side = polygon @ normal
    if (side >= 0).all():
        return polygon
    corners: list[Floats] = []
    for i, here in enumerate(side):
        before = side[i - 1]
        if (here >= 0) != (before >= 0):
            corners.append(polygon[i - 1] + (polygon[i] - polygon[i - 1]) * before / (before - here))
        if here >= 0:
            corners.append(polygon[i])
    return np.array(corners).reshape(-1, 3)


def _area(polygon: Floats) -> float:
    """Area of a polygon on the plane of shares."""
    if len(polygon) < 3:
        return 0.0
    edges = polygon[1:] - polygon[0]
    return float(np.linalg.norm(np.cross(edges[:-1], edges[1:]).sum(axis=0)) / 2.0)
