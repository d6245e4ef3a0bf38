"""The Pareto front, against its definition, and supported points, against a search over slopes."""

import numpy as np
import pytest

from components.stats.ranking.front import front


@pytest.mark.parametrize("seed", range(6))
def test_members_and_support_follow_their_definitions(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x, y = np.round(rng.random((2, 40)), 1 if seed % 2 else 6)
    found = front(x, y)
    points = list(zip(x, y, strict=True))
    beaten = [any((a >= u and b >= v) and (a > u or b > v) for a, b in points) for u, v in points]
    assert sorted(found.members) == [i for i, b in enumerate(beaten) if not b]
    w = np.linspace(0, 1, 20_001)[:, None]
    scores = np.round(w * x + (1 - w) * y, 12)
    best = set(np.flatnonzero((scores == scores.max(axis=1, keepdims=True)).any(axis=0)).tolist())
    supported = {m for m, s in zip(found.members, found.supported, strict=True) if s}
    assert best & set(found.members) <= supported
    for m in supported - best:  # best for one slope only, which a grid of slopes can miss
        others = [n for n in supported if n != m]
        assert others


def test_equal_points_stay_together_and_missing_ones_are_left_out() -> None:
    found = front([1, 1, 0, np.nan, 0.5], [0, 0, 1, 2, 0.2])
    assert found.members == (2, 4, 0, 1)
    assert found.supported == (True, False, True, True)


def test_points_on_the_line_between_two_ends_are_supported_and_those_below_are_not() -> None:
    assert front([0, 1, 2], [2, 1, 0]).supported == (True, True, True)
    assert front([0, 1, 2], [2, 0.9, 0]).supported == (True, False, True)
    assert front([], []).members == ()
