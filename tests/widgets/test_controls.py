"""What the controls offer, and what a line says of choices behind the button."""

from dataclasses import replace

import pytest

from components import pages
from components.choices.query import CHOICES
from components.choices.runs import suite_text
from components.widgets.bar import told_line
from components.widgets.controls import DRAW_BY_KIND
from tests.answered import view_of
from tests.beside import beside
from tests.released import TABLES, built_in

CASES = beside(__file__)


def test_the_box_names_suite_and_kind_of_model() -> None:
    assert suite_text(built_in("tofu").suite, "text") == "TOFU forget10 · language"
    long = replace(TABLES.suite, title="long " * 40)
    assert suite_text(long, "multimodal").endswith(" · multimodal")
    assert len(suite_text(long, "multimodal")) < 90


def test_every_filter_of_every_page_has_a_control_that_can_be_drawn() -> None:
    for page in pages.PAGES:
        for choice in page.filters:
            assert type(choice.control) in DRAW_BY_KIND, (page.name, choice.name)
        for choice in page.opens.values():
            assert choice.control is None or type(choice.control) in DRAW_BY_KIND


SHOWN = ("benchmarks", "seeds", "methods", "protocol", "transform", "aggregate", "weights")
FOLDED = [choice for choice in CHOICES if choice.name in (*SHOWN, "floors", "draws")]


@pytest.mark.parametrize(("suite", "query", "said"), CASES["told_line"])
def test_choices_behind_the_button_are_told_in_one_line(
    suite: str, query: dict[str, str], said: str
) -> None:
    tables = built_in(suite)
    if "methods" in query:
        query = {"methods": ",".join(m.id for m in tables.candidates[:3])}
        said = "3 methods · all benchmarks and seeds"
    assert told_line(view_of(tables, **query), FOLDED).replace("\\", "") == said
