"""p, interval and influence of ρ in closed form, against enumeration, a derivative and the draws they stand for."""

from itertools import permutations

import numpy as np
import pytest

from components.stats.reliability import intervals, null
from components.stats.reliability.intervals import influence, reliability_intervals
from components.stats.reliability.null import no_signal, null_sd
from tests.stats.reliability.test_spearman import made


def test_the_variance_over_all_orders_is_hoeffdings():
    rng = np.random.default_rng(1)
    tables = [rng.random((5, 5)), rng.random((4, 4)), rng.random((1, 1))]
    sums = np.zeros(1)
    for table in tables:
        n = len(table)
        sums = np.add.outer(sums, [table[range(n), list(o)].sum() for o in permutations(range(n))]).ravel()
    assert null_sd(tables) == pytest.approx(sums.std(), rel=1e-9)


def test_influence_is_the_derivative_of_the_weighted_rho():
    """The other side is Spearman's ρ with weights by its definition, moved a little at each row; ties included."""
    rng = np.random.default_rng(2)
    x = np.round(rng.random(30), 1)
    y = np.round(x + rng.random(30), 1)

    def rho(weights):
        w = weights / weights.sum()
        f, g = (np.array([w[v < t].sum() + w[v == t].sum() / 2 for t in v]) - 0.5 for v in (x, y))
        return (w * f * g).sum() / np.sqrt((w * f**2).sum() * (w * g**2).sum())

    found = influence(x, y)
    assert found.sum() == pytest.approx(0, abs=1e-12)
    for i in range(30):
        step = 1e-5 * (np.arange(30) == i)
        assert found[i] == pytest.approx((rho(1 + step) - rho(1 - step)) / 2e-5, abs=1e-7)


def linked(methods=60, link=0.25):
    rng = np.random.default_rng(3)
    quality = rng.random((2, 1, methods))
    distance = quality + 0.3 * rng.random((2, 3, methods))
    values = (link * quality + 0.5 * rng.random((2, 3, methods)))[..., None]
    values[rng.random(values.shape) < 0.03] = np.nan
    return made(values, distance)


def test_the_interval_is_about_that_of_the_bootstrap(monkeypatch):
    panel = linked()
    (drawn,) = reliability_intervals(panel, draws=3_000, seed=1)
    monkeypatch.setattr(intervals, "BUDGET", 1)
    (found,) = reliability_intervals(panel)
    assert found.draws == 0
    assert found.high - found.low == pytest.approx(drawn.high - drawn.low, rel=0.1)
    assert found.low == pytest.approx(drawn.low, abs=0.2 * (drawn.high - drawn.low))


def test_p_is_about_the_sampled_one(monkeypatch):
    panel = linked(link=0.08)
    (sampled,) = no_signal(panel, seed=1)
    monkeypatch.setattr(null, "USUAL", 10**9)
    (found,) = no_signal(panel)
    assert (found.arrangements, found.exact, found.p_min) == (0, False, 0.0)
    assert found.expected == sampled.expected
    assert 0.001 < sampled.p < 0.8
    assert found.p == pytest.approx(sampled.p, rel=0.15)


def test_few_methods_are_drawn_whatever_it_takes(monkeypatch):
    monkeypatch.setattr(null, "USUAL", 10**9)
    monkeypatch.setattr(intervals, "BUDGET", 1)
    panel = linked(methods=29)
    assert no_signal(panel)[0].arrangements > 0
    assert reliability_intervals(panel)[0].draws == intervals.FEWEST
