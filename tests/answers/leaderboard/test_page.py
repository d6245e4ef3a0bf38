"""The leaderboard page without a browser: what it says for each selection."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from components import selection as choices
from components.answers.leaderboard.lead import after_the_lead, all_sentences, beside_the_intervals
from components.answers.leaderboard.ranking import compute
from components.answers.leaderboard.tries import FAMILIES
from components.answers.leaderboard.tries import compute as grids
from components.answers.reliability.trust import short, trust
from components.served import Served
from components.widgets import cached
from components.widgets import selection as bound
from data import store
from tests.answered import text_of, view_of
from tests.released import TABLES
from tests.sessions import trigger_id

# the board draws itself in the browser; here it is seen by its data


def components_of(app) -> dict[str, dict]:
    """The data that each mounted component got, by the component's name."""
    found = {}
    for element in app.get("bidi_component"):
        found[element.proto.component_name] = json.loads(element.proto.json)[0] if element.proto.json else None
    return found


def commit(app: AppTest, sent: dict) -> None:
    """Run the page as after a commit of the board in the browser."""
    board = next(e for e in app.get("bidi_component") if e.proto.component_name.endswith("weights_board"))
    states = app._tree.get_widget_states()
    trigger = states.widgets.add()
    trigger.id = trigger_id(board.proto.id, "events")
    trigger.json_trigger_value = json.dumps([{"event": "commit", "value": sent}])
    app._run(states)
    assert not app.exception


def test_a_fragile_lead_is_told_on_board_and_page_and_trust_stands_beside_each_weight(app_test):
    for weights, mark in (("RA:0.6,MIA:0.24,JS:0.16", "fragile lead"), ("published", "")):
        app = app_test("leaderboard", {"weights": weights})
        data = components_of(app)["weights_board"]
        assert data["fragile"] == mark
        assert ("Fragile lead: " in text_of(app)) == bool(mark)
    every = tuple(store.tables(s.id) for s in store.suites())
    judged = trust(Served(every, cached.of), TABLES)
    assert {m["id"]: m["trust"] for m in data["metrics"]} == {r.metric: short(r, judged.suite) for r in judged.rows}


def test_an_opened_method_shows_its_ranks_and_runs(app_test):
    def box(app):
        return next(s for s in app.selectbox if s.label == "Open a method")

    app = app_test("leaderboard", {"seeds": "42"})
    assert box(app).options == ["none", *app.dataframe[0].value["method"]]
    assert [h.value for h in app.header] == ["All methods", "One method"]
    assert "Rows" not in [s.label for s in app.get("button_group")]
    box(app).select("salun").run()
    assert app.query_params["method"] == "salun"
    assert "Saliency Unlearning (SalUn)" in text_of(app)
    ranks, runs = (d.value for d in app.dataframe[1:])
    assert (len(runs), set(runs["seed"])) == (3, {"42"})
    assert ranks["rank of 4"].tolist()[0] == 2
    box(app).select("").run()
    assert "method" not in app.query_params
    assert len(app.dataframe) == 1


def test_every_sentence_stands_once_the_first_one_on_the_board(app_test):
    query = {"protocol": "published", "aggregate": "mean-of-scores"}
    app, view = app_test("leaderboard", query), view_of(**query)
    lead, *others = all_sentences(view)
    follows = after_the_lead(view.of(compute), view.labels)
    assert lead not in text_of(app)
    sure = beside_the_intervals(view.of(compute), view.labels)
    assert components_of(app)["weights_board"]["sure"] == " ".join(sure)
    assert components_of(app)["weights_board"]["follows"] == " ".join(s for s in follows if s not in sure)
    for sentence in others:
        assert text_of(app).count(sentence) == (sentence not in follows)


def test_weights_let_go_of_reach_address_and_table_and_nothing_is_read_twice(app_test, monkeypatch):
    app = app_test("leaderboard", {"benchmarks": "mmubench"})
    read = []
    monkeypatch.setattr(choices, "read", lambda name, *rest, old=choices.read: read.append(name) or old(name, *rest))
    monkeypatch.setattr(bound, "parse", lambda *given: pytest.fail(f"parsed again: {given[0]}"))
    commit(app, {"seq": 1, "weights": {"FA": 0.25, "JS": 0.75}})
    assert app.query_params == {
        "suite": TABLES.suite.id,
        "rows": "checkpoints",
        "benchmarks": "mmubench",
        "weights": "FA:0.25,JS:0.75",
    }
    assert read == ["weights"]
    board = components_of(app)["weights_board"]
    assert board["weights"] == {"FA": 0.25, "RA": 0.0, "MIA": 0.0, "AD": 0.0, "JS": 0.75}
    assert board["seq"] == 1
    view = view_of(benchmarks="mmubench", weights="FA:0.25,JS:0.75")
    assert app.dataframe[0].value["method"].tolist() == [view.labels.method(r.method) for r in view.of(compute).rows]
    commit(app, {"seq": 2, "preset": "equal"})
    assert app.query_params["weights"] == "equal"


def test_rows_can_be_methods_where_these_have_several_checkpoints(app_test):
    app = app_test("leaderboard", {"suite": "tofu", "rows": "checkpoints"})
    assert len(components_of(app)["weights_board"]["methods"]) == 150
    box = next(s for s in app.get("button_group") if s.label == "Rows")
    assert box.options == ["best of each method", "median", "all checkpoints"]
    box.set_value("best").run()
    assert app.query_params["rows"] == "best"
    beside = components_of(app)["weights_board"]
    tofu = store.tables("tofu")
    tries = {g.family: g.expected_best(10) for g in grids(view_of(tofu)).rows}
    assert beside["over"] == "Best of 10, expected"
    assert dict(zip([m["id"] for m in beside["methods"]], beside["expected"], strict=True)) == tries
    frame, first = app.dataframe[0].value, "altpo_lr5e5_b01_a1_ep5"
    assert frame["method"].tolist()[:2] == ["AltPO", "NPO"]
    assert frame["best checkpoint"][0] == next(m.label for m in store.tables("tofu").methods if m.id == first)
    assert components_of(app)["weights_board"]["grids"]["rule"] == "best"
    heads = [h.value.replace("\\", "") for h in app.header]
    assert heads == ["All methods", "One method", "Not ranked: drawn for comparison", "Methods by their checkpoints"]
    told = FAMILIES.said(view_of(tofu))
    for sentence in (*told.lines, *told.notes):
        assert text_of(app).count(sentence) == 1
    roles = app.dataframe[1].value["what it is"].tolist()
    assert roles == ["before unlearning", "trained without the forgotten data"]
    median = app_test("leaderboard", {"suite": "tofu", "rows": "median", "method": first})
    assert list(median.dataframe[0].value.columns) == ["rank", "method", "UQS", "runs"]
    assert "Open a method" not in [s.label for s in median.selectbox], "no checkpoint stands for a median"
