"""Map of metrics in the plane: metric MDS of their distances by SMACOF (de Leeuw 1977), always the same way up."""

from dataclasses import dataclass

import numpy as np

from components.stats.panel import Floats, ratio

STARTS = 8
"""Further starts beside classical scaling, drawn with a fixed seed; one of them wins only when clearly better."""
TRIAL_STEPS, MAX_STEPS = 150, 2_000
"""Steps to try a start, and to finish the best one."""
SETTLED = 1e-10
"""A step that lowers the raw stress by less than this share ends the search."""


@dataclass(frozen=True, eq=False)
class Map:
    """Points of p metrics in the plane and how well their distances fit.

    points  (p, 2) in the unit of the distance, centred, widest direction along x
    stress  stress-1 = √(Σ(d−δ)²/Σd²) over the pairs, d on the map, δ given; 0 is a perfect fit
    """

    points: Floats
    stress: float


def metric_map(distance: Floats) -> Map:
    """The map of lowest stress found for symmetric distances (p, p) from classical scaling and a few further starts."""
    p = distance.shape[0]
    if p < 2 or not distance.any():
        return Map(np.zeros((p, 2)), 0.0)
    rng = np.random.default_rng(0)
    size = float(distance.max())
    best = _smacof(distance, classical(distance) + rng.normal(scale=1e-4 * size, size=(p, 2)), TRIAL_STEPS)
    lowest = stress_1(distance, best)
    for _ in range(STARTS if p > 2 else 0):
        points = _smacof(distance, rng.normal(scale=size / 2, size=(p, 2)), TRIAL_STEPS)
        stress = stress_1(distance, points)
        if stress < lowest - 1e-4:
            best, lowest = points, stress
    best = _smacof(distance, best, MAX_STEPS)
    return Map(upright(best), stress_1(distance, best))


def classical(distance: Floats) -> Floats:
    """(p, 2) classical scaling (Torgerson): the two leading axes; an axis of negative eigenvalue is left at 0."""
    p = distance.shape[0]
    centre = np.eye(p) - 1 / p
    values, vectors = np.linalg.eigh(-0.5 * centre @ distance**2 @ centre)
    points = np.zeros((p, 2))
    for axis in range(min(2, p)):
        points[:, axis] = vectors[:, -1 - axis] * np.sqrt(max(values[-1 - axis], 0.0))
    return points


def stress_1(distance: Floats, points: Floats) -> float:
    """Kruskal's stress-1 of a map; 0 when all points and all distances coincide."""
    pairs = np.triu_indices(distance.shape[0], 1)
    on_map, given = _between(points)[pairs], distance[pairs]
    total = float((on_map**2).sum())
    return float(np.sqrt(((on_map - given) ** 2).sum() / total)) if total > 0 else 0.0


def upright(points: Floats) -> Floats:
    """The same map, centred and turned in a fixed way, so that a picture does not flip between two visits.

    The widest direction lies along x. The metric listed first is on the left, straight where no direction is widest,
    and the first one off the horizontal is above it.
    """
    points = points - points.mean(axis=0)
    _, spread, axes = np.linalg.svd(points, full_matrices=False)
    turned = points @ axes.T
    size = max(float(spread[0]), 1e-300)
    if spread[0] - spread[-1] < 1e-6 * size:
        first = turned[int(np.argmax(np.hypot(*turned.T) > 1e-6 * size))]
        cosine, sine = first / max(float(np.hypot(*first)), 1e-300)
        turned = turned @ np.array([[cosine, -sine], [sine, cosine]])
    for axis, sign in ((0, -1.0), (1, 1.0)):
        off = np.flatnonzero(np.abs(turned[:, axis]) > 1e-6 * size)
        if len(off) and np.sign(turned[off[0], axis]) != sign:
            turned[:, axis] *= -1.0
    return np.asarray(turned)


def _between(points: Floats) -> Floats:
    difference = points[:, None, :] - points[None, :, :]
    return np.asarray(np.sqrt((difference**2).sum(axis=2)))


def _smacof(distance: Floats, points: Floats, steps: int) -> Floats:
    """Guttman transforms until the raw stress settles."""
    p = distance.shape[0]
    before = np.inf
    for _ in range(steps):
        on_map = _between(points)
        raw = float(((on_map - distance) ** 2).sum())
        if before - raw <= SETTLED * max(raw, 1e-12):
            break
        before = raw
        pull = ratio(-distance, on_map, 0.0)
        np.fill_diagonal(pull, 0.0)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        points = pull @ points / p
    return points
