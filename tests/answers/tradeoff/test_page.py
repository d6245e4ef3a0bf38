"""The trade-off page without a browser, and its picture."""

import json

import pytest

from components.answers.tradeoff.lead import say
from components.answers.tradeoff.picture import draw
from components.answers.tradeoff.plane import Tradeoff, compute
from components.plotting.theme import palette
from data import store
from tests.answered import look, named, view_of
from tests.sessions import trigger_id


def result_of(suite: str = "tofu", **query: str) -> Tradeoff:
    return view_of(store.tables(suite), **query).of(compute)


def drawn(result: Tradeoff, suite: str = "tofu"):
    return draw(result, look(view_of(store.tables(suite))))


def component(app, name: str):
    """The mounted component that draws itself in the browser, seen by its data."""
    return next(e.proto for e in app.get("bidi_component") if e.proto.component_name.endswith(name))


def live(app) -> dict:
    return json.loads(component(app, "tradeoff_share").json)[0]


def test_the_page_says_and_draws_its_result(app_test):
    query = {"axes": "uds,model_utility", "aim": "reference"}
    app, result = app_test("tradeoff", {"suite": "tofu", **query}), result_of(**query)
    assert live(app)["lines"] == [*say(result, view_of(store.tables("tofu"), **query).labels).lines]
    traces = json.loads(app.get("plotly_chart")[0].proto.spec)["data"]
    marks = [t for t in traces if t.get("mode", "").startswith("markers")][:-1]
    assert sum(len(t["x"]) for t in marks) == len(result.drawn)
    assert not app.warning


def test_the_boxes_write_both_axes_and_swap_them_also_where_nothing_can_be_drawn(app_test):
    app = app_test("tradeoff", {"suite": "unified_unlearning", "weights": "only-FA", "axes": "utility,FA"})
    assert not app.get("plotly_chart")
    app.selectbox(key="choice_axes_0").set_value("MIA").run()
    assert app.query_params["axes"] == "MIA,FA"
    app.selectbox(key="choice_axes_1").set_value("MIA").run()
    assert app.query_params["axes"] == "FA,MIA"
    assert not app.exception


@pytest.mark.parametrize(
    ("query", "turns", "ends"),
    [
        ({}, True, (1, 99)),  # a group without any weight would be no axis
        ({"weights": "uds:1", "axes": "mem,fluency"}, False, (0, 100)),  # there is nothing to move
    ],
    ids=str,
)
def test_weight_can_be_moved_where_that_has_a_meaning(app_test, query, turns, ends):
    data = live(app_test("tradeoff", {"suite": "tofu", **query}))
    assert (data["turns"], (data["least"], data["most"])) == (turns, ends)


def test_weights_let_go_of_stand_in_the_address_and_others_change_nothing(app_test):
    app = app_test("tradeoff", {"suite": "tofu"})
    for weights in ({"uds": 0.25, "fluency": 0.75}, {"uds": 0.25, "fluency": 0.25}, {"elsewhere": 1}, {"uds": -1}):
        states = app._tree.get_widget_states()
        trigger = states.widgets.add()
        trigger.id = trigger_id(component(app, "tradeoff_share").id, "events")
        trigger.json_trigger_value = json.dumps([{"event": "commit", "value": {"seq": 1, "weights": weights}}])
        app._run(states)
        assert not app.exception
        assert dict(app.query_params) == {"suite": "tofu", "rows": "best", "weights": "uds:0.25,fluency:0.75"}
    assert live(app)["weights"]["fluency"] == 0.75


def test_groups_differ_by_shape_and_colour_and_the_front_is_filled():
    result = result_of()
    fig = drawn(result)
    traces = [named(fig, label) for label in result.groups.values()]
    colours = [{*t.marker.color} - {palette("light").missing} for t in traces]
    assert len(set().union(*colours)) == len(colours) == sum(map(len, colours)) == 8, "grey is below the floor"
    assert len({t.marker.symbol[0].removesuffix("-open") for t in traces}) == 8
    filled = {c[0] for t in traces for c, s in zip(t.customdata, t.marker.symbol, strict=True) if "-open" not in s}
    assert filled == {p.method for p in result.members}
    assert list(named(fig, "front").x) == sorted(p.x for p in result.members)


def test_names_of_marks_that_are_close_stand_apart():
    """GA KLR lies under NPO KLR, whose name is above, and NPO GDR little below GA KLR's name."""
    fig = drawn(result_of("muse_original"), suite="muse_original")
    sides = {t.text[0]: t.textposition[0] for t in fig.data if t.mode == "markers+text"}
    wanted = {"NPO KLR": "top right", "GA KLR": "bottom right", "NPO GDR": "bottom right"}
    assert {name: sides[name] for name in wanted} == wanted
