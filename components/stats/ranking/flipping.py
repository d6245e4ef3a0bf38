"""How far are the weights from making one method catch another?

The smallest change of the weights, in L1, for which a challenger's score reaches the leader's.
Changed weights stay weights: none below 0, sum 1. All challengers are solved at once."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, ratio
from components.stats.ranking.ranks import rounded

TIED = 0.5e-12
"""Two scores closer than this round to the same 12 decimals: nothing has to change."""
MAX_SUM_ERROR = 1e-5
"""How far the sum of weights may be from 1."""


@dataclass(frozen=True, eq=False)
class Flip:
    """The smallest change of the weights that makes one method catch another.

    distance  in L1; 0 if the challenger is level or ahead, inf if no weights do it
    weights   (K,) weights at which the two are level; NaN if no weights do it
    current   (K,) the weights that are changed
    """

    distance: float
    weights: Floats
    current: Floats

    @property
    def moved(self) -> Floats:
        """(K,) weights minus the current ones: above 0 gains weight, below 0 gives it."""
        return np.asarray(self.weights - self.current)


@dataclass(frozen=True, eq=False)
class Dethroning:
    """The smallest change of the weights that takes the sole lead away from the method `leader`.

    `challenger` is the method that catches it first; None if none can."""

    leader: int
    challenger: int | None
    flip: Flip


def flip(leader: npt.ArrayLike, challenger: npt.ArrayLike, weighting: npt.ArrayLike) -> Flip:
    """Return the smallest change of the weights `weighting` (K,) that makes one method catch
    another.

    `leader` and `challenger` (K,) are utilities. Raises ValueError for weights off the simplex.
    """
    weights = checked_weights(weighting)
    leads = np.subtract(leader, challenger)
    distances, points = nearest_level(leads[None, :], weights)
    return Flip(float(distances[0]), points[0], weights)


def dethroning(utilities: npt.ArrayLike, weighting: npt.ArrayLike) -> Dethroning:
    """Return the smallest change of the weights at which another method catches the leader.

    `utilities` (n, K) of complete methods, `weighting` (K,). The distance is inf if no other can
    catch it. Raises ValueError for weights off the simplex.
    """
    u = np.asarray(utilities, dtype=float)
    weights = checked_weights(weighting)
    scores = rounded(u @ weights)
    leader = int(np.argmax(scores))
    leads = u[leader] - u
    distances, points = nearest_level(leads, weights)
    distances[leader] = np.inf
    challenger = first_to_catch(leads, distances)
    if challenger is None:
        nowhere = np.full(weights.shape, np.nan)
        return Dethroning(leader, None, Flip(np.inf, nowhere, weights))
    distance = float(distances[challenger])
    return Dethroning(leader, challenger, Flip(distance, points[challenger], weights))


def first_to_catch(leads: Floats, distances: Floats) -> int | None:
    """Return the row that catches the leader first; None if none can.

    `leads` (n, K) of the leader over each row, `distances` (n,) of the weights at which that row is
    level. A row that can pass the leader comes before one that can only draw level."""
    can_pass = (rounded(leads) < 0).any(axis=1)
    is_passing = can_pass | (distances == 0)
    if np.isfinite(distances[is_passing]).any():
        distances = np.where(is_passing, distances, np.inf)
    first = int(np.argmin(distances))
    if np.isfinite(distances[first]):
        return first
    return None


def checked_weights(weighting: npt.ArrayLike) -> Floats:
    """Return (K,) weights. Raises ValueError unless they are on the simplex."""
    weights = np.asarray(weighting, dtype=float)
    is_normalised = abs(weights.sum() - 1.0) <= MAX_SUM_ERROR
    if weights.ndim != 1 or (weights < 0).any() or not is_normalised:
        raise ValueError("weights must be one number per metric, none below 0, with sum 1")
    return weights


def nearest_level(leads: Floats, weighting: Floats) -> tuple[Floats, Floats]:
    """Return for each row of leads (n, K) alone the nearest weights in L1 with lead · weights ≤ 0.

    That is (n,) distances from `weighting` (K,) and (n, K) weights; inf and NaN if there are
    none."""
    leads = rounded(leads)  # utilities that are equal on paper differ by nothing
    distances = np.zeros(len(leads))
    points = np.tile(weighting, (len(leads), 1))
    is_ahead = leads @ weighting > TIED
    is_always_ahead = is_ahead & (leads.min(axis=1) > 0)
    distances[is_always_ahead] = np.inf
    points[is_always_ahead] = np.nan
    catchable = np.flatnonzero(is_ahead & ~is_always_ahead)
    if catchable.size:
        caught = _greedy(leads[catchable], weighting)
        points[catchable] = caught
        distances[catchable] = np.abs(caught - weighting).sum(axis=1)
    return distances, points


def _greedy(leads: Floats, weighting: Floats) -> Floats:
    """(n, K) the nearest weights with lead · weights = 0, for leads with w · lead > 0 and min ≤ 0.

    Weight moves to the metric with the smallest lead, from those with the largest: each unit counts
    most there."""
    rows = np.arange(len(leads))
    receiver = leads.argmin(axis=1)
    gain = leads - leads[rows, receiver][:, None]  # what a unit of moved weight takes off the lead
    order = np.argsort(-gain, axis=1)
    ordered_gain = np.take_along_axis(gain, order, axis=1)
    available = weighting[order]
    worth = available * ordered_gain
    taken_off_before = np.cumsum(worth, axis=1) - worth
    remaining = (leads @ weighting)[:, None] - taken_off_before
    wanted = ratio(remaining, ordered_gain, 0.0)
    taken = np.minimum(available, wanted).clip(0.0)
    points = np.tile(weighting, (len(leads), 1))
    np.put_along_axis(points, order, available - taken, axis=1)
    points[rows, receiver] += taken.sum(axis=1)
    return points
