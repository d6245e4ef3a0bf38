"""The shell without a browser: the address is the only truth, and tells what it cannot mean."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components import kept
from components.choices import runs
from components.pages import PAGES
from data import store
from data.errors import Unavailable
from tests.cases import stored
from tests.conftest import ROOT
from tests.released import TABLES, built_in

Run = Callable[..., AppTest]
UNIFIED = {"suite": "unified_unlearning"}


def raw(app: AppTest) -> str:
    return " ".join(
        box.value for kind in ("warning", "info", "error") for box in getattr(app, kind)
    )


def notices(app: AppTest) -> str:
    """The notices as a reader sees them, without the backslashes that keep them text."""
    return raw(app).replace("\\", "")


UNREADABLE = [
    *stored("unreadable.json"),
    {f"x{i}": ("1", "and 35 more") for i in range(40)},
    {"panel": ("x" * 200_000, "The address names"), "y" * 5_000: ("1", "ignored: yyy")},
]
"""What an address asks for, and how what is told of it begins."""


@pytest.mark.parametrize("told", UNREADABLE)
def test_what_cannot_be_read_is_told_and_replaced(app_test, told):
    app = app_test("stability", {**UNIFIED, **{name: text for name, (text, _) in told.items()}})
    assert all(sentence in notices(app) for _, sentence in told.values())
    assert len(notices(app)) < 3_000
    assert not re.search(r"(?<!\\)<", raw(app)), "markup is escaped"
    usual_panel = "tofu_llama32_1b" if "suite" in told else "llava_multimodal"
    assert app.selectbox(key="choice_panel").value == usual_panel


def test_a_repeated_name_counts_once(app_test):
    app = app_test("stability", {**UNIFIED, "panel": ["llava_multimodal", "resnet_unimodal"]})
    assert app.selectbox(key="choice_panel").value == "resnet_unimodal"


def test_changing_a_choice_writes_the_address_and_the_address_decides_what_is_shown(app_test):
    app = app_test("stability")
    app.selectbox(key="choice_panel").select("tofu_llama32_3b").run()
    usual = {"suite": "tofu_seeds", "rows": "checkpoints", "weights": "balanced"}
    larger = {**usual, "panel": "tofu_llama32_3b"}
    assert app.query_params == larger
    app.selectbox(key="choice_panel").select("tofu_llama32_1b").run()
    assert app.query_params == {}
    assert notices(app) == ""
    app.query_params.update(larger)  # as Forward does
    app.run()
    assert app.selectbox(key="choice_panel").value == "tofu_llama32_3b"


def test_another_panel_drops_what_it_does_not_have_in_silence(app_test):
    app = app_test("stability", {**UNIFIED, "benchmarks": "mmubench", "seeds": "42"})
    assert app.multiselect(key="choice_benchmarks").value == ["mmubench"]
    app.selectbox(key="choice_panel").select("resnet_unimodal").run()
    assert "benchmarks" not in app.query_params
    assert app.query_params["seeds"] == "42"
    assert notices(app) == ""


def test_an_unreadable_choice_leaves_the_address_with_the_next_change(app_test):
    app = app_test("stability", {"weights": "nope", "foo": "1"})
    app.selectbox(key="choice_panel").select("tofu_llama32_3b").run()
    assert set(app.query_params) == {"suite", "rows", "weights", "panel"}
    assert app.query_params["weights"] == "balanced"


def test_what_is_open_stays_on_its_page_and_choices_travel():
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    app.query_params.update({**UNIFIED, "seeds": "42", "pair": "JS,FA"})
    app.switch_page(str(ROOT / "pages" / "agreement.py")).run()
    assert app.selectbox(key="ask_pair_0").value == "JS"
    app.query_params.clear()  # as the menu does
    app.switch_page(str(ROOT / "pages" / "stability.py")).run()
    assert app.multiselect(key="choice_seeds").value == [42]
    assert "pair" not in app.query_params


def test_purposes_are_segments_and_the_others_a_list(app_test):
    app = app_test("leaderboard", UNIFIED)
    weights = next(b for b in app.get("button_group") if b.label == "Weights")
    assert weights.options == ["Balanced", "Forgetting", "Privacy", "Utility", "Published"]
    weights.set_value("utility_first").run()
    assert app.query_params["weights"] == "utility_first"
    more = app.selectbox(key="choice_weights_more")
    assert "Equal weights" in more.options
    more.select("equal").run()
    assert app.query_params["weights"] == "equal"
    custom = app_test("leaderboard", {**UNIFIED, "weights": "FA:1,RA:3"})
    assert (
        next(b for b in custom.get("button_group") if b.label == "Weights").options[-1] == "Custom"
    )


def test_a_suite_without_the_numbers_of_a_page_shows_the_nearest_that_has(app_test):
    app = app_test("survives", {"suite": "wmdp"})
    html = " ".join(h.proto.body for h in app.get("html"))
    assert 'href="survives?suite=muse_quantization&amp;' in html
    assert "&amp;panel=books_reproduced" in html
    assert "Open MUSE, quantised, Books, repeated" in html, "the nearest, under its name"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if runs.SUITE in page.filters], ids=lambda page: page.name
)
def test_a_page_opens_on_the_first_suite_or_on_the_first_that_has_its_numbers(app_test, page):
    suites = [suite.id for suite in store.suites()]
    assert suites[0] == "tofu_seeds"
    has_numbers = page.starts or (lambda tables: True)
    first = next(suite for suite in suites if has_numbers(built_in(suite)))
    app = app_test(page.path)
    assert app.selectbox(key="choice_suite").value == first
    if page.name == "leaderboard":
        weights = next(b for b in app.get("button_group") if b.label == "Weights")
        assert (weights.value, app.query_params) == ("balanced", {})


def test_a_link_to_a_private_suite_says_that_it_needs_its_file(app_test):
    app = app_test("stability", {"suite": "unified_unlearning_with_yours"})
    assert "needs its file" in notices(app)
    assert app.selectbox(key="choice_suite").value == TABLES.suite.id, "its own suite"
    private = replace(
        TABLES, suite=replace(TABLES.suite, id="unified_unlearning_with_yours", private=True)
    )
    app.session_state["_private_tables"] = {private.suite.id: private}
    app.run()
    assert app.selectbox(key="choice_suite").value == private.suite.id
    assert "needs its file" not in notices(app)


def test_a_database_that_cannot_be_read_is_told_on_the_page(app_test, monkeypatch):
    def refuse(*_: object) -> None:
        raise Unavailable("The database cannot be read at the moment.")

    for page in ("", "leaderboard"):
        kept._tables.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(store, "tables", refuse)
            app = app_test(page)
        assert "The database cannot be read at the moment." in notices(app)
        app.run()
        assert "The database cannot be read" not in notices(app)
