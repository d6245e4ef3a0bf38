"""Before against after: hand-worked shares and ranks, SciPy's τ-b, and what the source of the 150 checkpoints gives."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from components.stats.ranking.survival import Survival, kept_share

NAN = np.nan


def test_shares_of_hardly_anything_and_orders_of_one_are_not_given() -> None:
    kept = kept_share([0.4, 0.9, 0.5, NAN, 0.5], [0.8, 0.6, 0.049, 0.5, NAN])
    np.testing.assert_allclose(kept, [0.5, 1.5, NAN, NAN, NAN])
    assert kept_share(0.05, 0.05) == 1.0
    same = Survival(np.array([[0.2], [0.4]]), np.array([[0.5], [0.5]]), np.ones(1), np.ones(2, dtype=bool))
    assert np.isnan(same.tau)
    one = Survival(np.array([[0.2]]), np.array([[0.1]]), np.ones(1), np.ones(1, dtype=bool))
    assert np.isnan(one.tau)
    assert one.ranks.tolist() == [[1.0], [1.0]]


def test_scores_ranks_and_shares_of_rows_that_have_both_sides() -> None:
    before = np.array([[0.9, 0.5], [0.6, 0.8], [0.2, 0.2], [0.6, 0.8], [1.0, 1.0], [0.4, NAN]])
    after = np.array([[0.1, 0.5], [0.6, 0.8], [0.3, 0.2], [0.5, 0.1], [1.0, 1.0], [0.4, NAN]])
    passes = np.array([True, True, True, True, False, True])
    found = Survival(before, after, np.array([0.5, 0.5]), passes)
    assert found.compared.tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(found.scores[0], [0.7, 0.7, 0.2, 0.7, 1.0, NAN])
    np.testing.assert_allclose(found.ranks, [[1, 1, 4, 1, NAN, NAN], [2, 1, 4, 2, NAN, NAN]])
    np.testing.assert_allclose(found.score_kept, [3 / 7, 1, 1.25, 3 / 7, 1, NAN])
    np.testing.assert_allclose(found.kept[:, 0], [1 / 9, 1, 1.5, 5 / 6, 1, 1])
    assert found.metric_n.tolist() == [5, 4]
    expected = kendalltau(before[[0, 1, 2, 3, 5], 0], after[[0, 1, 2, 3, 5], 0])[0]
    assert found.metric_taus[0] == pytest.approx(expected, abs=1e-12)
    alone = Survival(before, after, np.array([1.0, 0.0]), passes)
    assert alone.compared.tolist() == [0, 1, 2, 3, 5], "a metric without weight need not be there"
    assert alone.tau == pytest.approx(expected, abs=1e-12), "all weight on one metric is that metric"


@pytest.mark.parametrize("seed", range(4))
def test_tau_is_that_of_scipy_with_ties(seed: int) -> None:
    before, after = np.round(np.random.default_rng(seed).random((2, 40, 3)), 1)
    found = Survival(before, after, np.full(3, 1 / 3), np.ones(40, dtype=bool))
    assert found.tau == pytest.approx(kendalltau(*np.round([before.mean(axis=1), after.mean(axis=1)], 9))[0], abs=1e-9)
