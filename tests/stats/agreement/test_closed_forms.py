"""p and interval of τ in closed form, against the draws they stand for."""

import math
from itertools import permutations

import numpy as np
import pytest
from scipy import stats

from components.stats.agreement import exact_p, tau_intervals
from components.stats.agreement.closed_forms import influence, linear_interval, null_sd
from components.stats.agreement.exact_p import BY_VARIANCE, drawable, pair_p
from components.stats.agreement.tau import PUBLISHED, agreement
from tests.stats.agreement.test_tau_intervals import made


def all_relabellings(values):
    """The τ averaged over seeds, then benchmarks, (B, S, n, 2), for every relabelling of the second column."""
    means = []
    for benchmark in values:
        orders = permutations(range(values.shape[2]))
        means.append([np.mean([stats.kendalltau(s[:, 0], s[list(o), 1]).statistic for s in benchmark]) for o in orders])
    total = np.array(means[0])
    for other in means[1:]:
        total = np.add.outer(total, other).ravel()
    return total / len(means)


@pytest.mark.parametrize("n", [2, 5, 40])
def test_without_ties_it_is_kendalls_variance(n):
    """Kendall 1938: 2(2n + 5)/(9n(n − 1))."""
    panel = made(np.random.default_rng(1).random((1, 1, n, 2)))
    assert null_sd(agreement(panel), 0, 1) == pytest.approx(math.sqrt(2 * (2 * n + 5) / (9 * n * (n - 1))))


def test_seeds_that_are_relabelled_jointly_and_ties_count():
    """The other side forms all 120² relabellings and asks SciPy for each τ."""
    rng = np.random.default_rng(2)
    base = rng.integers(0, 4, (2, 1, 5, 2))
    values = base + rng.integers(0, 2, (2, 3, 5, 2))
    taus = all_relabellings(values)
    assert np.mean(taus) == pytest.approx(0, abs=1e-12)
    assert null_sd(agreement(made(values)), 0, 1) == pytest.approx(np.std(taus), rel=1e-9)


def test_of_many_methods_with_gaps_p_is_about_the_sampled_one(monkeypatch):
    rng = np.random.default_rng(3)
    values = 0.3 * rng.random((2, 2, 40, 1)) + rng.random((2, 1, 40, 2))
    values[rng.random(values.shape) < 0.03] = np.nan
    result = agreement(made(values))
    monkeypatch.setattr(exact_p, "BUDGET", 10**12)
    sampled = pair_p(result, 0, 1, seed=1, limit=2_000)
    assert sampled.arrangements == 2_000
    assert 0.02 < sampled.p < 0.9
    monkeypatch.setattr(exact_p, "BUDGET", 1)
    assert not drawable(result)
    found = pair_p(result, 0, 1)
    assert (found.kind, found.p_min, found.arrangements) == (BY_VARIANCE, 0.0, None)
    assert found.p == pytest.approx(sampled.p, abs=4 * math.sqrt(sampled.p * (1 - sampled.p) / 2_000) + 5e-4)


def test_few_methods_are_drawn_whatever_it_takes(monkeypatch):
    monkeypatch.setattr(exact_p, "BUDGET", 1)
    assert drawable(agreement(made(np.random.default_rng(4).random((1, 3, 29, 2)))))


@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_the_interval_is_about_that_of_the_bootstrap(scope, monkeypatch):
    rng = np.random.default_rng(5)
    values = np.round(rng.random((3, 2, 60, 1)) + rng.random((3, 2, 60, 2)), 2)
    values[rng.random(values.shape) < 0.02] = np.nan
    result = agreement(made(values), scope=scope)
    (drawn,) = tau_intervals.pair_intervals(result, [(0, 1)], draws=2_000, seed=1)
    monkeypatch.setattr(tau_intervals, "SINGLE", 1)
    (found,) = tau_intervals.pair_intervals(result, [(0, 1)])
    assert (found.draws, found.reason) == (0, "")
    assert found.high - found.low == pytest.approx(drawn.high - drawn.low, rel=0.1)
    assert found.low == pytest.approx(drawn.low, abs=0.2 * (drawn.high - drawn.low))


def test_influence_is_the_move_of_tau_per_copy_of_a_cell():
    """The other side counts pairs with multiplicities: m_i·m_j between cells, m_i inside one."""
    rng = np.random.default_rng(6)
    values, place = np.round(rng.random((12, 2)), 1), np.repeat(np.arange(6), 2)
    values[3, 1] = np.nan

    def tau(times):
        m = times[place]
        weights = np.where(place[:, None] == place, np.diag(times)[place][:, place], np.outer(m, m))
        np.fill_diagonal(weights, 0)
        x, y = (np.nan_to_num(np.sign(v[:, None] - v)) for v in values.T)
        known = ~np.isnan(values).any(axis=1)
        weights = weights * np.outer(known, known)
        return (weights * x * y).sum() / math.sqrt((weights * x**2).sum() * (weights * y**2).sum())

    found = np.bincount(place, influence(values, place))
    for cell in range(6):
        step = 1e-6 * (np.arange(6) == cell)
        assert found[cell] == pytest.approx((tau(1 + step) - tau(1 - step)) / 2e-6, abs=1e-7)


def test_what_has_no_tau_has_no_interval():
    constant = np.zeros((1, 1, 40, 2))
    result = agreement(made(constant))
    assert influence(constant[0, 0], np.arange(40)) is None
    assert linear_interval(result, 0, 1).reason == "τ is undefined"
    published = tau_intervals.pair_intervals(agreement(made(constant), PUBLISHED), [(0, 1)])
    assert published[0].reason == "the published protocol has no interval"
