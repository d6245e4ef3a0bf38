"""Rank intervals against a plain loop, and in limiting cases."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import rankdata

from components.errors import NotEnoughData
from components.stats.panel import Panel
from components.stats.ranking.rank_intervals import (
    NO_DRAW,
    ONE_RUN,
    SEEDS_ONLY,
    UNPAIRED,
    rank_intervals,
    undrawable,
)
from components.stats.ranking.utility import method_utilities
from components.stats.ranking.weights import reliability_rule
from components.stats.reliability.spearman import spearman_pooled
from components.stats.resampling import draw_blocks
from data.registry import Metric, UtilityMap

MAPS = (
    ("lower", UtilityMap("complement"), UtilityMap("complement")),
    ("higher", UtilityMap("identity"), UtilityMap("identity")),
    ("lower", UtilityMap("reciprocal", 0.1), UtilityMap("exponential", 0.5)),
)


def panel(shape=(3, 3, 4, 3), seed=0):
    rng = np.random.default_rng(seed)
    metrics = tuple(
        Metric(f"m{k}", f"m{k}", "", MAPS[k % 3][0], "score", 0.0, 1.0, MAPS[k % 3][1:], "", "", "")
        for k in range(shape[3])
    )
    names = tuple(f"b{b}" for b in range(shape[0])), tuple(range(shape[1])), tuple(f"x{m}" for m in range(shape[2]))
    oracle = rng.random(shape[:3])
    return Panel("p", metrics, *names, rng.random(shape), oracle, np.ones(shape[:3], dtype=bool))


def copied(case, copies, counts):
    """The panel of one draw, every drawn run copied out."""
    seeds = [np.repeat(np.arange(len(row)), row) for row in counts]
    size = len(seeds[0])
    index = np.repeat(copies, size), np.concatenate(seeds)
    shape = (len(copies), size, len(case.methods))
    return replace(
        case,
        benchmarks=tuple(f"copy{c}" for c in range(len(copies))),
        seeds=tuple(range(size)),
        values=case.values[index].reshape(*shape, -1),
        oracle=case.oracle[index].reshape(shape),
        present=np.ones(shape, dtype=bool),
    )


@pytest.mark.parametrize("aggregate", ["score-of-means", "mean-of-scores"])
@pytest.mark.parametrize("transform", ["reciprocal", "exponential"])
def test_equal_to_a_loop_over_copied_panels(aggregate, transform):
    case, w = panel(), np.array([0.3, 0.5, 0.2])
    found = rank_intervals(case, w, range(4), transform=transform, aggregate=aggregate, draws=150, rng=4)
    draws = draw_blocks(case, 150, np.random.default_rng(4))
    ranks, firsts = [], []
    for copies, counts in zip(draws.copies, draws.counts, strict=True):
        drawn = copied(case, copies, counts)
        u = method_utilities(drawn, transform, aggregate)
        ranks.append(rankdata(-np.round(u @ w, 12), method="min"))
        again = rankdata(-np.round(u @ reliability_rule(spearman_pooled(drawn).rho), 12), method="min") == 1
        firsts.append(again / again.sum())
    ordered = np.sort(ranks, axis=0)
    # order statistics: the 4th of 150 is the first that has at least 2.5 % of the draws up to it
    np.testing.assert_array_equal(found.low, ordered[3])
    np.testing.assert_array_equal(found.high, ordered[146])
    np.testing.assert_allclose(found.p_first, (np.array(ranks) == 1).mean(axis=0))
    np.testing.assert_allclose(found.p_first_rederived, np.mean(firsts, axis=0))
    assert (found.draws, found.dropped, found.benchmarks) == (150, 0, 3)


def test_the_same_seed_repeats_and_another_differs():
    case, w = panel((3, 3, 6, 3)), np.full(3, 1 / 3)
    first, again, other = (rank_intervals(case, w, range(6), transform="reciprocal", rng=r) for r in (1, 1, 2))
    np.testing.assert_array_equal(first.p_first, again.p_first)
    np.testing.assert_array_equal(first.p_first_rederived, again.p_first_rederived)
    assert (first.p_first != other.p_first).any()


@pytest.mark.parametrize("rule", [None, reliability_rule])
@pytest.mark.parametrize(("seeds", "reason"), [(1, ONE_RUN), (3, SEEDS_ONLY)])
def test_one_benchmark_has_no_interval_however_many_seeds_it_has(rule, seeds, reason):
    case = panel((1, seeds, 5, 3))
    found = rank_intervals(case, [0.2, 0.2, 0.6], range(5), transform="reciprocal", draws=50, rule=rule)
    assert (found.draws, found.dropped, found.benchmarks) == (0, 0, 1)
    assert found.reason == reason
    assert {found.bounds(i) for i in range(5)} == {(None, None)}
    assert np.isnan(found.p_first).all()
    assert found.p_first_rederived is None


def test_methods_without_a_common_block_have_no_interval():
    case = panel((2, 3, 3, 3))
    case.present[:, 0, 2] = case.present[:, 1:, :2] = False  # the third method has other seeds than the others
    case.values[~case.present] = np.nan
    args = {"transform": "reciprocal", "draws": 50}
    found = rank_intervals(case, [0.2, 0.2, 0.6], range(3), **args)
    assert (found.reason, found.draws, found.bounds(0)) == (UNPAIRED, 0, (None, None))
    assert np.isnan(found.p_first).all()
    assert rank_intervals(case, [0.2, 0.2, 0.6], range(2), **args).reason == "", "those that share blocks are compared"
    case.present[1, 0, 2] = True
    case.values[1, 0, 2] = 0.5
    assert undrawable(case, range(3)) == "", "one common block pairs them"


def test_blocks_that_all_agree_give_the_rank_itself():
    case = panel((2, 3, 5, 3))
    case.values[:] = case.values[:1, :1]
    found = rank_intervals(case, [0.2, 0.2, 0.6], range(5), transform="reciprocal", draws=50)
    expected = rankdata(-(method_utilities(case, "reciprocal", "score-of-means") @ [0.2, 0.2, 0.6]), method="min")
    np.testing.assert_array_equal(found.low, expected)
    np.testing.assert_array_equal(found.high, expected)


def test_tied_methods_share_the_first_place():
    case = panel((2, 2, 3, 3))
    case.values[:, :, 1] = case.values[:, :, 0]
    case.values[:, :, 2] = [1.0, 0.0, 1.0]
    found = rank_intervals(case, [0.5, 0.5, 0.0], range(3), transform="reciprocal", draws=40)
    np.testing.assert_allclose(found.p_first, [0.5, 0.5, 0.0])
    assert found.low.tolist() == [1, 1, 3]
    assert found.high.tolist() == [1, 1, 3]


def test_a_draw_without_a_value_is_dropped_and_counted():
    case = panel((2, 2, 2, 3))
    case.values[:, 1, 0, 2] = np.nan
    found = rank_intervals(case, [0.5, 0.25, 0.25], range(2), transform="reciprocal", draws=400)
    # both seeds drawn are the second one in a quarter of the copies, so all is there in 9 of 16 draws
    assert found.dropped == pytest.approx(175, abs=30)
    unweighted = rank_intervals(case, [0.5, 0.5, 0.0], range(2), transform="reciprocal", draws=400)
    assert unweighted.dropped == 0
    assert unweighted.p_first.sum() == pytest.approx(1.0)


def test_nothing_measured_leaves_no_draw():
    case = panel((2, 2, 2, 3))
    case.values[..., 0] = np.nan
    found = rank_intervals(case, [1.0, 0.0, 0.0], range(2), transform="reciprocal", draws=20)
    assert found.dropped == 20
    assert np.isnan(found.p_first).all()
    assert (found.reason, found.bounds(0)) == (NO_DRAW, (None, None))


def test_without_an_oracle_or_a_rule_weights_are_not_derived_again():
    case = panel()
    without = replace(case, oracle=None)
    for one, rule in ((without, reliability_rule), (case, None)):
        found = rank_intervals(one, [0.5, 0.5, 0.0], range(4), transform="reciprocal", draws=20, rule=rule)
        assert found.p_first_rederived is None


def test_no_method_is_an_error_with_a_reason():
    with pytest.raises(NotEnoughData, match="at least one complete method"):
        rank_intervals(panel(), [0.5, 0.5, 0.0], [], transform="reciprocal")


def test_batches_change_nothing(monkeypatch):
    case = panel()
    whole = rank_intervals(case, [0.5, 0.3, 0.2], range(4), transform="reciprocal", draws=100)
    monkeypatch.setattr("components.stats.ranking.rank_intervals.CHUNK", 50)
    parts = rank_intervals(case, [0.5, 0.3, 0.2], range(4), transform="reciprocal", draws=100)
    np.testing.assert_array_equal(whole.p_first, parts.p_first)
    np.testing.assert_array_equal(whole.low, parts.low)
