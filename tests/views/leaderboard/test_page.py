"""The leaderboard page without a browser: what it says for each selection."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from components import selection as choices
from components.answers.reliability.trust import SHORT, trust
from components.resolved import Resolved
from components.selection import parse
from components.served import Served
from components.views.leaderboard.beside import aims
from components.views.leaderboard.result import leaderboard
from components.views.leaderboard.words import (
    SIDES,
    after_the_lead,
    aims_sentence,
    doubled_sentences,
    sentences,
    sides_legend,
)
from components.widgets import cached
from components.widgets import selection as bound
from data import store
from tests.released import TABLES
from tests.sessions import trigger_id

# the board and the table draw themselves in the browser; here both are seen by their data


def components_of(app) -> dict[str, dict]:
    """The data that each mounted component got, by the component's name."""
    found = {}
    for element in app.get("bidi_component"):
        found[element.proto.component_name] = json.loads(element.proto.json)[0] if element.proto.json else None
    return found


def text_of(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def commit(app: AppTest, sent: dict) -> None:
    """Run the page as after a commit of the board in the browser."""
    board = next(e for e in app.get("bidi_component") if e.proto.component_name.endswith("weights_board"))
    states = app._tree.get_widget_states()
    trigger = states.widgets.add()
    trigger.id = trigger_id(board.proto.id, "events")
    trigger.json_trigger_value = json.dumps([{"event": "commit", "value": sent}])
    app._run(states)
    assert not app.exception


def test_the_real_runs_are_ranked_as_released(app_test):
    app = app_test()
    data = components_of(app)["standings"]
    assert [r["label"] for r in data["rows"]] == ["Gradient Ascent", "Random Labels", "SalUn", "FT-Retain"]
    uqs = [c["id"] for c in data["columns"]].index("uqs")
    assert [r["cells"][uqs]["text"] for r in data["rows"]] == ["0.645", "0.631", "0.617", "0.596"]


def test_a_fragile_lead_is_marked_in_board_and_table_and_trust_stands_beside_each_weight(app_test):
    for weights, mark in (("RA:0.6,MIA:0.24,JS:0.16", "fragile lead"), ("published", "")):
        data = components_of(app_test("leaderboard", {"weights": weights}))
        assert data["weights_board"]["fragile"] == mark
        assert [r["mark"] for r in data["standings"]["rows"]] == [mark, "", "", ""]
        assert ("Fragile lead: " in data["standings"]["caption"]) == bool(mark)
    every = tuple(store.tables(s.id) for s in store.suites())
    judged = trust(Served(every, cached.of), TABLES)
    shown = {m["id"]: m["trust"] for m in data["weights_board"]["metrics"]}
    assert shown == {r.metric: SHORT[r.verdict] for r in judged.rows}


def test_a_link_shows_its_weights_columns_and_order(app_test):
    app = app_test("leaderboard", {"weights": "FA:0.2,RA:0.8", "columns": "uqs,p_first", "sort": "method:desc"})
    data = components_of(app)
    assert data["weights_board"]["weights"] == pytest.approx({"FA": 0.2, "RA": 0.8, "MIA": 0, "AD": 0, "JS": 0})
    table = data["standings"]
    assert [c["id"] for c in table["columns"]] == ["rank", "method", "uqs", "p_first", "p_first_rederived"]
    assert [r["id"] for r in table["rows"]] == ["salun", "random_labels", "gradient_ascent", "finetune_retain"]


def test_an_opened_method_shows_its_runs(app_test):
    app = app_test("leaderboard", {"method": "salun", "seeds": "42"})
    assert "Saliency Unlearning (SalUn)" in [h.value.replace("\\", "") for h in app.header]
    runs = app.dataframe[1].value
    assert len(runs) == 3
    assert set(runs["seed"]) == {"42"}
    ranks = app.dataframe[0].value
    assert ranks["rank of 4"].tolist()[0] == 2


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"panel": "blip2_multimodal"},
        {"methods": "salun"},
        {"weights": "only-FA", "benchmarks": "mllmu_bench"},
        {"panel": "resnet_unimodal"},
        {"protocol": "published", "aggregate": "mean-of-scores"},
    ],
    ids=str,
)
def test_every_sentence_stands_once_the_first_one_on_the_board(app_test, query):
    app = app_test("leaderboard", query)
    result = leaderboard(Resolved(TABLES, parse(query, TABLES)[0]))
    (lead, *others), follows = sentences(result), after_the_lead(result)
    assert lead not in text_of(app)
    assert components_of(app)["weights_board"]["follows"] == " ".join(follows)
    for sentence in others:
        assert text_of(app).count(sentence) == (sentence not in follows)


