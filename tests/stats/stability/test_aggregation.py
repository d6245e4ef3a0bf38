"""Rank aggregation against brute force, worked elections and a second library."""

from itertools import permutations

import numpy as np
import pytest
from components.stats.stability.aggregation import borda, copeland, kemeny, mean_reciprocal_rank, topsis


def election(votes):
    """Utilities (n, voters) and weights from {order: number of voters}, orders as text."""
    names = sorted(next(iter(votes)))
    u = np.array([[len(names) - order.index(name) for order in votes] for name in names], dtype=float)
    w = np.array(list(votes.values()), dtype=float)
    return u / len(names), w / w.sum()


TENNESSEE = election({"mnck": 42, "nckm": 26, "cknm": 15, "kcnm": 17})
"""The textbook example: where to put the capital, Chattanooga, Knoxville, Memphis or Nashville."""


def test_the_tennessee_example():
    u, w = TENNESSEE  # rows c, k, m, n
    # points with 3 for a first place: Nashville 194, Chattanooga 173, Memphis 126, Knoxville 107
    np.testing.assert_allclose(borda(u, w), [1.73, 1.07, 1.26, 1.94], atol=1e-12)
    np.testing.assert_array_equal(copeland(u, w), [2, 1, 0, 3])
    found = kemeny(u, w)
    assert found.orders == ((3, 0, 1, 2),)
    assert found.exact
    # 393 of 600 pairwise votes agree with Nashville, Chattanooga, Knoxville, Memphis
    assert found.cost == pytest.approx((600 - 393) / 100)


def test_a_cycle_has_three_kemeny_orders():
    u, w = election({"abc": 1, "bca": 1, "cab": 1})
    found = kemeny(u, w)
    assert found.orders == ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    assert found.count == 3
    assert found.cost > found.bound
    assert copeland(u, w).tolist() == [1, 1, 1]
    np.testing.assert_allclose(borda(u, w), 1.0)


@pytest.mark.parametrize("seed", range(20))
def test_kemeny_equals_brute_force(seed):
    rng = np.random.default_rng(seed)
    n, metrics = rng.integers(2, 6), rng.integers(1, 5)
    u, w = np.floor(rng.random((n, metrics)) * 4) / 4, rng.dirichlet(np.ones(metrics))

    def cost(order):
        return sum(
            w[k] * (u[order[j], k] > u[order[i], k]) for i in range(n) for j in range(i + 1, n) for k in range(metrics)
        )

    costs = {order: cost(order) for order in permutations(range(n))}
    least = min(costs.values())
    optimal = sorted(order for order, c in costs.items() if c <= least + 1e-9)
    found = kemeny(u, w)
    assert found.cost == pytest.approx(least)
    assert list(found.orders) == optimal[:100]
    assert found.count == len(optimal)
    assert found.bound <= least + 1e-12


def test_many_optimal_orders_are_counted_and_a_hundred_listed():
    found = kemeny(np.zeros((8, 2)), [0.5, 0.5])
    assert found.count == 40320
    assert len(set(found.orders)) == 100


def test_kemeny_of_many_methods_is_marked_as_searched():
    rng = np.random.default_rng(0)
    u, w = rng.random((30, 5)), np.full(5, 0.2)
    found = kemeny(u, w)
    assert found.count is None
    assert not found.exact
    assert found.cost >= found.bound
    assert sorted(found.orders[0]) == list(range(30))
    alone = kemeny(u, [1.0, 0, 0, 0, 0])
    assert alone.exact  # one voter: nothing is contradicted
    assert list(alone.orders[0]) == np.argsort(-u[:, 0]).tolist()


def test_search_finds_the_optimum_of_small_cases(monkeypatch):
    hits = 0
    for seed in range(30):
        rng = np.random.default_rng(seed)
        u, w = rng.random((8, 5)), np.full(5, 0.2)
        exact = kemeny(u, w).cost
        monkeypatch.setattr("components.stats.stability.aggregation.EXACT_UP_TO", 0)
        searched = kemeny(u, w).cost
        monkeypatch.undo()
        assert searched >= exact - 1e-9
        hits += searched <= exact + 1e-9
    assert hits >= 20


def test_topsis_equals_pymcdm():
    from pymcdm.methods import TOPSIS  # slow to load
    from pymcdm.normalizations import vector_normalization

    rng = np.random.default_rng(2)
    u, w = rng.random((20, 6)), rng.dirichlet(np.ones(6))
    expected = TOPSIS(vector_normalization)(u, w, np.ones(6))
    np.testing.assert_allclose(topsis(u, w), expected, atol=1e-9)


def test_mean_reciprocal_rank_of_a_worked_case():
    u = [[0.9, 0.1], [0.5, 0.1], [0.4, 0.8]]
    # ranks 1, 2, 3 and 2.5, 2.5, 1
    np.testing.assert_allclose(mean_reciprocal_rank(u, [0.5, 0.5]), [(1 + 0.4) / 2, (0.5 + 0.4) / 2, (1 / 3 + 1) / 2])


@pytest.mark.parametrize("rule", [borda, copeland, mean_reciprocal_rank, topsis])
def test_all_weight_on_one_metric_is_that_metrics_order(rule):
    u = np.random.default_rng(3).random((9, 3))
    order = np.argsort(-rule(u, [0.0, 1.0, 0.0]))
    np.testing.assert_array_equal(order, np.argsort(-u[:, 1]))


def test_single_equal_and_missing_methods():
    assert borda([[0.5]], [1.0]).tolist() == [0.0]
    assert copeland([[0.5]], [1.0]).tolist() == [0.0]
    assert kemeny([[0.5]], [1.0]).orders == ((0,),)
    assert np.isnan(topsis([[0.5], [0.5]], [1.0])).all()
    assert copeland([[0.5], [0.5]], [1.0]).tolist() == [0.5, 0.5]
    u = [[0.5, np.nan], [0.4, 0.2]]
    assert borda(u, [1.0, 0.0]).tolist() == [1.0, 0.0]
    with pytest.raises(ValueError, match="must be complete"):
        borda(u, [0.5, 0.5])
    with pytest.raises(ValueError, match="one weight per metric"):
        borda(u, [1.0])
