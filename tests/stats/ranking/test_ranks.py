"""Ranks and fast τ-b (METHODS 2 and METHODS 9) against SciPy, worked cases and limiting cases."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.stats import kendalltau, rankdata

from components.stats.ranking.ranks import (
    competition_ranks,
    midranks,
    ordinal_ranks,
    rounded,
    tau_between,
    tau_to_reference,
)


def scipy_taus(a, b):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return np.array([kendalltau(x, y).statistic for x, y in zip(a, b, strict=True)])


def random_scores(n, levels, scale, seed=0):
    scores = np.random.default_rng(seed).random((20, n))
    return (np.floor(scores * levels) / levels if levels else scores) * scale


def test_ranks_of_worked_cases_and_their_ties():
    scores = [0.3, 0.9, 0.3, 0.1, np.nan]
    assert competition_ranks(scores).tolist() == [2, 1, 2, 4, 0]
    np.testing.assert_array_equal(midranks(scores), [2.5, 1, 2.5, 4, np.nan])
    # 0.1 + 0.2 and 0.3 differ in the last bit
    assert competition_ranks([0.1 + 0.2, 0.3]).tolist() == [1, 1]
    assert competition_ranks([0.3 + 2e-12, 0.3]).tolist() == [1, 2]
    assert tau_to_reference([[0.1 + 0.2, 0.3, 0.1]], [1.0, 1.0, 0.0])[0] == 1.0
    assert np.signbit(rounded([-1e-15])).tolist() == [False]
    assert ordinal_ranks([0.5, 0.7, 0.5, 0.7]).tolist() == [3, 1, 4, 2]
    assert ordinal_ranks([[1.0, 1.0, 1.0]]).tolist() == [[1, 2, 3]]
    assert ordinal_ranks([[1.0, 1.0, 1.0]], rows=[2, 0, 1]).tolist() == [[3, 1, 2]], (
        "the second stands first"
    )


@given(
    hnp.arrays(
        float, hnp.array_shapes(min_dims=2, max_dims=2, max_side=12), elements=st.integers(-3, 3)
    )
)
def test_ranks_agree_with_scipy(scores):
    np.testing.assert_array_equal(
        competition_ranks(scores), rankdata(-scores, method="min", axis=1)
    )
    np.testing.assert_array_equal(midranks(scores), rankdata(-scores, method="average", axis=1))
    np.testing.assert_array_equal(
        ordinal_ranks(scores), rankdata(-scores, method="ordinal", axis=1)
    )


@pytest.mark.parametrize("n", [2, 3, 5, 40, 255, 256, 300])
@pytest.mark.parametrize("levels", [2, 10, None])
@pytest.mark.parametrize("scale", [1.0, -1e9])
def test_tau_agrees_with_scipy(n, levels, scale):
    a = random_scores(n, levels, scale)
    b = np.random.default_rng(1).permutation(a)
    np.testing.assert_allclose(
        tau_to_reference(a, b[0]), scipy_taus(a, [b[0]] * len(a)), atol=1e-12
    )
    np.testing.assert_allclose(tau_between(a, b), scipy_taus(a, b), atol=1e-12)


def test_tau_across_chunks(monkeypatch):
    a = random_scores(7, 4, 1.0)
    whole = tau_to_reference(a, a[3]), tau_between(a, a[::-1])
    monkeypatch.setattr("components.stats.ranking.ranks.MAX_CHUNK", 20)
    np.testing.assert_array_equal(tau_to_reference(a, a[3]), whole[0])
    np.testing.assert_array_equal(tau_between(a, a[::-1]), whole[1])


def test_tau_is_undefined_for_constants_missing_values_and_single_methods():
    rows = [[1.0, 1.0, 1.0], [1.0, 2.0, np.nan], [3.0, 2.0, 1.0]]
    np.testing.assert_array_equal(tau_to_reference(rows, [3.0, 2.0, 1.0]), [np.nan, np.nan, 1.0])
    np.testing.assert_array_equal(tau_to_reference(rows, [2.0, 2.0, 2.0]), [np.nan] * 3)
    np.testing.assert_array_equal(tau_to_reference(rows, [2.0, np.nan, 1.0]), [np.nan] * 3)
    np.testing.assert_array_equal(tau_between(rows, rows), [np.nan, np.nan, 1.0])
    np.testing.assert_array_equal(tau_between(rows[::-1], rows), [np.nan] * 3)
    np.testing.assert_array_equal(tau_to_reference([[1.0], [2.0]], [1.0]), [np.nan] * 2)
    assert tau_to_reference(np.empty((0, 3)), [1.0, 2.0, 3.0]).shape == (0,)


@pytest.mark.parametrize(("n", "levels"), [(31, 6), (257, None)])
def test_perfect_agreement_is_exactly_one(n, levels):
    """Of 257 methods without ties one is behind 256 others under the other order: more than a byte
    counts."""
    scores = random_scores(n, levels, 1.0)
    assert (tau_between(scores, scores) == 1.0).all()
    assert (tau_between(scores, -scores) == -1.0).all()
