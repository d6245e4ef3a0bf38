"""The map of weights against worked cases, a fine grid and acceptability volumes."""

import numpy as np
import pytest

from components.errors import NotEnoughData
from components.stats.ranking.flipping import dethroning
from components.stats.stability.ternary import weight_map

THREE = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.6, 0.6, 0.6]])


def leaders(u, w, corners, points):
    w = np.tile(np.asarray(w, dtype=float), (len(points), 1))
    w[:, corners] = points * w[0, corners].sum()
    return np.argmax(w @ u.T, axis=1)


def test_a_worked_case():
    found = weight_map(THREE, [0.8, 0.1, 0.1], [0, 1, 2])
    assert [(r.methods, round(r.area, 12)) for r in found.regions] == [((1,), 0.64), ((2,), 0.2), ((0,), 0.16)]
    assert found.leader == 0
    assert found.challenger == 2
    # the border is at w₁ = 0.6, straight across
    np.testing.assert_allclose(found.border, [0.6, 0.2, 0.2], atol=1e-9)
    np.testing.assert_allclose(found.current, [0.8, 0.1, 0.1])
    corner = next(r for r in found.regions if r.methods == (0,)).polygon
    assert sorted(map(tuple, np.round(corner, 9))) == [(0.6, 0.0, 0.4), (0.6, 0.4, 0.0), (1.0, 0.0, 0.0)]


def test_regions_hold_the_leaders_of_a_grid_with_other_weights_held():
    rng = np.random.default_rng(8)
    u, w, corners = rng.random((15, 5)), np.array([0.1, 0.3, 0.2, 0.25, 0.15]), [3, 0, 1]
    found = weight_map(u, w, corners)
    assert sum(r.area for r in found.regions) == pytest.approx(1.0)
    assert found.mass == pytest.approx(0.65)
    points = rng.dirichlet(np.ones(3), 4_000)
    lead = leaders(u, w, corners, points)
    for region in found.regions:
        assert (lead == region.methods[0]).mean() == pytest.approx(region.area, abs=0.03)
        middle = region.polygon.mean(axis=0)[None, :]
        assert leaders(u, w, corners, middle)[0] == region.methods[0]
    assert set(lead) <= {r.methods[0] for r in found.regions}


def test_with_three_metrics_the_border_is_the_dethroning_point():
    rng = np.random.default_rng(1)
    u, w = rng.random((8, 3)), rng.dirichlet(np.ones(3))
    found = weight_map(u, w, [0, 1, 2])
    expected = dethroning(u, w, "l2")
    np.testing.assert_allclose(found.border, expected.flip.weights, atol=1e-9)
    assert found.challenger == expected.challenger


def test_methods_level_on_the_whole_map_share_a_region():
    found = weight_map([[0.5, 0.5, 0.5], [0.5, 0.5, 0.5], [0.1, 0.9, 0.1]], [1 / 3] * 3, [0, 1, 2])
    assert found.regions[0].methods == (0, 1)
    np.testing.assert_allclose(found.border, [1 / 3] * 3)  # already level


def test_a_leader_everywhere_has_no_border():
    found = weight_map([[0.5, 0.5, 0.5], [0.1, 0.4, 0.1]], [0.2, 0.3, 0.5], [0, 1, 2])
    assert [(r.methods, r.area) for r in found.regions] == [((0,), 1.0)]
    assert found.border is None
    assert found.challenger is None
    assert weight_map([[0.5, 0.5, 0.5]], [0.2, 0.3, 0.5], [0, 1, 2]).border is None


def test_metrics_without_weight_or_named_twice_are_refused():
    with pytest.raises(NotEnoughData, match="no weight to share"):
        weight_map(np.eye(4), [0.0, 0.0, 0.0, 1.0], [0, 1, 2])
    with pytest.raises(ValueError, match="three different metrics"):
        weight_map(np.eye(3), [0.2, 0.3, 0.5], [0, 1, 1])
