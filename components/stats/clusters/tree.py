"""Hierarchical clusters of metrics from a Kendall τ matrix (K, K), symmetric, 1 on the diagonal,
NaN = undefined.

The distance is √(2(1−τ)): the chord between the sign vectors of two rankings, hence a metric even
with ties, if every entry rests on the same blocks. Entries that rest on different blocks can lose
that: `smallest_eigenvalue` shows it."""

import math
from dataclasses import dataclass

import numpy as np

from components.stats import lazy_scipy
from components.stats.panel import Floats, Ints
from data.errors import NotEnoughData

MIN_EIGENVALUE = -1e-8
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

    merges: Floats
    order: tuple[int, ...]
    cophenetic: float


def clusterable(tau: Floats) -> tuple[int, ...]:
    """Return the indices of metrics that all have a defined τ with one another.

    At least two or none. While an entry is undefined, the metric with most undefined entries
    leaves; among equals the one listed last.
    """
    undefined = np.isnan(tau)
    np.fill_diagonal(undefined, False)
    remaining = list(range(len(tau)))
    while remaining:
        n_undefined = undefined[np.ix_(remaining, remaining)].sum(axis=1)
        if not n_undefined.any():
            break
        worst = np.flatnonzero(n_undefined == n_undefined.max())[-1]
        remaining.pop(worst)
    return tuple(remaining) if len(remaining) > 1 else ()


def distances(tau: Floats) -> Floats:
    """Return (K, K) √(2(1−τ)); NaN if τ is undefined.

    From 0 (same order, and on the diagonal) to 2 (reversed).
    """
    squares = np.maximum(2.0 * (1.0 - tau), 0.0)
    chords: Floats = np.sqrt(squares).round(DECIMALS)
    np.fill_diagonal(chords, 0.0)
    return chords


def smallest_eigenvalue(tau: Floats) -> float:
    """Return the smallest eigenvalue of a τ matrix without undefined entries.

    NaN for an empty one.
    """
    if not tau.size:
        return math.nan
    return float(np.linalg.eigvalsh(tau)[0])


def euclidean(tau: Floats) -> bool:
    """Return whether √(2(1−τ)) are distances between points of a Euclidean space.

    Source: Gower & Legendre 1986.
    """
    return smallest_eigenvalue(tau) >= MIN_EIGENVALUE


def tree(distance: Floats, linkage: str = "average") -> Tree:
    """Join p metrics from the bottom up by average, complete, single or Ward linkage.

    Raises what `tree_merges` raises.
    """
    merges = tree_merges(distance, linkage)
    condensed = lazy_scipy.spatial.distance.squareform(distance, checks=False)
    heights = lazy_scipy.cluster.hierarchy.cophenet(merges)
    cophenetic = math.nan
    if np.ptp(heights) > 0 and np.ptp(condensed) > 0:
        cophenetic = float(np.corrcoef(condensed, heights)[0, 1])
    return Tree(merges, leaf_order(merges, distance), cophenetic)


def tree_merges(distance: Floats, linkage: str) -> Floats:
    """Return (p−1, 4) SciPy's linkage matrix of two metrics or more with defined distances.

    Ward needs a Euclidean distance: ask `euclidean` first. Raises ValueError, as SciPy does, for
    another linkage, fewer metrics or undefined distances."""
    condensed = lazy_scipy.spatial.distance.squareform(distance, checks=False)
    hierarchy = lazy_scipy.cluster.hierarchy
    return np.asarray(hierarchy.linkage(condensed, linkage))


@dataclass(frozen=True, eq=False)
class _Branch:
    """A node of a tree with n leaves.

    leaves   (n,) metric indices, those of the first child first
    lengths  (n, n) length of the shortest order of all leaves from one of them to another, inf if
             the tree allows none
    across   distances from the leaves of the first child to those of the second
    """

    leaves: Ints
    lengths: Floats
    children: "tuple[_Branch, _Branch] | None" = None
    across: Floats | None = None


