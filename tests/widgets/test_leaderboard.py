"""The leaderboard page without a browser: the board in it is seen by its data."""

import json
from typing import Any

from streamlit.testing.v1 import AppTest

from components.answers.leaderboard.headline import RANKING
from components.results.trust import trust
from components.selection import default_selection
from components.widgets import cached
from tests.answered import text_of, view_of
from tests.released import TABLES


def board(app: AppTest) -> Any:
    components = [element.proto for element in app.get("bidi_component")]
    (sent,) = (c for c in components if c.component_name.endswith("weights_board"))
    return json.loads(sent.bytes)


def test_every_sentence_stands_once_and_links_lead_to_what_a_row_rests_on(app_test) -> None:
    app, view = app_test("leaderboard", {"suite": TABLES.suite.id}), view_of()
    told, said = board(app), RANKING.said(view)
    assert [told["say"]["verdict"], told["say"]["support"]] == said.lines[:2]
    assert [note["text"] for note in told["say"]["notes"]] == said.lines[2:]
    assert told["say"]["chance"] == ""
    for sentence in said.notes:
        assert text_of(app).count(sentence) == 1
    links = {link["text"]: link["href"] for link in told["links"]}
    row = "unified_unlearning:llava_multimodal:RIVAL"
    assert links["Compare"] == f"compare?methods=PAGE,RIVALS&open={row}&weights=balanced"
    assert links["Runs"].startswith("data?suite=unified_unlearning")
    assert links["Runs"].endswith("table=runs&find=METHOD")
    judged = trust(cached.resolved(default_selection(TABLES)))
    marks = {row.metric: row.verdict for row in judged.rows}
    assert {m["id"]: m["trust"] for m in told["metrics"]} == {
        m: "undecided" if v == "cannot tell" else v for m, v in marks.items()
    }
    opened = app_test("leaderboard", {"suite": TABLES.suite.id, "open": "salun"})
    assert board(opened)["open"] == "salun"


def test_rows_can_be_methods_where_these_have_several_checkpoints(app_test) -> None:
    app = app_test("leaderboard", {"suite": "tofu", "rows": "checkpoints"})
    assert len([row for row in board(app)["methods"] if not row["role"]]) == 150
    box = next(s for s in app.get("button_group") if s.label == "Rows")
    assert box.options == ["best of each method", "all checkpoints"]
    box.set_value("best").run()
    assert app.query_params["rows"] == "best"
    assert [m["id"] for m in board(app)["methods"]][:2] == ["altpo", "graddiff"], (
        "in registry order"
    )
    assert len(board(app)["utilities"]) == len(board(app)["passes"]) >= 150
    heads = [h.value.replace("\\", "") for h in app.header]
    assert heads[:3] == [
        "All methods",
        "Not ranked: drawn for comparison",
        "Methods by their checkpoints",
    ]
