"""Pairs in two scopes (METHODS 16) against SciPy's t tests, hand-worked cases, and limiting
cases."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from components.stats.panel import nanmean
from components.stats.separation import inference as why
from components.stats.separation.inference import ComparedRows, PairTest, Scope, inference
from tests.bench.bench_inference import CASES, KINDS, limit, simulated, wrong

RNG = np.random.default_rng(5)
NAN = np.nan


def rows(
    runs: object, *, groups: str = "", m: int | None = None, board: object = None
) -> ComparedRows:
    """Rows a, b, c, … of runs (B, S, n), best first by their means over benchmarks unless a board
    is given."""
    values = np.asarray(runs, dtype=float)
    cells = nanmean(values, axis=1)
    n = values.shape[2]
    benchmarks = tuple(f"b{i}" for i in range(len(values)))
    overall = cells.mean(axis=0) if board is None else np.asarray(board, dtype=float)
    return ComparedRows(
        tuple("abcdefghijklmnopqrstuvwxyz"[:n]),
        overall,
        values,
        cells,
        benchmarks,
        tuple(groups) or benchmarks,
        n * (n - 1) // 2 if m is None else m,
    )


def pairs(rows: ComparedRows, over: Scope) -> tuple[PairTest, ...]:
    """Every pair of the rows, tested in a scope."""
    tests = inference(rows, over).tests
    return () if tests is None else tests.pairs()


NOISY = RNG.normal(size=(3, 5, 4)) * [0.1, 0.5, 0.2, 1.0] + [3.0, 2.0, 1.9, 0.0]


def test_seeds_are_welchs_test_of_means_over_benchmarks() -> None:
    result = pairs(rows(NOISY), "seeds")
    z = NOISY.mean(axis=0)
    for p in result:
        i, j = "abcd".index(p.higher), "abcd".index(p.lower)
        welch = stats.ttest_ind(z[:, i], z[:, j], equal_var=False)
        bounds = welch.confidence_interval(1 - 0.05 / 6)
        assert p.difference == pytest.approx(z[:, i].mean() - z[:, j].mean())
        expected = (welch.pvalue, min(1, 6 * welch.pvalue), bounds.low, bounds.high)
        assert (p.p, p.p_adjusted, p.low, p.high) == pytest.approx(expected)
        assert (p.verdict == "ahead") == (p.p_adjusted <= 0.05) == (bounds.low > 0)
    assert {p.verdict for p in result} == {"ahead", why.CANNOT_TELL}


def test_seeds_with_other_ids_on_each_benchmark_add_their_variances() -> None:
    # by hand: benchmark 0 has seeds 0 to 2, benchmark 1 seeds 3 to 5
    a = [[1.0, 2.0, 3.0, NAN, NAN, NAN], [NAN, NAN, NAN, 4.0, 6.0, 8.0]]
    b = [[0.0, 1.0, 2.0, NAN, NAN, NAN], [NAN, NAN, NAN, 2.0, 2.0, 2.0]]
    test = pairs(rows(np.stack([a, b], axis=2)), "seeds")[0]
    v = np.array([1 / 3, 4 / 3, 1 / 3, 0.0]) / 4  # s²/S of the four cells, over B²
    df = v.sum() ** 2 / (v**2 / 2).sum()
    assert test.difference == 2.5
    assert test.p == pytest.approx(2 * stats.t.sf(2.5 / v.sum() ** 0.5, df))
    # three seeds that all benchmarks have are the cases, and runs of others are left out
    joint = np.array([[1.0, 2.0, 3.0, 9.0], [4.0, 4.5, 8.0, NAN]])
    test = pairs(rows(np.stack([joint + 7, joint], axis=2)), "seeds")[0]
    z = joint[:, :3].mean(axis=0)
    assert test.p == pytest.approx(stats.ttest_ind(z + 7, z, equal_var=False).pvalue)


def test_benchmarks_are_a_paired_test_over_groups() -> None:
    cells = RNG.normal([2.0, 1.0, 0.0], size=(4, 1, 3))
    for p in pairs(rows(cells), "benchmarks"):
        x, y = cells[:, 0, "abc".index(p.higher)], cells[:, 0, "abc".index(p.lower)]
        paired = stats.ttest_rel(x, y)
        bounds = paired.confidence_interval(1 - 0.05 / 3)
        assert (p.p, p.low, p.high) == pytest.approx((paired.pvalue, bounds.low, bounds.high))
        assert p.groups == 4
    # benchmarks that share samples are averaged first: groups of 1, 2 and 1
    shared = pairs(rows(cells, groups="xyyz"), "benchmarks")[0]
    d = cells[:, 0, 0] - cells[:, 0, 1]
    assert shared.p == pytest.approx(stats.ttest_1samp([d[0], d[1:3].mean(), d[3]], 0).pvalue)
    assert shared.groups == 3
    assert inference(rows(cells, groups="xxxx"), "benchmarks").reason == why.ONE_GROUP


def test_the_pairs_that_could_be_looked_at_count_not_those_shown() -> None:
    assert rows(NOISY, m=60).level == pytest.approx(0.05 / 60)
    for x, y in zip(*(pairs(rows(NOISY, m=m), "seeds") for m in (6, 60)), strict=True):
        assert y.p == x.p
        assert y.high > x.high


def test_rank_sets_are_those_of_the_verdicts() -> None:
    # a is far ahead; b and c cannot be told apart, nor c and d; b is ahead of d
    base, spread = np.array([10.0, 2.0, 1.4, 0.8]), np.array([-0.1, 0.0, 0.1])
    result = inference(rows(base[None, None, :] + spread[None, :, None] * [1, 1, 4, 1]), "seeds")
    assert np.argwhere(result.ahead).tolist() == [[0, 1], [0, 2], [0, 3], [1, 3]]
    assert result.rank_sets == {"a": (1, 1), "b": (2, 3), "c": (2, 4), "d": (3, 4)}


def test_without_spread_there_is_no_test() -> None:
    flat = np.broadcast_to([0.3, 0.3, 0.1], (2, 3, 3))
    over_seeds = [why.EQUAL, why.NO_SPREAD, why.NO_SPREAD]
    assert [p.verdict for p in pairs(rows(flat), "seeds")] == over_seeds
    assert [p.verdict for p in pairs(rows(flat), "benchmarks")] == [why.EQUAL, why.ALIKE, why.ALIKE]
    assert all(p.low is None and p.p is None for p in pairs(rows(flat), "seeds"))
    wobbling = flat + np.array([-1e-14, 0, 1e-14])[None, :, None]
    assert [p.verdict for p in pairs(rows(wobbling), "seeds")] == over_seeds
    one_flat = np.stack([np.full((1, 3), 2.0), [[0.9, 1.0, 1.1]]], axis=2)
    assert pairs(rows(one_flat), "seeds")[0].p == pytest.approx(
        stats.ttest_1samp([1.1, 1.0, 0.9], 0).pvalue
    )


def test_a_row_with_too_few_seeds_leaves_the_others_theirs() -> None:
    runs = NOISY.copy()
    runs[1, 1:4, 0] = NAN  # two complete seeds
    for x, y in zip(pairs(rows(runs), "seeds"), pairs(rows(NOISY), "seeds"), strict=True):
        if x.higher == "a":
            assert (x.verdict, x.reason, x.low) == (why.CANNOT_TELL, why.FEW_SEEDS, None)
        else:
            assert x == y
    assert inference(rows(runs), "seeds").rank_sets["a"] == (1, 4)


def test_what_nothing_can_be_tested_on() -> None:
    assert inference(rows(NOISY[:, :2]), "seeds").reason == why.FEW_SEEDS
    single = inference(rows(NOISY[:1, :1]), "seeds")
    assert (single.reason, single.rank_sets) == (why.ONE_RUN, None)
    for untested, reason in (
        (replace(rows(NOISY), chosen=True), why.CHOSEN),
        (rows(NOISY[:, :, :1]), why.FEW_ROWS),
    ):
        assert (inference(untested, "seeds").reason, pairs(untested, "seeds")) == (reason, ())


@pytest.mark.parametrize(
    ("narrower", "wider", "seeds", "is_marked"),
    [
        (0.1, 0.31, 3, True),
        (0.1, 0.29, 3, False),
        (0.1, 0.31, 5, True),
        (0.1, 0.31, 6, False),
        (0.0, 0.1, 3, True),
    ],
)
def test_few_seeds_of_a_steady_and_an_unsteady_method_mark_the_verdict(
    narrower: float, wider: float, seeds: int, is_marked: bool
) -> None:
    spread = np.linspace(-1, 1, seeds)[None, :, None] * [narrower, wider]
    (pair,) = pairs(rows(np.add(spread, [20.0, 0.0])), "seeds")
    assert (pair.verdict, pair.spreads_differ) == ("ahead", is_marked)
    (unsure,) = pairs(rows(np.add(spread, [0.01, 0.0])), "seeds")
    assert (unsure.verdict, unsure.spreads_differ) == (why.CANNOT_TELL, False)


def test_as_many_pairs_of_equal_spreads_are_marked_as_the_f_distribution_says() -> None:
    """Of normal scores with 5 seeds: the ratio of two variances lies beyond 9 or 1/9; with spreads
    1 : 3 in half of the cases."""
    draws = np.random.default_rng(3).normal(size=(1, 5, 2000))
    for wider, expected in ((1.0, 2 * stats.f.sf(9, 4, 4)), (3.0, 0.5)):
        runs = draws * np.tile([1.0, wider], 1000)
        tests = why.pair_tests(rows(runs), "seeds", (np.arange(0, 2000, 2), np.arange(1, 2000, 2)))
        assert tests.has_uneven_spreads.mean() == pytest.approx(expected, abs=0.04)


def test_two_ways_of_averaging_that_disagree_decide_nothing() -> None:
    tied, turned = rows(NOISY, board=[1.0] * 4), rows(NOISY[:, :, ::-1], board=[4.0, 3.0, 2.0, 1.0])
    assert {(p.verdict, p.reason) for p in pairs(tied, "seeds")} == {
        (why.CANNOT_TELL, why.DISAGREE)
    }
    assert {p.verdict for p in pairs(turned, "seeds")} == {why.CANNOT_TELL}
    for undecided in (tied, turned):
        assert set(inference(undecided, "seeds").rank_sets.values()) == {(1, 4)}
    # equal scores everywhere are equal on the board too
    assert pairs(rows(np.zeros((2, 3, 2))), "benchmarks")[0].verdict == why.EQUAL


def test_a_missing_cell_leaves_the_benchmarks_that_both_have() -> None:
    cells = RNG.normal([2.0, 1.0, 0.0], size=(4, 3, 3))
    cells[2, :, 1] = NAN
    cells[[0, 1, 3], :, 2] = NAN
    for over in ("seeds", "benchmarks"):
        ab, ac, bc = pairs(rows(cells, board=[3, 2, 1]), over)
        assert ab.compared == ("b0", "b1", "b3")
        assert ac.compared == ("b2",)
        assert (bc.verdict, bc.reason, bc.difference) == (why.CANNOT_TELL, why.NONE_SHARED, None)
    d = cells[[0, 1, 3]].mean(axis=1)
    assert ab.p == pytest.approx(stats.ttest_rel(d[:, 0], d[:, 1]).pvalue)


@pytest.mark.parametrize("kind", [name for name, (*_, promised) in KINDS.items() if promised])
@pytest.mark.parametrize(("over", "cases"), CASES)
def test_rows_that_are_equal_are_seldom_told_apart(kind: str, over: Scope, cases: int) -> None:
    """A light version of what `make bench` simulates."""
    assert wrong(simulated(over, cases, 4, 400, kind, rng=2), over, 4) <= limit(400)
