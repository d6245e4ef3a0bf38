"""The map of weights (METHODS 8) in worked cases; tests/answers/stability/test_leaders.py holds it
against a grid of weights."""

import numpy as np

from components.stats.stability.ternary import weight_map

THREE = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.6, 0.6, 0.6]])


def test_a_worked_case():
    """The first leads for w₁ > 0.6, the second for w₁ < 0.4, else the third; P(w₁ > t) = (1 − t)²
    on the map."""
    mapped = weight_map(THREE, [0.8, 0.1, 0.1])
    area_by_leaders = {region.methods: round(region.area, 12) for region in mapped.regions}
    assert [*area_by_leaders.items()] == [((1,), 0.64), ((2,), 0.2), ((0,), 0.16)]
    assert (mapped.leader, mapped.challenger, mapped.current.tolist()) == (0, 2, [0.8, 0.1, 0.1])
    np.testing.assert_allclose(
        mapped.border, [0.6, 0.2, 0.2], atol=1e-9
    )  # at w₁ = 0.6, straight across
    corner = next(r for r in mapped.regions if r.methods == (0,)).polygon
    edges = np.round(sorted(map(tuple, corner)), 9)
    assert edges.tolist() == [[0.6, 0.0, 0.4], [0.6, 0.4, 0.0], [1.0, 0.0, 0.0]]


def test_methods_level_on_the_whole_map_and_a_leader_everywhere():
    mapped = weight_map([[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.1, 0.9, 0.1]], [1 / 3] * 3)
    assert mapped.regions[0].methods == (0, 1)
    np.testing.assert_allclose(mapped.border, [1 / 3] * 3)  # already level
    mapped = weight_map([[0.5, 0.5, 0.5], [0.1, 0.4, 0.1]], [0.2, 0.3, 0.5])
    assert [(r.methods, r.area) for r in mapped.regions] == [((0,), 1.0)]
    assert (mapped.border, mapped.challenger) == (None, None)
    assert weight_map([[0.5, 0.5, 0.5]], [0.2, 0.3, 0.5]).border is None
