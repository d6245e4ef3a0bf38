"""Stratified permutation (METHODS 4) against SciPy and at its limits; tests/stats/agreement has
brute-force counts of R."""

import math

import numpy as np
import pytest
from scipy import stats

from components.stats import permutation
from components.stats.permutation import (
    Null,
    Stratum,
    additive_nulls,
    holm,
    p_min,
    p_value,
    products,
)


def null_of(strata, **options):
    (null,) = additive_nulls(strata, **options)
    return null


def tau_addend(x, y):
    """Kendall's tau-b of x against y under an order, by SciPy, one order at a time."""

    def values(orders):
        return np.array([[stats.kendalltau(x, np.asarray(y)[order]).statistic for order in orders]])

    return values


def test_p_is_scipys_and_rounding_makes_no_difference():
    rng = np.random.default_rng(3)
    for _ in range(5):
        x, y = rng.random(5), rng.random(5)
        tau, p = stats.kendalltau(x, y, method="exact")
        assert p_value(null_of([Stratum("b", 5, tau_addend(x, y))]), tau) == pytest.approx(
            p, abs=1e-12
        )
    null = Null(np.array([0.1 + 0.2, -0.3, 0.0]), exact=True, n_arrangements=3)
    assert p_value(null, 0.3) == pytest.approx(2 / 3)
    assert p_min(null) == pytest.approx(2 / 3)


def test_a_sample_holds_the_observed_arrangement_and_repeats_with_its_seed():
    large, small = np.arange(9.0) - 4, np.arange(3.0) - 1
    strata = [
        Stratum(key, x.size, products([np.outer(x, x)]))
        for key, x in (("large", large), ("small", small))
    ]
    observed = float(large @ large + small @ small)
    null = null_of(strata, limit=500, seed=1)
    assert not null.exact
    assert null.n_arrangements == 500
    assert null.values[0] == pytest.approx(observed)
    assert p_value(null, observed) == pytest.approx(1 / 501)
    assert p_min(null) == pytest.approx(1 / 501)
    np.testing.assert_array_equal(null.values, null_of(strata, limit=500, seed=1).values)
    assert not np.array_equal(null.values, null_of(strata, limit=500, seed=2).values)


def test_large_strata_are_sampled_and_undefined_arrangements_left_out():
    def first(orders):
        return orders[None, :, 0].astype(float)

    null = null_of([Stratum("b", 12, first)], limit=6_000, seed=0)
    counts = np.bincount(null.values[1:].astype(int), minlength=12)
    assert stats.chisquare(counts).pvalue > 1e-4

    def values(orders):
        return np.where(orders[:, 0] == 2, np.nan, orders[:, 0].astype(float))[None]

    null = null_of([Stratum("b", 3, values)])
    assert (null.values.size, null.n_arrangements) == (4, 6)
    assert p_value(null, 1.0) == 0.5
    nothing = null_of([Stratum("b", 2, lambda orders: np.full((1, len(orders)), np.nan))])
    assert math.isnan(p_value(nothing, 1.0))
    assert math.isnan(p_min(nothing))
    assert math.isnan(p_value(null, math.nan))


def test_holm_worked_example_and_missing():
    adjusted = holm(np.array([0.01, 0.04, np.nan, 0.03, 0.005]))
    np.testing.assert_allclose(adjusted, [0.03, 0.06, np.nan, 0.06, 0.02], atol=1e-15)
    assert holm(np.array([0.9, 0.8])).tolist() == [1.0, 1.0]
    # two of five tests have a p: times five and times four
    np.testing.assert_allclose(
        holm(np.array([0.01, np.nan, 0.02]), family=5), [0.05, np.nan, 0.08], atol=1e-15
    )
    assert holm(np.array([])).size == 0


@pytest.mark.parametrize("n", [4, 30])
def test_several_statistics_share_their_orders_which_need_not_be_kept(monkeypatch, n):
    costs = {key: np.random.default_rng(ord(key)).random((3, n, n)) for key in "ab"}
    together = list(
        additive_nulls([Stratum(key, n, products([*c])) for key, c in costs.items()], 500, 3)
    )
    for kept in (2**21, 0):
        monkeypatch.setattr(permutation, "_MAX_KEPT", kept)
        alone = [
            null_of(
                [Stratum(key, n, products([c[m]])) for key, c in costs.items()], limit=500, seed=3
            )
            for m in range(3)
        ]
        np.testing.assert_array_equal(
            [null.values for null in together], [null.values for null in alone]
        )
