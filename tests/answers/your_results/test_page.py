"""Your results without a browser: what the page asks and tells, what other pages show of it, and
what it lets go of."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.your_results.standing import standing
from components.format import MARK
from data.check import main as checked
from data.read.files import here
from tests.answered import text_of as text
from tests.answered import view_of
from tests.beside import beside
from tests.released import built_in

CASES = beside(__file__)

TOFU = "\n".join(
    [
        "method,seed,split,forget_quality,model_utility,extraction_strength",
        *(f"Zebrafinch,{s},forget10,0.5,0.58,0.1" for s in (1, 2, 3)),
        *(f"NPO,{s},forget10,0.0001,0.1,0.9" for s in (1, 2)),
    ]
)


def drawn(node: Any) -> Iterator[bytes]:
    """Every element of a page as it is sent to the browser."""
    if getattr(node, "proto", None) is not None and hasattr(node.proto, "SerializeToString"):
        yield node.proto.SerializeToString()
    for child in getattr(node, "children", {}).values():
        yield from drawn(child)


@pytest.fixture
def opened(app_test) -> AppTest:
    return app_test("your-results")


def paste(app: AppTest, table: str) -> AppTest:
    app.text_area[0].set_value(table).run()
    assert not app.exception
    return accepted(app)


def accepted(app: AppTest) -> AppTest:
    """Accept what is proposed, if anything is."""
    label = "Accept all and rank"
    return press(app, label) if any(b.label == label for b in app.button) else app


def press(app: AppTest, label: str) -> AppTest:
    next(b for b in app.button if b.label == label).click().run()
    assert not app.exception
    return app


def answer(app: AppTest) -> str:
    return next(h.proto.body for h in app.get("html") if 'class="answer"' in h.proto.body)


def grid(app: AppTest) -> dict[str, dict[str, str]]:
    """The cells of the grid as they are shown, by column of the table."""
    drawn = next(d for d in app.dataframe if "better" in d.value.columns)
    frame = drawn.value.set_index("column")
    for name, config in json.loads(drawn.proto.columns).items():
        shown = {
            o["value"]: o["label"]
            for o in config.get("type_config", {}).get("options", ())
            if isinstance(o, dict)
        }
        if shown:
            frame[name] = [shown[cell] if isinstance(cell, str) else "" for cell in frame[name]]
    return frame.to_dict("index")


def place(app: AppTest, label: str) -> AppTest:
    box = next(b for b in app.selectbox if b.key == "place")
    box.set_value(
        next(
            o
            for o in [f.place for f in app.session_state["_your_results_made"].grid.offers]
            if o[0] == label
        )
    ).run()
    assert not app.exception
    return app


def test_an_example_is_ranked_once_its_proposals_are_accepted(opened):
    assert "Add a table, one row per run." in answer(opened)
    assert "The table stays in this session." in answer(opened)
    press(opened, "Try an example")
    assert "Nothing can be ranked yet." in answer(opened)
    assert "spread rate" in text(opened)
    accepted(opened)
    assert "of 2; fewer than 3 seeds, so nobody can say how surely." in answer(opened)
    accuracy = grid(opened)["● forget acc"]
    assert (accuracy["same"], accuracy["unit"]) == ("FA · Forget accuracy", "share")
    roles = {b.label: b.value for b in opened.selectbox if b.key and b.key.startswith("role_")}
    assert roles == CASES["an example is ranked"]
    assert opened.query_params == {"suite": "pasted_table_yours"}


def test_several_like_columns_are_set_together_and_every_answer_moves_the_rank(opened):
    table = "method,a-cka,b-cka,quux,zing ↑\nA,0.1,0.2,0.3,0.9\nB,0.5,0.9,0.1,0.8"
    opened.text_area[0].set_value(table).run()
    options = list(opened.selectbox(key="together_which").options)
    assert options == ["all 4 to decide", "2 like a-cka"]
    opened.selectbox(key="together_which").set_value("2 like a-cka").run()
    press(opened, "Higher")
    assert "B ranks 1 of 2" in answer(accepted(opened))
    opened.selectbox(key="role_B").set_value("ignore").run()
    assert "A is the only method ranked." in answer(opened)


def test_a_row_is_hollow_where_the_set_ups_differ_and_may_be_ranked_apart_or_together(opened):
    paste(opened, TOFU)
    place(opened, "tofu_seeds")
    assert "Your NPO scores" in answer(opened)
    assert "If they matched, Zebrafinch would rank 1 of" in answer(opened)
    lines = next(h.proto.body for h in opened.get("html") if 'class="yours"' in h.proto.body)
    assert 'class="clash"' in lines
    assert opened.query_params["suite"] == "tofu_seeds_with_yours"
    opened.switch_page("../pages/leaderboard.py").run()
    assert not opened.exception
    sent = b"\n".join(drawn(opened.main))
    assert f"Zebrafinch{MARK}".encode() in sent or b"Zebrafinch \\u2022 yours" in sent
    assert f"NPO{MARK}".encode() not in sent
    assert b"NPO \\u2022 yours" not in sent, "what clashes is ranked nowhere"
    opened.switch_page("../pages/your_results.py").run()
    press(opened, "Rank together anyway")
    assert "Zebrafinch ranks 1 of" in answer(opened)
    press(opened, "Remove it")
    press(place(paste(opened, TOFU), "tofu_seeds"), "Rank in a suite of its own")
    assert "Zebrafinch ranks 1 of 2" in answer(opened)


def links(app: AppTest) -> list[str]:
    drawn = "".join(h.proto.body for h in app.get("html") if 'class="linked"' in h.proto.body)
    return re.findall(r'href="(check[^"]*)"', unescape(drawn))


def test_every_number_of_a_known_metric_and_method_leads_to_what_is_known_of_it(opened):
    paste(opened, TOFU)
    query = "check?metric=forget_quality&method=npo"
    assert links(opened)[0] == f"{query}&split=forget10&value=0.0001"
    assert len(links(opened)) == 6, "two runs of NPO, three metrics; nobody knows Zebrafinch"
    place(opened, "tofu_seeds")
    assert links(opened)[0] == f"{query}&model=Llama-3.2-1B-Instruct&split=forget10&value=0.0001"
    opened.query_params["metric"], opened.query_params["method"] = "forget_quality", "npo"
    opened.switch_page("../pages/check.py").run()
    assert not opened.exception
    assert "with your results" not in text(opened), "the table is no source of its own"
    opened.switch_page("../pages/your_results.py").run()
    paste(opened, "method,model utility,zing ↑\nNPO,41 %,0.1\nFoo,55 %,0.2")
    assert links(opened) == ["check?metric=model_utility&method=npo&value=0.41"], (
        "in the unit that studies print"
    )


@pytest.mark.parametrize(
    "page", ["tradeoff", "stability", "agreement", "clusters", "plan", "method", "data", "brief"]
)
def test_the_marked_methods_are_on_every_page(opened, page):
    place(paste(opened, TOFU), "tofu_seeds")
    opened.switch_page(f"../pages/{page}.py").run()
    assert not opened.exception
    sent = b"\n".join(drawn(opened.main))
    assert b"Zebrafinch" in sent or page in ("agreement", "clusters", "plan", "method", "data")


def test_another_session_sees_nothing_of_it(opened, app_test):
    paste(opened, TOFU)
    link = dict(opened.query_params)
    other = app_test("leaderboard", link)
    assert "needs its file" in text(other)
    assert "Zebrafinch" not in b"\n".join(drawn(other.main)).decode("utf-8", "replace")
    elsewhere = app_test("your-results", link)
    assert "is not here: bring it, and the link applies." in text(elsewhere).replace("\\", "")
    paste(elsewhere, TOFU)
    assert "is not here" not in text(elsewhere)


def test_what_is_removed_is_gone(opened):
    paste(opened, TOFU)
    assert opened.session_state["_private_tables"]
    press(opened, "Remove it")
    assert "Add a table" in answer(opened)
    assert opened.query_params == {}
    assert not opened.session_state["_private_tables"]
    assert "Zebrafinch" not in str(opened.session_state["_your_results_made"])


def test_a_file_that_cannot_be_read_says_why_and_a_suite_folder_comes_back(opened, tmp_path):
    opened.file_uploader[0].set_value([("t.pdf", b"%PDF-1.7", "application/pdf")]).run()
    assert "a document or a picture" in opened.error[0].value
    paste(opened, "method,zing ↑\nA,0.1\nB,0.2")
    assert not opened.error
    zipped = opened.session_state["_your_results_made"]
    assert zipped.suite is not None
    from components.exports.package import package
    from components.intake.suite import own_suite

    folder = package(own_suite(zipped.grid, zipped.runs, private=False))
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(folder)) as archive:
        archive.extractall(tmp_path)
    assert checked([str(tmp_path / "pasted_table")]) == 0
    assert here([("f.zip", folder)]).suite
    opened.file_uploader[0].set_value([("mine.zip", folder, "application/zip")]).run()
    assert not opened.exception
    assert "ranks 1 of 2" in answer(opened)
    assert opened.query_params["suite"] == "pasted_table_yours"


@pytest.mark.parametrize(
    ("method", "sure"),
    [("pdu", "rank 2 (95 %, new seeds)"), ("npo", "ranks 4 to 5 (95 %, new seeds)")],
)
def test_which_ranks_the_seeds_allow(method: str, sure: str) -> None:
    assert standing(view_of(built_in("tofu_seeds")), {method}).sure == sure
