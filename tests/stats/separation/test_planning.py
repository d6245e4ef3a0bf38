"""Power and plans against printed values of R and G*Power, and against simulated experiments."""

import numpy as np
import pytest
from scipy import stats

from components.stats.separation.planning import MOST, Split, needed, noncentrality_interval, power


def test_plans_of_gpower() -> None:
    # G*Power 3.1, t tests, difference between two dependent means, two tails, α = .05, power = .8
    assert needed([0.2, 0.3, 0.5, 0.8]).tolist() == [199, 90, 34, 15]
    # its "actual power" for dz = .5 and n = 34
    assert power(0.5, 34) == pytest.approx(0.8077775, abs=1e-7)


def test_power_is_that_of_the_noncentral_t_on_both_sides() -> None:
    for effect, n in ((0.0, 5), (0.1, 2), (-0.7, 9), (1.5, 4)):
        critical = stats.t.ppf(0.975, n - 1)
        drawn = stats.nct(n - 1, effect * n**0.5)
        assert power(effect, n) == pytest.approx(1 - drawn.cdf(critical) + drawn.cdf(-critical), abs=1e-10)
    assert power(0.0, 7) == pytest.approx(0.05)
    assert power([5.0, 1e6], 9) == pytest.approx([1.0, 1.0])


def test_a_far_noncentrality_at_a_strict_level() -> None:
    # quadrature over the χ part: P(Z + 300 > 700 |χ1|) and P(Z + 200 > 150 √(χ²₂/2))
    for df, far, critical, expected in ((1, 300, 700, 0.331764539893204), (2, 200, 150, 0.830967488969877)):
        level, n = 2 * stats.t.sf(critical, df), df + 1
        assert power(far / n**0.5, n, level) == pytest.approx(expected, abs=3e-5)


def test_the_smallest_number_with_enough_power() -> None:
    effects = np.linspace(0.05, 1.2, 24)
    for level, share in ((0.05, 1.0), (0.001, 1.7)):
        enough = needed(effects, level, share)
        assert (power(effects, enough, level, share) >= 0.8).all()
        assert (power(effects, enough - 1, level, share) < 0.8).all()


def test_bounds_of_a_plan_and_a_huge_t() -> None:
    assert needed([np.inf, -np.inf]).tolist() == [2, 2]
    assert needed([9.0, 0.01], fewest=3).tolist() == [3, 78_491]
    assert np.isinf(needed([0.0, 1e-9, 2.8 / MOST**0.5 * 0.99])).all()
    assert np.isnan(needed(np.nan))
    low, high = noncentrality_interval(np.array([99.9, 100.1, 1e7]), 2)
    assert low[1] == pytest.approx(low[0], rel=0.01)
    assert high[1] == pytest.approx(high[0], rel=0.01)
    assert low[2] == pytest.approx(1e7 * np.sqrt(stats.chi2.ppf(0.025, 2) / 2))


def test_the_interval_of_a_noncentrality_printed_by_mbess() -> None:
    # R: MBESS::conf.limits.nct(ncp = 2.83, df = 126, conf.level = .95) prints 0.8337502 and 4.815359
    low, high = noncentrality_interval(2.83, 126)
    assert (float(low), float(high)) == (pytest.approx(0.8337502, abs=1e-6), pytest.approx(4.815359, abs=1e-6))
    mirrored = noncentrality_interval(-2.83, 126)
    assert (float(mirrored[0]), float(mirrored[1])) == (-high, -low)


@pytest.mark.parametrize("df", [1, 2, 5, 30])
def test_the_observed_t_lies_at_the_ends_of_its_distribution(df: int) -> None:
    observed = np.concatenate([[0.0, 0.3, 2.0, 9.0, 60.0], np.linspace(0.05, 99, 400)])
    low, high = noncentrality_interval(observed, df)
    assert stats.nct.sf(observed, df, low) == pytest.approx(0.025, abs=1e-6)
    assert stats.nct.sf(observed, df, high) == pytest.approx(0.975, abs=1e-6)
    normal = stats.norm.ppf(0.975)
    assert (low[0], high[0]) == (pytest.approx(-normal), pytest.approx(normal))


@pytest.mark.parametrize(
    ("sigma_b", "sigma_e", "seeds", "delta"), [(0.05, 0.02, 3, 0.04), (0.01, 0.06, 2, 0.03), (0.04, 0.0, 1, 0.03)]
)
def test_planned_power_is_reached(sigma_b: float, sigma_e: float, seeds: int, delta: float) -> None:
    parts = Split(delta, 0.0, sigma_b**2, sigma_e**2, sigma_e**2 / seeds, False, True)
    effect = delta / parts.variance() ** 0.5
    n, experiments = int(needed(effect)), 20_000
    rng = np.random.default_rng(11)
    y = delta + rng.normal(0, sigma_b, (experiments, n, 1)) + rng.normal(0, sigma_e, (experiments, n, seeds))
    found = (stats.ttest_1samp(y.mean(axis=2), 0, axis=1).pvalue <= 0.05).mean()
    expected = float(power(effect, n))
    assert expected >= 0.8
    assert found == pytest.approx(expected, abs=4 * (expected * (1 - expected) / experiments) ** 0.5)
