"""The smallest change of weights (METHODS 7) against a general solver and cases worked by hand."""

import numpy as np
import pytest
from scipy.optimize import linprog

from components.stats.ranking.flipping import dethroning, flip, nearest_level


def distance_by_linear_programme(lead, w):
    """The least Σ|x − w| with lead · x ≤ 0 and x on the simplex."""
    n_metrics = len(w)
    identity, zeros = np.eye(n_metrics), np.zeros((1, n_metrics))
    solution = linprog(
        np.r_[np.zeros(n_metrics), np.ones(n_metrics)],
        np.block([[identity, -identity], [-identity, -identity], [lead[None, :], zeros]]),
        np.r_[w, -w, 0.0],
        np.r_[np.ones(n_metrics), np.zeros(n_metrics)][None, :],
        [1.0],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return solution.fun if solution.status == 0 else np.inf


def random_cases(count=200):
    rng = np.random.default_rng(7)
    for case in range(count):
        n_metrics = int(rng.integers(2, 8))
        w = rng.dirichlet(np.full(n_metrics, rng.choice([0.3, 1.0, 5.0])))
        if case % 3 == 0 and n_metrics > 2:
            w[rng.integers(n_metrics)] = 0.0
            w /= w.sum()
        leader, challenger = rng.random((2, n_metrics))
        if case % 5 == 0:
            leader = leader * 0.5 + 0.5  # often dominates: infeasible
        if case % 7 == 0:
            leader, challenger = np.round(leader, 1), np.round(challenger, 1)
        yield leader, challenger, w


def test_agrees_with_a_general_solver_on_200_random_cases():
    n_infeasible = n_with_zero_weights = 0
    for leader, challenger, w in random_cases():
        nearest = flip(leader, challenger, w)
        lead = leader - challenger
        if lead @ w <= 0:
            assert nearest.distance == 0.0
            continue
        expected = distance_by_linear_programme(lead, w)
        assert np.isfinite(nearest.distance) == np.isfinite(expected)
        n_with_zero_weights += (w == 0).any()
        if not np.isfinite(nearest.distance):
            n_infeasible += 1
            continue
        assert nearest.distance == pytest.approx(expected, abs=1e-7)
        assert (nearest.weights >= 0).all()
        assert nearest.weights.sum() == pytest.approx(1.0, abs=1e-12)
        assert lead @ nearest.weights == pytest.approx(0.0, abs=1e-9)
    assert n_infeasible > 10
    assert n_with_zero_weights > 20


def test_worked_case_of_two_metrics():
    # at weights (0.8, 0.2) the leader is ahead by 0.8 − 0.2; they are level at (0.5, 0.5)
    nearest = flip([1.0, 0.0], [0.0, 1.0], [0.8, 0.2])
    assert nearest.distance == pytest.approx(0.6)
    np.testing.assert_allclose(nearest.moved, [-0.3, 0.3])


def test_nothing_moves_for_methods_that_are_level_or_ahead():
    assert flip([0.5, 0.5], [0.5, 0.5], [0.3, 0.7]).distance == 0.0
    assert flip([0.1 + 0.2, 0.5], [0.3, 0.5], [1.0, 0.0]).distance == 0.0
    ahead = flip([0.2, 0.5], [0.9, 0.5], [0.3, 0.7])
    assert ahead.distance == 0.0
    np.testing.assert_array_equal(ahead.moved, [0.0, 0.0])


def test_dethroning_is_the_minimum_over_the_others():
    rng = np.random.default_rng(3)
    u, w = rng.random((30, 6)), rng.dirichlet(np.ones(6))
    change = dethroning(u, w)
    leader = int(np.argmax(u @ w))
    distances = [flip(u[leader], u[rival], w).distance for rival in range(30) if rival != leader]
    assert change.leader == leader
    assert change.flip.distance == pytest.approx(min(distances), abs=1e-12)
    scores = u @ change.flip.weights
    assert scores[change.challenger] == pytest.approx(scores.max(), abs=1e-9)
    assert scores[leader] == pytest.approx(scores.max(), abs=1e-9)
    together, points = nearest_level(u[leader] - u, w)
    np.testing.assert_allclose(np.delete(together, leader), distances, atol=1e-12)
    assert points.shape == (30, 6)


def test_a_method_that_can_pass_comes_before_one_that_can_only_draw_level():
    """By hand: the second is level where the first metric has all weight and never ahead. Of the
    lead .428 over the third, all .33 of the second metric take .33, and .163 of the last one (a
    gain of .6) the rest: 2 × .493."""
    change = dethroning([[0.5, 0.9, 0.5], [0.5, 0.1, 0.1], [0.6, 0.0, 0.0]], [0.34, 0.33, 0.33])
    assert (change.leader, change.challenger) == (0, 2)
    assert change.flip.distance == pytest.approx(2 * (0.33 + 0.098 / 0.6))
    tie = dethroning([[0.5, 0.9], [0.5, 0.1]], [0.5, 0.5])
    assert tie.challenger == 1, "nobody passes: the one that ties"


def test_a_leader_that_cannot_be_caught():
    alone = dethroning([[0.5, 0.5]], [0.5, 0.5])
    assert alone.challenger is None
    assert alone.flip.distance == np.inf
    assert dethroning([[0.5, 0.5], [0.4, 0.4]], [0.5, 0.5]).challenger is None
    shared = dethroning([[0.5, 0.4], [0.4, 0.5]], [0.5, 0.5])
    assert (shared.leader, shared.challenger, shared.flip.distance) == (0, 1, 0.0)


@pytest.mark.parametrize("weights", [(0.8, 0.8), (1.2, -0.2), (np.nan, 0.5)])
def test_weights_off_the_simplex_are_refused(weights):
    with pytest.raises(ValueError, match="sum 1"):
        flip([1.0, 0.0], [0.0, 1.0], weights)
