"""Your results without a browser: what the page asks and tells, what other pages show of it, and
what it lets go of."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.your_results.brought import Brought, NothingKept, from_text, to_text
from components.answers.your_results.standing import standing
from components.exports.package import package
from components.format import MARK
from components.widgets.your_results.state import Outcome, folder_text
from data.check import main as checked
from data.read.files import KEPT
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
    return app


def ranked(app: AppTest, table: str) -> AppTest:
    """Paste a table and accept what is proposed of it."""
    return press(paste(app, table), "Accept all and rank")


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


def place(app: AppTest, suite: str) -> AppTest:
    """Choose the first offer of a suite."""
    offers = next(box for box in app.radio if box.key == "place")
    outcome = app.session_state["_your_results_made"]
    offers.set_value(next(o.place for o in outcome.grid.offers if o.place[0] == suite)).run()
    assert not app.exception
    return app


def strip(app: AppTest) -> list[str]:
    """The lines of the strip of proposals."""
    bodies = [html.proto.body for html in app.get("html")]
    start = next((i for i, b in enumerate(bodies) if "Proposed, please check" in b), len(bodies))
    found = []
    for body in bodies[start + 1 :]:
        if not body.startswith("<p>"):
            break
        found.append(unescape(re.sub("<small>.*</small>|<[^>]*>", "", body)))
    return found


def ranking(app: AppTest) -> list[list[str]]:
    """Rank, name and score of each line of the ranking."""
    lines = next(h.proto.body for h in app.get("html") if 'class="yours"' in h.proto.body)
    rows = re.findall(r"<li.*?</li>", lines)
    return [[c for c in re.sub("<[^>]*>", "|", row).split("|") if c] for row in rows]


def test_what_is_proposed_is_ranked_once_it_is_accepted_and_not_before(opened):
    assert "Add a table, one row per run." in answer(opened)
    press(opened, "Try an example")
    assert "No rank yet." in answer(opened)
    assert strip(opened) == CASES["an example is proposed"]
    assert any(name.startswith("● spread rate") for name in grid(opened))
    assert "suite" not in opened.query_params
    press(opened, "Accept all and rank")
    assert "MyMethod ranks 1 of 2; fewer than 3 seeds, so nobody can say how surely." in answer(
        opened
    )
    assert "● spread rate" not in grid(opened)
    assert opened.query_params["suite"] == "pasted_table_yours"
    assert "Weights: " in text(opened)
    roles = {b.label: b.value for b in opened.selectbox if b.key and b.key.startswith("role_")}
    assert roles == CASES["an example is ranked"]


def test_a_table_without_anything_proposed_is_ranked_at_once(opened):
    paste(opened, "method,model_utility,extraction_strength\nA,0.1,0.3\nB,0.2,0.2")
    assert "B ranks 1 of 2" in answer(opened)
    assert strip(opened) == []
    ranked(opened, TOFU)
    assert "Zebrafinch ranks 1 of 2" in answer(opened), "no published suite is chosen unasked"


def test_a_proposal_is_changed_in_its_line_and_several_together(opened):
    paste(
        opened,
        "method,a-cka,b-cka,quux,model_utility\nA,0.1,0.2,0.3,0.9\nB,0.5,0.9,0.1,0.8",
    )
    assert len(strip(opened)) == 3
    options = list(opened.selectbox(key="together_which").options)
    assert options == ["all 3 proposed", "2 like a-cka"]
    opened.selectbox(key="together_which").set_value("2 like a-cka").run()
    press(opened, "Higher")
    assert len(strip(opened)) == 1
    opened.selectbox(key="proposed_better_quux").set_value("lower").run()
    assert not opened.exception
    assert "B ranks 1 of 2" in answer(opened), "all is chosen: nothing is left to accept"
    assert [line["better"] for line in grid(opened).values()] == CASES["several like columns"]
    opened.selectbox(key="role_B").set_value("ignore").run()
    assert "A is the only method ranked." in answer(opened)


def test_a_second_table_forgets_everything_of_the_first(opened):
    table = "method,zing,zong\nA,0.1,0.3\nB,0.2,0.2"
    ranked(opened, table)
    opened.query_params["weights"] = "zing:1"
    opened.run()
    assert "Weights: all zing." in text(opened)
    opened.selectbox(key="role_B").set_value("original").run()
    paste(opened, table.replace("0.1", "0.6"))
    assert "No rank yet." in answer(opened)
    work = opened.session_state["_your_results_made"].work
    assert (work.said, work.roles, work.accepted) == ({}, {}, False)
    press(opened, "Accept all and rank")
    assert "weights" not in opened.query_params


def test_the_page_and_the_board_rank_under_the_same_weights(opened):
    ranked(opened, "method,zing ↑,zong ↑\nA,0.1,0.9\nB,0.2,0.1")
    assert ranking(opened)[0][:2] == ["1", "A"]
    first = dict(opened.query_params)
    opened.query_params["weights"] = "zing:1"
    opened.run()
    assert ranking(opened) == [["1", "B", "0.20"], ["2", "A", "0.10"]]
    opened.switch_page("../pages/leaderboard.py").run()
    assert opened.query_params["weights"] == "zing:1"
    assert b'"score": 0.2' in b"\n".join(drawn(opened.main)) or b"0.2" in b"\n".join(
        drawn(opened.main)
    )
    opened.switch_page("../pages/your_results.py")
    opened.query_params.clear()
    opened.query_params.update(first)
    opened.run()
    assert ranking(opened)[0][:2] == ["1", "A"], "gone back, the page is as it was"


def test_a_row_is_hollow_where_the_set_ups_differ_and_may_be_ranked_apart_or_together(opened):
    ranked(opened, TOFU)
    needs = next(box for box in opened.radio if box.key == "place").proto.captions
    assert any("same data set" in caption and "same model" in caption for caption in needs)
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
    press(place(ranked(opened, f"{TOFU}\n"), "tofu_seeds"), "Rank in a suite of its own")
    assert "Zebrafinch ranks 1 of 2" in answer(opened)


def links(app: AppTest) -> list[str]:
    drawn = "".join(h.proto.body for h in app.get("html") if 'class="linked' in h.proto.body)
    return re.findall(r'href="(check[^"]*)"', unescape(drawn))


def test_every_number_of_a_known_metric_and_method_leads_to_what_is_known_of_it(opened):
    ranked(opened, TOFU)
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
    ranked(opened, "method,model utility,zing ↑\nNPO,41 %,0.1\nFoo,55 %,0.2")
    assert links(opened) == ["check?metric=model_utility&method=npo&value=0.41"], (
        "in the unit that studies print"
    )


@pytest.mark.parametrize(
    "page", ["tradeoff", "stability", "agreement", "clusters", "plan", "method", "data", "brief"]
)
def test_the_marked_methods_are_on_every_page(opened, page):
    place(ranked(opened, TOFU), "tofu_seeds")
    opened.switch_page(f"../pages/{page}.py").run()
    assert not opened.exception
    sent = b"\n".join(drawn(opened.main))
    assert b"Zebrafinch" in sent or page in ("agreement", "clusters", "plan", "method", "data")


def test_another_session_sees_nothing_of_it(opened, app_test):
    ranked(opened, TOFU)
    link = dict(opened.query_params)
    other = app_test("leaderboard", link)
    assert "needs its file" in text(other)
    assert "Zebrafinch" not in b"\n".join(drawn(other.main)).decode("utf-8", "replace")
    elsewhere = app_test("your-results", link)
    assert "is not here: bring it, and the link applies." in text(elsewhere).replace("\\", "")
    ranked(elsewhere, TOFU)
    assert "is not here" not in text(elsewhere)


def test_a_cell_that_is_not_used_is_coloured_and_named_where_it_was(opened):
    again = "A (ours),2,0.4,0.2"
    paste(
        opened,
        f"method,seed,zing ↑,zong ↑\nA (ours),1,0.3,\n{again}\n{again}\nB,1,oops,0.1",
    )
    numbers = next(h.proto.body for h in opened.get("html") if "given" in h.proto.body)
    assert ">oops</mark>" in numbers
    assert ">empty</mark>" in numbers
    assert numbers.count('title="is the same row again"') == 3, "the whole line"
    assert f"A (ours){MARK}" in numbers
    assert f"B{MARK}" not in numbers
    assert "oops" in " ".join(c.value for c in opened.caption)


def test_a_table_and_its_choices_come_back_from_a_download_and_a_browser(opened, tmp_path):
    opened.file_uploader[0].set_value([("t.pdf", b"%PDF-1.7", "application/pdf")]).run()
    assert "a document or a picture" in opened.error[0].value
    paste(opened, "method,zing,model_utility\nA,0.1,0.3\nB,0.2,0.1")
    assert not opened.error
    opened.selectbox(key="proposed_better_zing").set_value("lower").run()
    outcome: Outcome = opened.session_state["_your_results_made"]
    assert outcome.build is not None
    folder = package(outcome.build(private=False), more={KEPT: folder_text(outcome).encode()})
    with zipfile.ZipFile(io.BytesIO(folder)) as archive:
        archive.extractall(tmp_path)
    assert checked([str(tmp_path / "pasted_table")]) == 0
    before = ranking(opened)
    paste(opened, "method,model_utility\nA,0.1\nB,0.2")
    opened.file_uploader[0].set_value([("mine.zip", folder, "application/zip")]).run()
    assert not opened.exception
    assert ranking(opened) == before
    assert grid(opened)["zing"]["better"] == "lower"
    again: Outcome = opened.session_state["_your_results_made"]
    assert again.suite is not None
    assert outcome.suite is not None
    assert again.suite.data_version == outcome.suite.data_version
    assert from_text(to_text(again.to_keep)) == Brought(again.brought.files, again.to_keep.choices)
    assert opened.text_area[0].value.startswith("method,zing")


@pytest.mark.parametrize("kept", CASES["kept texts that hold no table"])
def test_what_a_browser_sends_that_is_no_table_is_refused(kept: str) -> None:
    with pytest.raises(NothingKept):
        from_text(kept)


def test_the_same_numbers_have_one_data_version_however_they_came(opened):
    versions = set()
    for name, content in CASES["the same numbers"].items():
        opened.file_uploader[0].set_value([(name, content.encode(), "text/plain")]).run()
        assert not opened.exception
        versions.add(opened.session_state["_your_results_made"].suite.data_version)
    assert len(versions) == 1


@pytest.mark.parametrize(
    ("method", "sure"),
    [("pdu", "rank 2 (95 %, new seeds)"), ("npo", "ranks 4 to 5 (95 %, new seeds)")],
)
def test_which_ranks_the_seeds_allow(method: str, sure: str) -> None:
    assert standing(view_of(built_in("tofu_seeds")), {method}).sure == sure
