"""Weights near the current ones (METHODS 8): the closed form against simulation, its limits; the
answer's test has its shares."""

import numpy as np
import pytest

from components.stats.ranking.scorer import Scorer
from components.stats.stability.nearby import (
    concentration,
    expected_change,
    largest_radius,
    local_curve,
    local_stability,
    nearby_weights,
)
from data.errors import NotEnoughData

RNG = np.random.default_rng(11)
IDS = ["a", "b", "c", "d", "e"]
U, W = RNG.random((6, 4)), RNG.dirichlet(np.ones(4))
SIX = Scorer(U)


@pytest.mark.parametrize(
    "w", [[0.3, 0.7], [0.014, 0.656, 0.304, 0.013, 0.013], [0.2] * 5, [0.0, 0.5, 0.5, 0.0]]
)
@pytest.mark.parametrize("kappa", [0.5, 5.0, 50.0, 1000.0])
def test_expected_change_agrees_with_simulation(w, kappa):
    change = np.abs(nearby_weights(w, IDS[: len(w)], kappa, 100_000, 1) - np.array(w)).sum(axis=1)
    assert expected_change(w, kappa) == pytest.approx(
        change.mean(), abs=4 * change.std() / np.sqrt(100_000)
    )


def test_expected_change_of_a_beta_law_and_radii_out_of_reach():
    # κ = 2: the first weight is uniform, its mean absolute deviation from 1/2 is 1/4, twice
    assert expected_change([0.5, 0.5], 2.0) == pytest.approx(0.5)
    assert largest_radius([0.5, 0.5]) == 1.0
    with pytest.raises(NotEnoughData, match=r"by less than 1\.000 on average, found 1\.200"):
        concentration([0.5, 0.5], 1.2)
    with pytest.raises(NotEnoughData, match="all weight lies on one metric"):
        concentration([0.0, 1.0], 0.2)


@pytest.mark.parametrize("radius", [0.01, 0.2, 0.7, 1.1])
def test_concentration_inverts_the_expected_change(radius):
    w = [0.4, 0.3, 0.2, 0.1]
    assert expected_change(w, concentration(w, radius)) == pytest.approx(radius, abs=1e-9)


def test_a_dominating_or_shared_lead_stays():
    assert local_stability(SIX, W, IDS, 1e-4, 200, 0).taus.mean == 1.0
    ahead = np.vstack([U, U.max(axis=0) + 0.01])
    assert local_stability(Scorer(ahead), W, IDS, 1.0, 500, 0).leader_stays == 1.0
    stability = local_stability(Scorer(np.eye(2)), np.full(2, 0.5), IDS, 0.3, 200, 0)
    assert stability.leader_stays == 1.0
    assert stability.taus.undefined == 200  # the reference itself is constant


def test_the_curve_falls_in_even_steps_as_far_as_weights_can_move():
    curve = local_curve(SIX, W, IDS, 3_000, 0)
    assert np.diff([c.radius for c in curve]) == pytest.approx(np.full(14, largest_radius(W) / 16))
    assert curve[0].taus.mean > curve[5].taus.mean > curve[-1].taus.mean
    assert curve[4].taus == local_stability(SIX, W, IDS, curve[4].radius, 3_000, 0).taus
    assert local_curve(SIX, np.array([0.999, 0.001, 0, 0]), IDS, 10, 0) == ()


def test_the_same_seed_repeats_to_the_bit():
    np.testing.assert_array_equal(
        nearby_weights(W, "abcd", 3.0, 9, 1)[:, ::-1], nearby_weights(W[::-1], "dcba", 3.0, 9, 1)
    )
    first, again, other = (local_stability(SIX, W, IDS, 0.5, 500, rng) for rng in (1, 1, 2))
    assert first.taus == again.taus
    assert first.taus.mean != other.taus.mean
