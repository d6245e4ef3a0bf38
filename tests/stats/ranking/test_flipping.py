"""The smallest change of weights against general solvers and cases worked by hand."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import linprog

from components.stats.ranking.flipping import NORMS, dethroning, flip, flips, project_to_simplex


def by_linear_programme(difference, w, norm):
    size = len(w)
    eye, zeros = np.eye(size), np.zeros(size)
    if norm == "l1":
        cost, bound = np.r_[zeros, np.ones(size)], -eye
    else:
        cost, bound = np.r_[zeros, 1.0], -np.ones((size, 1))
    extra = bound.shape[1]
    above = np.block([[eye, bound], [-eye, bound], [difference[None, :], np.zeros((1, extra))]])
    total = np.r_[np.ones(size), np.zeros(extra)][None, :]
    tight = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10}
    found = linprog(cost, above, np.r_[w, -w, 0.0], total, [1.0], method="highs", options=tight)
    return found.fun if found.status == 0 else np.inf


def by_active_sets(difference, w):
    """L2: the nearest point on the equality-constrained plane of every support, smallest feasible
    one kept."""
    best = np.inf
    for size in range(1, len(w) + 1):
        for support in map(list, combinations(range(len(w)), size)):
            plane = np.vstack([np.ones(size), difference[support]])
            shortfall = np.array([1.0, 0.0]) - plane @ w[support]
            step, *_ = np.linalg.lstsq(plane, shortfall, rcond=None)
            new = np.zeros(len(w))
            new[support] = w[support] + step
            solved = np.allclose(plane @ new[support], [1.0, 0.0], atol=1e-10)
            if solved and (new >= -1e-12).all():
                best = min(best, float(np.linalg.norm(new - w)))
    return best


def random_cases(count=200):
    rng = np.random.default_rng(7)
    for case in range(count):
        size = int(rng.integers(2, 8))
        w = rng.dirichlet(np.full(size, rng.choice([0.3, 1.0, 5.0])))
        if case % 3 == 0 and size > 2:
            w[rng.integers(size)] = 0.0
            w /= w.sum()
        a, b = rng.random((2, size))
        if case % 5 == 0:
            a = a * 0.5 + 0.5  # often dominates: infeasible
        if case % 7 == 0:
            a, b = np.round(a, 1), np.round(b, 1)
        yield a, b, w


@pytest.mark.parametrize("norm", NORMS)
def test_agrees_with_a_general_solver_on_200_random_cases(norm):
    infeasible = zero_weights = 0
    for a, b, w in random_cases():
        found = flip(a, b, w, norm)
        if (a - b) @ w <= 0:
            assert found.distance == 0.0
            continue
        expected = by_active_sets(a - b, w) if norm == "l2" else by_linear_programme(a - b, w, norm)
        assert np.isfinite(found.distance) == np.isfinite(expected)
        zero_weights += (w == 0).any()
        if not np.isfinite(found.distance):
            infeasible += 1
            continue
        assert found.distance == pytest.approx(expected, abs=1e-7)
        assert (found.weights >= 0).all()
        assert found.weights.sum() == pytest.approx(1.0, abs=1e-12)
        assert (a - b) @ found.weights == pytest.approx(0.0, abs=1e-9)
    assert infeasible > 10
    assert zero_weights > 20


def test_worked_case_of_two_metrics():
    # at weights (0.8, 0.2) a leads by 0.8 − 0.2; they are level at (0.5, 0.5): 0.3 of the weight
    # moves
    found = flip([1.0, 0.0], [0.0, 1.0], [0.8, 0.2], "l1")
    assert found.distance == pytest.approx(0.6)
    np.testing.assert_allclose(found.moved, [-0.3, 0.3])
    assert flip([1.0, 0.0], [0.0, 1.0], [0.8, 0.2], "l2").distance == pytest.approx(
        0.3 * np.sqrt(2)
    )
    assert flip([1.0, 0.0], [0.0, 1.0], [0.8, 0.2], "linf").distance == pytest.approx(0.3)


@pytest.mark.parametrize("norm", NORMS)
def test_nothing_moves_for_methods_that_are_level_or_ahead(norm):
    assert flip([0.5, 0.5], [0.5, 0.5], [0.3, 0.7], norm).distance == 0.0
    assert flip([0.1 + 0.2, 0.5], [0.3, 0.5], [1.0, 0.0], norm).distance == 0.0
    ahead = flip([0.2, 0.5], [0.9, 0.5], [0.3, 0.7], norm)
    assert ahead.distance == 0.0
    np.testing.assert_array_equal(ahead.moved, [0.0, 0.0])


@pytest.mark.parametrize("norm", NORMS)
def test_dethroning_is_the_minimum_over_the_others(norm):
    rng = np.random.default_rng(3)
    u, w = rng.random((30, 6)), rng.dirichlet(np.ones(6))
    found = dethroning(u, w, norm)
    leader = int(np.argmax(u @ w))
    singly = [flip(u[leader], u[b], w, norm).distance for b in range(30) if b != leader]
    assert found.leader == leader
    assert found.flip.distance == pytest.approx(min(singly), abs=1e-12)
    scores = u @ found.flip.weights
    assert scores[found.challenger] == pytest.approx(scores.max(), abs=1e-9)
    assert scores[leader] == pytest.approx(scores.max(), abs=1e-9)
    distances, weights = flips(u, w, norm, leader)
    np.testing.assert_allclose(np.delete(distances, leader), singly, atol=1e-12)
    assert weights.shape == (30, 6)


def test_one_that_can_pass_comes_before_one_that_can_only_draw_level():
    """By hand: the second is level where the first metric has all weight and never ahead. Of the
    lead .428 over the third, all .33 of the second metric take .33, and .163 of the last one (a
    gain of .6) the rest: 2 × .493."""
    found = dethroning(
        [[0.5, 0.9, 0.5], [0.5, 0.1, 0.1], [0.6, 0.0, 0.0]], [0.34, 0.33, 0.33], "l1"
    )
    assert (found.leader, found.challenger) == (0, 2)
    assert found.flip.distance == pytest.approx(2 * (0.33 + 0.098 / 0.6))
    assert dethroning([[0.5, 0.9], [0.5, 0.1]], [0.5, 0.5], "l1").challenger == 1, (
        "nobody passes: the one that ties"
    )


def test_a_leader_that_cannot_be_caught():
    alone = dethroning([[0.5, 0.5]], [0.5, 0.5], "l1")
    assert alone.challenger is None
    assert alone.flip.distance == np.inf
    assert dethroning([[0.5, 0.5], [0.4, 0.4]], [0.5, 0.5], "l2").challenger is None
    shared = dethroning([[0.5, 0.4], [0.4, 0.5]], [0.5, 0.5], "linf")
    assert (shared.leader, shared.challenger, shared.flip.distance) == (0, 1, 0.0)


def test_projection_on_the_simplex_and_bad_input():
    np.testing.assert_allclose(
        project_to_simplex(np.array([[0.2, 0.8], [5.0, 0.0], [0.5, 0.7]])),
        [[0.2, 0.8], [1, 0], [0.4, 0.6]],
    )
    with pytest.raises(ValueError, match="unknown norm 'l3'"):
        flip([1.0, 0.0], [0.0, 1.0], [0.8, 0.2], "l3")
    for weights in ([0.8, 0.8], [1.2, -0.2], [np.nan, 0.5]):
        with pytest.raises(ValueError, match="sum 1"):
            flip([1.0, 0.0], [0.0, 1.0], weights, "l1")
