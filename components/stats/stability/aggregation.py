"""Other ways to make one order out of several metrics: Borda, Copeland, Kemeny, mean reciprocal rank, TOPSIS.

Each metric is a voter who ranks the methods by their utility; its weight is its number of votes. They are beside
UQS for orientation. The first four look at ranks alone: how far apart two methods are does not matter to them.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats, ratio
from components.stats.ranking.ranks import midranks, rounded
from components.stats.stop import checked

EXACT_UP_TO = 12
"""Kemeny orders of more methods than this are searched for, not enumerated."""
LISTED = 100
"""At most this many optimal Kemeny orders are listed; how many there are is always counted."""
EQUAL = 1e-9


@dataclass(frozen=True)
class Kemeny:
    """Orders of the methods that contradict as few votes as possible.

    orders   optimal orders, best first, as tuples of row indices; at most 100 of them
    count    how many optimal orders there are; None when the search was not exact
    cost     votes contradicted: the weight of metrics times the pairs they would order the other way
    bound    no order can contradict fewer votes
    """

    orders: tuple[tuple[int, ...], ...]
    count: int | None
    cost: float
    bound: float

    @property
    def exact(self) -> bool:
        """Whether the cost is known to be the smallest."""
        return self.count is not None or self.cost <= self.bound + EQUAL


def borda(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Floats:
    """(n,) mean number of methods beaten, a tie counting half: n minus the weighted mean of the midranks."""
    u, weights = _checked(utilities, w)
    return np.asarray(len(u) - midranks(u.T).T @ weights)


def copeland(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Floats:
    """(n,) duels won plus half of those drawn; the weight of the metrics decides a duel (Copeland 1951)."""
    margin = _votes(utilities, w)
    margin = margin - margin.T
    return np.asarray((margin > EQUAL).sum(axis=1) + ((np.abs(margin) <= EQUAL).sum(axis=1) - 1) / 2.0)


def mean_reciprocal_rank(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Floats:
    """(n,) weighted mean of 1 / midrank: rewards being first on some metric."""
    u, weights = _checked(utilities, w)
    return np.asarray((1.0 / midranks(u.T)).T @ weights)


def topsis(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Floats:
    """(n,) closeness to the best of every metric relative to the worst, from 0 to 1 (Hwang & Yoon 1981).

    Utilities are divided by their length over the methods and weighted; NaN when all methods are equal.
    """
    u, weights = _checked(utilities, w)
    length = np.sqrt((u**2).sum(axis=0))
    # in the memory order of u, on which the last digit of sums depends
    scaled = weights * np.divide(u, length, out=np.zeros_like(u), where=length > 0)
    to_best = np.sqrt(((scaled.max(axis=0) - scaled) ** 2).sum(axis=1))
    to_worst = np.sqrt(((scaled - scaled.min(axis=0)) ** 2).sum(axis=1))
    return ratio(to_worst, to_best + to_worst)


RULES = {"borda": borda, "copeland": copeland, "mean_reciprocal_rank": mean_reciprocal_rank, "topsis": topsis}
"""Scores (n,) of methods from utilities (n, K) and weights (K,), every metric voting with its weight, by rule."""


def kemeny(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Kemeny:
    """Kemeny's orders (Kemeny 1959): exact up to 12 methods, else the best found from Borda's order by insertions.

    A metric on which two methods are level contradicts neither order of them.
    """
    votes = _votes(utilities, w)
    bound = float(np.triu(np.minimum(votes, votes.T), 1).sum())
    n = len(votes)
    if n > EXACT_UP_TO:
        order = _by_insertion(votes, np.argsort(-borda(utilities, w), kind="stable"))
        cost = float(sum(votes[order[j], order[i]] for i in range(n) for j in range(i + 1, n)))
        return Kemeny((tuple(int(i) for i in order),), None, cost, bound)
    best, count = _by_subsets(votes)
    everyone = (1 << n) - 1
    return Kemeny(tuple(_optimal_orders(votes, best)), int(count[everyone]), float(best[everyone]), bound)


def _by_subsets(votes: Floats) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Least cost of ordering the methods of each subset (Held & Karp 1962), and the number of orders that reach it."""
    n = len(votes)
    against = _against(votes)
    best = np.full(1 << n, np.inf)
    count = np.zeros(1 << n, dtype=np.int64)
    best[0], count[0] = 0.0, 1
    for subset in checked(range(1, 1 << n)):
        for last in range(n):
            before = subset & ~(1 << last)
            if before == subset:
                continue
            cost = best[before] + against[last, before]
            if cost < best[subset] - EQUAL:
                best[subset], count[subset] = cost, count[before]
            elif cost <= best[subset] + EQUAL:
                count[subset] += count[before]
    return best, count


def _against(votes: Floats) -> Floats:
    """(n, 2^n) votes contradicted by putting a method after all methods of a subset."""
    n = len(votes)
    total = np.zeros((n, 1 << n))
    for i in range(n):
        # subsets that hold i are those that do not, plus what i itself adds
        total[:, 1 << i : 1 << (i + 1)] = total[:, : 1 << i] + votes[:, i][:, None]
    return total


def _optimal_orders(votes: Floats, best: Floats) -> list[tuple[int, ...]]:
    """Orders that reach the least cost, walked from the last place to the first, at most 100 of them."""
    n, against = len(votes), _against(votes)
    orders: list[tuple[int, ...]] = []
    unfinished: list[tuple[int, tuple[int, ...]]] = [((1 << n) - 1, ())]
    while unfinished and len(orders) < LISTED:
        subset, tail = unfinished.pop()
        if not subset:
            orders.append(tail)
            continue
        for last in range(n):
            before = subset & ~(1 << last)
            if before != subset and best[before] + against[last, before] <= best[subset] + EQUAL:
                unfinished.append((before, (last, *tail)))
    return sorted(orders)


def _by_insertion(votes: Floats, start: npt.NDArray[np.intp]) -> list[int]:
    """Move single methods to better places until none of them has one."""
    order = [int(i) for i in start]
    lead = votes - votes.T  # what is gained by a before b rather than b before a
    improved = True
    while improved:
        improved = False
        for method in list(order):
            rest = [i for i in order if i != method]
            row = lead[method, rest]
            # gain of standing before rest[p:], relative to standing last
            gain = np.r_[np.cumsum(row[::-1])[::-1], 0.0]
            place, old = int(np.argmax(gain)), order.index(method)
            if gain[place] > gain[old] + EQUAL:
                order, improved = [*rest[:place], method, *rest[place:]], True
    return order


def _votes(utilities: npt.ArrayLike, w: npt.ArrayLike) -> Floats:
    """(n, n) weight of the metrics on which the row's method is better than the column's."""
    u, weights = _checked(utilities, w)
    return np.asarray((u[:, None, :] > u[None, :, :]) @ weights)


def _checked(utilities: npt.ArrayLike, w: npt.ArrayLike) -> tuple[Floats, Floats]:
    u, weights = rounded(utilities), np.asarray(w, dtype=float)
    if u.ndim != 2 or weights.shape != u.shape[1:]:
        raise ValueError(
            f"utilities must be methods × metrics with one weight per metric, got {u.shape}, {weights.shape}"
        )
    if np.isnan(u[:, weights > 0]).any():
        raise ValueError("utilities of weighted metrics must be complete")
    return np.where(weights > 0, u, 0.0), weights
