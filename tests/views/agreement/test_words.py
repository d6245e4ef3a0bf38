"""The wording of the agreement page, each sentence once, and which sentences a selection calls for."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.views.agreement.words import figures as words
from components.views.agreement.words.lead import lead, qualifications
from tests.made import made_metric, made_tables
from tests.views.agreement.cases import agreement_of, made, pair_of, tied, without_runs


def led(tables=None, **query):
    return [s for s in lead(agreement_of(*[tables] if tables else [], **query)) if s]


def qualified(tables=None, **query):
    return [s for s in qualifications(agreement_of(*[tables] if tables else [], **query)) if s]


def _one(part, tables=None, **query):
    """The one sentence among the qualifications that has some words."""
    (sentence,) = [s for s in qualified(tables, **query) if part in s]
    return sentence


def mixed():
    """Metrics in both directions, with ties, constant blocks, a missing value and values of p below .05."""
    values = np.random.default_rng(3).random((5, 2, 6, 4))
    values[..., 1] = np.round(values[..., 1], 1)
    values[0, :, :, 2], values[1, 0, 2, 3], values[3, :, :, 3], values[4, ..., 0] = 0.5, np.nan, 0.2, 0.3
    directions = {"A": "lower", "B": "higher", "C": "lower", "D": "higher"}
    return made_tables(values, metrics=[made_metric(m, d) for m, d in directions.items()])


def test_the_head_of_the_page():
    assert led() == [
        "The metrics contradict each other: 4 of 10 pairs order the methods in opposite ways.",
        "As published, reordering the file's rows alone changes 9 of 10 correlations, 7 in sign.",
    ]
    assert led() == led(protocol="published")


def test_what_qualifies_the_head():
    assert qualified() == [
        "FA and RA have one value for all methods in 6 of 9 blocks, MIA in 3, so they cannot tell the methods apart "
        "there.",
        "The published protocol breaks ties by the order of the rows: RA–AD is −0.111 as listed; reordering the rows "
        "moves it anywhere from −0.333 to 0.556.",
        "Tie-aware, the highest τ is RA–JS 0.667 (3 of 9 blocks), the lowest FA–MIA −0.496 (3 of 9 blocks).",
        "Tie-aware, the smallest p is 0.119 (AD–JS) and no pair stays at or below 0.05 after Holm's correction over "
        "10 pairs. With so few methods only 3 of 10 pairs could reach p ≤ 0.05 at all.",
        "Mean τ over pairs: 0.086 as published (all runs pooled, directions not aligned), 0.067 tie-aware "
        "(10 of 10 pairs shown).",
    ]
    assert _one("smallest p", panel="blip2_multimodal").endswith(
        "over 1 pair. With so few methods no pair could reach p ≤ 0.05, whatever the data."
    )
    assert _one("smallest p", mixed()).endswith(
        "(B–C) and no pair stays at or below 0.05 after Holm's correction over 6 pairs."
    )


@pytest.mark.parametrize(
    ("tables", "query", "said"),
    [
        (*without_runs(), "No run matches these filters."),
        (made(1, 1, 4, 1), {}, "One metric only: there is nothing to compare."),
        (made(1, 1, 4, 2), {"methods": "m1"}, "One method only: there is no order to agree on."),
    ],
)
def test_nothing_to_compare(tables, query, said):
    assert led(tables, **query) == [said]
    assert qualified(tables, **query) == []


def test_metrics_that_do_not_contradict_each_other_or_cannot_be_compared():
    alike = made_tables(np.repeat(np.random.default_rng(0).random((1, 1, 4, 1)), 3, axis=3))
    assert led(alike) == ["The metrics do not contradict each other in any of 3 pairs that can be compared."]
    assert _one("all 3 pairs", alike) == "Tie-aware, all 3 pairs with a value have τ 1.000."
    assert led(tied())[0] == "No two metrics can be compared: none tells the methods apart where another does."


def test_two_methods():
    start = "With two methods τ can only be −1 or +1 in a block"
    assert led(panel="blip2_multimodal")[1] == f"{start}: no evidence, the smallest possible p is 1.000."
    # nine benchmarks, two orders each: 2/512
    assert led(made(9, 1, 2, 2))[1] == f"{start}; the smallest possible p is 0.004."
    assert led(made_tables(np.ones((1, 1, 2, 2))))[1] == f"{start}."
    assert not any(start in s for s in led(made(9, 1, 2, 2), scope="pooled"))


def test_constant_metrics():
    assert qualified(panel="blip2_multimodal")[0] == (
        "FA has one value for all methods in 1 of 1 block, so it cannot tell the methods apart there."
    )
    six = _one("one value", made_tables(np.ones((1, 1, 3, 6))))
    assert six.startswith("X1, X2, X3, X4 and 2 more have one value for all methods in 1 of 1 block, so they ")


def test_row_order():
    assert led(panel="resnet_unimodal")[1] == (
        "As published, reordering the file's rows alone changes 7 of 10 correlations, 1 in sign."
    )
    sampled = made(1, 2, 30, 12, digits=1)
    assert " changes at least 66 of 66 correlations" in led(sampled)[1]
    assert "; reordering the rows moves it at least anywhere from −" in _one("as listed", sampled)
    without_ties = made(2, 2, 5, 3)
    assert len(led(without_ties)) == 1
    assert not [s for s in qualified(without_ties) if "reordering" in s]
    assert words.BARS not in words.map_reading(agreement_of(without_ties), "published")


def test_pairs_of_runs():
    assert led(scope="pooled") == ["The metrics contradict each other: 6 of 10 pairs order the runs in opposite ways."]
    assert _one("highest", scope="pooled") == (
        "Tie-aware, the highest τ is AD–JS 0.545 (630 pairs of runs), the lowest FA–RA −0.869 (630 pairs of runs)."
    )


def test_pairs_without_a_value():
    assert _one("no pair of metrics", tied()) == (
        "Tie-aware, no pair of metrics has a τ; row order alone gives 3 of them a published value."
    )
    assert _one("no τ", panel="blip2_multimodal").startswith(
        "Tie-aware, 9 of 10 pairs have no τ; row order alone gives 2 "
    )
    assert _one("no τ", panel="blip2_multimodal", scope="pooled") == "Tie-aware, 9 of 10 pairs have no τ."
    values = np.random.default_rng(0).random((1, 1, 4, 3))
    values[..., 0] = np.nan
    assert _one("no τ", made_tables(values)) == "Tie-aware, X1–X2 and X1–X3 have no τ."


def test_evidence_that_is_missing_or_weak():
    assert _one("no valid p", scope="pooled") == "Pooled runs mix benchmarks: no valid p."
    assert _one("asymptotic", scope="runs:mmubench").endswith("; these p are asymptotic and take seeds as independent.")
    assert _one("too many", made(2, 1, 70, 26, digits=1)) == (
        "325 pairs of 70 methods are too many to test at once: p, interval and row-order range are computed for the "
        "pair that is open."
    )
    alike = np.repeat(np.random.default_rng(0).random((3, 1, 6, 1)), 2, axis=3)
    assert "and 1 of 1 pair stays at or below 0.05 after Holm's correction" in _one("smallest p", made_tables(alike))


def test_how_to_read_the_heat_maps():
    ties = "Ties count as ties (τ-b), higher is better everywhere; hatched pairs have no τ. "
    scale = "Blue agrees, orange contradicts, on one scale from −1 to +1. Click a cell to open its pair."
    result = agreement_of()
    assert words.map_reading(result, "tie-aware") == (f"{ties}“6 of 9”: in so many blocks the pair has a τ. {scale}")
    assert words.map_reading(result, "published") == (
        "As the paper counts: ties are broken by the order of the input rows; a block is one benchmark and one seed. "
        "The thick bar in a cell runs from the smallest to the largest τ that other orders of the same rows give, on a "
        f"line from −1 to +1; the long tick is the value, the short one 0. {scale}"
    )
    pooled = agreement_of(scope="pooled")
    assert words.map_reading(pooled, "tie-aware") == ties + scale
    assert words.map_reading(pooled, "published") == (
        "The values as they are: directions are not aligned, so that τ of metrics of opposite direction swaps its "
        f"sign. {scale}"
    )
    assert words.map_reading(agreement_of(made(1, 1, 4, 12)), "tie-aware") == (
        f"{ties}{scale} Neighbours agree: the metrics are ordered by cluster. Hover for the numbers."
    )


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (
            {},
            "The two protocols differ most on this pair. As published: 0.556, from −0.037 to 0.667 with the order of "
            "rows; tie-aware: −0.496, from 3 of 9 blocks.",
        ),
        (
            {"pair": "FA,MIA"},
            "As published: 0.556, from −0.037 to 0.667 with the order of rows; tie-aware: −0.496, from 3 of 9 blocks.",
        ),
        ({"benchmarks": "unlok_vqa"}, "As published: 0.333; tie-aware: 0.333, from 3 of 3 blocks."),
        (
            {"panel": "blip2_multimodal", "pair": "MIA,JS"},
            "As published: no τ (MIA and JS not measured); tie-aware: no τ (MIA and JS not measured).",
        ),
        (
            {"scope": "pooled", "pair": "FA,RA"},
            "Over 36 runs, aligned: τ_b −0.869 (directions as they are: 0.869).",
        ),
        (
            {"scope": "pooled", "panel": "blip2_multimodal", "pair": "MIA,JS"},
            "Over 2 runs, aligned: no τ: MIA and JS not measured.",
        ),
    ],
)
def test_the_open_pair(query, said):
    assert words.opened(agreement_of(**query), pair_of(**query)) == said


def test_a_sampled_range_of_the_open_pair():
    tables = made(2, 1, 70, 26, digits=1)
    said = words.opened(agreement_of(tables), pair_of(tables, pair="X3,X1"))
    assert said.startswith(
        "As published: 0.074, at least from 0.051 to 0.110 with the order of rows; tie-aware: 0.079, "
    )


@pytest.mark.parametrize(
    ("tables", "query", "said"),
    [
        (
            None,
            {"pair": "FA,RA"},
            "Pooled over 3 benchmarks τ_b is −0.869; it is 0.471 within MMUBench; MLLMU-Bench and UnLOK-VQA have none. "
            "Pooling reverses the sign.",
        ),
        (
            mixed(),
            {"pair": "B,C"},
            "Pooled over 5 benchmarks τ_b is 0.125; it is 0.414 within B2, −0.207 within B3, 0.414 within B4 and 0.505 "
            "within B5; B1 has none. Pooling has the opposite sign of 1 of 4.",
        ),
        (
            made(9, 1, 2, 2),
            {},
            "Pooled over 9 benchmarks τ_b is 0.072; it is 1.000 within B1, 1.000 within B2, −1.000 within B3, −1.000 "
            "within B4 and 5 more. Pooling has the opposite sign of 4 of 9.",
        ),
        (
            made_tables(np.broadcast_to(np.array([0.2, 0.4]).reshape(2, 1, 1, 1), (2, 2, 4, 2)).copy()),
            {},
            "Pooled over 2 benchmarks τ_b is 1.000, but within no single benchmark is there any τ: all of it comes "
            "from differences between them.",
        ),
        (
            None,
            {"benchmarks": "mmubench", "pair": "FA,RA"},
            "One benchmark only: nothing is pooled across benchmarks (0.471 within).",
        ),
        (tied(), {}, "No τ over the pooled runs."),
    ],
)
def test_pooling(tables, query, said):
    assert words.pooling(pair_of(*[tables] if tables else [], **query)) == said


def test_titles_and_how_to_read_the_slopes():
    opened = pair_of()
    assert words.slopes_title(opened) == "Ranks by FA and by MIA, block by block"
    assert words.runs_title(opened) == "MIA against FA, all runs"
    start = "Each line is a method, from its rank by the first metric to its rank by the second, 1 on top; "
    lines = ". Crossing lines are discordant pairs; grey panels have no τ. "
    legend = "Numbers are methods: 1 Gradient Ascent, 2 Random Labels, 3 FT-Retain, 4 SalUn."
    assert words.slopes_reading(agreement_of(), opened) == f"{start}ties share their mean rank{lines}{legend}"
    published = agreement_of(protocol="published")
    assert words.slopes_reading(published, opened) == f"{start}ties by row order{lines}{legend}"
    many = made(1, 1, 13, 2)
    assert words.slopes_reading(agreement_of(many), pair_of(many)).endswith(f"{lines}Hover over a line for its method.")


def test_ranks():
    result = agreement_of()
    assert words.profile(result) == "Random Labels moves most: mean rank 1.00 by RA, 3.00 by MIA."
    assert words.profile(agreement_of(tied())) == "No method is ranked by two metrics."
    alike = np.repeat(np.random.default_rng(0).random((1, 1, 4, 1)), 2, axis=3)
    assert words.profile(agreement_of(made_tables(alike))) == (
        "Every method has one and the same mean rank under all metrics that rank it."
    )
    assert words.profile_reading(result) == (
        "Mean rank of each method by each metric, 1 is best; ties share their mean rank. Thin lines: from the best to "
        "the worst rank over blocks. Blocks that rank: FA 3, RA 3, MIA 6, of 9."
    )
    assert words.profile_reading(agreement_of(made(1, 1, 13, 2), protocol="published")) == (
        "Mean rank of each method by each metric, 1 is best; ties by row order."
    )


def test_concordance():
    assert words.concordance(agreement_of()) == (
        "Kendall's W is 0.172 on MLLMU-Bench, 0.800 on UnLOK-VQA and 0.322 on MMUBench."
    )
    assert words.concordance(agreement_of(tied())) == "Kendall's W is undefined on B1 and B2."
    nine = words.concordance(agreement_of(made(9, 1, 2, 2)))
    assert nine.endswith("1.000 on B5, 1.000 on B6 and 3 more.")


def test_the_modality_gap_under_each_rule_and_what_was_missing():
    assert words.modality(agreement_of(panel="resnet_unimodal")) == (
        "Mean τ, unimodal minus multimodal: +0.072 (published), +0.368 (aligned, pooled) and +0.184 (aligned, blocks). "
        "BLIP-2 OPT-2.7B, with fewer than three methods, left out. Missing: JS in 2 of 12 runs of ResNet-18."
    )
    whole, part = agreement_of(), agreement_of(benchmarks="mllmu_bench")
    assert part.modality == whole.modality, "a filter of benchmarks would leave panels without any"
    assert words.modality(part) == (
        f"{words.modality(whole)} It rests on all runs of each panel, whatever is filtered."
    )
    assert words.modality(agreement_of(tied())) == ""


def test_resolution():
    result = agreement_of()
    assert words.resolution(result) == (
        "All runs lie within two samples of each other for FA on MMUBench (1 step of 1/30) and MIA on MMUBench "
        "(2 steps of 1/30)."
    )
    assert words.resolution(replace(result, resolution=())) == ""
