"""The reliability part: its numbers come from the statistics, its sentences from its numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from components.plain import plain
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.views.reliability.result import reliability, reliability_points
from components.views.reliability.tables import points_table, ranking_text, reliability_table, rules_table
from components.views.reliability.weight_rules import above, weight_rules
from components.views.reliability.words import (
    constant_sentences,
    disagreement_sentence,
    explanation,
    interval_text,
    lead_sentence,
    metric_sentence,
    p_label,
    p_text,
    rules_sentence,
    signal_sentence,
    threshold_sentence,
)
from tests.made import made_metric, made_tables
from tests.released import TABLES

NUMBERS = {"n", "rho", "p", "rho_no_signal", "rho_within", "p_stratified", "p_min", "low", "high"}
KEYS = {"metric", "rho_by_benchmark", "constant_on", *NUMBERS}


def resolved(**query):
    selection, problems = parse(query, TABLES)
    assert not problems
    return Resolved(TABLES, selection)


def made_view(values, oracle=None, **kinds):
    tables = made_tables(np.asarray(values, dtype=float), oracle, **kinds)
    return Resolved(tables, default_selection(tables))


def all_words(shown, rows):
    return [
        explanation(shown, rows),
        lead_sentence(rows),
        signal_sentence(rows),
        disagreement_sentence(rows),
        *constant_sentences(shown, rows),
        *(metric_sentence(shown, r) for r in rows),
        *(p_text(r) for r in rows),
        *(p_label(r) for r in rows),
        *(interval_text(r) for r in rows),
    ]


def test_the_label_of_a_figure_is_the_p_without_the_number_of_shuffles():
    row = {"p_stratified": 0.02, "p_min": 0.0001, "exact": False, "arrangements": 5_000, "reason": ""}
    assert p_label(row) == "sampled p 0.020, smallest < 0.001"
    assert p_label({**row, "exact": True}).startswith("exact p 0.020")
    assert p_label({**row, "p_stratified": None, "reason": "one value"}) == "one value"


def test_the_rows_have_the_keys_of_the_report_and_the_released_numbers():
    rows = reliability(resolved())
    assert [r["metric"] for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    assert all(set(r) >= KEYS for r in rows)
    assert [round(r["rho"], 3) for r in rows[:2]] == [-0.418, 0.484]
    assert [round(r["p"], 3) for r in rows[:2]] == [0.011, 0.003]
    assert rows[0]["constant_on"] == rows[1]["constant_on"] == ["mllmu_bench", "unlok_vqa"]
    assert rows[0]["rho_by_benchmark"]["mllmu_bench"] is None
    assert rows[1]["rho_within"] == pytest.approx(0.6)
    assert rows[0]["resolution"] == {"mmubench": pytest.approx(1 / 30)}
    assert json.loads(json.dumps(plain(rows), allow_nan=False)) == plain(rows)


def test_the_page_in_words_says_what_the_rows_say():
    shown = resolved()
    rows = reliability(shown)
    assert explanation(shown, rows) == ""
    assert lead_sentence(rows).startswith(
        "RA has the highest ρ with closeness to the retrained model: +0.484 over 36 runs"
    )
    assert "would be +0.437 on average" in lead_sentence(rows)
    assert signal_sentence(rows).startswith("0 of 5 metrics lie farther from that expectation")
    assert "FA could not in any arrangement of these runs: the smallest p in reach is 0.083." in signal_sentence(rows)
    assert "FA (−0.418, within +0.105)" in disagreement_sentence(rows)
    assert constant_sentences(shown, rows)[0].startswith("FA and RA rank nothing on MLLMU-Bench and UnLOK-VQA")
    assert "steps of 1/50 on MLLMU-Bench" in metric_sentence(shown, rows[1])


def test_a_strong_signal_is_named_with_its_p():
    distance = np.stack([np.arange(1.0, 7.0), np.arange(2.0, 8.0)])[:, None, :]
    shown = made_view(1 / distance[..., None], distance, metrics=[made_metric("S", "higher")])
    rows = reliability(shown)
    assert rows[0]["p_stratified"] == rows[0]["p_min"] < 0.001
    assert "1 of 1 metric lies farther" in signal_sentence(rows)
    assert "S: p 0.000" not in signal_sentence(rows)
    assert "smallest in reach < 0.001" in signal_sentence(rows)
    assert lead_sentence(rows).startswith("Only S has a ρ")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"panel": "resnet_unimodal"}, "No oracle distance was measured for these runs of ResNet-18"),
        ({"panel": "resnet_unimodal"}, "It was measured for LLaVA-1.5-7B and BLIP-2 OPT-2.7B."),
    ],
)
def test_a_panel_without_an_oracle_is_explained(query, said):
    shown = resolved(**query)
    rows = reliability(shown)
    assert said in explanation(shown, rows)
    assert all(r["rho"] is None and r["reason"] and r["interval_reason"] for r in rows)
    assert not any(all_words(shown, rows)[1:4])


def test_a_suite_without_an_oracle_is_explained():
    shown = made_view(np.random.default_rng(0).random((2, 2, 3, 2)))
    rows = reliability(shown)
    assert explanation(shown, rows).startswith("This suite has no oracle metric")
    assert [r["weights"] is not None for r in weight_rules(shown)] == [True] * 3
    assert all(set(r) >= KEYS for r in rows)


def test_two_runs_carry_no_p_and_say_so():
    shown = resolved(panel="blip2_multimodal")
    rows = reliability(shown)
    by = {r["metric"]: r for r in rows}
    assert by["RA"]["rho"] == pytest.approx(-1.0)
    assert by["RA"]["p"] is None
    assert by["RA"]["p_stratified"] == by["RA"]["p_min"] == 1.0
    assert by["FA"]["reason"] == "it is the same in all 2 runs"
    assert by["MIA"]["reason"] == "no run has both this metric and an oracle distance"
    assert "RA and AD could not in any arrangement" in signal_sentence(rows)
    assert "not estimable" in interval_text(by["RA"])
    assert metric_sentence(shown, by["FA"]) == "FA has no ρ here: it is the same in all 2 runs."


@pytest.mark.parametrize("case", ["one method", "one metric", "all tied", "one run", "no run"])
def test_odd_selections_never_raise_and_are_explained(case):
    rng = np.random.default_rng(0)
    shape = {"one method": (2, 2, 1, 2), "one metric": (2, 2, 3, 1), "one run": (1, 1, 1, 2)}.get(case, (2, 2, 3, 2))
    values, oracle = rng.random(shape), rng.random(shape[:3])
    if case == "all tied":
        values[:] = 0.5
    shown = made_view(values, oracle)
    if case == "no run":
        shown = Resolved(shown.tables, replace(shown.selection, benchmarks=("elsewhere",)))
    rows = reliability(shown)
    assert len(rows) == shape[3]
    words = [w for w in all_words(shown, rows) if w]
    assert words
    assert not any("nan" in w or "None" in w for w in words)
    if case in ("all tied", "one run", "no run"):
        assert explanation(shown, rows)
    assert len(reliability_table(shown, rows)) == shape[3]
    for rule in weight_rules(shown):
        assert rule["reason"] or rule["weights"]
    assert above(shown, rows, 0.99)["kept"] == [r["metric"] for r in rows if r["rho"] is not None and r["rho"] >= 0.99]


def test_points_are_the_runs_with_both_values():
    points = reliability_points(resolved(), "RA")
    assert len(points) == 36
    first = {"benchmark": "mllmu_bench", "method": "gradient_ascent", "seed": 42, "value": 0.02}
    assert points[0] == {**first, "distance": pytest.approx(0.054101329099585885)}
    assert reliability_points(resolved(panel="resnet_unimodal"), "RA") == []
    table = points_table(resolved(), "RA", points)
    assert table.columns.tolist() == ["benchmark", "method", "seed", "RA", "oracle distance"]


def test_every_preset_is_a_rule_with_its_ranking():
    shown = resolved()
    rules = {r["preset"]: r for r in weight_rules(shown)}
    assert {"published", "re-derived", "equal", "within-benchmark", "cross-validated", "later_revision"} <= set(rules)
    assert {"without-mllmu_bench", "without-unlok_vqa", "without-mmubench"} <= set(rules)
    assert {f"only-{m}" for m in ("FA", "RA", "MIA", "AD", "JS")} <= set(rules)
    assert [m["method"] for m in rules["published"]["ranking"]] == [
        "gradient_ascent", "random_labels", "salun", "finetune_retain",
    ]  # fmt: skip
    assert rules["published"]["same"]
    assert rules["later_revision"]["transform"] == "exponential"
    assert rules["published"]["transform"] is None
    # all weight on RA is the ranking by mean RA
    only = [m["uqs"] for m in rules["only-RA"]["ranking"]]
    runs = TABLES.runs[TABLES.runs["panel"] == "llava_multimodal"]
    means = runs.groupby(["method", "benchmark"])["RA"].mean().groupby("method").mean()
    assert only == pytest.approx(sorted(means, reverse=True), abs=1e-9)
    assert len(rules_table(shown, list(rules.values()))) == len(rules)


def test_a_rule_without_data_says_why():
    rules = {r["preset"]: r for r in weight_rules(resolved(panel="resnet_unimodal"))}
    assert rules["re-derived"]["weights"] is None
    assert "no oracle distance" in rules["re-derived"]["reason"]


def test_the_slider_sets_the_others_to_zero_and_keeps_proportions():
    shown = resolved()
    rows = reliability(shown)
    found = above(shown, rows, 0.2)
    assert found["dropped"] == ["FA", "AD", "JS"]
    ra, mia = found["weights"]["RA"], found["weights"]["MIA"]
    assert ra + mia == pytest.approx(1.0)
    assert ra / mia == pytest.approx(0.6556505300627008 / 0.30368083091341774, rel=1e-5)
    again = Resolved(TABLES, replace(shown.selection, weights=found["choice"]))
    assert dict(zip(again.panel.metric_ids, again.w, strict=True)) == pytest.approx(found["weights"])
    assert "Without FA, AD and JS (ρ below 0.20 or undefined)." in threshold_sentence(shown, found, 0.2)
    nothing = above(shown, rows, 0.9)
    assert nothing["weights"] is None
    assert "nothing is left to rank by" in threshold_sentence(shown, nothing, 0.9)
    all_of_them = above(shown, rows, -0.9)
    assert all_of_them["choice"] is None
    assert all_of_them["dropped"] == []
    assert above(shown, rows, None)["weights"] == pytest.approx(dict(zip(shown.panel.metric_ids, shown.w, strict=True)))


def test_tied_methods_share_a_number_in_a_ranking():
    ranking = [
        {"rank": 1, "label": "A"},
        {"rank": 2, "label": "B"},
        {"rank": 2, "label": "C"},
        {"rank": None, "label": "D"},
    ]
    assert ranking_text(ranking) == "1 A, 2 B, 2 C"
    assert ranking_text(ranking, 2) == "1 A, 2 B … and 1 more"
    assert ranking_text([]) == ""


def test_no_p_is_called_nought_and_two_runs_have_none():
    one = resolved(methods="salun")
    said = metric_sentence(one, next(r for r in reliability(one) if r["metric"] == "RA"))
    assert "asymptotic p < 0.001, which takes runs for independent" in said
    two = resolved(panel="blip2_multimodal")
    assert "(no asymptotic p)" in metric_sentence(two, next(r for r in reliability(two) if r["metric"] == "RA"))


def test_the_leads_of_the_rules_are_counted():
    assert rules_sentence(weight_rules(resolved())).endswith("2 different leads occur among them.")
    assert rules_sentence(weight_rules(resolved(methods="salun"))).endswith("All of them have the same lead.")
