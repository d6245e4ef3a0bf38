"""The order of a dendrogram's leaves that puts similar neighbours side by side (Bar-Joseph, Gifford & Jaakkola 2001).

Written out because `scipy.cluster.hierarchy.optimal_leaf_ordering` returns a longer order than it has found for
about one random tree in three (scipy/scipy#11227).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from components.stats.panel import Floats

Ints = npt.NDArray[np.intp]


def leaf_order(merges: Floats, distance: Floats) -> tuple[int, ...]:
    """Leaves (p,) so that neighbours are as near as the tree allows, the metric listed first on the left.

    `merges` (p−1, 4) in SciPy's form. The sum of distances between neighbours is the smallest among the 2^(p−1)
    orders in which no branches cross; among equals the same one every time.
    """
    p = distance.shape[0]
    leaves: list[Ints] = [np.array([i]) for i in range(p)]
    costs: list[Floats] = [np.zeros((1, 1)) for _ in range(p)]
    children: dict[int, tuple[int, int]] = {}
    for step in range(p - 1):
        a, b = sorted((int(merges[step, 0]), int(merges[step, 1])), key=lambda node: int(leaves[node].min()))
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
    return leftmost_first(tuple(walk(len(leaves) - 1, int(first), int(last))))


def leftmost_first(order: tuple[int, ...]) -> tuple[int, ...]:
    """A leaf order or its mirror image, whichever has the metric listed first further to the left.

    When that one stands in the middle, the next listed decides.
    """
    mirrored = order[::-1]
    return min(order, mirrored, key=lambda o: [o.index(i) for i in range(len(o))])


def _min_plus(a: Floats, b: Floats) -> Floats:
    """(n, m) smallest a[i, j] + b[j, k] over j."""
    return np.stack([(row[:, None] + b).min(axis=0) for row in a])
