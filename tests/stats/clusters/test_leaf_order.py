"""The order of the leaves (METHODS 5) against every order that a tree allows."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial.distance import squareform

from components.stats.clusters.tree import leaf_order, tree_merges


def allowed(merges):
    """Every order in which no branches cross."""
    p = len(merges) + 1

    def orders(node):
        if node < p:
            return [[node]]
        a, b = (orders(int(child)) for child in merges[node - p, :2])
        return [x + y for x in a for y in b] + [y + x for x in a for y in b]

    return orders(2 * p - 2)


def length(order, distance):
    return sum(distance[a, b] for a, b in pairwise(order))


@pytest.mark.parametrize("method", ["average", "complete", "single"])
@pytest.mark.parametrize("seed", range(5))
def test_no_allowed_order_is_shorter(seed, method):
    distance = squareform(np.random.default_rng(seed).uniform(0.5, 2, 28))
    merges = tree_merges(distance, method)
    allowed_orders = allowed(merges)
    order = leaf_order(merges, distance)
    assert len(allowed_orders) == 2**7
    assert list(order) in allowed_orders
    assert length(order, distance) == pytest.approx(
        min(length(o, distance) for o in allowed_orders)
    )
    assert order.index(0) <= 3


def test_the_example_that_scipy_gets_wrong():
    # scipy/scipy#11227: complete linkage; the best order is 0, 1, 2, 3
    distance = squareform([0.46680166, 0.7747411, 0.79942054, 0.28626558, 0.68441929, 0.74692541])
    assert leaf_order(tree_merges(distance, "complete"), distance) == (0, 1, 2, 3)


def test_mirror_images_and_ties_have_one_order():
    for places, order in (
        ([2.0, 1, 0], (0, 1, 2)),
        ([0.0, 2, 1], (0, 2, 1)),
        ([1.0, 0, 2], (1, 0, 2)),
    ):
        line = np.abs(
            np.subtract.outer(places, places)
        )  # of the last the first stands in the middle: the next decides
        assert leaf_order(tree_merges(line, "single"), line) == order
    distance = np.ones((6, 6)) - np.eye(6)
    merges = tree_merges(distance, "average")
    assert len({leaf_order(merges, distance) for _ in range(3)}) == 1
    assert leaf_order(merges, distance)[0] == 0
