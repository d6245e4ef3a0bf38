"""p-values (METHODS 4) against R (second_program/agreement.R), SciPy and limiting cases; the page's
test has the printed ones."""

import math

import numpy as np
import pytest
from scipy import stats

from components.stats.agreement.exact_p import (
    MIN_ARRANGEMENTS,
    affordable_for_all,
    pair_p,
    pair_ps,
    relabelled_taus,
)
from components.stats.agreement.tau import agreement
from components.stats.permutation import LIMIT
from tests.stats.agreement.cases import BLIP, LLAVA, RESNET, made, rows


def design(case):
    """A panel from the rows of designs.csv; benchmarks may differ in their number of methods and
    seeds."""
    test = [r for r in rows("designs.csv") if r["case"] == case]
    benchmarks = sorted({r["benchmark"] for r in test})
    shape = (len(benchmarks), *(1 + max(int(r[c]) for r in test) for c in ("seed", "method")), 2)
    values = np.full(shape, np.nan)
    for r in test:
        place = benchmarks.index(r["benchmark"]), int(r["seed"]), int(r["method"])
        values[place] = float(r["x"]), float(r["y"])
    return made(values, whole=True)


def p_of(panel, pair, protocol="tie-aware", scope="blocks", **options):
    x, y = (panel.metric(m) for m in pair.split("|"))
    return pair_p(agreement(panel, protocol, scope), x, y, **options)


@pytest.mark.parametrize("expected", rows("expected_p.csv"), ids=lambda e: e["case"])
def test_exact_p_equals_the_brute_force_count_of_r(expected):
    panel = design(expected["case"])
    assert agreement(panel).tau[0, 1] == pytest.approx(float(expected["tau"]), abs=1e-12)
    test = p_of(panel, "X0|X1")
    assert test.kind == "exact permutation"
    assert test.arrangements == int(expected["arrangements"])
    assert test.p == pytest.approx(float(expected["p"]), abs=1e-12)
    assert test.p_min == pytest.approx(float(expected["p_min"]), abs=1e-12)


@pytest.mark.parametrize(
    "expected",
    [r for r in rows("expected_pairs.csv") if r["p_asymptotic"]],
    ids=lambda e: e["case"],
)
def test_asymptotic_p_equals_r(expected):
    pairs = [r for r in rows("pairs.csv") if r["case"] == expected["case"]]
    values = [[float(r[c]) if r[c] else np.nan for c in "xy"] for r in pairs]
    panel = made(np.array(values)[None, None])
    test = p_of(panel, "X0|X1", scope="runs:b1")
    assert test.p == pytest.approx(float(expected["p_asymptotic"]), abs=1e-12)


def test_no_p_of_the_released_data_lies_below_its_p_min_and_many_pairs_at_once_change_none():
    pairs = [(x, y) for x in range(5) for y in range(x + 1, 5)]
    for panel in (LLAVA, RESNET, BLIP):
        for protocol in ("published", "tie-aware"):
            result = agreement(panel, protocol)
            assert pair_ps(result, pairs) == [pair_p(result, *pair) for pair in pairs]
        for x, y in pairs:
            test = pair_p(result, x, y)
            if math.isnan(result.tau[x, y]):
                assert (test.p, test.reason) == (None, "τ is undefined")
            else:
                assert 0 < test.p_min <= test.p <= 1


def test_why_there_is_no_p():
    assert "one block only" in p_of(BLIP, "RA|AD", "published").reason
    assert "same τ" in p_of(LLAVA, "RA|AD", "published", "benchmark:mmubench").reason
    assert p_of(BLIP, "RA|AD", scope="runs:mmubench").reason == "2 runs only: no asymptotic p"
    for protocol in ("published", "tie-aware"):
        test = p_of(LLAVA, "FA|RA", protocol, "pooled")
        assert test.p is None
        assert "pooled runs mix benchmarks" in test.reason


def test_only_methods_with_both_metrics_are_relabelled():
    values = np.random.default_rng(2).random((1, 1, 5, 2))
    values[0, 0, 4, 1] = np.nan
    panel = made(values)
    test = p_of(panel, "X0|X1")
    assert test.arrangements == 24
    assert test.p == p_of(panel.subset(methods=[0, 1, 2, 3]), "X0|X1").p


def test_large_designs_are_sampled_and_say_how_often():
    rng = np.random.default_rng(0)
    x = rng.random((1, 1, 12, 1))
    panel = made(np.concatenate([x, rng.random((1, 1, 12, 1))], axis=3))
    test = p_of(panel, "X0|X1", limit=3_000)
    assert (test.kind, test.arrangements) == ("sampled permutation", 3_000)
    exact = stats.kendalltau(*panel.values[0, 0].T, method="exact").pvalue
    assert test.p == pytest.approx(exact, abs=4 * math.sqrt(exact / 3_000))
    assert test == p_of(panel, "X0|X1", limit=3_000)
    assert test != p_of(panel, "X0|X1", limit=3_000, seed=1)


def test_many_pairs_at_once_take_fewer_arrangements_and_too_many_none():
    assert affordable_for_all(agreement(LLAVA)) == LIMIT
    thirteen = made(np.random.default_rng(0).random((2, 3, 13, 10)))
    limit = affordable_for_all(agreement(thirteen))
    assert MIN_ARRANGEMENTS <= limit < LIMIT
    assert pair_p(agreement(thirteen), 0, 1, limit=limit).arrangements == limit
    sixty = made(np.random.default_rng(0).random((2, 1, 60, 26)))
    assert affordable_for_all(agreement(sixty)) == 0


@pytest.mark.filterwarnings("ignore:After omitting NaNs")
@pytest.mark.parametrize("gaps", [0.0, 0.3])
def test_relabelling_is_scipys_tau_of_the_pairs_that_are_left(gaps):
    rng = np.random.default_rng(5)
    for n in (2, 3, 8, 20, 300):
        x, y = rng.integers(0, n, (4, n)).astype(float), rng.random(n).round(1)
        x[rng.random((4, n)) < gaps], y[rng.random(n) < gaps] = np.nan, np.nan
        orders = np.array([rng.permutation(n) for _ in range(5)])
        expected = [
            [stats.kendalltau(x_row, y[o], nan_policy="omit").statistic for o in orders]
            for x_row in x
        ]
        np.testing.assert_allclose(relabelled_taus(x, y, orders), expected, atol=1e-12)
