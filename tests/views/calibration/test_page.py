"""The calibration page without a browser."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.calibration import words
from components.views.calibration.result import calibration
from tests.calibrated import calibrated, opened

TABLES = calibrated()


def result(**choices):
    return calibration(Resolved(TABLES, replace(default_selection(TABLES), weights="equal", **choices)))


def texts(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


@pytest.mark.parametrize(
    ("query", "choices"),
    [
        ({}, {}),
        ({"benchmarks": "b1"}, {"benchmarks": ("b1",)}),
        ({"benchmarks": "b2", "seeds": "1"}, {"benchmarks": ("b2",), "seeds": (1,)}),
    ],
)
def test_metrics_are_held_against_the_controls(app_test, query, choices):
    app, found = opened(app_test, "calibration", **query), result(**choices)
    sentences = (*words.lead(found), words.perfect_sentence(found), words.outranked(found), words.rho_sentence(found))
    for sentence in (*sentences, words.modality_sentence(found)):
        assert sentence in texts(app)
    assert figures(app) == 4


def test_the_figure_holds_every_area(app_test):
    drawn = json.loads(opened(app_test, "calibration").get("plotly_chart")[0].proto.spec)["data"]
    canaries = next(t for t in drawn if t.get("name") == "canaries")
    assert canaries["x"] == [1, 1, 0, 0.5]


def test_a_suite_without_controls_explains_itself(app_test):
    app = app_test("calibration", {"suite": "unified_unlearning"})
    assert "neither the original model" in texts(app)
    assert figures(app) == 0


def test_a_choice_that_does_not_fit_is_told(app_test):
    app = opened(app_test, "calibration", benchmarks="b3")
    assert any("benchmarks" in w.value for w in app.warning)
