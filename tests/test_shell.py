"""The shell without a browser: choices from the address, notices, private suites."""

import re
from collections.abc import Callable

import pytest
from data.connection import Connection
from streamlit.testing.v1 import AppTest

from components.errors import Unavailable
from components.widgets import cached

Run = Callable[..., AppTest]


def raw(app: AppTest) -> str:
    return " ".join(box.value for kind in ("warning", "info", "error") for box in getattr(app, kind))


def said(app: AppTest) -> str:
    """The notices as a reader sees them, without the backslashes that keep them text."""
    return raw(app).replace("\\", "")


@pytest.mark.parametrize(
    "told",
    [
        {"panel": ("nope", "panel: found 'nope'"), "benchmarks": ("cifar10", "benchmarks: found")},
        {"suite": ("nope", "suite: found 'nope'"), "unheard_of": ("1", "ignored: unheard_of")},
        {
            "weights": ("FA:nan", "weights: found"),
            "seeds": ("9" * 30, "seeds: found"),
            "transform": ("<script>alert(1)</script>", "transform: found"),
            "data": ("000000000000", "data version 000000000000"),
        },
        {f"x{i}": ("1", "and 35 more") for i in range(40)},
        {"panel": ("x" * 200_000, "panel: found 'xxx"), "y" * 5_000: ("1", "ignored: yyy")},
        {"panel": ("a\u202eb\x00[x](javascript:1)", "panel: found"), "weights": ("", "weights: found ''")},
    ],
)
def test_what_cannot_be_read_is_told_and_replaced(app_test: Run, told: dict[str, tuple[str, str]]) -> None:
    app = app_test("leaderboard", {name: text for name, (text, _) in told.items()})
    assert all(sentence in said(app) for _, sentence in told.values())
    assert len(said(app)) < 3_000
    assert not re.search(r"(?<!\\)<", raw(app)), "markup is escaped"
    assert app.selectbox(key="choice_panel").value == "llava_multimodal"


def test_a_repeated_name_counts_once(app_test: Run) -> None:
    app = app_test("leaderboard", {"panel": ["llava_multimodal", "resnet_unimodal"]})
    assert app.selectbox(key="choice_panel").value == "resnet_unimodal"


def test_changing_a_choice_writes_the_address(app_test: Run) -> None:
    app = app_test()
    app.selectbox(key="choice_panel").select("resnet_unimodal").run()
    assert app.query_params == {"suite": "unified_unlearning", "rows": "checkpoints", "panel": "resnet_unimodal"}
    app.selectbox(key="choice_panel").select("llava_multimodal").run()
    assert app.query_params == {}
    assert said(app) == ""


def test_another_panel_drops_what_it_does_not_have_and_says_so(app_test: Run) -> None:
    app = app_test("leaderboard", {"benchmarks": "mmubench", "seeds": "42"})
    assert app.multiselect(key="choice_benchmarks").value == ["mmubench"]
    app.selectbox(key="choice_panel").select("resnet_unimodal").run()
    assert "benchmarks" not in app.query_params
    assert app.query_params["seeds"] == "42"
    assert "benchmarks: found" in said(app)
    app.run()
    assert said(app) == "", "told once"


def test_an_unreadable_choice_leaves_the_address_with_the_next_change(app_test: Run) -> None:
    app = app_test("leaderboard", {"weights": "nope", "foo": "1"})
    app.selectbox(key="choice_panel").select("resnet_unimodal").run()
    assert app.query_params == {"suite": "unified_unlearning", "rows": "checkpoints", "panel": "resnet_unimodal"}


def test_embedded_and_dark_run_too(app_test: Run) -> None:
    assert app_test("leaderboard", {"embed": "true"}).title[0].value
    assert app_test(theme="dark").title[0].value


def test_a_database_that_cannot_be_read_is_told_on_the_page(app_test: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise Unavailable("The database cannot be read at the moment.")

    for page in ("", "leaderboard"):
        cached.STORED.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Connection, "read", refuse)
            app = app_test(page)
        assert "The database cannot be read at the moment." in said(app)
        app.run()
        assert "The database cannot be read" not in said(app)
