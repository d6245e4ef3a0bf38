"""The map: exact where the plane suffices, elsewhere as good as a general minimiser, always the same way up."""

import numpy as np
import pytest
from components.stats.clusters.plane import metric_map, stress_1, upright
from scipy.optimize import minimize
from scipy.spatial.distance import pdist, squareform


def plane(seed, p=6):
    return np.random.default_rng(seed).normal(size=(p, 2))


@pytest.mark.parametrize("p", [2, 3, 4, 7])
def test_distances_of_a_plane_are_drawn_exactly(p):
    distance = squareform(pdist(plane(p, p)))
    found = metric_map(distance)
    assert found.stress == pytest.approx(0, abs=1e-4)
    assert squareform(pdist(found.points)) == pytest.approx(distance, abs=1e-3)


@pytest.mark.parametrize("seed", range(3))
def test_no_general_minimiser_from_many_starts_fits_better(seed):
    rng = np.random.default_rng(seed)
    distance = squareform(rng.uniform(0.5, 2, 15))  # six points; nothing Euclidean about it
    found = metric_map(distance)
    given = squareform(distance)

    def raw(x):
        return ((pdist(x.reshape(6, 2)) - given) ** 2).sum()

    lowest = min((minimize(raw, rng.normal(size=12)) for _ in range(15)), key=lambda r: r.fun)
    assert found.stress <= stress_1(distance, lowest.x.reshape(6, 2)) + 2e-4


def test_stress_by_hand_and_of_one_point():
    # three points at mutual distance 1, drawn on a line at 0, 1, 2: (0² + 1² + 0²) / (1² + 2² + 1²)
    distance = np.ones((3, 3)) - np.eye(3)
    assert stress_1(distance, np.array([[0.0, 0], [1, 0], [2, 0]])) == pytest.approx(np.sqrt(1 / 6))
    for p in (0, 1, 4):
        found = metric_map(np.zeros((p, p)))
        assert found.points.tolist() == [[0, 0]] * p
        assert found.stress == 0
    assert stress_1(np.zeros((3, 3)), np.zeros((3, 2))) == 0


def test_four_equidistant_metrics_do_not_fall_on_one_another():
    found = metric_map(np.ones((4, 4)) - np.eye(4))
    # the best plane figure of a regular tetrahedron is a square, of side s and diagonal √2·s
    side = (4 + 2 * np.sqrt(2)) / 8
    expected = np.sqrt((4 * (side - 1) ** 2 + 2 * (np.sqrt(2) * side - 1) ** 2) / (8 * side**2))
    assert found.stress == pytest.approx(expected, abs=1e-6)
    assert np.sort(pdist(found.points)) == pytest.approx([side] * 4 + [np.sqrt(2) * side] * 2, abs=1e-3)


def test_the_picture_is_upright_and_the_same_every_time():
    distance = squareform(np.random.default_rng(0).uniform(0.5, 2, 10))
    first, second = metric_map(distance), metric_map(distance.copy())
    assert (first.points == second.points).all()
    points = upright(plane(5) * [3, 1])
    assert points[0, 0] < 0
    assert points[0, 1] > 0
    assert points[:, 0].var() >= points[:, 1].var()
    assert points.mean(axis=0) == pytest.approx([0, 0])
    found = metric_map(np.array([[0, 1.2], [1.2, 0]]))
    assert found.points == pytest.approx(np.array([[-0.6, 0], [0.6, 0]]))


@pytest.mark.parametrize("angle", [0.3, 1.7, 4.0])
def test_turning_and_mirroring_the_points_does_not_change_the_picture(angle):
    points = plane(3)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    assert upright(points @ turn) == pytest.approx(upright(points))
    assert upright(points * [1, -1] + 4) == pytest.approx(upright(points))


def test_a_shape_without_a_widest_direction_is_put_by_its_first_metric():
    square = np.array([[1.0, 1], [1, -1], [-1, -1], [-1, 1]])
    angle = 0.7
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    assert upright(square) == pytest.approx(upright(square @ turn))
    assert upright(square)[0] == pytest.approx([-np.sqrt(2), 0])
