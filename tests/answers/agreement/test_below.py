"""Ranks by each metric, Kendall's W and panels: numbers, figures, and what is said without any."""

import numpy as np

from components.answers.agreement import profile
from components.answers.agreement.concordance import CONCORDANCE
from components.answers.agreement.modality import MODALITY
from components.answers.agreement.profile import PROFILE
from components.pages import AGREEMENT
from tests.answered import content, look, view_of
from tests.answers.agreement.cases import alike, made, tied
from tests.released import TABLES


def said(answer, tables=TABLES, **query):
    return " ".join(answer.said(view_of(tables, **query)).lines)


def drawn(tables=TABLES, **query):
    view = view_of(tables, **query)
    return profile.draw(view.of(profile.compute), look(view))


def test_ranks_stand_in_their_cells_the_best_method_first():
    listed = {(r["method"], r["metric"]): r["mean"] for r in content(AGREEMENT)["rank_profile"]}
    (cells,) = [t for t in drawn().data if t.type == "heatmap"]
    order = ("random_labels", "gradient_ascent", "salun", "finetune_retain")
    assert cells.z.tolist() == [[listed[m, k] for k in ("FA", "RA", "MIA", "AD", "JS")] for m in order]
    assert (cells.zmin, cells.zmax) == (1, 4)


def test_of_many_methods_the_twelve_that_move_most_are_drawn():
    tables = made(1, 1, 40, 5)
    result, fig = view_of(tables).of(profile.compute), drawn(tables)
    spans = np.ptp(result.ranks.mean, axis=1)
    assert len(fig.data[0].z) == 12
    assert sorted(spans)[-12:] == sorted(spans[result.drawn])


def test_the_method_whose_rank_moves_most():
    assert said(PROFILE) == "The rank of Random Labels depends most on the metric: 1.0 by RA, 3.0 by MIA."
    assert said(PROFILE, tied()) == "No method is ranked by two metrics."
    assert said(PROFILE, alike()) == "Every method has the same mean rank under all metrics."


def test_concordance_has_w_and_names_what_ranks_nothing():
    rows = content(AGREEMENT)["concordance"]
    assert [r["constant"] for r in rows] == [["FA", "RA"], ["FA", "RA", "MIA"], []]
    # Friedman's statistic of AD and JS over four methods: χ² = m(n − 1)W
    assert (rows[1]["w"], rows[1]["chi2"]) == (0.8, 2 * 3 * 0.8)
    assert content(AGREEMENT, methods="salun")["concordance"][0]["reason"] == "one method only"
    assert said(CONCORDANCE) == "Kendall's W runs from 0.17 (MLLMU-Bench) to 0.80 (UnLOK-VQA)."
    assert said(CONCORDANCE, benchmarks="unlok_vqa") == "Kendall's W is 0.80 on UnLOK-VQA."
    assert said(CONCORDANCE, tied()) == "Kendall's W is undefined on B1 and B2."


def test_the_modality_gap_under_each_rule_whatever_is_filtered():
    part = content(AGREEMENT)["modality"]
    mean = {(r["setting"], r["rule"]): r["mean_tau"] for r in part if r["methods"] > 2}
    gaps = [mean["unimodal", r] - mean["multimodal", r] for r in ("published", "aligned, pooled", "aligned, blocks")]
    assert [round(g, 3) for g in gaps] == [0.072, 0.368, 0.184]
    assert said(MODALITY) == "Mean τ, unimodal minus multimodal, is 0.072 to 0.37, depending on the rule."
    assert content(AGREEMENT, benchmarks="mllmu_bench")["modality"] == part
    assert said(MODALITY, tied()) == ""
