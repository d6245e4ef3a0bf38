"""One pair of metrics: both ways round, block by block, in every scope, and in suites too large for all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from components.errors import NotEnoughData
from tests.views.agreement.cases import agreement_of, made, pair_of, row


def test_a_pair_opened_either_way_round():
    ours, theirs = (pair_of(pair=p).protocols["tie-aware"] for p in ("FA,AD", "AD,FA"))
    assert (ours.tau, ours.p, ours.ties_x) == (theirs.tau, theirs.p, theirs.ties_y)
    listed = row(agreement_of().pairs, "FA", "AD")
    for name in ("tau", "concordant", "discordant", "ties_x", "ties_y", "p", "p_min", "low", "high", "interval_reason"):
        assert getattr(ours, name) == getattr(listed, name), name
    assert ours.p_holm is None


@pytest.mark.parametrize("scope", ["blocks", "pooled"])
def test_without_a_choice_the_pair_on_which_the_protocols_differ_most_is_open(scope):
    result, pair = agreement_of(scope=scope), pair_of(scope=scope)
    both = zip(result.published.pairs, result.tie_aware.pairs, strict=True)
    gaps = {(ours.x, ours.y): abs(ours.tau - theirs.tau) for theirs, ours in both}
    assert (pair.x, pair.y) == result.opened == max(gaps, key=gaps.get)
    assert not pair.chosen
    assert pair_of(scope=scope, pair="FA,AD").chosen


def test_one_metric_makes_no_pair():
    with pytest.raises(NotEnoughData, match="1 metric"):
        pair_of(made(1, 1, 4, 1))


def test_blocks_of_the_pair_average_to_its_value():
    pair = pair_of(pair="AD,JS")
    taus = [b.protocols["tie-aware"].tau for b in pair.blocks]
    assert len(taus) == 9
    assert np.mean(taus) == pytest.approx(pair.protocols["tie-aware"].tau)
    block = pair.blocks[-1]
    assert (block.benchmark, block.seed, len(block.rows)) == ("mmubench", 5508, 4)
    assert sorted(block.protocols["tie-aware"].x_ranks) == [1, 2, 3, 4]
    assert pair.numbered == {"gradient_ascent": 1, "random_labels": 2, "finetune_retain": 3, "salun": 4}


@pytest.mark.parametrize(("scope", "count"), [("pooled", 9), ("runs:mmubench", 3), ("benchmark:mmubench", 3)])
def test_scopes_that_pool_still_show_their_blocks(scope, count):
    assert len(pair_of(scope=scope).blocks) == count


def test_pooling_can_reverse_the_sign():
    pair = pair_of(pair="FA,RA")
    assert pair.pooled.tau == pytest.approx(-0.869, abs=5e-4)
    assert [b.within_blocks.tau for b in pair.by_benchmark] == [None, None, pytest.approx(0.471, abs=5e-4)]
    assert len(pair.runs) == 36


def test_a_pair_of_a_large_suite_has_what_its_list_leaves_out():
    pair = pair_of(made(2, 1, 70, 26, digits=1), pair="X3,X1")
    ours, theirs = pair.protocols["tie-aware"], pair.protocols["published"]
    assert (ours.x, ours.y, ours.p_kind) == ("X3", "X1", "sampled permutation")
    assert 0 < ours.p <= 1
    assert ours.p_arrangements >= 999
    assert ours.low < ours.tau < ours.high
    assert theirs.row_order_min <= theirs.tau <= theirs.row_order_max
    assert theirs.row_orders_exact is False
