"""The trade-off page without a browser, and its picture."""

import json
import re

import pytest

from components.answers.tradeoff.lead import say
from components.answers.tradeoff.picture import draw
from components.answers.tradeoff.plane import Tradeoff, compute
from components.plotting.theme import palette
from data import store
from tests.answered import look, named, view_of


def result_of(suite: str = "tofu", **query: str) -> Tradeoff:
    return view_of(store.tables(suite), **query).of(compute)


def drawn(result: Tradeoff, suite: str = "tofu"):
    return draw(result, look(view_of(store.tables(suite))))


def test_the_page_says_and_draws_its_result(app_test):
    query = {"axes": "uds,model_utility", "aim": "reference"}
    app, result = app_test("tradeoff", {"suite": "tofu", **query}), result_of(**query)
    lines = say(result, view_of(store.tables("tofu"), **query).labels).lines
    (answer,) = (e.value for e in app.get("html") if 'class="answer"' in e.value)
    assert re.findall("<(?:h2|p)>(.*?)</(?:h2|p)>", answer.replace("\u00a0%", " %")) == [
        *filter(None, lines)
    ]
    assert answer.startswith('<div class="answer"><h2>'), "the verdict is a heading"
    traces = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    marks = [
        t for t in traces if t.get("mode", "").startswith("markers") and t["name"] != "leader"
    ][:-1]
    assert sum(len(t["x"]) for t in marks) == len(result.drawn)
    assert not app.warning


def test_the_boxes_write_both_axes_and_swap_them_also_where_nothing_can_be_drawn(app_test):
    app = app_test(
        "tradeoff", {"suite": "unified_unlearning", "weights": "only-FA", "axes": "utility,FA"}
    )
    assert not app.get("plotly_chart")
    app.selectbox(key="choice_axes_0").set_value("MIA").run()
    assert app.query_params["axes"] == "MIA,FA"
    app.selectbox(key="choice_axes_1").set_value("MIA").run()
    assert app.query_params["axes"] == "FA,MIA"
    assert not app.exception


def test_groups_differ_by_shape_and_colour_and_the_front_is_filled():
    result = result_of()
    fig = drawn(result)
    traces = [named(fig, label) for label in result.groups.values()]
    colours = [{*t.marker.color} - {palette("light").missing} for t in traces]
    assert len(set().union(*colours)) == len(colours) == sum(map(len, colours)) == 8, (
        "grey is below the floor"
    )
    assert len({t.marker.symbol[0].removesuffix("-open") for t in traces}) == 8
    filled = {
        c[0]
        for t in traces
        for c, s in zip(t.customdata, t.marker.symbol, strict=True)
        if "-open" not in s
    }
    assert filled == {p.method for p in result.members}
    assert list(named(fig, "front").x) == sorted(p.x for p in result.members)


def test_lines_of_equal_score_turn_with_the_weights_and_a_ring_marks_the_leader():
    for query in ({}, {"weights": "forgetting_first"}):
        result = result_of(**query)
        lines, leader_line = (t for t in drawn(result).data if t.type == "contour")
        (ring,) = (t for t in drawn(result).data if t.name == "leader")
        leader = next(p for p in result.points if (p.method,) == result.best)
        assert (ring.x, ring.y) == ((leader.x,), (leader.y,))
        (a, b), (c, _) = lines.z
        slope = (b - a) / (lines.x[1] - lines.x[0]), (c - a) / (lines.y[1] - lines.y[0])
        assert slope == pytest.approx((result.share, 1 - result.share))
        assert leader_line.contours.start == pytest.approx(
            result.share * leader.x + (1 - result.share) * leader.y
        )


def test_names_of_marks_that_are_close_stand_apart():
    """GA KLR lies under NPO KLR, whose name is above, and NPO GDR little below GA KLR's name."""
    fig = drawn(result_of("muse_original"), suite="muse_original")
    sides = {
        t.text[0]: t.textposition[0]
        for t in fig.data
        if t.type == "scatter" and t.mode == "markers+text"
    }
    wanted = {"NPO KLR": "top right", "GA KLR": "bottom right", "NPO GDR": "bottom right"}
    assert {name: sides[name] for name in wanted} == wanted
