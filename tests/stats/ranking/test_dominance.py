"""Dominance, potential optimality and effective weights (METHODS 7) against brute force and cases
worked by hand."""

import numpy as np

from components.stats.ranking.dominance import (
    MARGIN,
    dominance,
    effective_weights,
    potential_optimality,
)


def test_dominance_of_a_worked_case_rounding_and_missing_values():
    u = [[0.5, 0.5], [0.5, 0.4], [0.6, 0.1], [0.5, 0.5], [0.4, 0.4]]
    result = dominance(u)
    assert np.argwhere(result).tolist() == [[0, 1], [0, 4], [1, 4], [3, 1], [3, 4]]
    assert not dominance([[0.1 + 0.2, 0.5], [0.3, 0.5]]).any()
    assert not dominance([[0.9, 0.9], [np.nan, 0.1]]).any()
    assert dominance([[0.5]]).tolist() == [[False]]
    assert potential_optimality([[0.5, 0.2]]).epsilon == np.inf


def test_potential_optimality_of_a_worked_case():
    # c lies below the line from a to b, d on it: d can only tie, at equal weights; e equals a
    u = [[1.0, 0.0], [0.0, 1.0], [0.4, 0.4], [0.5, 0.5]]
    result = potential_optimality(u)
    # a against d on the first metric alone: 1 − 0.5
    np.testing.assert_allclose(result.epsilon, [0.5, 0.5, -0.1, 0.0], atol=1e-9)
    np.testing.assert_allclose(result.weights[0], [1.0, 0.0], atol=1e-9)
    np.testing.assert_allclose(result.weights[3], [0.5, 0.5], atol=1e-9)
    doubled = potential_optimality([*u, [1.0, 0.0]])
    assert np.abs(doubled.epsilon[[0, 4]]).max() <= MARGIN, "either can only tie for the lead"


def test_effective_weights_of_a_worked_case():
    result = effective_weights([[0.5, 0.1, 0.7], [0.5, 0.3, 0.69]], [0.5, 0.4, 0.1])
    np.testing.assert_allclose(result.ranges, [0.0, 0.2, 0.01], atol=1e-12)
    np.testing.assert_allclose(result.values, [0.0, 0.08 / 0.081, 0.001 / 0.081])
    assert result.hardly.tolist() == [True, False, True]
    alone = effective_weights([[0.5, 0.1, np.nan], [0.51, 0.9, np.nan]], [1.0, 0.0, 0.0])
    assert not alone.hardly.any(), (
        "one metric decides everything, one has no weight, one was not measured"
    )


def test_effective_weights_where_nothing_varies_or_is_missing():
    assert np.isnan(effective_weights([[0.5, 0.1]], [0.5, 0.5]).values).all()
    result = effective_weights([[0.5, np.nan], [0.7, np.nan], [np.nan, np.nan]], [0.5, 0.5])
    np.testing.assert_allclose(result.values, [1.0, 0.0])
    assert np.isnan(effective_weights(np.empty((0, 2)), [0.5, 0.5]).values).all()
