"""The inversion page without a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components.answers.inversion.audit import NOTHING
from tests import made_inversion
from tests.released import TABLES

ROOT = Path(__file__).resolve().parents[3]
SUITE = replace(TABLES.suite, id="made_inversion", title="Made", private=True)


def run(query=None, extras=None):
    """The page for a session that holds a suite of its own with reconstructions."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    own = replace(TABLES, suite=SUITE, extras=made_inversion.tables() if extras is None else extras)
    app.session_state["_private_tables"] = {"made_inversion": own}
    app.run()
    app.query_params.update({"suite": "made_inversion", **(query or {})})
    app.switch_page("../pages/inversion.py")
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def texts(app) -> str:
    boxes = [*app.markdown, *app.caption, *app.info, *app.warning, *app.error]
    return " ".join(m.value for m in boxes).replace("\\", "")


def test_a_suite_without_reconstructions_gets_an_explanation(app_test):
    app = app_test("inversion", {"suite": "unified_unlearning"})
    assert NOTHING in texts(app)
    assert [u.label for u in app.file_uploader] == [
        "One table", "Answers of the standard evaluator", "Answers of the judge",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ({"attack": "subspace"}, "40 of the 80 images kept of false positives of subspace"),
        ({"attack": "population"}, "No image of a false positive of population"),
        ({"judge": "<script>"}, "judge: found '<script>', expected one of judge1, judge2"),
    ],
)
def test_the_attack_shown_and_bad_choices_are_in_the_address(query, told):
    assert told in texts(run(query))


def test_everything_is_drawn():
    app = run({"judge": "judge2"})
    assert len(app.get("plotly_chart")) == 4
    frames = [d.value for d in app.dataframe]
    assert any("AC1" in t and len(t) == 3 for t in frames), "every two evaluators"
    assert any(len(t) == 6 for t in frames), "evaluators on real images"


def test_a_choice_writes_the_address_and_the_first_one_clears_it():
    app = run()
    app.selectbox(key="choice_judge").select("judge2").run()
    assert app.query_params["judge"] == "judge2"
    app.selectbox(key="choice_judge").select("").run()
    assert "judge" not in app.query_params


def test_bad_answers_of_a_suite_are_an_error_and_no_traceback():
    frame = made_inversion.tables()["inversion"].assign(judge1="<b>what</b>")
    app = run(extras={"inversion": frame})
    assert "row 1, judge1: found '<b>what</b>', expected yes, no" in texts(app)


def test_a_table_of_ones_own_takes_the_place_of_the_suite_until_it_is_let_go(app_test):
    app = app_test("inversion", {"suite": "unified_unlearning"})
    table = b"attack,standard,judge,identity\na,yes,no,1\na,yes,yes,2\nb,no,no,1\nb,yes,yes,2\n"
    app.file_uploader[0].set_value(("mine.csv", table, "text/csv"))
    app.run()
    assert not app.exception
    assert "Of 4 reconstructions that both answered, the standard evaluator accepts 3" in texts(app)
    assert "private to this session" in texts(app)
    assert "judge" not in app.query_params
    app.button(key="inversion_drop").click().run()
    assert NOTHING in texts(app)


def test_a_table_that_cannot_be_read_is_told(app_test):
    app = app_test("inversion", {"suite": "unified_unlearning"})
    app.file_uploader[0].set_value(("mine.csv", b"a,b\n1,2\n", "text/csv")).run()
    assert "mine.csv: found the columns a, b" in texts(app)
