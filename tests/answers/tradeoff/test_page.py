"""The trade-off page without a browser, and its numbers in the report."""

import json

import pytest

from components.answers.tradeoff.lead import lead, say
from components.answers.tradeoff.plane import Tradeoff, compute
from components.words import Labels
from data import store
from tests.answered import text_of as texts
from tests.answered import view_of
from tests.sessions import trigger_id


def result_of(suite: str, **query: str) -> Tradeoff:
    return view_of(store.tables(suite), **query).of(compute)


def names_of(suite: str, **query: str) -> Labels:
    return view_of(store.tables(suite), **query).labels


def component(app, name: str):
    """The mounted component that draws itself in the browser, seen by its data."""
    return next(e.proto for e in app.get("bidi_component") if e.proto.component_name.endswith(name))


def live(app) -> dict:
    return json.loads(component(app, "tradeoff_share").json)[0]


def drawn(app) -> list:
    return json.loads(app.get("plotly_chart")[0].proto.spec)["data"]


def test_the_page_says_and_draws_its_result(app_test):
    suite, query = "tofu", {"axes": "uds,model_utility", "aim": "reference"}
    app, result = app_test("tradeoff", {"suite": suite, **query}), result_of(suite, **query)
    words = say(result, names_of(suite, **query))
    assert live(app)["lead"] == lead(result, names_of(suite, **query))
    assert all(
        sentence in texts(app) for sentence in (*words.notes, words.lines[-1]) if sentence not in words.lines[:2]
    )
    marks = [t for t in drawn(app) if t.get("mode", "").startswith("markers")][:-1]
    assert sum(len(t["x"]) for t in marks) == len(result.drawn)
    assert [s.value for s in app.selectbox if s.key in ("choice_axes_0", "choice_axes_1")] == [
        a.axis for a in result.axes
    ]
    assert not app.warning


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


def test_runs_open_by_name_and_can_be_ranked_alone(app_test):
    tables = store.tables("muse_seeds")
    app = app_test("tradeoff", {"suite": "muse_seeds"})
    assert "rank_opened" not in [b.key for b in app.button]
    app.multiselect(key="choice_opened").set_value(["simnpo", "npo"]).run()
    assert app.query_params["opened"] == "npo,simnpo"
    assert [live(app)["methods"][i]["id"] for i in live(app)["opened"]] == ["npo", "simnpo"]
    shown = next(t.value for t in app.dataframe if "run" in t.value)
    runs = tables.runs[
        (tables.runs["panel"] == view_of(tables).selection.panel) & tables.runs["method"].isin(["npo", "simnpo"])
    ]
    assert sorted(shown["run"]) == sorted(runs["run_id"])
    values = shown.set_index("run")[[m.label for m in tables.scores]]
    assert values.to_numpy() == pytest.approx(runs.set_index("run_id").loc[values.index, [m.id for m in tables.scores]])
    app.button(key="rank_opened").click().run()
    assert dict(app.query_params) == {"suite": "muse_seeds", "rows": "checkpoints", "methods": "npo,simnpo"}
    assert app.title[0].value == "Leaderboard"


def test_the_boxes_write_both_axes_and_swap_them(app_test):
    app = app_test("tradeoff", {"suite": "unified_unlearning"})
    app.selectbox(key="choice_axes_0").set_value("MIA").run()
    assert app.query_params["axes"] == "MIA,utility"
    app.selectbox(key="choice_axes_1").set_value("MIA").run()
    assert app.query_params["axes"] == "utility,MIA"
    assert not app.exception
