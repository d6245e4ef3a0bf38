"""SMAA-2 indices (METHODS 8) against volumes worked by hand, a plain loop and limiting cases."""

import numpy as np
import pytest
from scipy.stats import rankdata

from components.stats.ranking.scorer import Scorer
from components.stats.stability.acceptability import acceptability, uniform_weights

THREE = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.6, 0.6, 0.6]])
"""A leads when w₁ > 0.6, B when w₁ < 0.4, else C. P(w₁ > t) = (1 − t)² on the simplex of three."""


def test_exact_volumes_of_three_metrics():
    result = acceptability(Scorer(THREE), uniform_weights(20_000, "abc", 0))
    expected = np.array(
        [
            [0.16, 0.09, 0.75],  # second when 0.5 < w₁ < 0.6: below C, above B
            [0.64, 0.11, 0.25],
            [0.20, 0.80, 0.00],
        ]
    )
    assert (
        np.abs(result.ranks - expected) <= 3 * np.sqrt(expected * (1 - expected) / 20_000) + 1e-12
    ).all()
    np.testing.assert_allclose(result.expected, expected @ [1, 2, 3], atol=0.02)
    assert result.largest_se == pytest.approx(0.5 / np.sqrt(20_000))
    assert np.sqrt(result.ranks * (1 - result.ranks) / result.draws).max() <= result.largest_se


def test_equal_to_a_loop_with_ties():
    rng = np.random.default_rng(5)
    u, weightings = np.round(rng.random((5, 2)), 1), np.round(uniform_weights(400, "ab", 2), 1)
    result = acceptability(Scorer(u), weightings)
    ranks = np.zeros((5, 5))
    for w in weightings:
        s = np.round(u @ w, 12)
        low, high = rankdata(-s, method="min").astype(int), rankdata(-s, method="max").astype(int)
        for i in range(5):
            ranks[i, low[i] - 1 : high[i]] += 1 / (high[i] - low[i] + 1)
    np.testing.assert_allclose(result.ranks, ranks / 400, atol=1e-12)


def test_batches_change_nothing(monkeypatch):
    u, weightings = np.random.default_rng(0).random((6, 3)), uniform_weights(1_000, "abc", 0)
    whole = acceptability(Scorer(u), weightings)
    monkeypatch.setattr("components.stats.ranking.scorer.MAX_BATCH", 600)
    np.testing.assert_allclose(whole.ranks, acceptability(Scorer(u), weightings).ranks, atol=1e-12)


def test_weights_are_uniform_and_repeat():
    w = uniform_weights(50_000, "abcd", 3)
    np.testing.assert_allclose(w.sum(axis=1), 1.0)
    np.testing.assert_allclose(w.mean(axis=0), 0.25, atol=0.005)
    # a uniform point of the simplex of four has coordinates of the Beta(1, 3) law
    np.testing.assert_allclose((w > 0.5).mean(axis=0), 0.125, atol=0.006)
    np.testing.assert_array_equal(w, uniform_weights(50_000, "abcd", 3))
    np.testing.assert_array_equal(w[:100], uniform_weights(100, "abcd", 3))
    np.testing.assert_array_equal(
        w[:100, ::-1], uniform_weights(100, "dcba", 3), "weights go by the ids of metrics"
    )
    assert (w != uniform_weights(50_000, "abcd", 4)).any()


def test_one_method_one_metric_all_tied_and_none():
    alone = acceptability(Scorer(np.array([[0.3, 0.4]])), uniform_weights(200, "ab", 0))
    assert alone.ranks.tolist() == [[1.0]]
    assert alone.expected.tolist() == [1.0]
    single = acceptability(Scorer(np.array([[0.3], [0.4]])), uniform_weights(200, "a", 0))
    assert single.ranks.tolist() == [[0.0, 1.0], [1.0, 0.0]]
    tied = acceptability(Scorer(np.full((3, 2), 0.5)), uniform_weights(200, "ab", 0))
    np.testing.assert_allclose(tied.ranks, 1 / 3)
    np.testing.assert_allclose(tied.expected, 2.0)
    with pytest.raises(ValueError, match="at least one method and one weighting"):
        acceptability(Scorer(np.empty((0, 3))), uniform_weights(5, "abc", 0))
