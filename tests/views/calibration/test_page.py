"""The calibration page without a browser."""

from __future__ import annotations

import json

from tests.calibrated import opened


def said(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def test_metrics_are_held_against_the_controls(app_test):
    app = opened(app_test, "calibration")
    text = said(app)
    assert "2 of 4 metrics always tell a retrained model from the original (FADE and GOOD)." in text
    assert "most of all TURNED and FLAT: 4 of 4 over 2 benchmarks." in text
    assert "in 4 of 4 blocks under TURNED, and in 0 of 4 under FADE" in text
    assert "controls left out" in text
    assert figures(app) == 4


def test_the_figure_holds_every_area(app_test):
    drawn = json.loads(opened(app_test, "calibration").get("plotly_chart")[0].proto.spec)["data"]
    canaries = next(t for t in drawn if t.get("name") == "canaries")
    assert canaries["x"] == [1, 1, 0, 0.5]


def test_without_canaries_the_random_forget_sets_count(app_test):
    app = opened(app_test, "calibration", benchmarks="b1")
    assert "On these forget sets, 2 of 4 metrics" in said(app)


def test_one_seed_and_one_benchmark_are_enough_to_be_shown(app_test):
    app = opened(app_test, "calibration", benchmarks="b2", seeds="1")
    assert "most of all TURNED and FLAT: 1 of 1 over 1 benchmark." in said(app)


def test_a_suite_without_controls_explains_itself(app_test):
    app = app_test("calibration", {"suite": "unified_unlearning"})
    assert "neither the original model nor an independently retrained candidate" in said(app)
    assert figures(app) == 0


def test_a_choice_that_does_not_fit_is_told(app_test):
    app = opened(app_test, "calibration", benchmarks="b3")
    assert any("benchmarks" in w.value for w in app.warning)
