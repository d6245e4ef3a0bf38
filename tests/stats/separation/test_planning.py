"""Power and plans against SciPy, G*Power and R as printed, simulated experiments, and the ranges of
METHODS 13."""

import numpy as np
import pytest
from scipy import stats

from components.results.pair_tests import all_pair_tests
from components.stats.separation.inference import (
    CANNOT_TELL,
    DISAGREE,
    ComparedRows,
    Scope,
    pair_tests,
)
from components.stats.separation.planning import (
    MAX_CASES,
    fewest,
    noncentrality_interval,
    power_benchmarks,
    power_seeds,
)
from components.stats.separation.plans import EQUAL_ENOUGH, RunsOfPair, design, planned
from tests.answered import view_of
from tests.beside import beside
from tests.narrowed import narrowed


def test_benchmarks_that_gpower_plans() -> None:
    # G*Power 3.1, t tests, difference between two dependent means, two tails, α = .05, power = .8:
    # the first is 199
    effects = np.array([0.2, 0.3, 0.5, 0.8])
    numbers = fewest(lambda n: power_benchmarks(effects, n), np.full(4, 2))
    assert numbers.tolist() == [MAX_CASES + 1, 90, 34, 15]
    assert power_benchmarks(0.5, 34) == pytest.approx(0.8077775, abs=1e-7), "its actual power"


def test_power_over_benchmarks_is_that_of_the_noncentral_t_on_both_sides() -> None:
    for effect, n in ((0.0, 5), (0.1, 2), (-0.7, 9), (1.5, 4)):
        critical = stats.t.ppf(0.975, n - 1)
        drawn = stats.nct(n - 1, effect * n**0.5)
        assert power_benchmarks(effect, n) == pytest.approx(
            1 - drawn.cdf(critical) + drawn.cdf(-critical), abs=1e-10
        )
    assert power_benchmarks(0.0, 7) == pytest.approx(0.05)
    assert power_benchmarks([5.0, 1e6], 9) == pytest.approx([1.0, 1.0])
    # at a strict level, by quadrature over the χ part: P(Z + 300 > 700 |χ1|) and P(Z + 200 > 150
    # √(χ²₂/2))
    for df, far, critical, expected in (
        (1, 300, 700, 0.331764539893204),
        (2, 200, 150, 0.830967488969877),
    ):
        level, n = 2 * stats.t.sf(critical, df), df + 1
        assert power_benchmarks(far / n**0.5, n, level) == pytest.approx(expected, abs=3e-5)


@pytest.mark.parametrize("level", [0.05, 0.05 / 45])
@pytest.mark.parametrize(
    ("n", "effect", "ratio"), [(3, 1.5, 1.0), (3, 4.0, 0.1), (5, 0.9, 0.3), (12, 0.7, 1.0)]
)
def test_power_over_seeds_is_that_of_simulated_welch_tests(
    n: int, effect: float, ratio: float, level: float
) -> None:
    """`ratio` of the two variances; their sum is 1."""
    rng, experiments = np.random.default_rng(1), 40_000
    deviations = np.sqrt([1 / (1 + ratio), ratio / (1 + ratio)])
    x, y = (rng.normal(size=(experiments, n)) * sd for sd in deviations)
    reached = (stats.ttest_ind(x + effect, y, axis=1, equal_var=False).pvalue <= level).mean()
    expected = float(power_seeds(effect, n, level, (1 + ratio) ** 2 / (1 + ratio**2)))
    assert reached == pytest.approx(
        expected, abs=0.004 + 3 * (expected * (1 - expected) / experiments) ** 0.5
    )


def test_the_fewest_cases_are_those_of_trying_one_number_after_the_other() -> None:
    effects, least = np.linspace(0.05, 1.6, 24), np.resize([3, 6, 40, 101], 24)
    result = fewest(lambda n: power_seeds(effects, n, 0.01, 1.7), least)
    for effect, start, number in zip(effects, least.tolist(), result, strict=True):
        tried = (n for n in range(start, MAX_CASES + 1) if power_seeds(effect, n, 0.01, 1.7) >= 0.8)
        assert number == next(tried, MAX_CASES + 1)


def test_the_interval_of_a_noncentrality_printed_by_mbess_and_of_a_huge_t() -> None:
    # R: MBESS::conf.limits.nct(ncp = 2.83, df = 126, conf.level = .95) prints 0.8337502 and
    # 4.815359
    low, high = noncentrality_interval(np.array([2.83, -2.83]), np.array([126.0, 126.0]), 0.95)
    assert (low[0], high[0]) == pytest.approx((0.8337502, 4.815359), abs=1e-6)
    assert (low[1], high[1]) == (-high[0], -low[0])
    low, high = noncentrality_interval(np.array([99.9, 100.1, 1e7]), np.full(3, 2.0), 0.95)
    assert (low[1], high[1]) == (pytest.approx(low[0], rel=0.01), pytest.approx(high[0], rel=0.01))
    assert low[2] == pytest.approx(1e7 * np.sqrt(stats.chi2.ppf(0.025, 2) / 2))


@pytest.mark.parametrize("df", [1.0, 2.0, 5.3, 30.0])
def test_the_observed_t_lies_at_the_ends_of_its_distribution(df: float) -> None:
    observed = np.concatenate([[0.0, 0.3, 2.0, 9.0, 60.0], np.linspace(0.05, 99, 400)])
    low, high = noncentrality_interval(observed, np.full(len(observed), df), 0.8)
    assert stats.nct.sf(observed, df, low) == pytest.approx(0.1, abs=1e-6)
    assert stats.nct.sf(observed, df, high) == pytest.approx(0.9, abs=1e-6)
    assert (low[0], high[0]) == pytest.approx(tuple(stats.norm.ppf([0.1, 0.9])))


