"""The line behind which choices stand, and what it says of them."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.resolved import Resolved
from components.selection import parse
from components.widgets import later
from components.widgets.controls import choices_text, names
from tests.released import TABLES

FOLDED = ("benchmarks", "seeds", "methods", "protocol", "transform", "weights")


def line(**query: str) -> str:
    selection, problems = parse(query, TABLES)
    assert not problems
    return choices_text(Resolved(TABLES, selection), FOLDED).replace("\\", "")


def test_the_line_names_what_can_be_chosen() -> None:
    assert names(FOLDED).replace("\\", "") == "Benchmarks, seeds, methods and settings"
    assert names(("benchmarks", "seeds")) == "Benchmarks and seeds"
    assert names(("protocol",)) == "Settings"


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({}, ""),
        ({"benchmarks": "mmubench"}, "MMUBench only · all seeds and methods"),
        ({"seeds": "42,123"}, "Seed 42 and seed 123 only · all benchmarks and methods"),
        ({"methods": "salun,random_labels,finetune_retain"}, "3 methods · all benchmarks and seeds"),
        ({"protocol": "published"}, "All benchmarks, seeds and methods · as published"),
        (
            {"weights": "FA:1,RA:1", "transform": "exponential"},
            "All benchmarks, seeds and methods · exponential map · weights: your own",
        ),
    ],
)
def test_only_what_differs_from_a_first_visit_is_said(query: dict[str, str], said: str) -> None:
    assert line(**query) == said


def test_controls_come_when_the_page_is_at_rest_and_show_what_was_chosen(
    app_test: Callable[..., AppTest], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(later, "EAGER", False)
    app = app_test("agreement", {"benchmarks": "mmubench", "protocol": "published"})
    assert not app.multiselect
    assert not app.segmented_control
    app.session_state[later._DRAWN].add("choices")
    app.run()
    assert app.multiselect(key="choice_benchmarks").value == ["mmubench"]
    assert app.segmented_control(key="choice_protocol").value == "published"
    app.multiselect(key="choice_seeds").select(42).run()
    found = {n: app.query_params[n] for n in ("benchmarks", "seeds", "protocol")}
    assert found == {"benchmarks": "mmubench", "seeds": "42", "protocol": "published"}
    app.switch_page("../pages/stability.py").run()
    assert not app.multiselect
    app.session_state[later._DRAWN].add("choices")
    app.run()
    assert app.multiselect(key="choice_seeds").value == [42]
