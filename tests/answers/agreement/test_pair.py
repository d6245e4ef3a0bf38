"""One pair of metrics: both ways round, block by block, in every scope, and in suites too large for all pairs."""

import numpy as np
import pytest

from components.answers.agreement import pair as pairs
from components.answers.agreement import runs, slopes
from components.pages import AGREEMENT
from components.table import records
from tests.answered import look, view_of
from tests.answers.agreement.cases import made, mixed, pair_of, row, taus_of, tied
from tests.made import made_tables
from tests.released import TABLES


def statements(**query):
    view = view_of(**query)
    published, tie_aware = records(AGREEMENT.table(view, "statements"))
    return {key: [published[key], tie_aware[key]] for key in published}


def pooling(tables=TABLES, **query):
    return runs.pooling(pair_of(tables, **query), view_of(tables, **query).labels)


def test_a_pair_opened_either_way_round_and_pooling_that_reverses_the_sign():
    ours, theirs = (pair_of(pair=p).protocols["tie-aware"] for p in ("FA,AD", "AD,FA"))
    assert (ours.tau, ours.test.p, ours.ties_x) == (theirs.tau, theirs.test.p, theirs.ties_y)
    listed = row(taus_of().pairs["tie-aware"], "FA", "AD")
    for name in ("tau", "concordant", "discordant", "ties_x", "ties_y", "test", "interval"):
        assert getattr(ours, name) == getattr(listed, name), name
    pair = pair_of(pair="FA,RA")
    assert pair.pooled.tau == pytest.approx(-0.869, abs=5e-4)
    assert [b.within_blocks.tau for b in pair.by_benchmark] == [None, None, pytest.approx(0.471, abs=5e-4)]
    assert len(pair.runs) == 36
    assert pooling(pair="FA,RA").endswith("Pooling reverses the sign.")


def test_without_a_choice_the_pair_on_which_the_protocols_differ_most_is_open():
    scope = "pooled"
    result, pair = taus_of(scope=scope), pair_of(scope=scope)
    both = zip(result.pairs["published"], result.pairs["tie-aware"], strict=True)
    gaps = {(ours.x, ours.y): abs(ours.tau - theirs.tau) for theirs, ours in both}
    assert (pair.x, pair.y) == result.differing_most == max(gaps, key=gaps.get)
    assert not pair.chosen
    assert pair_of(scope=scope, pair="FA,AD").chosen
    assert pairs.opened(pair).startswith("The two protocols differ most on this pair. ")


def test_blocks_of_the_pair_average_to_its_value():
    pair = pair_of(pair="AD,JS")
    taus = [b.protocols["tie-aware"].tau for b in pair.blocks]
    assert len(taus) == 9
    assert np.mean(taus) == pytest.approx(pair.protocols["tie-aware"].tau)
    block = pair.blocks[-1]
    assert (block.benchmark, block.seed, len(block.rows)) == ("mmubench", 5508, 4)
    assert sorted(block.protocols["tie-aware"].x_ranks) == [1, 2, 3, 4]
    assert pair.numbered == {"gradient_ascent": 1, "random_labels": 2, "finetune_retain": 3, "salun": 4}
    listed = records(AGREEMENT.table(view_of(pair="AD,JS"), "slopes"))
    assert [b["tie-aware"]["tau"] for b in listed] == taus


def test_a_pair_of_a_large_suite_has_what_its_list_leaves_out():
    pair = pair_of(made(2, 1, 70, 26, digits=1), pair="X3,X1")
    ours, theirs = pair.protocols["tie-aware"], pair.protocols["published"]
    assert (ours.x, ours.y, ours.test.kind) == ("X3", "X1", "sampled permutation")
    assert 0 < ours.test.p <= 1
    assert ours.test.arrangements >= 999
    assert ours.interval.low < ours.tau < ours.interval.high
    assert theirs.row_order_min <= theirs.tau <= theirs.row_order_max
    assert theirs.row_orders_exact is False
    assert " at least from 0.044 to 0.116 with the order of rows" in pairs.opened(pair)


