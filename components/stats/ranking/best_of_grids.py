"""Methods ranked by the best of their checkpoints: who is beaten, who can lead, and the smallest
change that does it.

A method's score is the largest of linear functions of the weights, so each question is asked of its
checkpoints."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats, Ints
from components.stats.ranking.dominance import PotentialOptimality, dominance, potential_optimality
from components.stats.ranking.flipping import (
    TIED,
    Dethroning,
    Flip,
    dethroning,
    nearest_level,
)
from components.stats.ranking.grids import CheckpointGrids
from components.stats.ranking.ranks import rounded
from components.stats.ranking.weights import in_four_digits

MARGINS = (0.0, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3)
"""Leads asked for, one after the other, until weights of four digits give one."""
Ways = dict[int, tuple[Flip, Floats | None]]
MAX_WAYS = 40
"""Rows of which the ways to lead are computed, up to ten linear programmes each."""


@dataclass(frozen=True, eq=False)
class Hurdles:
    """What one checkpoint has to overcome to lead.

    leads      (m, K) over each of its rivals, by metric
    distances  (m,) the smallest change of the weights, in L1, after which one rival is not ahead
    points     (m, K) the weights then
    """

    leads: Floats
    distances: Floats
    points: Floats

    @property
    def bound(self) -> float:
        """The change that the hardest rival takes: no smaller one helps against all."""
        return float(self.distances.max(initial=0.0))


def in_front(utilities: npt.ArrayLike, grids: CheckpointGrids) -> CheckpointGrids:
    """Return the checkpoints that some weights may make the best of their grid.

    `utilities` (n, K). They are not dominated, and the first of equal ones: the others are never
    above these, whatever the weights."""
    u = rounded(utilities)

    def front(checkpoints: Ints) -> Ints:
        _, first_of_equals = np.unique(u[checkpoints], axis=0, return_index=True)
        distinct = checkpoints[np.sort(first_of_equals)]
        is_dominated = dominance(u[distinct]).any(axis=0)
        return np.asarray(distinct[~is_dominated])

    fronts = memoised(
        grids,
        ("in front", u.shape, u.tobytes()),
        lambda: tuple(front(checkpoints) for checkpoints in grids.members),
    )
    return CheckpointGrids(grids.names, fronts)


def grid_dominance(utilities: npt.ArrayLike, grids: CheckpointGrids | None) -> Bools:
    """Return (F, F) whether a has for each checkpoint of b one at least as good, and not b for a.

    `utilities` (n, K). At least as good on every metric: with one checkpoint each, and without
    grids, this is Pareto dominance."""
    if grids is None:
        return dominance(utilities)
    u = rounded(utilities)
    members = in_front(utilities, grids).members
    n_methods = len(members)
    covers = np.zeros((n_methods, n_methods), dtype=bool)
    for method_index, checkpoints in enumerate(members):
        of_method = u[checkpoints][:, None, :]
        for rival_index, rivals in enumerate(members):
            is_as_good = (of_method >= u[rivals]).all(axis=2)
            covers[method_index, rival_index] = is_as_good.any(axis=0).all()
    return np.asarray(covers & ~covers.T)


def grid_optimality(utilities: npt.ArrayLike, grids: CheckpointGrids | None) -> PotentialOptimality:
    """Return the best lead of each of F methods over the checkpoints of all others.

    `utilities` (n, K)."""
    if grids is None:
        return potential_optimality(utilities)
    members = in_front(utilities, grids).members
    checkpoints = np.concatenate(members)
    n_checkpoints = [len(indices) for indices in members]
    method_of_checkpoint = np.repeat(np.arange(len(members)), n_checkpoints)
    u = rounded(utilities)[checkpoints]
    optimality = potential_optimality(u, method_of_checkpoint)
    best = []
    for method in range(len(members)):
        is_other = method_of_checkpoint != method
        best.append(int(np.argmax(np.where(is_other, -np.inf, optimality.epsilon))))
    return PotentialOptimality(optimality.epsilon[best], optimality.weights[best])


def grid_dethroning(
    utilities: npt.ArrayLike, weighting: npt.ArrayLike, grids: CheckpointGrids | None
) -> Dethroning:
    """Return the smallest change of the weights at which another method catches the leader.

    `utilities` (n, K), `weighting` (K,); indices of the result count methods. A checkpoint has to
    catch all of the leader's at once."""
    if grids is None:
        return dethroning(utilities, weighting)
    u = np.asarray(utilities, dtype=float)
    weights = np.asarray(weighting, dtype=float)
    scores = grids.scores(rounded(u @ weights))
    leader = int(np.argmax(scores))
    members = in_front(u, grids).members
    methods: list[int] = []
    rivals: list[int] = []
    for method, checkpoints in enumerate(members):
        if method != leader:
            methods += [method] * len(checkpoints)
            rivals += checkpoints.tolist()
    leads = rounded(u[rivals][:, None, :] - u[members[leader]])
    first, flip = _least_change([*leads], weights)
    if first is None:
        return Dethroning(leader, None, flip)
    return Dethroning(leader, methods[first], flip)


