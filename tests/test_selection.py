"""Choices are read and written in one place, and a text that does not fit changes nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.selection import BY_NAME, CHOICES, Selection, changed, default_selection, parse, to_query, to_text
from tests import released
from tests.made import made_metric, made_tables

TABLES = made_tables(
    np.random.default_rng(0).random((3, 2, 4, 3)),
    np.random.default_rng(1).random((3, 2, 4)),
    metrics=[made_metric("FA"), made_metric("RA", "higher"), made_metric("JS")],
)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("benchmarks", "b3,b1", ("b1", "b3")),
        ("benchmarks", "b1,b2,b3", ()),
        ("seeds", "2", (2,)),
        ("methods", "m4,m2", ("m2", "m4")),
        ("protocol", "published", "published"),
        ("scope", "benchmark:b2", "benchmark:b2"),
        ("scope", "runs:b2", "runs:b2"),
        ("weights", "equal", "equal"),
        ("weights", "without-b2", "without-b2"),
        ("weights", "only-RA", "only-RA"),
        ("weights", "RA:0.8,FA:0.2", (("FA", 0.2), ("RA", 0.8))),
        ("weights", "FA:3,RA:0,JS:1", (("FA", 3.0), ("JS", 1.0))),
        ("weights", "FA:0.12345678,RA:1", (("FA", 0.123457), ("RA", 1.0))),
        ("k", "2", 2),
        ("k", "auto", "auto"),
        ("radius", "0.25", 0.25),
        ("draws", "200000", 200_000),
        ("pair", "JS,FA", ("JS", "FA")),
        ("minimum", "-0.1", -0.1),
    ],
)
def test_a_text_is_read_as_its_value_and_written_back(name, text, value):
    selection, problems = parse({name: text}, TABLES)
    assert not problems
    assert getattr(selection, name) == value
    again, _ = parse(to_query(selection, TABLES), TABLES)
    assert again == selection


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("panel", "elsewhere"),
        ("benchmarks", "b1,b9"),
        ("benchmarks", "b1,b1"),
        ("benchmarks", ""),
        ("seeds", "7"),
        ("seeds", "1.0"),
        ("methods", "<script>"),
        ("scope", "benchmark:"),
        ("scope", "runs:b9"),
        ("weights", "FA"),
        ("weights", "FA:-1"),
        ("weights", "FA:nan"),
        ("weights", "FA:inf"),
        ("weights", "FA:1e400"),
        ("weights", "FA:0,RA:0"),
        ("weights", "FA:1,FA:1"),
        ("weights", "FA:1_0"),
        ("weights", "FA:٣"),
        ("weights", "XX:1"),
        ("weights", "without-b9"),
        ("k", "0"),
        ("k", "²"),
        ("draws", "99"),
        ("draws", "200001"),
        ("draws", "9" * 5000),
        ("radius", "0"),
        ("rng", "-1"),
        ("pair", "FA"),
        ("pair", "FA,FA"),
        ("corners", "FA,RA"),
        ("source", "a\u202eb"),
        ("suite", "another"),
    ],
)
def test_what_does_not_fit_keeps_the_default_and_is_told(name, text):
    selection, problems = parse({name: text}, TABLES)
    assert selection == default_selection(TABLES)
    assert [p.name for p in problems] == [name]
    assert problems[0].found == (text if len(text) <= 60 else text[:60] + "…")
    assert problems[0].expected
    assert name in problems[0].message


@settings(max_examples=80)
@given(st.dictionaries(st.sampled_from(sorted(BY_NAME)), st.text(max_size=40)))
def test_no_query_raises_and_what_was_read_survives_a_link(query):
    selection, problems = parse(query, TABLES)
    assert parse(to_query(selection, TABLES), TABLES) == (selection, ())
    assert {p.name for p in problems} <= set(query)


QUERIES = [
    {},
    {"benchmarks": "mmubench", "seeds": "42", "scope": "runs:mmubench", "weights": "FA:0.2,RA:0.8"},
    {"weights": "re-derived", "methods": "salun,gradient_ascent", "versus": "salun,gradient_ascent", "k": "3"},
    {"panel": "blip2_multimodal", "pair": "FA,RA", "sort": "FA", "find": "x"},
]


@pytest.mark.parametrize("query", QUERIES, ids=str)
@pytest.mark.parametrize(
    "choices",
    [
        {"weights": (("FA", 0.25), ("JS", 0.75))},
        {"weights": "equal", "method": "salun"},
        {"weights": "published", "benchmarks": ()},
        {"panel": "resnet_unimodal"},
        {"panel": "resnet_unimodal", "method": "salun", "minimum": None},
        {"suite": "made"},
    ],
    ids=str,
)
def test_a_change_gives_what_the_whole_link_would_and_tells_what_no_longer_fits(query, choices):
    before = released.TABLES
    after = TABLES if "suite" in choices else before
    chosen, _ = parse(query, before)
    texts = {**to_query(chosen, before), **{name: to_text(value) for name, value in choices.items()}}
    assert changed(chosen, choices, before, after) == parse({n: t for n, t in texts.items() if t}, after)


def test_a_change_that_cannot_be_read_is_told_and_defaults_are_left_out_of_links():
    chosen, _ = parse({"seeds": "2", "weights": "equal"}, TABLES)
    fitted, problems = changed(chosen, {"weights": (("XX", 1.0),)}, TABLES, TABLES)
    assert (fitted.seeds, fitted.weights) == ((2,), "published")
    assert [p.name for p in problems] == ["weights"]
    assert to_query(default_selection(TABLES), TABLES) == {"suite": "made", "rows": "checkpoints"}
    assert [c.name for c in CHOICES] == list(Selection.__dataclass_fields__)


def test_a_suite_without_an_oracle_starts_with_equal_weights_and_refuses_weights_that_need_one():
    bare = made_tables(np.random.default_rng(0).random((2, 2, 3, 2)))
    assert default_selection(bare).weights == "equal"
    for name in ("published", "re-derived", "cross-validated", "without-b1"):
        selection, problems = parse({"weights": name}, bare)
        assert selection.weights == "equal"
        assert "expected a preset (balanced" in problems[0].message
