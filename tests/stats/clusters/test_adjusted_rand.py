"""Adjusted Rand index (METHODS 5) against printed values."""

import numpy as np
import pytest

from components.stats.clusters.adjusted_rand import adjusted_rand


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
