"""Choices about a table as text and back: the same work, or a refusal that names what does not fit."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.intake.choices import ChoicesLost, choices_text, with_choices
from components.intake.fixes import Fix
from components.intake.suite_rows import About
from components.intake.work import Work, aimed, begin, examined, with_use
from tests.released import built_in

TABLE = [("mine.csv", b"method,benchmark,seed,FA,xyz\nA,mmubench,42,4 %,1\nB,mmubench,42,7 %,2\n")]


@pytest.fixture(scope="module")
def suites():
    return [built_in("unified_unlearning")]


@pytest.fixture(scope="module")
def chosen(suites) -> Work:
    work = aimed(begin(TABLE, suites), suites, "", "")
    xyz = next(u for u in work.uses if u.column == "xyz")
    work = with_use(work, replace(xyz, direction="lower", low=0.0, high=None, declared=True))
    fixes = (Fix("percent", "FA"), Fix("rename", "method", "A", "Mine “ü”"))
    return replace(work, fixes=fixes, about=About(title="T", authors="A. Reader"))


def test_there_and_back(suites, chosen: Work) -> None:
    back = with_choices(begin(TABLE, suites), choices_text(chosen), suites)
    assert back == chosen
    by_id = {s.suite.id: s for s in suites}
    assert examined(back, by_id).grid.metrics == examined(chosen, by_id).grid.metrics


def test_another_table_under_the_same_choices_is_refused(suites, chosen: Work) -> None:
    other = begin([("x.csv", b"method,seed,FA\nA,1,0.5\n")], suites)
    with pytest.raises(ChoicesLost, match="fit this table"):
        with_choices(other, choices_text(chosen), suites)


DAMAGE = [
    ("uses", [{"column": "xyz"}]),
    ("uses", "all"),
    ("fixes", [{"kind": "rm -rf", "column": "", "old": "", "new": ""}]),
    ("fixes", [{"kind": "percent", "column": 1, "old": "", "new": ""}]),
    ("about", {"title": None}),
    ("suite", ["unified_unlearning"]),
    ("panel", 3),
]


@pytest.mark.parametrize(("name", "value"), DAMAGE)
def test_damaged_choices_are_refused(suites, chosen: Work, name: str, value: object) -> None:
    with pytest.raises(ChoicesLost, match="found"):
        with_choices(begin(TABLE, suites), json.dumps(json.loads(choices_text(chosen)) | {name: value}), suites)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(["suite", "panel", "uses", "fixes", "about"]), json_values)
def test_whatever_a_browser_sends_is_taken_whole_or_refused(suites, chosen: Work, name: str, value: object) -> None:
    fresh = begin_once(suites)
    try:
        back = with_choices(fresh, json.dumps(json.loads(choices_text(chosen)) | {name: value}), suites)
    except ChoicesLost:
        return
    assert choices_text(back)
    examined(back, {s.suite.id: s for s in suites})


HELD: dict[str, Work] = {}


def begin_once(suites) -> Work:
    """Reading starts a process: once is enough for all generated choices."""
    if not HELD:
        HELD["fresh"] = begin(TABLE, suites)
    return HELD["fresh"]
