"""Stability of an order under other weights: the released figures, plain loops and simulation."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from components.errors import NotEnoughData
from components.selection import default_selection
from components.stats.acceptability import uniform_weights
from components.stats.perturbation import (
    baseline_taus,
    concentration,
    expected_change,
    global_taus,
    largest_radius,
    local_curve,
    local_stability,
    nearby_weights,
    published_stability,
)
from components.stats.utility import method_utilities
from components.stats.weights import preset_weights
from components.view import View
from tests.released import TABLES

RNG = np.random.default_rng(11)
U, W = RNG.random((6, 4)), RNG.dirichlet(np.ones(4))


def test_published_rule_equals_a_loop_over_the_released_code():
    random = np.random.RandomState(42)

    def ranks(w):
        return np.argsort(np.argsort(-(U @ w), kind="stable"), kind="stable")

    taus = [kendalltau(ranks(W), ranks(random.dirichlet(np.ones(4)))).statistic for _ in range(100)]
    found = published_stability(U, W)
    np.testing.assert_allclose(found.values, taus, atol=1e-12)
    assert found.mean == pytest.approx(np.mean(taus))
    assert found.sd == pytest.approx(np.std(taus))


def test_the_released_figures():
    view = View(TABLES, default_selection(TABLES))
    utilities = method_utilities(view.reference, "reciprocal", "score-of-means")
    found = published_stability(utilities, preset_weights("published", TABLES, view.panel, view.reference))
    assert round(found.mean, 3) == 0.647
    assert round(found.sd, 3) == 0.262


def test_published_rule_breaks_ties_by_row_order():
    found = published_stability(np.full((3, 4), 0.5), W)
    assert (found.values == 1.0).all()


def test_global_taus_equal_a_loop():
    weightings = uniform_weights(60, 4, 0)
    found = global_taus(U, W, weightings)
    expected = [kendalltau(U @ W, U @ w).statistic for w in weightings]
    np.testing.assert_allclose(found.values, expected, atol=1e-12)
    assert found.se == pytest.approx(np.std(expected) / np.sqrt(60))


def test_baseline_compares_each_weighting_once():
    weightings = uniform_weights(61, 4, 0)
    expected = [kendalltau(U @ weightings[i], U @ weightings[i + 1]).statistic for i in range(0, 60, 2)]
    np.testing.assert_allclose(baseline_taus(U, weightings).values, expected, atol=1e-12)


def test_undefined_taus_are_counted_not_averaged():
    found = global_taus([[0.5, 0.2], [0.5, 0.1]], [0.5, 0.5], np.array([[1.0, 0.0], [0.0, 1.0]]))
    assert found.undefined == 1
    assert found.mean == 1.0
    tied = global_taus(np.full((3, 2), 0.5), [0.5, 0.5], uniform_weights(10, 2, 0))
    assert tied.undefined == 10
    assert np.isnan([tied.mean, tied.sd, tied.se]).all()


@pytest.mark.parametrize("w", [[0.3, 0.7], [0.014, 0.656, 0.304, 0.013, 0.013], [0.2] * 5, [0.0, 0.5, 0.5, 0.0]])
@pytest.mark.parametrize("kappa", [0.5, 5.0, 50.0, 1000.0])
def test_expected_change_agrees_with_simulation(w, kappa):
    change = np.abs(nearby_weights(w, kappa, 100_000, 1) - np.array(w)).sum(axis=1)
    assert expected_change(w, kappa) == pytest.approx(change.mean(), abs=4 * change.std() / np.sqrt(100_000))


def test_expected_change_of_two_equal_weights_is_that_of_a_beta_law():
    # κ = 2: the first weight is uniform, its mean absolute deviation from 1/2 is 1/4, twice
    assert expected_change([0.5, 0.5], 2.0) == pytest.approx(0.5)


@pytest.mark.parametrize("radius", [0.01, 0.2, 0.7, 1.1])
def test_concentration_inverts_the_expected_change(radius):
    w = [0.4, 0.3, 0.2, 0.1]
    assert expected_change(w, concentration(w, radius)) == pytest.approx(radius, abs=1e-9)


def test_radii_out_of_reach_are_refused_with_the_limit():
    assert largest_radius([0.5, 0.5]) == 1.0
    with pytest.raises(NotEnoughData, match=r"by less than 1\.000 on average, found 1\.200"):
        concentration([0.5, 0.5], 1.2)
    with pytest.raises(NotEnoughData, match="all weight lies on one metric"):
        concentration([0.0, 1.0], 0.2)


def test_local_stability_equals_a_loop():
    found = local_stability(U, W, 0.3, 80, 5)
    drawn = nearby_weights(W, found.kappa, 80, 5)
    leader = np.argmax(U @ W)
    assert found.leader_stays == np.mean([np.argmax(U @ w) == leader for w in drawn])
    np.testing.assert_allclose(found.taus.values, [kendalltau(U @ W, U @ w).statistic for w in drawn], atol=1e-12)
    assert found.leader_se == pytest.approx(np.sqrt(found.leader_stays * (1 - found.leader_stays) / 80))


def test_small_changes_change_nothing_and_a_dominating_leader_stays():
    assert local_stability(U, W, 1e-4, 200, 0).taus.mean == 1.0
    ahead = np.vstack([U, U.max(axis=0) + 0.01])
    assert local_stability(ahead, W, 1.0, 500, 0).leader_stays == 1.0


def test_a_shared_lead_stays_when_one_of_the_leaders_leads():
    found = local_stability([[1.0, 0.0], [0.0, 1.0]], [0.5, 0.5], 0.3, 200, 0)
    assert found.leader_stays == 1.0
    assert found.taus.undefined == 200  # the reference itself is constant


def test_the_curve_falls_and_leaves_out_what_is_out_of_reach():
    curve = local_curve(U, W, [0.05, 0.4, 0.9, 1.9], 3_000, 0)
    assert [c.radius for c in curve] == [0.05, 0.4, 0.9]
    assert curve[0].taus.mean > curve[1].taus.mean > curve[2].taus.mean


def test_the_same_seed_repeats_to_the_bit():
    first, again, other = (local_stability(U, W, 0.5, 500, rng) for rng in (1, 1, 2))
    np.testing.assert_array_equal(first.taus.values, again.taus.values)
    assert (first.taus.values != other.taus.values).any()