def ways_to_lead(
    utilities: npt.ArrayLike,
    weighting: npt.ArrayLike,
    rows: Iterable[int],
    grids: CheckpointGrids | None = None,
) -> Ways:
    """Return `way_to_lead` by row; of more than MAX_WAYS, of those with the lowest hurdles.

    The row that needs the least change of all is always among them."""
    weights = np.asarray(weighting, dtype=float)
    bound_of_row: dict[int, float] = {}
    for row in rows:
        hurdles = _hurdles(_leads(utilities, row, grids), weights)
        bound_of_row[row] = min(hurdle.bound for hurdle in hurdles)
    ways: Ways = {}
    least_distance = np.inf
    for row in sorted(bound_of_row, key=bound_of_row.__getitem__):
        if len(ways) >= MAX_WAYS and bound_of_row[row] > least_distance:
            break
        flip, applied = way_to_lead(utilities, weights, row, grids)
        ways[row] = flip, applied
        if applied is not None:
            least_distance = min(least_distance, flip.distance)
    return ways


def way_to_lead(
    utilities: npt.ArrayLike,
    weighting: npt.ArrayLike,
    row: int,
    grids: CheckpointGrids | None = None,
) -> tuple[Flip, Floats | None]:
    """Return the smallest change, in L1, of the weights `weighting` (K,) after which no row is
    ahead.

    `utilities` (n, K); rows are methods if there are `grids`. With it (K,) the nearest weights of
    four digits at which the row leads alone, None if there are none near."""
    weights = np.asarray(weighting, dtype=float)
    _, flip = _least_change(_leads(utilities, row, grids), weights)
    return flip, leading_alone(utilities, weights, row, flip.weights, grids)


def leading_alone(
    utilities: npt.ArrayLike,
    weighting: Floats,
    row: int,
    point: Floats,
    grids: CheckpointGrids | None = None,
) -> Floats | None:
    """Return weights (K,) of four digits near the given ones at which a row leads alone.

    `utilities` (n, K), `weighting` (K,); rows are methods if there are `grids`. `point` (K,) are
    the weights nearest to `weighting` at which no row is ahead of this one. None if there are none
    near."""

    def smallest_lead(leads: Floats) -> float:
        return float((leads @ point).min(initial=0.0))

    leads = max(_leads(utilities, row, grids), key=smallest_lead)
    for margin in MARGINS:
        if margin:  # weights sum to 1, so a lead of the margin is a lead of 0 once it is subtracted
            (hurdle,) = _hurdles([leads - margin], weighting)
            _, point = _nearest_lead(hurdle, weighting)
        if np.isnan(point).any():
            return None
        stepped = in_four_digits(point)
        if (leads @ stepped > TIED).all():
            return stepped
    return None


def _leads(utilities: npt.ArrayLike, row: int, grids: CheckpointGrids | None) -> list[Floats]:
    """The leads (m, K) over all other rows of a row or, with grids, of each of its checkpoints."""
    u = np.asarray(utilities, dtype=float)
    if grids is None:
        return [rounded(u[row] - np.delete(u, row, axis=0))]
    members = in_front(u, grids).members
    others = [
        index for checkpoints in (*members[:row], *members[row + 1 :]) for index in checkpoints
    ]
    return [rounded(u[checkpoint] - u[others]) for checkpoint in members[row]]


def _hurdles(leads: list[Floats], weighting: Floats) -> list[Hurdles]:
    """The hurdles of each array of leads (m, K), looked at together."""
    if not leads:
        return []
    distances, points = nearest_level(-np.concatenate(leads), weighting)
    hurdles = []
    start = 0
    for part in leads:
        rivals = slice(start, start + len(part))
        hurdles.append(Hurdles(part, distances[rivals], points[rivals]))
        start += len(part)
    return hurdles


def _least_change(leads: list[Floats], weighting: Floats) -> tuple[int | None, Flip]:
    """The index of the leads (m, K) that are above 0 after the smallest change, and the change."""
    first = None
    distance = np.inf
    point = np.full(weighting.shape, np.nan)
    hurdles = _hurdles(leads, weighting)
    for index in np.argsort([each.bound for each in hurdles], kind="stable"):
        if hurdles[index].bound >= distance:
            break  # nor can those that follow be nearer
        reached = _nearest_lead(hurdles[index], weighting)
        if reached[0] < distance:
            first = int(index)
            distance, point = reached
    return first, Flip(distance, point, weighting)


def _nearest_lead(hurdles: Hurdles, weighting: Floats) -> tuple[float, Floats]:
    """The smallest change, in L1, after which no rival is ahead, and the weights.

    Inf without any."""
    leads = hurdles.leads
    if not len(leads):
        return 0.0, weighting
    hardest = int(hurdles.distances.argmax())
    point = hurdles.points[hardest]
    is_reached = (leads @ point >= -TIED).all()
    if is_reached or np.isinf(hurdles.bound):
        return hurdles.bound, point
    # unknown are the weights x and their changes t ≥ |x − w|
    n_metrics = weighting.size
    identity = np.eye(n_metrics)
    zeros = np.zeros(n_metrics)
    ones = np.ones(n_metrics)
    constraints = [
        [identity, -identity],
        [-identity, -identity],
        [-leads, np.zeros(leads.shape)],
    ]
    solution = lazy_scipy.optimize.linprog(
        np.r_[zeros, ones],
        A_ub=np.block(constraints),
        b_ub=np.r_[weighting, -weighting, np.zeros(len(leads))],
        A_eq=np.r_[ones, zeros][None, :],
        b_eq=[1.0],
        method="highs-ds",
    )
    if solution.x is None:
        return np.inf, np.full(weighting.shape, np.nan)
    point = np.maximum(solution.x[:n_metrics], 0.0)
    point /= point.sum()
    return float(np.abs(point - weighting).sum()), point
