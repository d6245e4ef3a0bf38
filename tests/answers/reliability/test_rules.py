"""Weights from reliability: what each rule gives, the minimum of a reader, and how both look on the page."""

import re
from dataclasses import replace

import numpy as np
import pytest

from components.answers.record import Absent
from components.answers.reliability import closeness, rules, threshold
from components.resolved import Resolved
from components.widgets.reliability import bars_html
from tests.answered import view_of
from tests.made import HOSTILE, hostile, made_tables
from tests.released import TABLES


def above(minimum, view=None):
    view = view or view_of()
    return Resolved(view.tables, replace(view.selection, minimum=minimum)).of(threshold.compute)


def test_every_preset_is_a_rule_with_its_ranking():
    result = view_of().of(rules.compute)
    found = {r.preset: r for r in result.rules}
    assert {"published", "re-derived", "equal", "within-benchmark", "cross-validated", "later_revision"} <= set(found)
    assert {"without-mllmu_bench", "without-unlok_vqa", "without-mmubench"} <= set(found)
    assert [m.method for m in found["published"].outcome.ranking] == [
        "gradient_ascent", "random_labels", "salun", "finetune_retain",
    ]  # fmt: skip
    assert found["published"].outcome.same
    assert (found["later_revision"].transform, found["published"].transform) == ("exponential", None)
    # all weight on RA is the ranking by mean RA
    only = [m.uqs for m in found["only-RA"].outcome.ranking]
    runs = TABLES.runs[TABLES.runs["panel"] == "llava_multimodal"]
    means = runs.groupby(["method", "benchmark"])["RA"].mean().groupby("method").mean()
    assert only == pytest.approx(sorted(means, reverse=True), abs=1e-9)
    same = sum(r.outcome.same for r in result.rules)
    assert rules.rules_sentence(result) == (
        f"{same} of {len(found)} rules give the ranking of the weights now. 2 different leaders occur among them."
    )
    one = view_of(methods="salun").of(rules.compute)
    assert rules.rules_sentence(one) == "", "one method has no ranking to agree on"


def test_a_rule_without_data_says_why():
    view = view_of(panel="resnet_unimodal")
    result = view.of(rules.compute)
    rule = next(r for r in result.rules if r.preset == "re-derived")
    assert rule.outcome is None
    assert "no oracle distance" in rule.reason
    listed = rules.rules_table(result, view.labels)
    cells = dict(zip([c.id for c in listed.columns], listed.cells()[listed.rows.index(rule)], strict=True))
    assert cells["ranking"] == rule.reason
    assert {v for i, v in cells.items() if i.startswith("weights.")} == {None}
    assert isinstance(view.of(threshold.compute), Absent)


def test_tied_methods_share_a_number_in_a_ranking():
    ranks = {"A": 1, "B": 2, "C": 2, "D": None}
    ranking = [rules.RankedMethod(method=m, rank=rank, uqs=None) for m, rank in ranks.items()]
    assert rules.ranking_text(view_of().labels, ranking) == "1 A, 2 B, 2 C"
    assert rules.ranking_text(view_of().labels, ranking, 2) == "1 A, 2 B … and 1 more"


def test_the_slider_sets_the_others_to_zero_and_keeps_proportions():
    view, left = view_of(), above(0.2)
    assert left.dropped == ("FA", "AD", "JS")
    ra, mia = left.outcome.weights["RA"], left.outcome.weights["MIA"]
    assert ra + mia == pytest.approx(1.0) == sum(w for _, w in left.choice)
    assert ra / mia == pytest.approx(0.6556505300627008 / 0.30368083091341774, rel=1e-5)
    again = Resolved(TABLES, replace(view.selection, weights=left.choice))
    assert dict(zip(again.panel.metric_ids, again.w, strict=True)) == pytest.approx(left.outcome.weights)
    assert above(0.9).outcome is above(0.9).choice is None
    for minimum in (-0.9, None):
        unchanged = above(minimum)
        assert (unchanged.choice, unchanged.dropped) == (None, ())
        assert unchanged.outcome.weights == pytest.approx(dict(zip(view.panel.metric_ids, view.w, strict=True)))
    rng = np.random.default_rng(0)
    made = view_of(made_tables(rng.random((2, 2, 3, 2)), rng.random((2, 2, 3))))
    low = tuple(r.metric for r in made.of(closeness.compute).rows if r.rho is None or r.rho < 0.99)
    assert above(0.99, made).dropped == low


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({}, "All metrics are used at the weights chosen now. Move the slider to leave out the less reliable ones."),
        ({"minimum": "0.9"}, "No weighted metric has a ρ of at least 0.90: nothing is left to rank by."),
        ({"weights": "FA:1", "minimum": "0"}, "No weighted metric has a ρ of at least 0.00: nothing is left to rank by"
         "."),
        ({"minimum": "-0.9"}, "Every metric has a ρ of at least −0.90: nothing changes."),
        ({"minimum": "0.2"}, "Without FA, AD and JS (ρ below 0.20 or undefined). The ranking stays as it is."),
    ],
)  # fmt: skip
def test_what_is_left_above_a_minimum(query, text):
    view = view_of(**query)
    assert threshold.threshold_sentence(view.of(threshold.compute), view.labels) == text


def test_hostile_names_stay_text_in_the_bars():
    view = view_of(hostile(TABLES))
    html = bars_html(dict.fromkeys(view.panel.metric_ids, 0.2), view.labels, HOSTILE, "light")
    assert set(re.findall(r"<(\w+)", html)) == {"table", "tr", "th", "td", "div"}
    assert "&lt;img src=x onerror" in html
    assert "\u202e" not in html
