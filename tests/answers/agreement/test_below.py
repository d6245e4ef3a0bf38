"""Ranks by each metric, Kendall's W, panels and resolution: numbers, figures, and where there is none."""

from itertools import pairwise

import numpy as np
import pytest
from components.answers.agreement.resolution import RESOLUTION

from components.answers.agreement import concordance, profile
from components.answers.agreement.concordance import CONCORDANCE
from components.answers.agreement.modality import MODALITY
from components.answers.agreement.profile import PROFILE
from components.pages import AGREEMENT
from tests.answered import content, look, view_of
from tests.answers.agreement.cases import alike, made, tied
from tests.made import made_tables
from tests.released import TABLES


def said(answer, tables=TABLES, **query):
    return " ".join(answer.said(view_of(tables, **query)).lines)


def drawn(answer, tables=TABLES, **query):
    view = view_of(tables, **query)
    return answer.draw(view.of(answer.compute), look(view))


def test_profile_draws_mean_ranks_and_their_spread():
    fig, ranks = drawn(profile), view_of().of(profile.compute).ranks
    lines = [t for t in fig.data if t.mode == "lines+markers"]
    assert [t.y for t in lines] == [tuple(own) for own in ranks.mean]
    spreads = [t for t in fig.data if t.mode == "lines"]
    assert [t.y[::3] for t in spreads] == [tuple(own) for own in ranks.best]
    assert [t.y[1::3] for t in spreads] == [tuple(own) for own in ranks.worst]
    heights = sorted(a.y for a in fig.layout.annotations)
    assert min(b - a for a, b in pairwise(heights)) > 0.2
    assert tuple(fig.layout.yaxis.range) == (4.5, 0.5)
    listed = content(AGREEMENT)["rank_profile"]
    assert [r["mean"] for r in listed] == [rank for own in ranks.mean for rank in own]
    (many,) = drawn(profile, made(1, 1, 150, 12)).data
    assert sum(y is None for y in many.y) == 150


def test_the_method_that_moves_most():
    assert said(PROFILE) == "Random Labels moves most: mean rank 1.00 by RA, 3.00 by MIA."
    assert said(PROFILE, tied()) == "No method is ranked by two metrics."
    assert said(PROFILE, alike()) == "Every method has one and the same mean rank under all metrics that rank it."
    reading = profile.profile_reading(view_of().of(profile.compute), view_of().labels)
    assert reading.endswith("Blocks that rank: FA 3, RA 3, MIA 6, of 9.")


def test_concordance_has_w_and_names_what_ranks_nothing():
    fig, rows = drawn(concordance), content(AGREEMENT)["concordance"]
    assert list(fig.data[0].x) == [r["w"] for r in rows]
    assert [r["constant"] for r in rows] == [["FA", "RA"], ["FA", "RA", "MIA"], []]
    assert fig.layout.annotations[1].text == (
        "<b>UnLOK-VQA</b>: W 0.800, p 0.187 (asymptotic)<br>over AD and JS; FA, RA and MIA one value for all methods"
    )
    assert said(CONCORDANCE) == "Kendall's W is 0.172 on MLLMU-Bench, 0.800 on UnLOK-VQA and 0.322 on MMUBench."
    one = drawn(concordance, methods="salun")
    assert one.layout.annotations[0].text == "<b>MLLMU-Bench</b>: W undefined<br>one method only"
    assert content(AGREEMENT, methods="salun")["concordance"][0]["reason"] == "one method only"
    assert said(CONCORDANCE, tied()) == "Kendall's W is undefined on B1 and B2."


def test_the_modality_gap_under_each_rule_and_what_was_missing():
    assert said(MODALITY) == (
        "Mean τ, unimodal minus multimodal: +0.072 (published), +0.368 (aligned, pooled) and +0.184 (aligned, blocks). "
        "BLIP-2 OPT-2.7B, with fewer than three methods, left out. Missing: JS in 2 of 12 runs of ResNet-18."
    )
    part = content(AGREEMENT, benchmarks="mllmu_bench")["modality"]
    assert part == content(AGREEMENT)["modality"], "a filter of benchmarks would leave panels without any"
    assert said(MODALITY, benchmarks="mllmu_bench").endswith(
        "It rests on all runs of each panel, whatever is filtered."
    )
    assert said(MODALITY, tied()) == ""


def test_resolution_takes_the_suites_own_sample_sizes():
    rows = {(r["metric"], r["benchmark"]): r for r in content(AGREEMENT)["resolution"]}
    assert (rows["MIA", "mmubench"]["samples"], rows["MIA", "mmubench"]["spread_in_steps"]) == (30, 2)
    assert rows["FA", "mmubench"]["step"] == pytest.approx(1 / 30)
    assert rows["AD", "mmubench"]["samples"] is None
    assert said(RESOLUTION) == (
        "All runs lie within two samples of each other for FA on MMUBench (1 step of 1/30) and MIA on MMUBench "
        "(2 steps of 1/30)."
    )
    assert said(RESOLUTION, made_tables(np.random.default_rng(0).random((1, 1, 3, 2)))) == ""