def leaf_order(merges: Floats, distance: Floats) -> tuple[int, ...]:
    """Return the leaves (p,) of `merges` so that neighbours are as near as the tree allows.

    Of an order and its mirror image the one with the metric listed first on the left or, if it is
    central, the next. After Bar-Joseph, Gifford & Jaakkola (2001). Written out because
    `scipy.cluster.hierarchy.optimal_leaf_ordering` returns a longer order than it has found for two
    random trees in five (scipy/scipy#11227)."""
    n_metrics = len(distance)
    no_length = np.zeros((1, 1))
    branches = [_Branch(np.array([metric]), no_length) for metric in range(n_metrics)]
    for first_node, second_node in merges[:, :2].astype(int):
        left = branches[first_node]
        right = branches[second_node]
        if left.leaves.min() > right.leaves.min():
            left, right = right, left
        branches.append(_joined(left, right, distance))
    root = branches[-1]
    first, last = np.unravel_index(root.lengths.argmin(), root.lengths.shape)
    order = tuple(_path(root, int(first), int(last)))
    return min(order, order[::-1], key=lambda leaves: np.argsort(leaves).tolist())


def _joined(left: _Branch, right: _Branch, distance: Floats) -> _Branch:
    across = distance[np.ix_(left.leaves, right.leaves)]
    joined_lengths = _min_plus(_min_plus(left.lengths, across), right.lengths)
    leaves = np.concatenate([left.leaves, right.leaves])
    n_left = len(left.leaves)
    n_leaves = len(leaves)
    lengths = np.full((n_leaves, n_leaves), np.inf)
    lengths[:n_left, n_left:] = joined_lengths
    lengths[n_left:, :n_left] = joined_lengths.T
    return _Branch(leaves, lengths, (left, right), across)


def _min_plus(first: Floats, second: Floats) -> Floats:
    """(m, p) min over j of first (m, n) at (i, j) + second (n, p) at (j, k)."""
    minima = []
    for row in first:
        sums = row[:, None] + second
        minima.append(sums.min(axis=0))
    return np.stack(minima)


def _path(branch: _Branch, first: int, last: int) -> list[int]:
    """Leaves in the shortest order from `first` to `last`, which are places among the leaves."""
    if branch.children is None:
        return [int(branch.leaves[0])]
    left, right = branch.children
    n_left = len(left.leaves)
    if first >= n_left:
        return _path(branch, last, first)[::-1]
    last_in_right = last - n_left
    to_right = left.lengths[first][:, None] + branch.across
    lengths = to_right + right.lengths[:, last_in_right]
    left_end, right_start = np.unravel_index(lengths.argmin(), lengths.shape)
    left_path = _path(left, first, int(left_end))
    right_path = _path(right, int(right_start), last_in_right)
    return left_path + right_path


def cut(merges: Floats, k: int) -> Ints:
    """Return (p,) cluster numbers 1 … k after the first p−k merges.

    Clusters are numbered by their first member in registry order. Raises NotEnoughData unless 1 ≤ k
    ≤ p.
    """
    n_metrics = len(merges) + 1
    if not 1 <= k <= n_metrics:
        raise NotEnoughData(
            f"{k} clusters of {n_metrics} metrics: expected a number from 1 to {n_metrics}"
        )
    members_of_node = {metric: [metric] for metric in range(n_metrics)}
    children = merges[: n_metrics - k, :2].astype(int).tolist()
    for node, (left, right) in enumerate(children, start=n_metrics):
        members_of_node[node] = members_of_node.pop(left) + members_of_node.pop(right)
    labels = np.empty(n_metrics, dtype=np.intp)
    clusters = sorted(members_of_node.values(), key=min)
    for number, members in enumerate(clusters, start=1):
        labels[members] = number
    return labels


def tied_cut(merges: Floats, k: int) -> bool:
    """Return whether another cut into k clusters is as good.

    It is if the cut falls between two merges at one height.
    """
    n_metrics = len(merges) + 1
    if not 1 < k < n_metrics:
        return False
    below, above = merges[n_metrics - k - 1 : n_metrics - k + 1, 2]
    return bool(np.isclose(below, above, rtol=0, atol=1e-9))


def segments(merges: Floats, order: tuple[int, ...]) -> Floats:
    """Return (p−1, 4, 2) the corners x, y of each merge's bracket.

    From left foot to right foot; x by leaf order from 0.
    """
    n_metrics = len(order)
    tops = np.zeros((2 * n_metrics - 1, 2))
    tops[list(order), 0] = np.arange(n_metrics)
    tops[n_metrics:, 1] = merges[:, 2]
    corners = np.empty((n_metrics - 1, 4, 2))
    for merge_index, pair in enumerate(merges[:, :2].astype(int)):
        left, right = sorted(tops[pair], key=lambda top: top[0])
        top = tops[n_metrics + merge_index]
        top[0] = (left[0] + right[0]) / 2
        corners[merge_index] = [left, (left[0], top[1]), (right[0], top[1]), right]
    return corners
