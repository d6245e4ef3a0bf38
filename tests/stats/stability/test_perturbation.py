"""Stability of an order under other weights (METHODS 8): plain loops and simulation; the page has
the released figures."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from components.stats.ranking.scorer import Scorer
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.perturbation import (
    global_taus,
    published_baseline,
    published_stability,
    summarised,
)

RNG = np.random.default_rng(11)
U, W = RNG.random((6, 4)), RNG.dirichlet(np.ones(4))
HALVES = np.full(2, 0.5)


def test_published_rule_equals_a_loop_over_the_released_code():
    random = np.random.RandomState(42)

    def ranks(w):
        return np.argsort(np.argsort(-(U @ w), kind="stable"), kind="stable")

    taus = [kendalltau(ranks(W), ranks(random.dirichlet(np.ones(4)))).statistic for _ in range(100)]
    result = published_stability(U, W)
    np.testing.assert_allclose(result, taus, atol=1e-12)
    assert (summarised(result).mean, summarised(result).sd) == pytest.approx(
        (np.mean(taus), np.std(taus))
    )
    assert (published_stability(np.full((3, 4), 0.5), W) == 1.0).all(), (
        "ties are broken by row order"
    )


def test_undefined_taus_are_counted_not_averaged():
    result = summarised(global_taus(Scorer(np.array([[0.5, 0.2], [0.5, 0.1]])), HALVES, np.eye(2)))
    assert (result.defined, result.undefined, result.mean) == (1, 1, 1.0)
    tied = summarised(
        global_taus(Scorer(np.full((3, 2), 0.5)), HALVES, uniform_weights(10, "ab", 0))
    )
    assert (tied.defined, tied.undefined) == (0, 10)
    assert np.isnan([tied.mean, tied.sd, tied.se]).all()


def test_the_published_baseline_compares_random_weightings_by_ordinal_ranks(monkeypatch):
    monkeypatch.setattr("components.stats.stability.perturbation.PUBLISHED_PAIRS", 40)
    result = published_baseline(U, "abcd", 3)
    drawn = uniform_weights(80, "abcd", 3) @ U.T
    expected = [kendalltau(drawn[i], drawn[i + 1]).statistic for i in range(0, 80, 2)]
    np.testing.assert_allclose(result, expected, atol=1e-12)
    assert (published_baseline(np.full((3, 4), 0.5), "abcd", 3) == 1.0).all()