@pytest.mark.parametrize(
    ("suite", "panel", "weights", "leader", "rival", "seeds", "benchmarks"), beside(__file__)
)
def test_ranges_of_the_specification(
    suite: str,
    panel: str,
    weights: str,
    leader: str,
    rival: str,
    seeds: list[int | None],
    benchmarks: list[int | None],
) -> None:
    """METHODS 13: seeds each, and benchmarks; no upper end is "at least", None with fewer than
    three groups."""
    view = view_of(narrowed(suite), panel=panel, weights=weights)
    over_seeds, over_benchmarks = view.of(all_pair_tests).tested(leader, rival)
    assert [over_seeds.needed_low, over_seeds.needed_high] == seeds
    assert [over_benchmarks.needed_low, over_benchmarks.needed_high] == benchmarks


def side_by_side(
    difference, spread, cases: int, over: Scope, studies: int, rng: int = 0
) -> tuple[ComparedRows, np.ndarray]:
    """Studies of two normal rows each, over seeds or benchmarks, and the places of the pairs."""
    runs = np.random.default_rng(rng).normal(size=(cases, studies, 2)) * spread + [difference, 0.0]
    runs = runs.reshape(cases, 1, -1).swapaxes(0, 1 if over == "seeds" else 0)
    benchmarks = tuple(f"b{i}" for i in range(len(runs)))
    board = np.tile([1.0, 0.0], studies)
    rows = ComparedRows(
        ("",) * board.size, board, runs, runs.mean(axis=1), benchmarks, benchmarks, 1
    )
    return rows, np.arange(0, board.size, 2)


def enough(over: Scope, effect: float, sd: np.ndarray, level: float = 0.05) -> int:
    """The fewest cases with which SciPy's test decides 80 % of simulated studies at a level."""
    rng = np.random.default_rng(7)
    for n in range(3, 60):
        a, b = rng.normal(size=(2, 20_000, n)) * sd[:, None, None] + [[[effect]], [[0.0]]]
        test = (
            stats.ttest_rel(a, b, axis=1)
            if over == "benchmarks"
            else stats.ttest_ind(a, b, axis=1, equal_var=False)
        )
        if (test.pvalue <= level).mean() >= 0.8:
            return n
    raise AssertionError("more than 60")


@pytest.mark.parametrize(
    ("over", "cases", "difference"),
    [("seeds", 3, 1.4), ("seeds", 4, 1.0), ("seeds", 6, 0.9), ("benchmarks", 5, 1.0)],
)
def test_a_range_holds_the_number_needed_in_80_of_100_undecided_studies(over, cases, difference):
    """METHODS 13: in 82 to 92 %, since decided studies, which show too much, have no range."""
    spread = np.array([0.6, 0.8])
    rows, first = side_by_side(difference, spread, cases, over, 400)
    result = planned(pair_tests(rows, over, (first, first + 1)), np.arange(400))
    undecided = [
        p for p in result if p.verdict == CANNOT_TELL and p.reason not in (DISAGREE, EQUAL_ENOUGH)
    ]
    true = enough(over, difference, spread)
    assert len(undecided) > 100
    assert all(p.needed_low > cases for p in undecided)
    assert all((p.needed_high is None) == (p.p >= 0.2) for p in undecided), (
        "two-sided exactly where p < .2"
    )
    held = np.mean(
        [p.needed_low <= max(true, cases + 1) <= (p.needed_high or np.inf) for p in undecided]
    )
    assert held >= 0.8


def test_what_has_no_range() -> None:
    rows, first = side_by_side(0.3, 1.0, 2, "benchmarks", 5)
    (few, *_) = planned(pair_tests(rows, "benchmarks", (first, first + 1)), np.arange(5))
    assert (few.needed_low, few.needed_high) == (None, None), "two benchmarks"
    spread = np.linspace(-1, 1, 5)[None, :, None] * [0.1, 0.1]
    board, runs = np.array([1.0, 0.0]), np.add(spread, [0.0009, 0.0])
    near = ComparedRows(("a", "b"), board, runs, np.zeros((1, 2)), ("x",), ("x",), 1)
    (alike,) = planned(pair_tests(near, "seeds"), np.array([0]))
    assert (alike.verdict, alike.reason, alike.needed_low) == (CANNOT_TELL, EQUAL_ENOUGH, None)


@pytest.mark.parametrize(
    ("sigma_b", "sigma_e", "seeds", "delta"),
    [(0.05, 0.02, 3, 0.04), (0.01, 0.06, 2, 0.03), (0.04, 0.0, 1, 0.03)],
)
def test_a_design_of_benchmarks_and_seeds_has_the_power_it_is_planned_for(
    sigma_b, sigma_e, seeds, delta
) -> None:
    given = {"difference": delta, "between": sigma_b, "noise": sigma_e, "seeds": seeds}
    given["benchmarks"] = 3
    result, experiments = (
        design(RunsOfPair(), RunsOfPair(), given, methods=2).over_benchmarks,
        20_000,
    )
    n, same = result.needed
    assert n == same, "nothing is estimated"
    rng = np.random.default_rng(11)
    of_benchmarks = rng.normal(0, sigma_b, (experiments, n, 1))
    y = delta + of_benchmarks + rng.normal(0, sigma_e, (experiments, n, seeds))
    reached = (stats.ttest_1samp(y.mean(axis=2), 0, axis=1).pvalue <= 0.05).mean()
    expected = float(result.chance([n])[0, 0])
    assert expected >= 0.8
    assert reached == pytest.approx(
        expected, abs=4 * (expected * (1 - expected) / experiments) ** 0.5
    )
