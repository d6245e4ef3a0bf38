"""The overview without a browser: its doors, its cards, and what it does with choices."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest

from components import pages
from data import store


def links(app: AppTest) -> dict[str, tuple[str, dict[str, str]]]:
    """Where each link leads, by its words: page and choices."""
    found = (link.proto for link in app.get("page_link"))
    return {p.label.replace("\\", ""): (p.page, dict(parse_qsl(p.query_string))) for p in found}


def test_three_doors_and_every_suite(app_test) -> None:
    app = app_test("")
    found = links(app)
    assert found["Which method wins, and how firmly?"] == ("leaderboard", {"suite": "unified_unlearning"})
    assert found["Which metrics can be trusted?"] == ("reliability", {"suite": "tofu"})
    assert found["Does the paper hold?"] == ("reproduction", {"suite": "unified_unlearning"})
    for suite in store.suites():
        assert found[suite.title] == ("leaderboard", {"suite": suite.id})
    said = " ".join(m.value for m in [*app.markdown, *app.caption]).replace("\\", "")
    assert "Gradient Ascent leads by 0.014." in said
    assert "All 37 printed numbers that can be checked reproduce" in said
    assert re.search(r"- \d{4}-\d\d-\d\d · ", said)
    assert "Data version" not in said, "it spans suites"


def test_choices_pass_through_the_overview_and_stay_out_of_its_address(app_test) -> None:
    app = app_test("leaderboard", {"seeds": "42"})
    app.switch_page(pages.OVERVIEW.script).run()
    assert not app.exception
    assert not app.warning
