"""The Pareto front (METHODS 15): equal, missing and collinear points; tests/answers/tradeoff asks
it of whole suites."""

import numpy as np

from components.stats.ranking.front import front


def test_equal_missing_and_collinear_points() -> None:
    result = front([1, 1, 0, np.nan, 0.5], [0, 0, 1, 2, 0.2])
    assert result.members == (2, 4, 0, 1)
    assert result.supported == (True, False, True, True)
    assert front([0, 1, 2], [2, 1, 0]).supported == (True, True, True)
    assert front([0, 1, 2], [2, 0.9, 0]).supported == (True, False, True)
    assert front([], []).members == ()
