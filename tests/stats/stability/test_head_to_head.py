"""The verdict on two methods: each word in a case of its own, shares against loops."""

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.flipping import flip
from components.stats.ranking.rank_intervals import ONE_RUN, SEEDS_ONLY
from components.stats.resampling import draw_blocks
from components.stats.stability.acceptability import uniform_weights
from components.stats.stability.head_to_head import Lead, head_to_head, resampled_lead
from tests.made import made_tables

ANYWHERE = uniform_weights(4_000, "ab", 0)


def compare(u_a, u_b, w=(0.5, 0.5), data=(0.99, 2_000)):
    return head_to_head(u_a, u_b, w, nearby=ANYWHERE[:50], anywhere=ANYWHERE, data=Lead(*data))


def panel(values):
    tables = made_tables(np.asarray(values, dtype=float))
    return Resolved(tables, default_selection(tables)).panel


def test_ahead():
    found = compare([0.9, 0.4], [0.3, 0.5])
    assert found.verdict == "ahead"
    assert not found.swapped
    assert found.gap == pytest.approx(0.25)
    np.testing.assert_allclose(found.margins, [0.6, -0.1])
    np.testing.assert_allclose(found.weighted, [0.3, -0.05])
    # ahead when 0.6 w > 0.1 (1 − w): w > 1/7
    assert found.anywhere == pytest.approx(6 / 7, abs=0.02)
    assert found.flips["l1"].distance == flip([0.9, 0.4], [0.3, 0.5], [0.5, 0.5], "l1").distance


def test_the_better_one_stands_first_whatever_was_named_first():
    found = compare([0.3, 0.5], [0.9, 0.4], data=(0.01, 2_000))
    assert found.swapped
    assert found.verdict == "ahead"
    assert found.resampled.share == pytest.approx(0.99)
    assert found.gap == pytest.approx(0.25)


def test_tied_means_equal_scores():
    found = compare([0.9, 0.1], [0.1, 0.9])
    assert found.verdict == "tied"
    assert found.flips["l2"].distance == 0.0
    same = compare([0.5, 0.5], [0.5, 0.5])
    assert same.verdict == "tied"
    assert same.anywhere == same.nearby == 0.5


def test_dominated():
    found = compare([0.9, 0.5], [0.3, 0.5], data=(0.5, 100))
    assert found.verdict == "dominated"
    assert found.anywhere == 1.0


def test_too_little_data():
    assert compare([0.9, 0.4], [0.3, 0.5], data=(0.8, 2_000)).verdict == "too little data"
    assert compare([0.9, 0.4], [0.3, 0.5], data=(None, 0)).verdict == "too little data"


def test_without_weights_nearby_there_is_no_share():
    found = head_to_head([0.9, 0.4], [0.3, 0.5], [0.5, 0.5], nearby=None, anywhere=ANYWHERE, data=Lead(None))
    assert found.nearby is None


@pytest.mark.parametrize("aggregate", ["score-of-means", "mean-of-scores"])
def test_resampled_lead_equals_a_loop(aggregate):
    case = panel(np.random.default_rng(3).random((3, 2, 4, 3)))
    w = np.array([0.6, 0.0, 0.4])
    found = resampled_lead(case, w, [2, 0], [0, 1, 2], transform="reciprocal", aggregate=aggregate, draws=200, rng=9)
    draws = draw_blocks(case, 200, np.random.default_rng(9))
    ahead = 0
    for copies, counts in zip(draws.copies, draws.counts, strict=True):
        cells = [np.average(case.values[b], axis=0, weights=c) for b, c in zip(copies, counts, strict=True)]
        scores = (1.0 - np.mean(cells, axis=0)) @ w
        ahead += scores[2] > scores[0]
    assert found.draws == 200
    assert found.share == pytest.approx(ahead / 200)


@pytest.mark.parametrize(("seeds", "reason"), [(1, ONE_RUN), (5, SEEDS_ONLY)])
def test_a_single_benchmark_cannot_be_resampled(seeds, reason):
    case = panel(np.full((1, seeds, 2, 1), 0.5))
    assert resampled_lead(case, [1.0], [0, 1], [0], transform="reciprocal") == Lead(None, 0, reason)


def test_draws_without_a_score_are_left_out():
    values = np.full((2, 2, 2, 1), 0.5)
    values[:, 0, 0, 0], values[:, 1, 0, 0] = 0.1, np.nan
    found = resampled_lead(panel(values), [1.0], [0, 1], [0], transform="reciprocal", draws=1_000)
    assert found.share == 1.0
    assert found.draws == pytest.approx(9 / 16 * 1_000, abs=60), (
        "each copy of a benchmark lacks the value in a quarter of draws"
    )
