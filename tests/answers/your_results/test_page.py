"""Your results without a browser: what the page asks, tells, mends, builds and lets go of."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from components.intake.contribution import contribution
from components.widgets.your_results import state
from tests.answered import text_of as text
from tests.released import built_in

STEPS = ["1 · Your table", "2 · What it is", "3 · Questions", "4 · Your rank", "5 · On every page", "6 · Take it away"]


MARK = "Example A • yours"
MARKS = (MARK.encode(), MARK.encode("ascii", "backslashreplace"), MARK.replace(" ", "\u00a0").encode())


def drawn(node: Any) -> Iterator[bytes]:
    """Every element of a page as it is sent to the browser."""
    if getattr(node, "proto", None) is not None and hasattr(node.proto, "SerializeToString"):
        yield node.proto.SerializeToString()
    for child in getattr(node, "children", {}).values():
        yield from drawn(child)


@pytest.fixture
def opened(app_test):
    return app_test("your-results")


def heads(app) -> list[str]:
    """The numbered steps; what belongs to one has a head without a number."""
    return [h.value.replace("\\", "") for h in app.header if h.value[:1].isdigit()]


def boxes(app) -> list[str]:
    return [b.key for b in app.selectbox]


def bring(app, name: str, content: bytes, mime: str = "text/csv"):
    app.file_uploader[0].set_value([(name, content, mime)])
    app.run()
    assert not app.exception
    return app


def press(app, label: str):
    next(b for b in app.button if re.search(label, b.label.replace("\\", ""))).click()
    app.run()
    assert not app.exception
    return app


def answer(app, column: str, way: str):
    """Answer which end of a metric is better."""
    asked = re.findall(r"Which end of (.+?) is better", text(app))
    [b for b in app.button if b.label == way][asked.index(column)].click().run()
    assert not app.exception


def columns(app):
    """The table of the uses of columns, as it reads."""
    return next(d.value for d in app.dataframe if "used as" in d.value).set_index("column")


def test_the_example_goes_all_the_way(opened):
    assert heads(opened) == STEPS[:1]
    assert "never written to disk, logged or shown to others" in opened.info[0].value
    assert opened.file_uploader[0].proto.max_upload_size_mb == 10
    assert [b.label for b in opened.get("download_button")] == ["Template: add to a suite"]
    press(opened, "Try an example")
    assert heads(opened) == STEPS[:3]
    assert "6 questions in 54 places of 12 rows" in text(opened)
    assert "Percentages in Forget Acc" in text(opened)
    assert "Rows that are there twice count once" in text(opened)
    assert opened.query_params == {}, "nothing is used before it is fixed"
    press(opened, "Fix all 6")
    assert heads(opened) == STEPS
    assert opened.query_params == {"suite": "unified_unlearning_with_yours"}
    said = text(opened)
    where = "Unified Unlearning · LLaVA-1.5-7B"
    assert f"Ranked on the 5 metrics you share with {where}: Example B • yours is 1 of 6." in said
    assert "Your others: Example A • yours 4." in said
    assert "12 of 12 cells changed" in said
    assert "48 runs: 6 methods on 3 benchmarks" in said
    assert not opened.code, "what the pull request says is computed when it is opened"
    opened.session_state["pull_request"] = True
    opened.run()
    request = [c.value for c in opened.code]
    assert request[0].startswith("# Add Example A and Example B to Unified Unlearning\n")
    assert "Example B enters at 1 and Example A enters at 4" in request[0]
    opened.text_input(key="about_title").set_value("Toy additions").run()
    opened.text_input(key="about_url").set_value("not an address").run()
    assert "found 'not an address'" in opened.error[0].value.replace("\\", "")
    opened.text_input(key="about_url").set_value("https://example.org").run()
    assert not opened.error
    assert "data.check Toy_additions" in text(opened)
    opened.switch_page("../pages/agreement.py").run()
    assert not opened.exception
    assert any(form in b"\n".join(drawn(opened.main)) for form in MARKS), "marked on every page that names methods"
    opened.switch_page("../pages/leaderboard.py").run()
    table = next(d for d in opened.dataframe if "method" in d.value.columns and "rank" in d.value.columns)
    own = [i for i, name in enumerate(table.value["method"]) if name.endswith(" • yours")]
    coloured = re.findall(r"_row(\d+)_col0", table.proto.arrow_data.styler.styles)
    assert sorted({int(row) for row in coloured}) == own != []
    assert table.value["runs"].dtype.kind == "i", "counts stay whole numbers beside missing ones"


OWN = b"method,seed,retain F1,val loss,xyz\nA,1,0.25,1.5,1\nB,1,0.5,2.5,2\nC,1,0.75,3.5,3\n"


def test_what_no_name_settles_is_asked_and_ranks_nothing_before_and_what_was_said_is_taken_back(opened):
    bring(opened, "toy.csv", OWN)
    assert heads(opened) == STEPS
    assert "3 metrics, 0 of them known by name; 2 not used until you say which end is better" in text(opened)
    assert ", 1 metric;" in text(opened), "the ranking rests on what is known"
    answer(opened, "val loss", "Lower")
    assert "val loss: lower is better" in text(opened)
    assert ", 2 metrics;" in text(opened)
    answer(opened, "xyz", "Leave the column out")
    assert "2 metrics, 0 of them known by name." in text(opened)
    next(b for b in opened.button if b.help == "val loss: lower is better").click().run()
    assert "1 not used until you say" in text(opened)
    press(opened, "^Remove ")
    bring(opened, "toy.csv", OWN)
    assert columns(opened)["better"].tolist() == ["", "", "higher", "", ""]
    edited = {"edited_rows": {3: {"better": "up"}, 4: {"better": "2"}}, "added_rows": [], "deleted_rows": []}
    opened.session_state["columns_0"] = edited
    opened.run()
    assert "val loss: found 'up', expected higher, lower or the number that is best" in text(opened)
    assert columns(opened).loc["xyz", ["better", "from", "to"]].tolist() == ["2", 0, 3]
    next(b for b in opened.button if b.help == "xyz: used as you said").click().run()
    assert columns(opened)["better"]["xyz"] == ""


def wide(cells: str) -> bytes:
    names = [f"retain {k} rouge" for k in range(6)]
    return ("method," + ",".join(names) + "".join(f"\nm{i}" + f",{cells}" * 6 for i in range(12))).encode()


def test_the_same_trouble_of_a_wide_table_is_one_decision(opened):
    bring(opened, "wide.csv", wide("85%"))
    said = text(opened)
    assert "Percentages in 6 columns" in said
    assert len([b for b in opened.button if b.label.replace("\\", "") == "Read as shares of one: 85 % is 0.85"]) == 1
    assert len(columns(opened)) == 7, "every column has its line"
    press(opened, "Read as shares of one")
    assert heads(opened) == STEPS


PASTE = """method,seed,forget_quality,model_utility,privleak
NPO,1,0.30,0.58,-45.2
NPO,2,0.28,0.57,-44.1
MyMethod,1,0.52,0.60,-12.2
MyMethod,2,0.55,0.61,-14.2
GradDiff,1,1.2e-5,0.48,60.2
GradDiff,2,1.0e-5,0.47,63.9
retain,na,1.0,0.62,0.0
"""


def test_a_paste_is_ranked_after_one_question(opened):
    opened.text_area[0].set_value(PASTE)
    press(opened, "Read this")
    assert "1 question in 1 place of 7 rows" in text(opened)
    press(opened, "^The reference")
    assert heads(opened) == STEPS
    said = text(opened)
    place = "TOFU with seeds · Llama-3.2-1B · forget10"
    assert f"Ranked on the 2 metrics you share with {place}: MyMethod • yours is 1 of 8." in said
    assert "Not counted: privleak (only in your table); ES, Prob f, ROUGE f, HM, forget01" in said
    assert opened.selectbox(key="aim").options[0] == f"{place}: 2 of 3 metrics, 2 methods known"
    assert "Your table names no benchmark: taken for TOFU with seeds" in said
    opened.selectbox(key="aim").select(("", "", "")).run()
    assert heads(opened) == STEPS, "what retain is was answered"
    assert "MyMethod ranks 1 of 3" in text(opened)
    assert not opened.warning, "the table of the address is here"
    assert "Your results · pasted table" in opened.caption[-1].value, "the foot cites what is shown"
    bring(opened, "second.csv", PASTE.replace("0.30", "0.31").encode())
    assert heads(opened)[1:] == STEPS[1:]
    assert "“retain” is the reference" in text(opened), "asked once in a session"


def test_the_aim_can_be_changed(opened):
    bring(opened, "toy.csv", b"method,benchmark,seed,FA,RA,MIA,uds\nA,mmubench,42,0.1,0.9,0.5,0.3\n")
    assert opened.query_params["suite"] == "unified_unlearning_with_yours"
    assert "Left out: “uds”" in text(opened)
    assert [o.partition(":")[0] for o in opened.selectbox(key="aim").options] == [
        "Unified Unlearning · LLaVA-1.5-7B",
        "Unified Unlearning · BLIP-2 OPT-2.7B",
        "A suite of its own",
    ], "the panels that have the benchmark"
    opened.selectbox(key="aim").select(("", "", "")).run()
    assert opened.query_params["suite"] == "toy_yours"
    assert "4 metrics, 4 of them known by name" in text(opened)


def test_a_suite_folder_is_shown_as_it_is(opened):
    bring(opened, "suite.zip", contribution(built_in("unified_unlearning")), "application/zip")
    assert opened.query_params == {"suite": "unified_unlearning_yours"}
    assert "Gradient Ascent ranks 1 of 4" in text(opened)
    assert heads(opened) == [STEPS[0], *STEPS[3:]]


def test_two_tables_are_held_at_once_and_each_has_its_suite(opened, monkeypatch):
    bring(opened, "first.csv", OWN)
    bring(opened, "second.csv", OWN.replace(b"0.25", b"0.95"))
    assert heads(opened)[0] == "1 · Your tables"
    assert opened.query_params == {"suite": "second__2_yours"}, "the one that came last is open"
    assert "A ranks 1 of 3" in text(opened)
    assert opened.radio(key="open_table").options == ["first.csv", "second.csv"]
    opened.radio(key="open_table").set_value(next(iter(opened.session_state["_your_results"]))).run()
    assert opened.query_params == {"suite": "first_yours"}
    assert "C ranks 1 of 3" in text(opened)
    assert opened.selectbox(key=next(k for k in boxes(opened) if k.startswith("compare_"))).options == ["second.csv"]
    other = list(opened.session_state["_your_results"])[1]
    opened.selectbox(key=next(k for k in boxes(opened) if k.startswith("compare_"))).select(other).run()
    assert "C leads now instead of A; 3 ranks changed, 2 pairs swapped" in text(opened)
    opened.switch_page("../pages/leaderboard.py")
    opened.run()
    listed = opened.selectbox(key="choice_suite").options
    own = [s.split(" · ")[1] for s in listed if s.startswith("Your results")]
    assert own == ["first.csv", "second.csv"]
    opened.selectbox(key="choice_suite").select("second__2_yours").run()
    opened.switch_page("../pages/your_results.py")
    opened.run()
    assert "A ranks 1 of 3" in text(opened), "the table follows the suite that other pages show"
    press(opened, "^Remove second")
    assert opened.query_params == {"suite": "first_yours"}
    bring(opened, "third.csv", OWN)
    assert opened.query_params == {"suite": "third__2_yours"}, "the number of a removed table is free again"
    monkeypatch.setattr(state, "MOST", 2)
    opened.run()
    assert not [u for u in opened.file_uploader if not u.proto.disabled], "no more than may be held at once"


def test_names_stay_text(opened):
    nasty = "<b>x</b> [a](javascript:1) **z** =1+1 $e$ \u202eabc"
    bring(opened, "toy.csv", f"method,seed,{nasty.replace(',', '')}\n{nasty},1,0.5\nB,1,0.25\n".encode())
    text_only(opened)
    press(opened, "^Higher$")
    assert heads(opened) == STEPS
    text_only(opened)


def text_only(app):
    for value in [re.sub(r"\A\*\*.*?\*\*", "", p.value) for p in (*app.markdown, *app.caption, *app.info)]:
        assert not re.search(r"(?<!\\)[<$]", value), value
        assert "](javascript" not in value
        assert "\u202e" not in value


def test_a_table_edited_by_hand_is_read_and_checked_again(opened):
    bring(opened, "toy.csv", b"method,seed,retain F1,xyz\nA,1,abc,1\nB,1,0.5,2\nC,1,0.7,3\nC,1,0.8,4\n")
    said = text(opened)
    assert "“abc” (line 2)" in said, "the row is named"
    assert "Several rows for one run" in said
    answer(opened, "xyz", "Lower")
    opened.session_state["edit"] = True
    opened.run()
    (editor,) = [d for d in opened.dataframe if (d.key or "").startswith("editor_")]
    edits = {"edited_rows": {0: {"retain F1": "0,25"}}, "added_rows": [], "deleted_rows": [3]}
    opened.session_state[editor.key] = edits
    press(opened, "Read the table as edited")
    assert "Decimal commas in retain F1" in text(opened)
    assert "xyz: lower is better" in text(opened), "what was answered stays"
    press(opened, "Read the comma")
    assert heads(opened) == STEPS
    assert "3 runs: 3 methods" in text(opened)
    assert opened.query_params == {"suite": "toy_yours"}
