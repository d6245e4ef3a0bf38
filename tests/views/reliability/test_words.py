"""Every sentence of the reliability page, each as it is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from components.resolved import Resolved
from components.selection import default_selection, parse
from components.sentences import constant_metrics
from components.views.reliability import words
from components.views.reliability.result import reliability
from components.views.reliability.weight_rules import RankedMethod, threshold, weight_rules
from tests.made import made_metric, made_tables
from tests.released import TABLES


def resolved(**query):
    selection, problems = parse(query, TABLES)
    assert not problems
    return Resolved(TABLES, selection)


def released(**query):
    return reliability(resolved(**query))


def made(values, oracle=None, **kinds):
    tables = made_tables(np.asarray(values, dtype=float), oracle, **kinds)
    return reliability(Resolved(tables, default_selection(tables)))


def test_the_lead_names_the_best_metric_and_what_shuffling_gives():
    assert words.lead(released()) == [
        "RA follows closeness to the retrained model best: ρ +0.484 over 36 runs.",
        "Differences between benchmarks alone give about +0.437; only the rest can come from the methods.",
    ]
    rng = np.random.default_rng(0)
    alone = made(rng.random((2, 2, 3, 1)), rng.random((2, 2, 3)))
    assert words.lead(alone)[0].startswith("Only X1 can be compared with closeness to the retrained model: ρ ")
    assert words.lead(released(panel="resnet_unimodal")) == []


def test_why_there_is_no_reliability():
    assert words.explanation(released()) == ""
    assert words.explanation(released(panel="resnet_unimodal")) == (
        "No oracle distance was measured for these runs of ResNet-18, so no reliability follows. It was measured for "
        "LLaVA-1.5-7B and BLIP-2 OPT-2.7B."
    )
    values, oracle = np.full((2, 2, 3, 2), 0.5), np.random.default_rng(0).random((2, 2, 3))
    assert words.explanation(made(values)) == (
        "This suite has no oracle metric: nothing says how close a run comes to a model retrained without the "
        "forgotten data, so the metrics have nothing to be compared with. Agreement between metrics needs none."
    )
    assert words.explanation(made(values, oracle)) == (
        "No metric has a reliability here (X1: it is the same in all 12 runs and X2: it is the same in all 12 runs)."
    )
    tables = made_tables(values, oracle)
    nothing = replace(default_selection(tables), benchmarks=("elsewhere",))
    assert words.explanation(reliability(Resolved(tables, nothing))) == "No run matches these filters."


def test_how_many_metrics_differ_from_what_shuffling_gives():
    assert words.signal_sentence(released()) == (
        "0 of 5 metrics differ significantly (p ≤ 0.05) from what shuffled methods give. FA could not, whatever the "
        "data: the smallest possible p is 0.083."
    )
    distance = np.stack([np.arange(1.0, 7.0), np.arange(2.0, 8.0)])[:, None, :]
    strong = made(1 / distance[..., None], distance, metrics=[made_metric("S", "higher")])
    assert words.signal_sentence(strong) == (
        "1 of 1 metric differs significantly (p ≤ 0.05) from what shuffled methods give (S: p < 0.001, smallest "
        "possible < 0.001)."
    )
    two = released(panel="blip2_multimodal")
    assert " RA and AD could not, whatever the data: " in words.signal_sentence(two)
    first, *others = two.rows
    several = replace(two, rows=(replace(first, rho=0.1, p_stratified=1.0, p_min=0.25), *others))
    assert words.signal_sentence(several).endswith("the smallest possible p is 0.250 to 1.000.")
    assert words.signal_sentence(released(panel="resnet_unimodal")) == ""


def test_metrics_that_cannot_tell_methods_apart_and_signs_that_turn():
    result = released()
    where = {r.metric: r.constant_on for r in result.rows}
    assert words.constant_sentence(result) == constant_metrics(result.labels, where) != ""
    assert words.disagreement_sentence(result) == (
        "Pooling turns the sign of FA (−0.418, within +0.105) and JS (−0.051, within +0.133): over all runs ρ points "
        "one way, within benchmarks the other."
    )
    rng = np.random.default_rng(0)
    assert words.disagreement_sentence(made(rng.random((1, 1, 3, 1)), rng.random((1, 1, 3)))) == ""


def test_the_label_of_a_figure_is_the_p_without_the_number_of_shuffles():
    row = replace(released().rows[0], p_stratified=0.02, p_min=0.0001, exact=False)
    assert words.p_label(row) == "sampled p 0.020, smallest < 0.001"
    assert words.p_label(replace(row, exact=True)) == "exact p 0.020, smallest < 0.001"
    assert words.p_label(replace(row, p_stratified=None, reason="one value")) == "one value"


def test_one_metric_in_a_paragraph():
    result = released(panel="blip2_multimodal")
    assert words.metric_sentence(result.row("FA"), result.labels) == ("FA has no ρ here: it is the same in all 2 runs.")
    row = replace(
        result.row("RA"), label="A", n=36, rho=0.5, p=0.0001, rho_no_signal=-0.1, p_stratified=0.02, p_min=0.001,
        arrangements=5_000, exact=False, low=-0.2, high=0.8, rho_by_benchmark={"b1": 0.25, "b2": None, "b3": -1.0},
        resolution={"b1": 1 / 50, "b2": 1 / 30},
    )  # fmt: skip
    assert words.metric_sentence(row, result.labels) == (
        "ρ is +0.500 over 36 runs (asymptotic p < 0.001, which takes runs for independent) and −0.100 with the methods "
        "shuffled; sampled p (5000 shuffles) 0.020, smallest possible 0.001; 95 % interval −0.200 to 0.800. Within "
        "benchmarks ρ is +0.250 on b1 and −1.000 on b3. A moves in steps of 1/50 on b1 and 1/30 on b2."
    )
    bare = replace(
        row, p=None, exact=True, low=None, interval_reason="too few", rho_by_benchmark={"b1": None}, resolution={}
    )
    assert words.metric_sentence(bare, result.labels) == (
        "ρ is +0.500 over 36 runs (no asymptotic p) and −0.100 with the methods shuffled; exact p 0.020, smallest "
        "possible 0.001; interval not estimable: too few."
    )


def test_the_rules_that_agree_are_counted_and_their_leads():
    all_rules = weight_rules(resolved())
    same = sum(r.outcome.same for r in all_rules.rules)
    assert words.rules_sentence(all_rules) == (
        f"{same} of {len(all_rules.rules)} rules give the ranking of the weights now. 2 different leads occur among "
        "them."
    )
    assert words.rules_sentence(weight_rules(resolved(methods="salun"))).endswith("All of them have the same lead.")
    one = replace(all_rules, rules=all_rules.rules[:1])
    assert words.rules_sentence(one) == "1 of 1 rule gives the ranking of the weights now."
    assert words.rules_sentence(replace(one, rules=(replace(one.rules[0], outcome=None),))) == ""


def test_tied_methods_share_a_number_in_a_ranking():
    ranks = {"A": 1, "B": 2, "C": 2, "D": None}
    ranking = [RankedMethod(method=m, label=m, rank=rank, uqs=None) for m, rank in ranks.items()]
    assert words.ranking_text(ranking) == "1 A, 2 B, 2 C"
    assert words.ranking_text(ranking, 2) == "1 A, 2 B … and 1 more"
    assert words.ranking_text([]) == ""


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({}, "All metrics are used at the weights chosen now. Move the slider to leave out the less reliable ones."),
        ({"minimum": "0.9"}, "No weighted metric has a ρ of at least 0.90: nothing is left to rank by."),
        (
            {"weights": "FA:1", "minimum": "0"},
            "No weighted metric has a ρ of at least 0.00: nothing is left to rank by.",
        ),
        ({"minimum": "-0.9"}, "Every metric has a ρ of at least −0.90: nothing changes."),
        ({"minimum": "0.2"}, "Without FA, AD and JS (ρ below 0.20 or undefined). The ranking stays as it is."),
    ],
)
def test_what_is_left_above_a_minimum(query, text):
    view = resolved(**query)
    assert words.threshold_sentence(threshold(view, reliability(view))) == text


@pytest.mark.parametrize(("same", "text"), [(False, "The ranking changes."), (None, "Nothing is ranked.")])
def test_what_becomes_of_the_ranking_above_a_minimum(same, text):
    view = resolved(minimum="0.2")
    left = threshold(view, reliability(view))
    assert words.threshold_sentence(replace(left, outcome=replace(left.outcome, same=same))).endswith(text)


@pytest.mark.parametrize("case", ["one method", "all tied", "one run"])
def test_undefined_numbers_are_never_said(case):
    rng = np.random.default_rng(0)
    shape = {"one method": (2, 2, 1, 2), "one run": (1, 1, 1, 2)}.get(case, (2, 2, 3, 2))
    values = np.full(shape, 0.5) if case == "all tied" else rng.random(shape)
    result = made(values, rng.random(shape[:3]))
    texts = [
        words.explanation(result),
        *words.lead(result),
        words.signal_sentence(result),
        words.disagreement_sentence(result),
        words.constant_sentence(result),
        *(words.metric_sentence(r, result.labels) for r in result.rows),
        *(words.p_label(r) for r in result.rows),
        *(words.interval_text(r) for r in result.rows),
    ]
    assert any(texts)
    assert not any("nan" in t or "None" in t for t in texts)
