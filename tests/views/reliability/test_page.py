"""The reliability page without a browser: what it says for each selection."""

from __future__ import annotations

import json

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.reliability.result import reliability
from tests.released import TABLES


def said(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def button(app, key):
    return next(b for b in app.button if b.key == key)


def test_the_real_runs_are_judged_by_their_distance_from_no_signal(app_test):
    app = app_test("reliability")
    text = said(app)
    assert "RA has the highest ρ with closeness to the retrained model: +0.484 over 36 runs." in text
    assert "0 of 5 metrics lie farther from that expectation" in text
    assert "FA and RA rank nothing on MLLMU-Bench and UnLOK-VQA" in text
    assert figures(app) == 2
    assert app.selectbox(key="choice_metric").value == "RA"


def test_a_panel_without_an_oracle_explains_itself_and_still_shows_the_rules(app_test):
    app = app_test("reliability", {"panel": "resnet_unimodal"})
    assert "No oracle distance was measured for these runs of ResNet-18" in said(app)
    assert figures(app) == 0
    assert [h.value for h in app.header] == ["From reliability to weights"]
    assert "weights cannot be re-derived here" in said(app)
    assert not [b for b in app.button if b.key == "use_re-derived"]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"panel": "blip2_multimodal"}, "over 2 runs"),
        ({"methods": "salun"}, "could not in any arrangement of these runs: the smallest p in reach is 1.000."),
        ({"benchmarks": "unlok_vqa"}, "FA, RA and MIA rank nothing on UnLOK-VQA"),
        ({"metric": "FA", "benchmarks": "mllmu_bench"}, "FA has no ρ here: it is the same in all 12 runs."),
        ({"metric": "JS"}, "ρ is −0.051 over 36 runs"),
        ({"minimum": "0.2"}, "Without FA, AD and JS (ρ below 0.20 or undefined)."),
        ({"minimum": "0.9"}, "No weighted metric has a ρ of at least 0.90"),
        ({"weights": "FA:1", "minimum": "0"}, "nothing is left to rank by"),
    ],
)
def test_odd_selections_are_explained(app_test, query, text):
    assert text in said(app_test("reliability", query))


@pytest.mark.parametrize("query", [{"metric": "XX"}, {"minimum": "2"}, {"minimum": "<b>"}, {"benchmarks": "cifar10"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = app_test("reliability", query)
    assert any(next(iter(query)) in w.value for w in app.warning)
    assert figures(app) == 2


def test_a_rule_takes_its_weights_to_the_leaderboard(app_test):
    app = app_test("reliability")
    button(app, "use_within-benchmark").click().run()
    assert not app.exception
    assert "Unlearning leaderboard" in [t.value for t in app.title]
    assert dict(app.query_params)["weights"] == "within-benchmark"


def test_the_later_revision_takes_its_map_along(app_test):
    app = app_test("reliability")
    button(app, "use_later_revision").click().run()
    assert not app.exception
    assert app.query_params["transform"] == "exponential"


def test_the_slider_writes_the_address_and_its_button_takes_the_weights(app_test):
    app = app_test("reliability")
    app.slider(key="choice_minimum").set_value(0.2).run()
    assert app.query_params["minimum"] == "0.2"
    assert "Without FA, AD and JS" in said(app)
    button(app, "use_minimum").click().run()
    assert not app.exception
    assert app.query_params["weights"] == "RA:0.683445,MIA:0.316555"


def test_the_slider_at_its_lowest_leaves_the_address_clean(app_test):
    app = app_test("reliability", {"minimum": "0.2"})
    app.slider(key="choice_minimum").set_value(-1.0).run()
    assert "minimum" not in app.query_params
    assert "All metrics are used" in said(app)


def test_the_forest_holds_the_numbers_of_the_report(app_test):
    drawn = json.loads(app_test("reliability").get("plotly_chart")[0].proto.spec)["data"]
    rows = reliability(Resolved(TABLES, default_selection(TABLES)))
    for name, key in (("ρ over all runs", "rho"), ("no signal", "rho_no_signal")):
        trace = next(t for t in drawn if t.get("name") == name)
        assert trace["x"] == pytest.approx([r[key] for r in rows], abs=1e-15)