def test_statements_on_the_open_pair():
    found = statements(pair="FA,AD")
    assert found["tau"] == ["−0.259", "−0.429"]
    assert found["basis"] == ["9 of 9 blocks", "3 of 9 blocks"]
    assert found["p"] == ["0.043 (t-test over 9 blocks)", "0.667 (exact permutation, 24 arrangements)"]
    assert found["row_order"] == ["−0.519 to 0.296, 24 orders", "does not depend on it"]
    assert found["p_min"] == ["–", "0.167"]
    assert found["p_holm"][1] == "1.000 (over 10 pairs)"
    assert found["ties"] == ["44, 0 (decided by row order)", "44, 0"]
    assert statements(pair="FA,AD", scope="pooled")["basis"] == ["630 pairs of runs"] * 2
    few = statements(panel="blip2_multimodal", pair="RA,AD")
    assert few["p_holm"] == ["–", "1.000 (over 3 pairs)"], "FA has one value, and its two pairs count all the same"
    assert few["ties"] == ["0, 0", "0, 0"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"benchmarks": "unlok_vqa"}, "As published: 0.333; tie-aware: 0.333, from 3 of 3 blocks."),
        (
            {"pair": "FA,MIA"},
            "As published: 0.556, from −0.037 to 0.667 with the order of rows; tie-aware: −0.496, from 3 of 9 blocks.",
        ),
        (
            {"panel": "blip2_multimodal", "pair": "MIA,JS"},
            "As published: no τ (MIA and JS not measured); tie-aware: no τ (MIA and JS not measured).",
        ),
        ({"scope": "pooled", "pair": "FA,RA"}, "Over 36 runs, aligned: τ_b −0.869 (directions as they are: 0.869)."),
    ],
)
def test_the_open_pair(query, said):
    assert pairs.opened(pair_of(**query)) == said


@pytest.mark.parametrize(
    ("tables", "query", "said"),
    [
        (mixed(), {"pair": "B,C"}, "; B1 has none. Pooling has the opposite sign of 1 of 4."),
        (made(9, 1, 2, 2), {}, " within B4 and 5 more. Pooling has the opposite sign of 4 of 9."),
        (
            made_tables(np.broadcast_to(np.array([0.2, 0.4]).reshape(2, 1, 1, 1), (2, 2, 4, 2)).copy()),
            {},
            "within no single benchmark is there any τ: all of it comes from differences between them.",
        ),
        (TABLES, {"benchmarks": "mmubench", "pair": "FA,RA"}, "nothing is pooled across benchmarks (0.471 within)."),
        (tied(), {}, "No τ over the pooled runs."),
    ],
)
def test_pooling(tables, query, said):
    assert pooling(tables, **query).endswith(said)


def test_slopes_draw_both_ranks_of_every_method_in_every_block():
    view = view_of(pair="FA,AD")
    pair = view.of(pairs.compute)
    fig = slopes.draw(pair, look(view))
    lines = [t for t in fig.data if t.mode == "lines+markers"]
    assert len(lines) == 9
    for trace, block in zip(lines, pair.blocks, strict=True):
        assert trace.y[::3] == block.protocols["tie-aware"].x_ranks
        assert trace.y[1::3] == block.protocols["tie-aware"].y_ranks
    titles = [a.text for a in fig.layout.annotations]
    # by hand: one pair concordant, two discordant, three tied by FA
    assert {"MMUBench<br>seed 5508: −0.236", "MLLMU-Bench<br>seed 42: –"} <= set(titles)
    assert {"all", "1·3·4"} <= {t.strip() for trace in fig.data if trace.mode == "text" for t in trace.text}
    assert slopes.grid_columns(pair) == 3


@pytest.mark.parametrize(("scope", "count"), [("pooled", 9), ("runs:mmubench", 3), ("benchmark:mmubench", 3)])
def test_scopes_that_pool_still_show_their_blocks(scope, count):
    assert len(pair_of(scope=scope).blocks) == count
