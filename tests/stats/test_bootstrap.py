"""The percentile bootstrap over cells: draws, percentiles and what is not estimable."""

import numpy as np
import pytest

from components.stats.bootstrap import multiplicities, pair_weights, percentile_interval


def test_draws_repeat_with_their_seed_and_belong_to_their_benchmark():
    draws = multiplicities({"x": 4, "y": 6, "z": 0}, n_draws=500, seed=1)
    assert [d.shape for d in draws] == [(500, 4), (500, 6), (500, 0)]
    assert (draws[0].sum(axis=1) == 4).all()
    assert (draws[1].sum(axis=1) == 6).all()
    assert abs(draws[1].mean(axis=0) - 1).max() < 0.2
    first, again, other = (multiplicities({"x": 5}, 100, seed)[0] for seed in (7, 7, 8))
    np.testing.assert_array_equal(first, again)
    assert not np.array_equal(first, other)
    (_, second), (alone,) = multiplicities({"y": 6, "x": 4}, 50, 3), multiplicities({"x": 4}, 50, 3)
    np.testing.assert_array_equal(second, alone)
    assert not np.array_equal(alone, multiplicities({"z": 4}, 50, 3)[0])
    assert pair_weights(np.array([[3.0, 2.0]])).tolist() == [[3.0, 6.0, 2.0]]


def test_intervals_take_percentiles_and_wide_ones_are_not_estimable():
    values = np.concatenate([np.linspace(0, 0.5, 1_001), np.full(10, np.nan)])
    interval = percentile_interval(values, (4, 6))
    assert interval.low is not None
    assert (interval.low, interval.high) == (pytest.approx(0.0125), pytest.approx(0.4875))
    assert (interval.draws, interval.undefined) == (1_011, 10)
    values = np.linspace(-1, 1, 1_001)
    assert percentile_interval(values, (9, 4)).low is None
    assert percentile_interval(values, (9, 5)).low is not None
    assert percentile_interval(values * 0.9, (4,)).low is not None


def test_too_many_undefined_draws_are_not_estimable():
    at_limit = np.concatenate([np.full(95, 0.5), np.full(5, np.nan)])
    assert percentile_interval(at_limit, (9,)).low is not None
    beyond = np.concatenate([np.full(94, 0.5), np.full(6, np.nan)])
    interval = percentile_interval(beyond, (9,))
    assert (interval.low, interval.high) == (None, None)
    assert interval.reason == "6 of 100 draws are undefined"
    assert percentile_interval(np.array([]), (9,)).low is None
