"""Hierarchical clusters of metrics from a Kendall τ matrix (K, K), symmetric, 1 on the diagonal,
NaN = undefined.

The distance is √(2(1−τ)): the chord between the sign vectors of two rankings, hence a metric even
with ties, if every entry rests on the same blocks. Entries that rest on different blocks can lose
that: `smallest_eigenvalue` shows it."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.stats import lazy_scipy
from components.stats.panel import Bools, Floats
from data.errors import NotEnoughData, UnknownName

Ints = npt.NDArray[np.intp]
LINKAGES = ("average", "complete", "single", "ward")
EIGENVALUE_FLOOR = -1e-8
"""A τ matrix whose smallest eigenvalue lies below this has no Euclidean picture; Ward's criterion
needs one."""
DECIMALS = 12
"""Distances are rounded to this before they are joined, so that equal τ give equal heights."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A dendrogram of p metrics.

    merges      (p−1, 4) SciPy's linkage matrix: the two nodes joined, the height, the number of
                leaves
    order       (p,) leaves from left to right
    cophenetic  correlation of the distances with the heights of first union; NaN if either is
                constant
    """

    linkage: str
    merges: Floats
    order: tuple[int, ...]
    cophenetic: float


def clusterable(tau: Floats) -> tuple[int, ...]:
    """Return the indices of metrics that all have a defined τ with one another, at least two or
    none.

    While an entry is undefined, the metric with most undefined entries leaves; among equals the one
    listed last."""
    remaining = list(range(tau.shape[0]))
    off = ~np.eye(tau.shape[0], dtype=bool)
    undefined: Bools = np.isnan(tau) & off
    while remaining:
        missing = undefined[np.ix_(remaining, remaining)].sum(axis=1)
        if not missing.any():
            break
        worst = int(np.flatnonzero(missing == missing.max())[-1])
        remaining.pop(worst)
    return tuple(remaining) if len(remaining) > 1 else ()


def distances(tau: Floats) -> Floats:
    """Return (K, K) √(2(1−τ)), from 0 (same order, and on the diagonal) to 2 (reversed); NaN if τ
    is undefined."""
    result: Floats = np.asarray(np.sqrt(np.maximum(2.0 * (1.0 - tau), 0.0)), dtype=float).round(
        DECIMALS
    )
    np.fill_diagonal(result, 0.0)
    return result


def smallest_eigenvalue(tau: Floats) -> float:
    """Return the smallest eigenvalue of a τ matrix without undefined entries; NaN for an empty
    one."""
    return float(np.linalg.eigvalsh(tau)[0]) if tau.size else float("nan")


def euclidean(tau: Floats) -> bool:
    """Return whether √(2(1−τ)) are distances between points of a Euclidean space (Gower & Legendre
    1986)."""
    return tau.size > 0 and smallest_eigenvalue(tau) >= EIGENVALUE_FLOOR


def tree(distance: Floats, method: str = "average") -> Tree:
    """Join p metrics from the bottom up (average, complete, single or Ward linkage). Raises what
    `joined` raises."""
    merges = joined(distance, method)
    condensed = lazy_scipy.spatial.distance.squareform(distance, checks=False)
    heights = lazy_scipy.cluster.hierarchy.cophenet(merges)
    varied = np.ptp(heights) > 0 and np.ptp(condensed) > 0
    correlation = float(np.corrcoef(condensed, heights)[0, 1]) if varied else float("nan")
    return Tree(method, merges, leaf_order(merges, distance), correlation)


def joined(distance: Floats, method: str) -> Floats:
    """Return (p−1, 4) SciPy's linkage matrix. Ward needs a Euclidean distance: ask `euclidean`
    first.

    Raises UnknownName for another linkage, NotEnoughData for fewer than two metrics or undefined
    distances."""
    if method not in LINKAGES:
        raise UnknownName(f"unknown linkage {method!r}: expected one of {', '.join(LINKAGES)}")
    p = distance.shape[0]
    if p < 2 or np.isnan(distance).any():
        raise NotEnoughData(f"{p} metrics with defined distances: a dendrogram needs at least 2")
    merges: Floats = lazy_scipy.cluster.hierarchy.linkage(
        lazy_scipy.spatial.distance.squareform(distance, checks=False), method
    )
    return merges


def leaf_order(merges: Floats, distance: Floats) -> tuple[int, ...]:
    """Return the leaves (p,) of `merges` so that neighbours are as near as the tree allows, the
    first on the left.

    After Bar-Joseph, Gifford & Jaakkola (2001). Written out because
    `scipy.cluster.hierarchy.optimal_leaf_ordering` returns a longer order than it has found for two
    random trees in five (scipy/scipy#11227)."""
    p = distance.shape[0]
    leaves: list[Ints] = [np.array([i]) for i in range(p)]
    costs: list[Floats] = [np.zeros((1, 1)) for _ in range(p)]
    children: dict[int, tuple[int, int]] = {}
    for step in range(p - 1):
        a, b = sorted(
            (int(merges[step, 0]), int(merges[step, 1])), key=lambda node: int(leaves[node].min())
        )
        across = distance[np.ix_(leaves[a], leaves[b])]
        joined = _min_plus(_min_plus(costs[a], across), costs[b])  # leftmost in a, rightmost in b
        size = len(leaves[a])
        cost = np.full((size + len(leaves[b]),) * 2, np.inf)
        cost[:size, size:], cost[size:, :size] = joined, joined.T
        children[p + step] = (a, b)
        leaves.append(np.concatenate([leaves[a], leaves[b]]))
        costs.append(cost)

    def walk(node: int, first: int, last: int) -> list[int]:
        """Leaves of a node from `first` to `last`, places within the node."""
        if node < p:
            return [node]
        a, b = children[node]
        size = len(leaves[a])
        if first >= size:
            return walk(node, last, first)[::-1]
        across = distance[np.ix_(leaves[a], leaves[b])]
        total = costs[a][first][:, None] + across + costs[b][:, last - size][None, :]
        left, right = np.unravel_index(int(np.argmin(total)), total.shape)
        return walk(a, first, int(left)) + walk(b, int(right), last - size)

    first, last = np.unravel_index(int(np.argmin(costs[-1])), costs[-1].shape)
    order = tuple(walk(len(leaves) - 1, int(first), int(last)))
    # or its mirror image: the metric listed first is to the left or, if it is central, the next
    return min(order, order[::-1], key=lambda o: [o.index(i) for i in range(p)])


def _min_plus(a: Floats, b: Floats) -> Floats:
    return np.stack([(row[:, None] + b).min(axis=0) for row in a])


def cut(merges: Floats, k: int) -> Ints:
    """Return (p,) cluster numbers 1 … k after the first p−k merges, by their first member in
    registry order.

    Raises NotEnoughData unless 1 ≤ k ≤ p.
    """
    p = merges.shape[0] + 1
    if not 1 <= k <= p:
        raise NotEnoughData(f"{k} clusters of {p} metrics: expected a number from 1 to {p}")
    members: dict[int, list[int]] = {i: [i] for i in range(p)}
    for step in range(p - k):
        left, right = int(merges[step, 0]), int(merges[step, 1])
        members[p + step] = members.pop(left) + members.pop(right)
    labels = np.empty(p, dtype=np.intp)
    for number, group in enumerate(sorted(members.values(), key=min), start=1):
        labels[group] = number
    return labels


def tied_cut(merges: Floats, k: int) -> bool:
    """Return whether the cut into k clusters falls between two merges at one height: another cut is
    as good."""
    p = merges.shape[0] + 1
    return 1 < k < p and bool(np.isclose(merges[p - k - 1, 2], merges[p - k, 2], rtol=0, atol=1e-9))


def segments(merges: Floats, order: tuple[int, ...]) -> Floats:
    """Return (p−1, 4, 2) the corners of each merge's bracket, left foot to right foot; x by leaf
    order from 0."""
    p = len(order)
    x = np.zeros(2 * p - 1)
    x[list(order)] = np.arange(p)
    height = np.concatenate([np.zeros(p), merges[:, 2]])
    corners = np.empty((p - 1, 4, 2))
    for step, (a, b) in enumerate(merges[:, :2].astype(int)):
        left, right = (a, b) if x[a] <= x[b] else (b, a)
        top = height[p + step]
        corners[step] = [
            (x[left], height[left]),
            (x[left], top),
            (x[right], top),
            (x[right], height[right]),
        ]
        x[p + step] = (x[left] + x[right]) / 2
    return corners
