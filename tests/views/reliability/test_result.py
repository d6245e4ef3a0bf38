"""The reliability part: its numbers come from the statistics."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from components.plain import to_plain
from components.resolved import Resolved
from components.selection import default_selection, parse
from components.views.reliability.result import NO_DISTANCE, NO_RUN, Run, metric_runs, reliability
from components.views.reliability.tables import reliability_table, rules_table, runs_table
from components.views.reliability.weight_rules import threshold, weight_rules
from tests.made import made_metric, made_tables
from tests.released import TABLES


def resolved(**query):
    selection, problems = parse(query, TABLES)
    assert not problems
    return Resolved(TABLES, selection)


def made_view(values, oracle=None, **kinds):
    tables = made_tables(np.asarray(values, dtype=float), oracle, **kinds)
    return Resolved(tables, default_selection(tables))


def above(view, minimum):
    chosen = Resolved(view.tables, replace(view.selection, minimum=minimum))
    return threshold(chosen, reliability(chosen))


def test_the_rows_have_the_released_numbers():
    result = reliability(resolved())
    rows = result.rows
    assert [r.metric for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    assert [round(r.rho, 3) for r in rows[:2]] == [-0.418, 0.484]
    assert [round(r.p, 3) for r in rows[:2]] == [0.011, 0.003]
    assert rows[0].constant_on == rows[1].constant_on == ("mllmu_bench", "unlok_vqa")
    assert rows[0].rho_by_benchmark["mllmu_bench"] is None
    assert rows[0].rho_within == pytest.approx(0.105, abs=5e-4)
    assert rows[0].p_min == pytest.approx(1 / 12)
    assert rows[1].rho_within == pytest.approx(0.6)
    assert rows[1].rho_no_signal == pytest.approx(0.437, abs=5e-4)
    assert rows[0].resolution == {"mmubench": pytest.approx(1 / 30)}
    assert rows[1].resolution["mllmu_bench"] == pytest.approx(1 / 50)
    assert result.best == rows[1]
    assert result.benchmarks == ("mllmu_bench", "unlok_vqa", "mmubench")


def test_the_json_is_the_list_of_rows():
    rows = to_plain(reliability(resolved()))
    assert json.loads(json.dumps(rows, allow_nan=False)) == rows
    assert [r["metric"] for r in rows] == ["FA", "RA", "MIA", "AD", "JS"]
    assert list(rows[0]) == [
        "metric", "label", "n", "rho", "p", "rho_no_signal", "rho_within", "rho_by_benchmark", "p_stratified", "p_min",
        "arrangements", "exact", "low", "high", "interval_reason", "draws", "constant_on", "resolution", "reason",
    ]  # fmt: skip


def test_a_strong_signal_reaches_the_smallest_p():
    distance = np.stack([np.arange(1.0, 7.0), np.arange(2.0, 8.0)])[:, None, :]
    (row,) = reliability(made_view(1 / distance[..., None], distance, metrics=[made_metric("S", "higher")])).rows
    assert row.p_stratified == row.p_min < 0.001


def test_a_panel_without_an_oracle_has_reasons():
    result = reliability(resolved(panel="resnet_unimodal"))
    assert all(r.rho is None and r.p_stratified is None for r in result.rows)
    assert all(r.reason == NO_DISTANCE and r.interval_reason for r in result.rows)
    assert result.best is None
    assert result.has_oracle
    assert result.measured_elsewhere == ("llava_multimodal", "blip2_multimodal")


def test_a_suite_without_an_oracle_has_its_rules():
    view = made_view(np.random.default_rng(0).random((2, 2, 3, 2)))
    result = reliability(view)
    assert not result.has_oracle
    assert result.measured_elsewhere == ()
    unfit, fit = weight_rules(view).rules[:3], weight_rules(view).rules[3:]
    assert [r.reason for r in unfit] == [
        "no metric here says what it is for",
        "no metric here measures privacy",
        "no metric here measures utility",
    ]
    assert [r.preset for r in fit if r.outcome is not None] == ["equal", "only-X1", "only-X2"]


def test_two_runs_carry_no_p():
    result = reliability(resolved(panel="blip2_multimodal"))
    assert result.row("RA").rho == pytest.approx(-1.0)
    assert result.row("RA").p is None
    assert result.row("RA").p_stratified == result.row("RA").p_min == 1.0
    assert result.row("RA").low is None
    assert result.row("RA").interval_reason
    assert result.row("FA").reason == "it is the same in all 2 runs"
    assert result.row("MIA").reason == "no run has both this metric and an oracle distance"


@pytest.mark.parametrize("case", ["one method", "one metric", "all tied", "one run", "no run", "one distance"])
def test_odd_selections_never_raise(case):
    rng = np.random.default_rng(0)
    shape = {"one method": (2, 2, 1, 2), "one metric": (2, 2, 3, 1), "one run": (1, 1, 1, 2)}.get(case, (2, 2, 3, 2))
    values, oracle = rng.random(shape), rng.random(shape[:3])
    if case == "all tied":
        values[:] = 0.5
    if case == "one distance":
        oracle[:] = 0.5
    view = made_view(values, oracle)
    if case == "no run":
        view = Resolved(view.tables, replace(view.selection, benchmarks=("elsewhere",)))
    result = reliability(view)
    assert len(result.rows) == len(reliability_table(result)) == shape[3]
    assert all((r.rho is None) == (r.p_stratified is None) == bool(r.reason) for r in result.rows)
    reasons = {
        "all tied": "it is the same in all 12 runs",
        "one run": "one run only",
        "no run": NO_RUN,
        "one distance": "the oracle distance is the same in all 12 runs",
    }
    assert {r.reason for r in result.rows} == {reasons.get(case, "")}
    for rule in weight_rules(view).rules:
        assert rule.reason or rule.outcome.weights
    low = tuple(r.metric for r in result.rows if r.rho is None or r.rho < 0.99)
    assert above(view, 0.99).dropped == low


def test_runs_are_those_with_both_values():
    found = metric_runs(resolved(), "RA")
    assert len(found.runs) == 36
    distance = pytest.approx(0.054101329099585885)
    assert found.runs[0] == Run(
        benchmark="mllmu_bench", method="gradient_ascent", seed=42, value=0.02, distance=distance
    )
    assert metric_runs(resolved(panel="resnet_unimodal"), "RA").runs == ()
    assert runs_table(found).columns.tolist() == ["benchmark", "method", "seed", "RA", "oracle distance"]


def test_every_preset_is_a_rule_with_its_ranking():
    result = weight_rules(resolved())
    rules = {r.preset: r for r in result.rules}
    assert {"published", "re-derived", "equal", "within-benchmark", "cross-validated", "later_revision"} <= set(rules)
    assert {"without-mllmu_bench", "without-unlok_vqa", "without-mmubench"} <= set(rules)
    assert {f"only-{m}" for m in ("FA", "RA", "MIA", "AD", "JS")} <= set(rules)
    assert [m.method for m in rules["published"].outcome.ranking] == [
        "gradient_ascent", "random_labels", "salun", "finetune_retain",
    ]  # fmt: skip
    assert rules["published"].outcome.same
    assert rules["later_revision"].transform == "exponential"
    assert rules["published"].transform is None
    # all weight on RA is the ranking by mean RA
    only = [m.uqs for m in rules["only-RA"].outcome.ranking]
    runs = TABLES.runs[TABLES.runs["panel"] == "llava_multimodal"]
    means = runs.groupby(["method", "benchmark"])["RA"].mean().groupby("method").mean()
    assert only == pytest.approx(sorted(means, reverse=True), abs=1e-9)
    assert len(rules_table(result)) == len(rules)


def test_a_rule_without_data_says_why():
    result = weight_rules(resolved(panel="resnet_unimodal"))
    rule = next(r for r in result.rules if r.preset == "re-derived")
    assert rule.outcome is None
    assert "no oracle distance" in rule.reason
    line = rules_table(result).set_index("rule").loc[rule.label]
    assert line["ranking"] == rule.reason
    assert line.filter(like="weight ").isna().all()


def test_the_slider_sets_the_others_to_zero_and_keeps_proportions():
    view = resolved()
    left = above(view, 0.2)
    assert left.dropped == ("FA", "AD", "JS")
    ra, mia = left.outcome.weights["RA"], left.outcome.weights["MIA"]
    assert ra + mia == pytest.approx(1.0)
    assert ra / mia == pytest.approx(0.6556505300627008 / 0.30368083091341774, rel=1e-5)
    again = Resolved(TABLES, replace(view.selection, weights=left.choice))
    assert dict(zip(again.panel.metric_ids, again.w, strict=True)) == pytest.approx(left.outcome.weights)
    assert above(view, 0.9).outcome is None
    assert above(view, 0.9).choice is None
    for minimum in (-0.9, None):
        unchanged = above(view, minimum)
        assert unchanged.choice is None
        assert unchanged.dropped == ()
        assert unchanged.outcome.weights == pytest.approx(dict(zip(view.panel.metric_ids, view.w, strict=True)))
