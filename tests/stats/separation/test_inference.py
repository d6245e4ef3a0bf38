"""Pairs in two scopes against SciPy's t tests, hand-worked cases, and limiting cases."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from components.stats.panel import nanmean
from components.stats.separation.inference import (
    ALIKE,
    CANNOT_TELL,
    CHOSEN,
    DISAGREE,
    EQUAL,
    FEW_SEEDS,
    NO_SPREAD,
    NONE_SHARED,
    ONE_GROUP,
    ONE_RUN,
    Rows,
    Scope,
    inference,
    pair_tests,
)
from components.stats.separation.plans import planned
from tests.bench.bench_inference import CASES, KINDS, limit, simulated, wrong

RNG = np.random.default_rng(5)
NAN = np.nan


def rows(runs: object, *, groups: str = "", m: int | None = None, board: object = None) -> Rows:
    """Rows a, b, c, … of runs (B, S, n), best first by their means over benchmarks unless a board is given."""
    values = np.asarray(runs, dtype=float)
    cells = nanmean(values, axis=1)
    n = values.shape[2]
    benchmarks = tuple(f"b{i}" for i in range(len(values)))
    overall = cells.mean(axis=0) if board is None else np.asarray(board, dtype=float)
    return Rows(
        tuple("abcdefghijklmnopqrstuvwxyz"[:n]),
        overall,
        values,
        cells,
        benchmarks,
        tuple(groups) or benchmarks,
        n * (n - 1) // 2 if m is None else m,
    )


NOISY = RNG.normal(size=(3, 5, 4)) * [0.1, 0.5, 0.2, 1.0] + [3.0, 2.0, 1.9, 0.0]


def test_seeds_are_welchs_test_of_means_over_benchmarks() -> None:
    found = inference(rows(NOISY), "seeds")
    z = NOISY.mean(axis=0)
    for p in found.pairs:
        i, j = "abcd".index(p.a), "abcd".index(p.b)
        welch = stats.ttest_ind(z[:, i], z[:, j], equal_var=False)
        bounds = welch.confidence_interval(1 - 0.05 / 6)
        assert p.difference == pytest.approx(z[:, i].mean() - z[:, j].mean())
        assert (p.p, p.p_adjusted) == (pytest.approx(welch.pvalue), pytest.approx(min(1, 6 * welch.pvalue)))
        assert (p.low, p.high) == (pytest.approx(bounds.low), pytest.approx(bounds.high))
        assert (p.verdict == "ahead") == (p.p_adjusted <= 0.05) == (bounds.low > 0)
    assert {p.verdict for p in found.pairs} == {"ahead", CANNOT_TELL}


def test_seeds_with_other_ids_on_each_benchmark_add_their_variances() -> None:
    # by hand: benchmark 0 has seeds 0 to 2, benchmark 1 seeds 3 to 5
    a = [[1.0, 2.0, 3.0, NAN, NAN, NAN], [NAN, NAN, NAN, 4.0, 6.0, 8.0]]
    b = [[0.0, 1.0, 2.0, NAN, NAN, NAN], [NAN, NAN, NAN, 2.0, 2.0, 2.0]]
    test = inference(rows(np.stack([a, b], axis=2)), "seeds").pairs[0]
    v = np.array([1 / 3, 4 / 3, 1 / 3, 0.0]) / 4  # s²/S of the four cells, over B²
    df = v.sum() ** 2 / (v**2 / 2).sum()
    assert test.difference == 2.5
    assert test.p == pytest.approx(2 * stats.t.sf(2.5 / v.sum() ** 0.5, df))
    # three seeds that all benchmarks have are the cases, and runs of others are left out
    joint = np.array([[1.0, 2.0, 3.0, 9.0], [4.0, 4.5, 8.0, NAN]])
    one = inference(rows(np.stack([joint + 7, joint], axis=2)), "seeds").pairs[0]
    z = joint[:, :3].mean(axis=0)
    assert one.p == pytest.approx(stats.ttest_ind(z + 7, z, equal_var=False).pvalue)


def test_benchmarks_are_a_paired_test_over_groups() -> None:
    cells = RNG.normal([2.0, 1.0, 0.0], size=(4, 1, 3))
    found = inference(rows(cells), "benchmarks")
    for p in found.pairs:
        x, y = cells[:, 0, "abc".index(p.a)], cells[:, 0, "abc".index(p.b)]
        paired = stats.ttest_rel(x, y)
        bounds = paired.confidence_interval(1 - 0.05 / 3)
        assert (p.p, p.low, p.high) == (
            pytest.approx(paired.pvalue),
            pytest.approx(bounds.low),
            pytest.approx(bounds.high),
        )
        assert p.groups == 4
    # benchmarks that share samples are averaged first: groups of 1, 2 and 1
    shared = inference(rows(cells, groups="xyyz"), "benchmarks").pairs[0]
    d = cells[:, 0, 0] - cells[:, 0, 1]
    assert shared.p == pytest.approx(stats.ttest_1samp([d[0], d[1:3].mean(), d[3]], 0).pvalue)
    assert shared.groups == 3
    assert inference(rows(cells, groups="xxxx"), "benchmarks").reason == ONE_GROUP


def test_the_pairs_that_could_be_looked_at_count_not_those_shown() -> None:
    few, many = (inference(rows(NOISY, m=m), "seeds") for m in (6, 60))
    assert many.level == pytest.approx(0.05 / 60)
    for x, y in zip(few.pairs, many.pairs, strict=True):
        assert y.p == x.p
        assert y.high > x.high


def test_letters_and_rank_sets_are_those_of_the_verdicts() -> None:
    # a is far ahead; b and c cannot be told apart, nor c and d; b is ahead of d
    base, spread = np.array([10.0, 2.0, 1.4, 0.8]), np.array([-0.1, 0.0, 0.1])
    found = inference(rows(base[None, None, :] + spread[None, :, None] * [1, 1, 4, 1]), "seeds")
    ahead = {(p.a, p.b) for p in found.pairs if p.verdict == "ahead"}
    assert ahead == {("a", "b"), ("a", "c"), ("a", "d"), ("b", "d")}
    assert found.rank_sets == {"a": (1, 1), "b": (2, 3), "c": (2, 4), "d": (3, 4)}
    assert found.letters == {"a": "a", "b": "b", "c": "bc", "d": "c"}


def test_without_spread_there_is_no_test() -> None:
    flat = np.broadcast_to([0.3, 0.3, 0.1], (2, 3, 3))
    assert [p.verdict for p in inference(rows(flat), "seeds").pairs] == [EQUAL, NO_SPREAD, NO_SPREAD]
    assert [p.verdict for p in inference(rows(flat), "benchmarks").pairs] == [EQUAL, ALIKE, ALIKE]
    assert all(p.low is None and p.p is None for p in inference(rows(flat), "seeds").pairs)
    wobbling = flat + np.array([-1e-14, 0, 1e-14])[None, :, None]
    assert [p.verdict for p in inference(rows(wobbling), "seeds").pairs] == [EQUAL, NO_SPREAD, NO_SPREAD]
    one_flat = np.stack([np.full((1, 3), 2.0), [[0.9, 1.0, 1.1]]], axis=2)
    assert inference(rows(one_flat), "seeds").pairs[0].p == pytest.approx(stats.ttest_1samp([1.1, 1.0, 0.9], 0).pvalue)


def test_a_row_with_too_few_seeds_leaves_the_others_theirs() -> None:
    runs = NOISY.copy()
    runs[1, 1:4, 0] = NAN  # two complete seeds
    found, whole = inference(rows(runs), "seeds"), inference(rows(NOISY), "seeds")
    for x, y in zip(found.pairs, whole.pairs, strict=True):
        if x.a == "a":
            assert (x.verdict, x.reason, x.low) == (CANNOT_TELL, FEW_SEEDS, None)
        else:
            assert x == y
    assert found.rank_sets is not None
    assert found.rank_sets["a"] == (1, 4)


def test_what_nothing_can_be_tested_on() -> None:
    assert inference(rows(NOISY[:, :2]), "seeds").reason == FEW_SEEDS
    single = inference(rows(NOISY[:1, :1]), "seeds")
    assert (single.reason, single.letters, single.rank_sets) == (ONE_RUN, None, None)
    chosen = inference(replace(rows(NOISY), chosen=True), "seeds")
    assert (chosen.reason, chosen.pairs) == (CHOSEN, ())
    assert inference(rows(NOISY[:, :, :1]), "seeds").pairs == ()


def test_two_ways_of_averaging_that_disagree_decide_nothing() -> None:
    reversed_, tied = (inference(rows(NOISY, board=b), "seeds") for b in ([1.0, 4.0, 3.0, 2.0], [1.0] * 4))
    assert {(p.verdict, p.reason) for p in tied.pairs} == {(CANNOT_TELL, DISAGREE)}
    turned = inference(rows(NOISY[:, :, ::-1], board=[4.0, 3.0, 2.0, 1.0]), "seeds")
    for found in (reversed_, tied, turned):
        assert found.rank_sets is not None
    assert {p.verdict for p in turned.pairs} == {CANNOT_TELL}
    assert set(turned.rank_sets.values()) == {(1, 4)}
    # equal scores everywhere are equal on the board too
    assert inference(rows(np.zeros((2, 3, 2))), "benchmarks").pairs[0].verdict == EQUAL


def test_a_missing_cell_leaves_the_benchmarks_that_both_have() -> None:
    cells = RNG.normal([2.0, 1.0, 0.0], size=(4, 3, 3))
    cells[2, :, 1] = NAN
    cells[[0, 1, 3], :, 2] = NAN
    for over in ("seeds", "benchmarks"):
        ab, ac, bc = inference(rows(cells, board=[3, 2, 1]), over).pairs
        assert ab.compared == ("b0", "b1", "b3")
        assert ac.compared == ("b2",)
        assert (bc.verdict, bc.reason, bc.difference) == (CANNOT_TELL, NONE_SHARED, None)
    d = cells[[0, 1, 3]].mean(axis=1)
    assert ab.p == pytest.approx(stats.ttest_rel(d[:, 0], d[:, 1]).pvalue)


def test_plans_reach_their_power_in_simulated_experiments() -> None:
    """Seeds by Welch's test and benchmarks by the paired one, both at .05/m."""
    rng, m = np.random.default_rng(3), 6
    spread = np.array([-1.0, 0.0, 1.0])
    data = np.stack([0.3 + 0.1 * spread, 0.3 * spread], axis=1)[None]  # deviations .1 and .3, difference .3
    seeds = planned(pair_tests(rows(data, m=m), "seeds"), np.array([0]))[0]
    for count, least in ((seeds.seeds_needed, 0.8), (seeds.seeds_needed - 1, 0.0)):
        x, y = 0.3 + 0.1 * rng.normal(size=(20_000, count)), 0.3 * rng.normal(size=(20_000, count))
        reached = (stats.ttest_ind(x, y, axis=1, equal_var=False).pvalue <= 0.05 / m).mean()
        assert reached == pytest.approx(0.8, abs=0.05)
        assert reached >= least - 0.01
    assert seeds.needed_alone < seeds.seeds_needed
    cells = np.stack([0.2 + 0.3 * spread, np.zeros(3)], axis=1)[:, None]
    plan = planned(pair_tests(rows(cells, m=m), "benchmarks"), np.array([0]))[0]
    d = 0.2 + 0.3 * rng.normal(size=(20_000, plan.benchmarks_needed))
    assert (stats.ttest_1samp(d, 0, axis=1).pvalue <= 0.05 / m).mean() == pytest.approx(0.8, abs=0.03)
    assert plan.benchmarks_low < plan.benchmarks_needed
    assert (plan.benchmarks_high, plan.reason) == (None, "no upper limit: the difference may be 0")


@pytest.mark.parametrize("kind", [name for name, (*_, promised) in KINDS.items() if promised])
@pytest.mark.parametrize(("over", "cases"), CASES)
def test_rows_that_are_equal_are_seldom_told_apart(kind: str, over: Scope, cases: int) -> None:
    """A light version of what `make bench` simulates."""
    assert wrong(simulated(over, cases, 4, 400, kind, rng=2), over, 4) <= limit(400)
