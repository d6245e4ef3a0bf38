"""Methods ranked by the best of their checkpoints: who is beaten, who can lead, and the smallest
change that does it.

A method's score is the largest of linear functions of the weights, so each question is asked of its
checkpoints."""

from collections.abc import Iterable
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.memo import memoised
from components.stats.panel import Bools, Floats
from components.stats.permutation import Ints
from components.stats.ranking.dominance import PotentialOptimality, dominance, potential_optimality
from components.stats.ranking.flipping import (
    NORMS,
    TIED,
    Dethroning,
    Flip,
    dethroning,
    flips,
    nearest,
)
from components.stats.ranking.grids import Grids
from components.stats.ranking.ranks import rounded
from components.stats.ranking.weights import in_four_digits

MARGINS = (0.0, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3)
"""Leads asked for, one after the other, until weights of four digits give one."""
Ways = dict[int, tuple[Flip, Floats | None]]
MOST_WAYS = 40
"""Of so many rows the ways to lead are computed, up to ten linear programmes each."""


def in_front(utilities: npt.ArrayLike, grids: Grids) -> Grids:
    """Return the checkpoints that some weights may make the best of their grid: not dominated,
    first of equal ones.

    `utilities` (n, K). The others are never above these, whatever the weights.
    """
    u = rounded(utilities)

    def front(own: Ints) -> Ints:
        first = np.sort(np.unique(u[own], axis=0, return_index=True)[1])
        return np.asarray(own[first][~dominance(u[own][first]).any(axis=0)])

    kept = memoised(
        grids,
        ("in front", u.shape, u.tobytes()),
        lambda: tuple(front(own) for own in grids.members),
    )
    return Grids(grids.names, kept)


def grid_dominance(utilities: npt.ArrayLike, grids: Grids | None) -> Bools:
    """Return (F, F) whether a has for each checkpoint of b one at least as good on every metric,
    and not b for a.

    `utilities` (n, K). With one checkpoint each, and without grids, this is Pareto dominance.
    """
    if grids is None:
        return dominance(utilities)
    u, members = rounded(utilities), in_front(utilities, grids).members
    covers = np.array(
        [
            [(u[a][:, None, :] >= u[b][None, :, :]).all(axis=2).any(axis=0).all() for b in members]
            for a in members
        ]
    ).reshape(len(members), len(members))
    return np.asarray(covers & ~covers.T)


def grid_optimality(utilities: npt.ArrayLike, grids: Grids | None) -> PotentialOptimality:
    """Return the best lead of each of F methods over the checkpoints of all others; `utilities` (n,
    K)."""
    if grids is None:
        return potential_optimality(utilities)
    front = in_front(utilities, grids)
    rows = np.concatenate(front.members)
    of = np.repeat(np.arange(len(front.members)), [len(own) for own in front.members])
    optimality = potential_optimality(rounded(utilities)[rows], of)
    top = [
        int(np.flatnonzero(of == f)[np.argmax(optimality.epsilon[of == f])])
        for f in range(len(front.members))
    ]
    return PotentialOptimality(optimality.epsilon[top], optimality.weights[top])


def grid_dethroning(
    utilities: npt.ArrayLike, w: npt.ArrayLike, norm: str, grids: Grids | None
) -> Dethroning:
    """Return the nearest change of the weights at which another method's best checkpoint catches
    the leader's best.

    `utilities` (n, K), `w` (K,); indices of the result count methods. A checkpoint has to catch all
    of the leader's at once, which is never nearer than catching the most distant of them: rivals
    are tried in that order."""
    if grids is None:
        return dethroning(utilities, w, norm)
    u, weights = np.asarray(utilities, dtype=float), np.asarray(w, dtype=float)
    scores = grids.scores(rounded(u @ weights))
    leader = int(np.argmax(scores))
    front = in_front(u, grids).members
    own = u[front[leader]]
    challenger, nearest, new = None, float("inf"), np.full(weights.shape, np.nan)
    rivals = [(f, int(i)) for f, members in enumerate(front) if f != leader for i in members]
    if rivals:
        theirs = u[[i for _, i in rivals]]
        alone = [flips(np.vstack([one, theirs]), weights, norm, 0) for one in own]
        reach, points = np.array([d[1:] for d, _ in alone]), np.array([p[1:] for _, p in alone])
        hardest = reach.argmax(axis=0)
        least = reach.max(axis=0)
        for r in np.argsort(least, kind="stable"):
            if not least[r] < nearest:
                break
            leads = np.round(theirs[r] - own, 12)
            point = points[hardest[r], r]
            distance = float(least[r])
            if (leads @ point < -TIED).any():
                distance, point = _nearest(leads, weights, norm)
            if distance < nearest:
                challenger, nearest, new = rivals[r][0], distance, point
    return Dethroning(leader, challenger, Flip(nearest, new, new - weights))


def ways_to_lead(
    utilities: npt.ArrayLike, w: npt.ArrayLike, rows: Iterable[int], grids: Grids | None = None
) -> Ways:
    """Return `way_to_lead` by row; of more than MOST_WAYS, of those that need least to catch their
    hardest rival.

    The row that needs the least change of all is always among them.
    """
    weights, least = np.asarray(w, dtype=float), float("inf")
    bounds = {
        row: min(own[0] for own in _alone(_leads(utilities, row, grids), weights)) for row in rows
    }
    ways: Ways = {}
    for row, bound in sorted(bounds.items(), key=itemgetter(1)):
        if len(ways) >= MOST_WAYS and bound > least:
            break
        flip, applied = ways[row] = way_to_lead(utilities, weights, row, grids)
        least = least if applied is None else min(least, flip.distance)
    return ways


