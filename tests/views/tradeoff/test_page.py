"""The trade-off page without a browser, and its numbers in the report."""

from __future__ import annotations

import json

import pytest

from components.report import report
from components.resolved import Resolved
from components.selection import parse
from components.views.tradeoff import words
from components.views.tradeoff.result import TradeoffResult, tradeoff
from data import store
from tests.released import TABLES


def result_of(suite: str, **query: str) -> TradeoffResult:
    tables = store.tables(suite)
    return tradeoff(Resolved(tables, parse(query, tables)[0]))


def texts(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def drawn(app) -> list:
    return json.loads(app.get("plotly_chart")[0].proto.spec)["data"]


@pytest.mark.parametrize(
    ("suite", "query"),
    [
        ("tofu", {}),
        ("tofu", {"axes": "uds,model_utility", "aim": "reference"}),
        ("unified_unlearning", {}),
        ("unified_unlearning", {"axes": "MIA,RA", "panel": "resnet_unimodal"}),
        ("openunlearning", {}),
        ("tofu_seeds", {}),
        ("tofu", {"weights": "uds:1"}),
        ("openunlearning", {"panel": "muse_llama2_7b"}),
    ],
)
def test_the_page_says_and_draws_its_result(app_test, suite, query):
    app, result = app_test("tradeoff", {"suite": suite, **query}), result_of(suite, **query)
    for sentence in (*words.lead(result), words.axes_sentence(result), words.beaten_sentence(result)):
        assert sentence in texts(app)
    assert words.best_for_sentence(result) in texts(app)
    marks = [t for t in drawn(app) if t.get("mode", "").startswith("markers")][:-1]
    assert sum(len(t["x"]) for t in marks) == len(result.drawn)
    assert [s.value for s in app.selectbox if s.key in ("axis_x", "axis_y")] == [a.axis for a in result.axes]
    assert not app.warning


def test_what_cannot_be_drawn_is_explained(app_test):
    query = {"weights": "uds:1", "axes": "utility,forgetting"}
    app = app_test("tradeoff", {"suite": "tofu", **query})
    assert words.explanation(result_of("tofu", **query)) in texts(app)
    assert "utility" in texts(app)
    assert not app.get("plotly_chart")
    one = app_test("tradeoff", {"suite": "unified_unlearning", "methods": "salun"})
    assert words.lead(result_of("unified_unlearning", methods="salun"))[0] in texts(one)


def test_the_boxes_write_both_axes_and_swap_them(app_test):
    app = app_test("tradeoff", {"suite": "unified_unlearning"})
    app.selectbox(key="axis_x").set_value("MIA").run()
    assert app.query_params["axes"] == "MIA,RA"
    app.selectbox(key="axis_y").set_value("MIA").run()
    assert app.query_params["axes"] == "RA,MIA"
    assert not app.exception


def test_the_aim_is_offered_where_a_metric_has_two(app_test):
    labels = [c.label for c in app_test("tradeoff", {"suite": "tofu"}).get("button_group")]
    assert "Aim" in labels
    assert "Aim" not in [c.label for c in app_test("tradeoff").get("button_group")]


def test_the_report_keeps_its_front_and_gains_the_page():
    tables = store.tables("tofu")
    found = report(tables, parse({}, tables)[0], ("leaderboard", "tradeoff"))
    front, page = found["front"], found["tradeoff"]
    assert [set(row) for row in front] == [{"method", "x", "y", "supported"}] * len(front)
    on_front = {p["method"]: (p["x"], p["y"], p["supported"]) for p in page["points"] if p["on_front"]}
    assert {r["method"]: (r["x"], r["y"], r["supported"]) for r in front} == on_front
    assert [b["method"] for b in page["best_for"]] == [r["method"] for r in front if r["supported"]]
    assert report(TABLES, parse({}, TABLES)[0], ("leaderboard",))["front"] == []