def test_weights_let_go_of_reach_address_and_table_and_nothing_is_read_twice(app_test, monkeypatch):
    app = app_test("leaderboard", {"benchmarks": "mmubench"})
    read = []
    monkeypatch.setattr(choices, "read", lambda name, *rest, old=choices.read: read.append(name) or old(name, *rest))
    monkeypatch.setattr(bound, "parse", lambda *given: pytest.fail(f"parsed again: {given[0]}"))
    commit(app, {"seq": 1, "weights": {"FA": 0.25, "JS": 0.75}})
    assert app.query_params == {"suite": TABLES.suite.id, "benchmarks": "mmubench", "weights": "FA:0.25,JS:0.75"}
    assert read == ["weights"]
    data = components_of(app)
    assert data["weights_board"]["weights"] == {"FA": 0.25, "RA": 0.0, "MIA": 0.0, "AD": 0.0, "JS": 0.75}
    assert data["weights_board"]["seq"] == 1
    result = leaderboard(Resolved(TABLES, parse(dict(app.query_params), TABLES)[0]))
    assert [r["id"] for r in data["standings"]["rows"]] == [r.method for r in result.rows]
    commit(app, {"seq": 2, "preset": "equal"})
    assert app.query_params["weights"] == "equal"


@pytest.mark.parametrize(
    "query",
    [
        {"weights": "FA:-1"},
        {"panel": "<script>alert(1)</script>"},
        {"benchmarks": "cifar10"},
        {"sort": "nothing"},
        {"suite": "elsewhere"},
        {"method": "x" * 5000},
        {"weights": "re-derived", "panel": "resnet_unimodal"},
    ],
)
def test_a_choice_that_does_not_fit_is_told_and_the_default_shown(app_test, query):
    app = app_test("leaderboard", query)
    name = next(iter(query))
    assert any(name in w.value for w in app.warning)
    assert len(components_of(app)["standings"]["rows"]) == 4


def test_rows_can_be_methods_where_these_have_several_checkpoints(app_test):
    assert not [s for s in app_test("leaderboard").selectbox if s.label == "Rows"]
    app = app_test("leaderboard", {"suite": "tofu"})
    box = next(s for s in app.selectbox if s.label == "Rows")
    assert box.options == ["Checkpoints", "Best of each method", "Median of each method"]
    box.set_value("best").run()
    assert app.query_params["rows"] == "best"
    data = components_of(app)
    assert [r["label"] for r in data["standings"]["rows"]][:2] == ["AltPO", "NPO"]
    assert data["standings"]["columns"][2]["label"] == "Best checkpoint"
    assert data["standings"]["rows"][0]["id"] == "altpo_lr5e5_b01_a1_ep5", "the name opens the runs of that checkpoint"
    assert data["weights_board"]["grids"]["rule"] == "best"
    assert text_of(app).count("The same runs select the best checkpoint") == 1
    opened = app_test("leaderboard", {"suite": "tofu", "rows": "best", "method": "altpo_lr5e5_b01_a1_ep5"})
    assert "rank of 8" in opened.dataframe[0].value
    assert len(opened.dataframe[1].value) == 1
    median = app_test("leaderboard", {"suite": "tofu", "rows": "median", "method": "altpo_lr5e5_b01_a1_ep5"})
    table = components_of(median)["standings"]
    assert {r["id"] for r in table["rows"]} == {""}
    assert [c["id"] for c in table["columns"]] == ["rank", "method", "interval", "uqs", "runs"]


def test_aims_sides_and_what_counts_twice(app_test):
    tables = store.tables("tofu")
    query = {"suite": "tofu", "aim": "reference", "weights": "mem:1,one_minus_es:1"}
    app = app_test("leaderboard", query)
    resolved = Resolved(tables, parse(query, tables)[0])
    result, said = leaderboard(resolved), text_of(app)
    assert said.count(aims_sentence(aims(resolved))) == 1
    data = components_of(app)
    board = next(d for n, d in data.items() if n.endswith("weights_board"))
    parts = {m["id"]: m["parts"] for m in board["metrics"] if m["parts"]}
    assert parts == {m.id: list(m.parts) for m in tables.metrics if m.parts}
    assert len(doubled_sentences(result)) == 1
    assert not any(s in said for s in doubled_sentences(result)), "the board says it, and keeps it up to date"
    table = next(d for n, d in data.items() if n.endswith("standings"))
    at = {c["id"]: i for i, c in enumerate(table["columns"])}
    for row, shown in zip(result.rows, table["rows"], strict=True):
        for metric, i in at.items():
            if shown["cells"][i] is not None:
                mark, meant = SIDES.get(row.sides.get(metric, "at"), ("", ""))
                assert (shown["cells"][i]["mark"], shown["cells"][i]["title"]) == (mark, meant)
    assert sides_legend(result.rows) in table["caption"]
