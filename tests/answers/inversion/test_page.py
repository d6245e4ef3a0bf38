"""The inversion page without a browser."""

from dataclasses import replace
from pathlib import Path

from streamlit.testing.v1 import AppTest

from components.answers.inversion.audit import NOTHING
from tests import made_inversion
from tests.answered import text_of as texts
from tests.released import TABLES

ROOT = Path(__file__).resolve().parents[3]
SUITE = replace(TABLES.suite, id="made_inversion", title="Made", private=True)


def run(query=None, extras=None):
    """The page for a session that holds a suite of its own with reconstructions."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    own = replace(TABLES, suite=SUITE, extras=made_inversion.tables() if extras is None else extras)
    app.session_state["_private_tables"] = {"made_inversion": own}
    app.query_params.update({"suite": "made_inversion", **(query or {})})
    app.switch_page("../pages/inversion.py")
    app.run()
    assert not app.exception, app.exception[0].value
    return app


def test_a_suite_without_reconstructions_gets_an_explanation(app_test):
    app = app_test("inversion", {"suite": "unified_unlearning"})
    assert NOTHING in texts(app)
    assert "components.answers.inversion.command" in app.code[0].value, "how to audit reconstructions of one's own"


def test_the_attack_shown_and_bad_choices_or_answers_are_told():
    told = texts(run({"attack": "subspace", "judge": "<script>"}))
    assert "40 of the 80 images kept of false positives of subspace" in told
    assert "judge: found '<script>', expected one of judge1, judge2" in told
    frame = made_inversion.tables()["inversion"].assign(judge1="<b>what</b>")
    app = run(extras={"inversion": frame})
    assert "row 1, judge1: found '<b>what</b>', expected yes, no" in texts(app)
