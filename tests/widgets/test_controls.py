"""What the box of suites tells of each."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components.widgets import cached
from components.widgets.controls import suite_text
from data import store
from tests.released import TABLES, built_in
from tests.serving import ROOT


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("unified_unlearning", "Unified Unlearning · 4 methods, 5 metrics"),
        ("tofu", "TOFU forget10 · 150 checkpoints, 21 metrics"),
    ],
)
def test_the_box_tells_what_is_ranked_and_by_how_many_metrics(name: str, text: str) -> None:
    """Neither the models drawn beside the candidates nor an oracle are counted."""
    tables = built_in(name)
    assert suite_text(tables.suite, tables.size) == text


def test_one_of_each_and_a_long_title() -> None:
    suite = replace(TABLES.suite, title="long " * 40)
    text = suite_text(suite, replace(TABLES, methods=TABLES.methods[:1], metrics=TABLES.metrics[:1]).size)
    assert text.endswith(" · 1 method, 1 metric")
    assert len(text) < 90


def test_the_first_page_reads_no_suite_but_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    real = store.tables
    monkeypatch.setattr(store, "tables", lambda suite, *version: read.append(suite) or real(suite, *version))
    cached.STORED.clear()
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60).run()
    read.clear()
    cached.STORED.clear()
    app.switch_page(str(ROOT / "pages" / "agreement.py"))
    app.query_params["suite"] = "muse_seeds"
    app.run()
    assert not app.exception
    assert "MUSE with seeds · 6 methods, 5 metrics" in app.selectbox[0].options
    assert set(read) == {"muse_seeds"}
