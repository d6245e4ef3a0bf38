"""The reproduction page without a browser."""

from __future__ import annotations

import pytest

from components.resolved import Resolved
from components.selection import default_selection
from components.views.reproduction import words
from components.views.reproduction.recoverability import recoverability
from components.views.reproduction.result import reproduction
from tests.released import TABLES

VIEW = Resolved(TABLES, default_selection(TABLES))


def text_of(app) -> str:
    return " ".join(m.value for m in [*app.markdown, *app.caption, *app.warning, *app.info]).replace("\\", "")


def table(app) -> str:
    return next(h.proto.body for h in app.get("html") if 'class="claims"' in h.proto.body)


def test_the_summary_counts_and_every_claim_has_a_row(app_test):
    app = app_test("reproduction")
    result = reproduction(VIEW)
    for sentence in words.lead(result):
        assert sentence in text_of(app)
    html = table(app)
    assert html.count("<tr>") == 41
    assert html.count("✓ match") == 37
    assert html.count("superseded, contradicted by the tables") == 3
    assert 'href="agreement?suite=unified_unlearning&amp;protocol=published&amp;pair=FA,AD"' in html
    assert 'href="leaderboard?suite=unified_unlearning&amp;method=salun"' in html


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ({"outcome": "superseded"}, 3),
        ({"source": "later revision README"}, 3),
        ({"source": "abstract", "outcome": "match"}, 11),
        ({"outcome": "other sign"}, 8),
        ({"claim": "FA MIA"}, 1),
    ],
)
def test_the_filters_are_in_the_address(app_test, query, rows):
    assert table(app_test("reproduction", query)).count("<tr>") == rows + 1


def test_filters_write_the_address_and_an_empty_answer_is_said(app_test):
    app = app_test("reproduction")
    app.selectbox(key="choice_outcome").select("mismatch").run()
    assert app.query_params["outcome"] == "mismatch"
    assert "No claim matches these filters." in text_of(app)
    app.selectbox(key="choice_outcome").select("").run()
    assert "outcome" not in app.query_params
    app.text_input(key="choice_claim").input("fa mia").run()
    assert app.query_params["claim"] == "fa mia"
    assert table(app).count('class="turned"') == 1


def test_an_unknown_source_is_told_and_shows_all(app_test):
    app = app_test("reproduction", {"source": "<script>alert(1)</script>"})
    assert any("source" in w.value for w in app.warning)
    assert table(app).count("<tr>") == 41
    assert "<script>" not in table(app)


def test_the_pilot_shows_counts_intervals_and_disagreement(app_test):
    text = text_of(app_test("reproduction"))
    for sentence in (*words.recoverability_sentences(recoverability(VIEW)), words.RECOVERABILITY_CAPTION):
        assert sentence in text