def way_to_lead(
    utilities: npt.ArrayLike, w: npt.ArrayLike, row: int, grids: Grids | None = None
) -> tuple[Flip, Floats | None]:
    """Return the smallest change, in L1, of the weights `w` (K,) after which no row is ahead of the
    given one.

    `utilities` (n, K); rows are `grids` if there are some. With it (K,) the nearest weights of four
    digits at which the row leads alone, None if there are none near."""
    weights = np.asarray(w, dtype=float)
    distance, point = float("inf"), np.full(weights.shape, np.nan)
    for least, leads, *each in sorted(
        _alone(_leads(utilities, row, grids), weights), key=itemgetter(0)
    ):
        if least > distance:
            break  # nor can those that follow be nearer
        distance, point = min((distance, point), _level(leads, weights, *each), key=itemgetter(0))
    return Flip(distance, point, point - weights), leading_alone(
        utilities, weights, row, point, grids
    )


def leading_alone(
    utilities: npt.ArrayLike, w: Floats, row: int, point: Floats, grids: Grids | None = None
) -> Floats | None:
    """Return weights (K,) of four digits near the given ones at which a row leads alone; None if
    there are none near.

    `utilities` (n, K), `w` (K,); rows are `grids` if there are some. `point` (K,) are the weights
    nearest to `w` at which no row is ahead of this one."""
    leads = max(
        _leads(utilities, row, grids), key=lambda own: float((own @ point).min(initial=0.0))
    )
    for margin in MARGINS:
        if margin:
            _, point = _level(
                leads - margin, w, *nearest(margin - leads, w, "l1")
            )  # weights sum to 1
        if np.isnan(point).any():
            break
        stepped = in_four_digits(point)
        if (leads @ stepped > TIED).all():
            return stepped
    return None


def _leads(utilities: npt.ArrayLike, row: int, grids: Grids | None) -> list[Floats]:
    """The leads (m, K) of a row over all others; if rows are grids, of each of its checkpoints in
    front."""
    u = np.asarray(utilities, dtype=float)
    front = [np.array([i]) for i in range(len(u))] if grids is None else in_front(u, grids).members
    others = [i for f, own in enumerate(front) if f != row for i in own]
    return [np.round(u[own] - u[others], 12) for own in front[row]]


def _alone(every: list[Floats], w: Floats) -> list[tuple[float, Floats, Floats, Floats]]:
    """For each array of leads (m, K) how far weights move, in L1, if one lead alone must not be
    below 0.

    The farthest move, below which none helps against all; the leads; the distances (m,); the
    weights then (m, K)."""
    distances, points = nearest(-np.concatenate(every), w, "l1")
    ends = np.cumsum([len(leads) for leads in every])[:-1]
    parts = zip(every, np.split(distances, ends), np.split(points, ends), strict=True)
    return [(float(far.max(initial=0.0)), leads, far, there) for leads, far, there in parts]


def _level(leads: Floats, w: Floats, distances: Floats, points: Floats) -> tuple[float, Floats]:
    """The nearest weights, in L1, at which no lead (m, K) is below 0, given those for each lead
    alone."""
    if not len(leads):
        return 0.0, w
    hardest = int(distances.argmax())
    if np.isfinite(distances[hardest]) and (leads @ points[hardest] < -TIED).any():
        return _nearest(leads, w, "l1")
    return float(distances[hardest]), points[hardest]


def _nearest(leads: Floats, w: Floats, norm: str) -> tuple[float, Floats]:
    """The weights x on the simplex nearest to `w` with leads (m, K) · x ≥ 0, and the distance; inf
    without any."""
    nowhere = float("inf"), np.full(w.shape, np.nan)
    if norm == "l2":
        # least distance programming by non-negative least squares (Lawson & Hanson 1974, chapter
        # 23)
        ones = np.ones((1, w.size))
        bounds = np.vstack([leads, np.eye(w.size), ones, -ones])
        ends = np.r_[-leads @ w, -w, 0.0, 0.0]
        system, wanted = np.vstack([bounds.T, ends]), np.r_[np.zeros(w.size), 1.0]
        rest = system @ lazy_scipy.optimize.nnls(system, wanted)[0] - wanted
        if abs(rest[-1]) < 1e-9:
            return nowhere
        point = w - rest[:-1] / rest[-1]
    else:
        size, reach = w.size, np.eye(w.size) if norm == "l1" else np.ones((w.size, 1))
        solution = lazy_scipy.optimize.linprog(
            np.r_[np.zeros(size), np.ones(reach.shape[1])],
            A_ub=np.block(
                [
                    [np.eye(size), -reach],
                    [-np.eye(size), -reach],
                    [-leads, np.zeros((len(leads), reach.shape[1]))],
                ]
            ),
            b_ub=np.r_[w, -w, np.zeros(len(leads))],
            A_eq=np.r_[np.ones(size), np.zeros(reach.shape[1])][None, :],
            b_eq=[1.0],
            method="highs-ds",
        )
        if solution.x is None:
            return nowhere
        point = solution.x[:size]
    point = np.maximum(point, 0.0)
    point /= point.sum()
    return float(np.linalg.norm(point - w, ord=NORMS[norm])), point
