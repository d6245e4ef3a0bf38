"""The start page without a browser: its goals, where they lead, and what it does with choices."""

import re
from urllib.parse import parse_qsl

from streamlit.testing.v1 import AppTest

from components.answers.overview import goals
from data import store


def links(app: AppTest) -> dict[str, tuple[str, dict[str, str]]]:
    """Where each link leads, by its words: page and choices."""
    found = (link.proto for link in app.get("page_link"))
    return {p.label.replace("\\", ""): (p.page, dict(parse_qsl(p.query_string))) for p in found}


def test_every_goal_leads_to_its_page_with_an_answer_beside_it(app_test) -> None:
    app = app_test("")
    found = links(app)
    assert found == {
        "Choose a method": ("leaderboard", {"suite": "tofu_seeds", "rows": "checkpoints"}),
        "See which metric to report": ("reliability", {"suite": "tofu", "rows": "best"}),
        "Check a paper's claim": ("check", {}),
        "Plan an experiment": ("plan", {"suite": "unified_unlearning", "rows": "checkpoints", "difference": "0.05"}),
        "Rank my own results": ("your-results", {}),
        "Read the paper check": ("reproduction", {"suite": "unified_unlearning", "rows": "checkpoints"}),
        "All changes, rank by rank": ("changes", {}),
    }
    assert sum(m.value.startswith("**") for m in app.markdown) == 6
    html = " ".join(h.proto.body for h in app.get("html"))
    for suite in store.suites():
        assert f'href="leaderboard?suite={suite.id}&amp;rows=' in html
    assert "suite=tofu_seeds&amp;rows=checkpoints&amp;weights=utility_first" in html
    assert 'href="calibration?suite=tofu&amp;rows=' in html, "the chart opens the page where it stands"
    assert re.search(r'href="plan\?suite=unified_unlearning[^"]*weights=utility_first', html), "where it cannot tell"
    assert (
        len(re.findall(r"- \d{4}-\d\d-\d\d · ", " ".join(m.value for m in app.markdown).replace("\\", "")))
        == goals.NEWS
    )
    assert "Data version" not in html + " ".join(c.value for c in app.caption), "it spans suites"
