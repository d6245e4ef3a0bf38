"""The reliability page without a browser: what it says for each selection."""

from __future__ import annotations

import json
from html import unescape

import pytest

from components.resolved import Resolved
from components.selection import parse
from components.views.reliability import words
from components.views.reliability.result import reliability
from components.views.reliability.weight_rules import threshold, weight_rules
from tests.released import TABLES


def resolved(**query) -> Resolved:
    return Resolved(TABLES, parse(query, TABLES)[0])


def above(**query) -> str:
    return words.threshold_sentence(threshold(resolved(**query), reliability(resolved(**query))))


def texts(app) -> str:
    told = [*(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info])]
    return " ".join([*told, *(unescape(e.proto.body) for e in app.get("html"))]).replace("\\", "")


def figures(app) -> int:
    return len(app.get("plotly_chart"))


def button(app, key):
    return next(b for b in app.button if b.key == key)


def test_the_page_says_what_follows_from_the_result(app_test):
    app, result = app_test("reliability"), reliability(resolved())
    for sentence in (
        *words.lead(result),
        words.signal_sentence(result),
        words.disagreement_sentence(result),
        words.constant_sentence(result),
        words.metric_sentence(result.row("RA"), result.labels),
        words.rules_sentence(weight_rules(resolved())),
        above(),
    ):
        assert sentence
        assert sentence in texts(app)
    assert figures(app) == 2
    assert app.selectbox(key="choice_metric").value == "RA"


def test_a_panel_without_an_oracle_explains_itself_and_still_shows_the_rules(app_test):
    app, view = app_test("reliability", {"panel": "resnet_unimodal"}), resolved(panel="resnet_unimodal")
    assert words.explanation(reliability(view)) in texts(app)
    assert figures(app) == 0
    assert [h.value for h in app.header] == [
        "Closeness to the retrained model",
        "Noise floor",
        "From reliability to weights",
    ]
    assert next(r for r in weight_rules(view).rules if r.preset == "re-derived").reason in texts(app)
    assert not [b for b in app.button if b.key == "use_re-derived"]


@pytest.mark.parametrize(
    "query",
    [
        {"panel": "blip2_multimodal"},
        {"methods": "salun"},
        {"benchmarks": "unlok_vqa"},
        {"metric": "FA", "benchmarks": "mllmu_bench"},
        {"metric": "JS"},
        {"minimum": "0.2"},
        {"minimum": "0.9"},
        {"weights": "FA:1", "minimum": "0"},
    ],
)
def test_odd_selections_are_explained(app_test, query):
    app, result = app_test("reliability", query), reliability(resolved(**query))
    metric = result.row(query.get("metric", result.best.metric))
    for sentence in (
        words.signal_sentence(result),
        words.constant_sentence(result),
        words.metric_sentence(metric, result.labels),
        above(**query),
    ):
        assert sentence in texts(app)


@pytest.mark.parametrize("query", [{"metric": "XX"}, {"minimum": "2"}, {"minimum": "<b>"}, {"benchmarks": "cifar10"}])
def test_a_choice_that_does_not_fit_is_told(app_test, query):
    app = app_test("reliability", query)
    assert any(next(iter(query)) in w.value for w in app.warning)
    assert figures(app) == 2


def test_a_rule_takes_its_weights_to_the_leaderboard(app_test):
    app = app_test("reliability")
    button(app, "use_within-benchmark").click().run()
    assert not app.exception
    assert "Leaderboard" in [t.value for t in app.title]
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
    assert above(minimum="0.2") in texts(app)
    button(app, "use_minimum").click().run()
    assert not app.exception
    assert app.query_params["weights"] == "RA:0.683445,MIA:0.316555"


def test_the_slider_at_its_lowest_leaves_the_address_clean(app_test):
    app = app_test("reliability", {"minimum": "0.2"})
    app.slider(key="choice_minimum").set_value(-1.0).run()
    assert "minimum" not in app.query_params
    assert above() in texts(app)


def test_the_forest_holds_the_numbers_of_the_report(app_test):
    drawn = json.loads(app_test("reliability").get("plotly_chart")[0].proto.spec)["data"]
    rows = reliability(resolved()).rows
    for name, numbers in (("ρ over all runs", [r.rho for r in rows]), ("no signal", [r.rho_no_signal for r in rows])):
        trace = next(t for t in drawn if t.get("name") == name)
        assert trace["x"] == pytest.approx(numbers, abs=1e-15)
