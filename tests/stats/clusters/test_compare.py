"""Adjusted Rand index against printed values; chance against brute force."""

from itertools import permutations

import numpy as np
import pytest

from components.stats.clusters.compare import adjusted_rand, compare


@pytest.mark.parametrize(
    ("x", "y", "printed"),
    [
        # the three examples printed on the reference page of mclust's adjustedRandIndex
        ([1, 2, 3, 1, 2, 3, 1, 2, 3], list("ABCABCABC"), 1.0),
        ([3, 2, 3, 3, 2, 3, 1, 2, 2], list("AABABCCBB"), 0.08695652),
        ([1, 2, 3] * 4, list("ABCD") * 3, -0.2790698),
    ],
)
def test_printed_values(x, y, printed):
    assert adjusted_rand(x, y) == pytest.approx(printed, abs=5e-8)


def test_trivial_partitions_and_names_of_clusters():
    assert adjusted_rand([1, 1, 2, 2], ["z", "z", "a", "a"]) == 1
    assert adjusted_rand([1, 1, 1], [1, 1, 1]) == 1
    assert adjusted_rand([1, 2, 3], [3, 2, 1]) == 1
    assert adjusted_rand([1, 1, 1, 1], [1, 1, 2, 2]) == 0
    assert np.isnan(adjusted_rand([1], [1]))
    assert np.isnan(adjusted_rand([], []))
    with pytest.raises(ValueError, match="3 and 2 labels"):
        adjusted_rand([1, 1, 2], [1, 1])
    found = compare([1], [1])
    assert (found.rand, found.p) == (None, None)
    assert found.arrangements == 0


@pytest.mark.parametrize("seed", range(4))
def test_chance_equals_brute_force_over_all_orders(seed):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, 3, (2, 6)).tolist()
    reached = [adjusted_rand(x, order) for order in permutations(y)]
    found = compare(x, y)
    assert found.p == pytest.approx(np.mean(np.array(reached) >= found.rand - 1e-12))
    assert found.p_min == pytest.approx(np.mean(np.array(reached) >= max(reached) - 1e-12))


def test_many_metrics_are_sampled_with_the_observed_arrangement_among_them():
    x = [i % 3 for i in range(24)]
    found = compare(x, x)
    assert not found.exact
    assert found.p == pytest.approx(1 / found.arrangements)
    assert compare(x, x, seed=1) == compare(x, x, seed=1)
