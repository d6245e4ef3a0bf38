"""The leaderboard page without a browser: the board in it is seen by its data, and its hand by what it sends."""

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import selection as choices
from components.answers.leaderboard.lead import RANKING
from components.answers.leaderboard.ranking import compute
from components.answers.reliability.trust import trust
from components.selection import default_selection
from components.widgets import cached
from components.widgets import selection as bound
from tests.answered import text_of, view_of
from tests.released import TABLES
from tests.sessions import trigger_id


def board(app: AppTest) -> Any:
    (found,) = [e.proto for e in app.get("bidi_component") if e.proto.component_name.endswith("weights_board")]
    return json.loads(found.json)[0]


def commit(app: AppTest, sent: dict[str, object]) -> None:
    """Run the page as after a commit of the board in the browser."""
    mounted = next(e for e in app.get("bidi_component") if e.proto.component_name.endswith("weights_board"))
    states = app._tree.get_widget_states()
    trigger = states.widgets.add()
    trigger.id = trigger_id(mounted.proto.id, "events")
    trigger.json_trigger_value = json.dumps([{"event": "commit", "value": sent}])
    app._run(states)
    assert not app.exception


def test_every_sentence_stands_once_and_links_lead_to_what_a_row_rests_on(app_test) -> None:
    app, view = app_test("leaderboard"), view_of()
    told, said = board(app), RANKING.said(view)
    assert [told["say"]["verdict"], told["say"]["support"]] == said.lines[:2]
    assert {told["say"]["chance"], *told["say"]["notes"]} == set(said.lines[2:])
    for sentence in said.notes:
        assert text_of(app).count(sentence) == 1
    links = {link["text"]: link["href"] for link in told["links"]}
    assert links["Compare"] == "compare?methods=PAGE,RIVALS&open=unified_unlearning:llava_multimodal:RIVAL"
    assert links["Runs"].startswith("data?suite=unified_unlearning")
    assert links["Runs"].endswith("table=runs&find=METHOD")
    judged = trust(cached.resolved(default_selection(TABLES)))
    marks = {row.metric: row.verdict for row in judged.rows}
    assert {m["id"]: m["trust"] for m in told["metrics"]} == {
        m: "undecided" if v == "cannot tell" else v for m, v in marks.items()
    }
    opened = app_test("leaderboard", {"open": "salun"})
    assert board(opened)["open"] == "salun"


def test_weights_let_go_of_reach_address_and_table_and_nothing_is_read_twice(app_test, monkeypatch) -> None:
    app = app_test("leaderboard", {"benchmarks": "mmubench"})
    read: list[str] = []
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
    found = board(app)
    assert found["weights"] == {"FA": 0.25, "RA": 0.0, "MIA": 0.0, "AD": 0.0, "JS": 0.75}
    assert found["seq"] == 1
    view = view_of(benchmarks="mmubench", weights="FA:0.25,JS:0.75")
    table = next(h.proto.body for h in app.get("html") if "<table" in h.proto.body)
    order = [view.labels.method(r.method) for r in view.of(compute).rows]
    assert sorted(order, key=table.index) == order
    commit(app, {"seq": 2, "preset": "equal"})
    assert app.query_params["weights"] == "equal"
    commit(app, {"seq": 3, "weights": {"XX": 1.0}})
    assert app.query_params["weights"] == "equal", "what is no commit changes nothing"


def test_rows_can_be_methods_where_these_have_several_checkpoints(app_test) -> None:
    app = app_test("leaderboard", {"suite": "tofu", "rows": "checkpoints"})
    assert len(board(app)["methods"]) == 150
    box = next(s for s in app.get("button_group") if s.label == "Rows")
    assert box.options == ["best of each method", "all checkpoints"]
    box.set_value("best").run()
    assert app.query_params["rows"] == "best"
    assert [m["id"] for m in board(app)["methods"]][:2] == ["altpo", "graddiff"], "in registry order"
    assert len(board(app)["utilities"]) == 150
    heads = [h.value.replace("\\", "") for h in app.header]
    assert heads[:3] == ["All methods", "Not ranked: drawn for comparison", "Methods by their checkpoints"]
