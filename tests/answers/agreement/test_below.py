"""Ranks by each metric, Kendall's W and panels: numbers, figures, and what is said without any."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau, t

from components.answers.agreement import profile
from components.answers.agreement.concordance import CONCORDANCE
from components.answers.agreement.modality import MODALITY
from components.answers.agreement.profile import PROFILE
from components.pages import AGREEMENT
from components.served import computed
from tests.answered import content, look, view_of
from tests.answers.agreement.cases import alike, made, tied
from tests.released import TABLES, built_in


def sentences(answer, tables=TABLES, **query):
    return " ".join(answer.said(view_of(tables, **query)).lines)


def drawn(tables=TABLES, **query):
    view = view_of(tables, **query)
    return profile.draw(view.of(profile.compute), look(view))


def test_ranks_stand_in_their_cells_the_best_method_first():
    listed = {(r["method"], r["metric"]): r["mean"] for r in content(AGREEMENT)["rank_profile"]}
    (cells,) = [t for t in drawn().data if t.type == "heatmap"]
    order = ("random_labels", "gradient_ascent", "salun", "finetune_retain")
    assert cells.z.tolist() == [
        [listed[m, k] for k in ("FA", "RA", "MIA", "AD", "JS")] for m in order
    ]
    assert (cells.zmin, cells.zmax) == (1, 4)


def test_of_many_methods_the_twelve_that_move_most_are_drawn():
    tables = made(1, 1, 40, 5)
    result, fig = view_of(tables).of(profile.compute), drawn(tables)
    spans = np.ptp(result.ranks.mean, axis=1)
    assert len(fig.data[0].z) == 12
    assert sorted(spans)[-12:] == sorted(spans[result.drawn])


def test_the_method_whose_rank_moves_most():
    most = "The rank of Random Labels depends most on the metric: 1.0 by RA, 3.0 by MIA."
    assert sentences(PROFILE) == most
    assert sentences(PROFILE, tied()) == "No method is ranked by two metrics."
    assert sentences(PROFILE, alike()) == "Every method has the same mean rank under all metrics."


def test_concordance_has_w_and_names_what_ranks_nothing():
    rows = content(AGREEMENT)["concordance"]
    assert [r["constant"] for r in rows] == [["FA", "RA"], ["FA", "RA", "MIA"], []]
    # Friedman's statistic of AD and JS over four methods: χ² = m(n − 1)W
    assert (rows[1]["w"], rows[1]["chi2"]) == (0.8, 2 * 3 * 0.8)
    assert content(AGREEMENT, methods="salun")["concordance"][0]["reason"] == "one method only"
    assert sentences(CONCORDANCE) == "Kendall's W runs from 0.17 (MLLMU-Bench) to 0.80 (UnLOK-VQA)."
    assert sentences(CONCORDANCE, benchmarks="unlok_vqa") == "Kendall's W is 0.80 on UnLOK-VQA."
    assert sentences(CONCORDANCE, tied()) == "Kendall's W is undefined on B1 and B2."


def test_mean_tau_of_each_panel_under_each_rule_whatever_is_filtered():
    part = content(AGREEMENT)["modality"]
    first, second = part
    rules = ("published", "pooled", "mean_tau")
    assert [round(second[r] - first[r], 3) for r in rules] == [0.072, 0.368, 0.184]
    assert [(r["panel"], r["setting"], r["pairs"]) for r in part] == [
        ("llava_multimodal", "multimodal", 10),
        ("resnet_unimodal", "image", 10),
    ]
    assert content(AGREEMENT, benchmarks="mllmu_bench")["modality"] == part
    assert sentences(MODALITY) == sentences(MODALITY, tied()) == "", (
        "one suite says nothing about others"
    )


def test_whether_metrics_agree_less_in_multimodal_suites():
    suites = [TABLES, *map(built_in, ("open_mmunlearning", "clear", "muse_seeds"))]
    view = replace(view_of(), among=computed(suites))
    result = MODALITY.result(view)
    (of_suite,) = (r for r in result.rows if r.suite == "open_mmunlearning")
    panel = view_of(suites[1]).panel.compared
    runs = (panel.values[0, 0] * panel.signs).T
    taus = [kendalltau(x, y).statistic for x, y in combinations(runs, 2)]
    assert (of_suite.mean.pairs, of_suite.mean.mean_tau) == (10, pytest.approx(np.mean(taus)))
    assert of_suite.interval.low < of_suite.mean.mean_tau < of_suite.interval.high
    assert (len(result.multimodal), len(result.others)) == (3, 3), "clear counts in both"
    assert {r.panel for r in result.rows}.isdisjoint({"blip2_multimodal"}), "two methods"
    multi, others = (
        np.var(side, ddof=1) / len(side) for side in (result.multimodal, result.others)
    )
    middle = np.mean(result.multimodal) - np.mean(result.others)
    half = t.ppf(0.975, (multi + others) ** 2 / (multi**2 / 2 + others**2 / 2)) * np.sqrt(
        multi + others
    )
    assert (result.low, result.high) == pytest.approx((middle - half, middle + half))
    verdict, support = MODALITY.said(view).lines
    assert verdict.startswith(
        "Whether metrics agree less on multimodal models cannot be told: mean τ −0.031 over 3 "
    )
    assert support.endswith(
        "(95 %); Unified Unlearning prints 0.086 for multimodal models and 0.158 for image models."
    )
    twins = replace(suites[1], suite=replace(suites[1].suite, id="twin"))
    same_source = MODALITY.result(replace(view_of(), among=computed([*suites, twins])))
    assert len(same_source.rows) == len(result.rows) + 1
    assert len(same_source.multimodal) == 3, "two suites of one source count once"
    sure = replace(result, low=-0.4, high=-0.1)
    verdict, *_ = MODALITY.say(sure, view.labels).lines
    assert verdict.startswith("Metrics agree less on multimodal models: mean τ −0.031 ")
