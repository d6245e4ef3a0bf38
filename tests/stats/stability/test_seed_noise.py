"""Seed noise against a plain loop and limiting cases."""

import numpy as np
import pytest

from components.errors import NotEnoughData
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.utility import method_utilities
from components.stats.stability.seed_noise import seed_noise
from tests.made import made_tables


def panel(values):
    tables = made_tables(np.asarray(values, dtype=float))
    return Resolved(tables, default_selection(tables)).panel


NOISY = panel(np.random.default_rng(2).random((2, 3, 4, 2)))
EQUAL = np.full((4, 2), 0.5)


@pytest.mark.parametrize("aggregate", ["score-of-means", "mean-of-scores"])
def test_shares_agree_with_every_combination_of_seeds(aggregate):
    small = panel(np.random.default_rng(4).random((1, 3, 2, 2)))
    w = np.array([0.3, 0.7])
    found = seed_noise(
        small, w, np.array([w, w]), [0, 1], [0, 1], transform="reciprocal", aggregate=aggregate, draws=20_000
    )
    utilities = 1.0 - small.values[0]  # lower is better
    ahead = [(utilities[a, 0] @ w > utilities[b, 1] @ w) for a in range(3) for b in range(3)]
    assert found.p_first[0] == pytest.approx(np.mean(ahead), abs=0.012)
    assert found.p_first.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(found.confidence, found.p_first)


def test_confidence_is_judged_at_each_methods_own_weights():
    # method 1 is always best on metric 1, method 2 on metric 2; at equal weights it depends on the seed
    values = np.zeros((1, 2, 2, 2))
    values[0, :, 0] = [[0.0, 0.6], [0.0, 0.8]]
    values[0, :, 1] = [[0.7, 0.0], [0.7, 0.0]]
    own = np.array([[1.0, 0.0], [0.0, 1.0]])
    found = seed_noise(panel(values), [0.5, 0.5], own, [0, 1], [0, 1], transform="reciprocal")
    assert found.confidence.tolist() == [1.0, 1.0]
    assert found.p_first[0] == pytest.approx(0.5, abs=0.06)
    assert (found.low.tolist(), found.high.tolist()) == ([1, 1], [2, 2])
    without = seed_noise(panel(values), [0.5, 0.5], np.full((2, 2), np.nan), [0, 1], [0, 1], transform="reciprocal")
    assert np.isnan(without.confidence).all()


def test_identical_seeds_make_no_noise():
    values = np.repeat(np.random.default_rng(0).random((2, 1, 4, 2)), 3, axis=1)
    case = panel(values)
    found = seed_noise(case, [0.5, 0.5], EQUAL, range(4), [0, 1], transform="reciprocal", draws=50)
    ranks = np.argsort(np.argsort(-(method_utilities(case, "reciprocal", "score-of-means") @ [0.5, 0.5]))) + 1
    np.testing.assert_array_equal(found.low, ranks)
    np.testing.assert_array_equal(found.high, ranks)


def test_a_seed_without_a_value_is_not_drawn():
    values = np.full((1, 2, 2, 1), 0.5)
    values[0, :, 0, 0] = [0.1, np.nan]
    values[0, :, 1, 0] = [0.2, 0.0]
    found = seed_noise(panel(values), [1.0], np.ones((2, 1)), [0, 1], [0], transform="reciprocal", draws=4_000)
    assert found.p_first[0] == pytest.approx(0.5, abs=0.03)
    assert found.seeds == (1, 2)


def test_the_same_seed_repeats_and_batches_change_nothing(monkeypatch):
    def run(rng=3):
        return seed_noise(NOISY, [0.5, 0.5], EQUAL, range(4), [0, 1], transform="reciprocal", draws=200, rng=rng)

    first = run()
    assert (run(4).p_first != first.p_first).any()
    monkeypatch.setattr("components.stats.stability.seed_noise.CHUNK", 100)
    np.testing.assert_allclose(run().p_first, first.p_first)


def test_single_runs_and_gaps_say_why_there_is_nothing():
    with pytest.raises(NotEnoughData, match="every cell here is a single run"):
        seed_noise(panel(np.full((2, 1, 2, 1), 0.5)), [1.0], np.ones((2, 1)), [0, 1], [0], transform="reciprocal")
    values = np.full((1, 2, 2, 1), 0.5)
    values[0, :, 0] = np.nan
    with pytest.raises(NotEnoughData, match="a run with all metrics"):
        seed_noise(panel(values), [1.0], np.ones((2, 1)), [0, 1], [0], transform="reciprocal")
    with pytest.raises(NotEnoughData):
        seed_noise(NOISY, [1.0], np.ones((0, 1)), [], [0], transform="reciprocal")
