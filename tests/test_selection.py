"""Choices are read and written in one place, and a text that does not fit changes nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.choices.query import CHOICE_BY_NAME, CHOICES, changed, parse
from components.choices.record import read_opened
from components.pages import AGREEMENT, PAGES
from components.selection import Selection, default_selection, to_query, to_text
from tests import released
from tests.cases import stored
from tests.made import made_metric, made_tables

TABLES = made_tables(
    np.random.default_rng(0).random((3, 2, 4, 3)),
    np.random.default_rng(1).random((3, 2, 4)),
    metrics=[made_metric("FA"), made_metric("RA", "higher"), made_metric("JS")],
)


TEXTS = stored("selections.json")
"""Choices with a text and the value that it is read as, and with one that does not fit."""


def tupled(value: object) -> object:
    return tuple(map(tupled, value)) if isinstance(value, list) else value


@pytest.mark.parametrize(("name", "text", "value"), TEXTS["read"])
def test_a_text_is_read_as_its_value_and_written_back(name, text, value):
    selection, problems = parse({name: text}, TABLES)
    assert not problems
    assert getattr(selection, name) == tupled(value)
    again, _ = parse(to_query(selection, TABLES), TABLES)
    assert again == selection


@pytest.mark.parametrize(("name", "text"), [*TEXTS["refused"], ("draws", "9" * 5000)])
def test_what_does_not_fit_keeps_the_default_and_is_told(name, text):
    selection, problems = parse({name: text}, TABLES)
    assert selection == default_selection(TABLES)
    assert [p.name for p in problems] == [name]
    assert problems[0].actual == (text if len(text) <= 60 else text[:60] + "…")
    assert problems[0].expected
    assert name in problems[0].message


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from(sorted(CHOICE_BY_NAME)), st.text(max_size=40)))
def test_no_query_raises_and_what_was_read_survives_a_link(query):
    selection, problems = parse(query, TABLES)
    assert parse(to_query(selection, TABLES), TABLES) == (selection, ())
    assert {p.name for p in problems} <= set(query)


@pytest.mark.parametrize("query", TEXTS["queries"], ids=str)
@pytest.mark.parametrize("choices", TEXTS["changes"], ids=str)
def test_a_change_gives_what_the_whole_link_would_and_tells_what_no_longer_fits(query, choices):
    before = released.TABLES
    choices = {name: tupled(value) for name, value in choices.items()}
    after = TABLES if "suite" in choices else before
    chosen, _ = parse(query, before)
    texts = to_query(chosen, before)
    if chosen.weights == default_selection(before).weights:
        del texts["weights"]  # weights that nobody chose are those of the suite
    texts |= {name: to_text(value) for name, value in choices.items()}
    assert changed(chosen, choices, before, after) == parse(
        {n: t for n, t in texts.items() if t}, after
    )


def test_a_change_that_cannot_be_read_is_told_and_defaults_are_left_out_of_links():
    chosen, _ = parse({"seeds": "2", "weights": "equal"}, TABLES)
    fitted, problems = changed(chosen, {"weights": (("XX", 1.0),)}, TABLES, TABLES)
    assert (fitted.seeds, fitted.weights) == ((2,), "equal")
    assert [p.name for p in problems] == ["weights"]
    named = {"suite": "made", "rows": "checkpoints", "weights": "equal"}
    assert to_query(default_selection(TABLES), TABLES) == named
    assert [c.name for c in CHOICES] == list(Selection.__dataclass_fields__)


def test_a_suite_without_an_oracle_starts_with_equal_weights_and_refuses_weights_that_need_one():
    bare = made_tables(np.random.default_rng(0).random((2, 2, 3, 2)))
    assert default_selection(bare).weights == "equal"
    for name in ("published", "re-derived", "cross-validated", "without-b1"):
        selection, problems = parse({"weights": name}, bare)
        assert selection.weights == "equal"
        assert "expected a preset (balanced" in problems[0].message


def test_what_a_page_has_open_is_read_apart_and_no_choice_decides_it():
    for page in PAGES:
        assert page.spans or not set(page.opens) & set(CHOICE_BY_NAME), page.name
        assert {choice.name for choice in page.filters} <= set(CHOICE_BY_NAME), page.name
        for choice in page.filters:
            assert choice.is_known_to(page.name), f"{page.name}: {choice.name}"
    values, problems = read_opened(
        AGREEMENT.opens, {"pair": "JS,FA", "unheard": "1"}, released.TABLES
    )
    assert (values, problems) == ({"pair": ("JS", "FA")}, [])
    for wrong in ("FA", "FA,FA", "FA,XX", "x" * 5_000):
        values, problems = read_opened(AGREEMENT.opens, {"pair": wrong}, released.TABLES)
        assert (values, [p.name for p in problems]) == ({}, ["pair"])
        assert len(problems[0].message) < 300
