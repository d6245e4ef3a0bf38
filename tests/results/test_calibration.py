"""Metrics held against controls on a suite with known answers: every verdict, ties, controls that
lack."""

import json
from dataclasses import replace

import pytest

from components.pages import RELIABILITY
from components.report import report
from components.resolved import Resolved
from components.results import calibration
from tests.answered import view_of
from tests.beside import beside
from tests.calibrated import METHODS, calibrated
from tests.released import built_in

CASES = beside(__file__)

TABLES = calibrated()


def view(tables=TABLES, **query):
    return view_of(tables, weights="equal", **query)


def result(tables=TABLES, **query):
    return view(tables, **query).of(calibration.compute)


FULL = result()
FADE, GOOD, TURNED, FLAT = FULL.metrics


def test_every_metric_gets_the_verdict_it_was_made_for():
    rows = {r.metric: r for r in FULL.metrics}
    assert {m: r.on_canaries.auc for m, r in rows.items()} == CASES["auc"]
    assert {m: r.on_all.flagged for m, r in rows.items()} == CASES["flagged"]
    assert GOOD.rho == pytest.approx(1)
    assert TURNED.rho == pytest.approx(-1)
    assert (FLAT.rho, FLAT.n_methods) == (None, 3)
    content = RELIABILITY.content(view())["calibration"]
    assert [r["auc"] for r in content["separation"] if r["on"] == "canaries"] == [1, 1, 0, 0.5]
    assert (content["reason"], content["canaries"]) == ("", ["b2"])
    assert content["panels"] == ["images", "questions"]


def test_canaries_count_and_filters_of_methods_do_not():
    assert FADE.judged is FADE.on_canaries
    assert [(b.benchmark, b.canary) for b in FADE.by_benchmark] == [("b1", False), ("b2", True)]
    row = result(benchmarks="b1").metrics[0]
    assert row.judged is row.on_all
    assert result(methods="good") == FULL
    assert view(methods="good", seeds="2").judged.methods == METHODS
    assert result(replace(TABLES, extras={})).canaries == ()


@pytest.mark.parametrize(
    ("gone", "reason"),
    [
        ("retrain", "This suite has no second retrained model on Images."),
        ("original", "This suite has no original model on Images."),
    ],
)
def test_without_a_control_nothing_can_be_judged(gone, reason):
    told = result(replace(TABLES, runs=TABLES.runs[TABLES.runs["method"] != gone]))
    assert (told.metrics, told.panels) == ((), ())
    assert told.reason == reason


def test_a_reference_that_metrics_aim_at_is_no_second_retrained_model():
    both = "This suite has no original model and no second retrained model on LLaVA-1.5-7B."
    assert view_of().of(calibration.compute).reason == both
    aimed_at = view_of(built_in("muse_original")).of(calibration.compute)
    assert aimed_at.reason == "This suite has no second retrained model on MUSE News."
    nothing = Resolved(TABLES, replace(view().selection, benchmarks=("b3",)))
    assert nothing.of(calibration.compute).reason == "No runs match these filters."


def test_controls_with_a_role_are_judged_and_placed_but_not_ranked():
    tables = built_in("calibration")
    parts = ("leaderboard", "agreement", "stability", "clusters", "reliability")
    selection = view_of(tables, panel="sequence", draws="200").selection
    told = report(tables, selection, (*parts, "equivalence"))
    ranked = {row["method"]: row for row in told["leaderboard"]}
    assert len(ranked) == 10
    roles = {"noise": "control", "original": "original", "retrain": "reference"}
    assert {r["method"]: r["role"] for r in told["references"]} == roles
    for row in told["references"]:
        assert row["would_rank"] == 1 + sum(r["uqs"] > row["uqs"] for r in ranked.values())
    models = {(row["absent"], row["present"]) for row in told["calibration"]["separation"]}
    assert models == {(10, 10), (5, 5)}
    last = told["equivalence"]["models"][-3:]
    assert [row["method"] for row in last] == CASES["controls with a role"]
    named = json.dumps([told[part] for part in parts[1:]])
    assert not [m for m in ("retrain", "noise") if f'"{m}"' in named]
