"""The metrics of the calibration suite against SciPy, closed forms and limiting cases."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.spatial.distance import jensenshannon
from scipy.special import rel_entr

from data.tables.calibration.source import array_scores


def test_divergences_are_scipys():
    rng = np.random.default_rng(4)
    p, q = (rng.dirichlet(np.full(7, 0.4), size=50) for _ in range(2))
    js = array_scores.js_divergence(np.log(p), np.log(q))
    np.testing.assert_allclose(js, jensenshannon(p, q, axis=1) ** 2, atol=1e-12)
    np.testing.assert_allclose(
        array_scores.kl(np.log(p), np.log(q)), rel_entr(p, q).sum(axis=1), atol=1e-12
    )


def test_divergences_at_their_limits():
    far = np.log(np.array([[1 - 1e-300, 1e-300], [1e-300, 1 - 1e-300]]))
    assert array_scores.js_divergence(far[:1], far[1:])[0] == pytest.approx(np.log(2))
    assert array_scores.js_divergence(far, far).tolist() == [0, 0]
    assert array_scores.kl(far, far).tolist() == [0, 0]
    # probabilities that are 0 in double precision count as nothing, not as a number that is none
    gone = np.array([[0.0, -2000.0]])
    assert array_scores.kl(gone, gone)[0] == 0
    assert array_scores.kl(np.log([[0.5, 0.5]]), gone)[0] == pytest.approx(1000 - np.log(2))


def test_an_answer_is_right_when_every_token_that_counts_is():
    logp = np.log(np.array([[[0.8, 0.2], [0.3, 0.7]], [[0.4, 0.6], [0.9, 0.1]]]))
    targets = np.array([[0, 0], [0, 0]])
    everything, first = np.ones((2, 2), dtype=bool), np.array([[True, False], [True, False]])
    assert array_scores.right(logp, targets, everything).tolist() == [False, False]
    assert array_scores.right(logp, targets, first).tolist() == [True, False]
    np.testing.assert_allclose(
        array_scores.confidence(logp, everything), [(0.8 * 0.7) ** 0.5, (0.6 * 0.9) ** 0.5]
    )
    np.testing.assert_allclose(array_scores.confidence(logp, first), [0.8, 0.6])


@pytest.mark.parametrize("shift", [0.0, 0.7, 30.0])
def test_logistic_regression_is_the_minimum(shift):
    """Also when the groups do not overlap, where only the penalty keeps the slope finite."""
    rng = np.random.default_rng(1)
    y = np.repeat([True, False], 40)
    x = rng.normal(size=80) + shift * y
    x = (x - x.mean()) / x.std()

    def loss(beta):
        z = beta[0] + beta[1] * x
        return np.mean(np.logaddexp(0, z) - y * z) + 0.5e-3 * beta[1] ** 2 + 0.5e-9 * beta[0] ** 2

    best = minimize(loss, [0, 0], method="BFGS", options={"gtol": 1e-10})
    fitted = array_scores.logistic_1d(x, y)
    assert loss(fitted) <= best.fun + 1e-12
    np.testing.assert_allclose(fitted, best.x, atol=1e-3, rtol=1e-3)


def test_membership_of_groups_that_never_always_or_sometimes_differ():
    same = np.full(20, 0.9)
    assert array_scores.membership(same, same) == (0.0, 0.5)
    assert array_scores.membership(np.linspace(0, 0.4, 20), np.linspace(0.6, 1, 20)) == (1.0, 1.0)
    assert array_scores.membership(np.linspace(0.6, 1, 20), np.linspace(0, 0.4, 20)) == (1.0, 1.0)
    rng = np.random.default_rng(8)
    accuracies = [array_scores.membership(*rng.normal(size=(2, 100)))[1] for _ in range(200)]
    assert np.mean(accuracies) == pytest.approx(0.5, abs=0.01)


def test_linear_probe_reads_what_is_linear_and_nothing_else():
    rng = np.random.default_rng(3)
    labels = rng.integers(3, size=600)
    features = np.eye(3)[labels] + rng.normal(0, 0.1, size=(600, 3))
    assert (
        array_scores.linear_probe(features[:300], labels[:300], features[300:], 3) == labels[300:]
    ).mean() > 0.99
    noise = rng.normal(size=(600, 3))
    assert (
        array_scores.linear_probe(noise[:300], labels[:300], noise[300:], 3) == labels[300:]
    ).mean() < 0.45
