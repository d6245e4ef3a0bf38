"""Every text of the scaffold stays text, and its controls, notices and private suites do what they say."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from data import store

SCRIPT = Path(__file__).parent / "apps" / "scaffold.py"
MARKUP = re.compile(r"(?<!\\)[<\[*:$]")


@pytest.fixture
def app() -> AppTest:
    found = AppTest.from_file(SCRIPT, default_timeout=60)
    found.query_params["suite"] = "own"
    found.run()
    assert not found.exception, found.exception[0].value
    return found


def test_names_are_never_markup(app: AppTest) -> None:
    texts = [e.value for kind in ("title", "header", "caption", "warning") for e in getattr(app, kind)]
    texts += [e.value for e in app.markdown]
    assert sum("javascript" in t for t in texts) >= 4
    for text in texts:
        own_link = re.sub(r"source \[(.*)\]\(https://[^)]*\)", r"source \1", text)
        assert not MARKUP.search(own_link), text
        assert "\u202e" not in text
    for html in app.get("html"):
        body = html.proto.body
        assert "<b>x" not in body
        assert 'href="javascript' not in body


def test_a_private_suite_is_offered_to_its_owner_only(app: AppTest) -> None:
    assert app.selectbox(key="choice_suite").value == "own"
    public = len(store.suites())
    assert len(app.selectbox(key="choice_suite").options) == public + 1
    script = f"""
from components.widgets import cached
assert len(cached.suites()) == {public}
assert all(t.suite.id != "own" for t in cached.served().suites)
"""
    other = AppTest.from_string(script).run()
    assert not other.exception


def test_change_from_a_button_reaches_address_and_control(app: AppTest) -> None:
    app.button(key="own").click().run()
    assert app.query_params == {"suite": "own", "rows": "checkpoints", "weights": "FA:0.25,RA:0.75"}
    assert app.selectbox(key="choice_weights").value == (("FA", 0.25), ("RA", 0.75))
    app.selectbox(key="choice_weights").select("equal").run()
    assert app.query_params == {"suite": "own", "rows": "checkpoints", "weights": "equal"}


def test_filters_write_ids_in_registry_order_change_the_numbers_and_all_means_none(app: AppTest) -> None:
    def runs() -> str:
        return next(str(m.value) for m in app.markdown if "runs" in m.value).split()[0]

    assert runs() == "36"
    app.multiselect(key="choice_benchmarks").select("mmubench").select("mllmu_bench").run()
    assert app.query_params["benchmarks"] == "mllmu_bench,mmubench"
    assert runs() == "24"
    app.multiselect(key="choice_benchmarks").select("unlok_vqa").run()
    assert "benchmarks" not in app.query_params
    assert app.multiselect(key="choice_benchmarks").value == []
    assert runs() == "36"


def test_tables_show_names_as_text_and_numbers_as_numbers(app: AppTest) -> None:
    assert not app.dataframe, "they are sent when they are opened"
    app.session_state["data_bars"] = True
    frame = app.run().dataframe[0].value
    assert not frame["method"].str.contains("\u202e").any()
    assert frame["minus"].iloc[0] == -0.26
