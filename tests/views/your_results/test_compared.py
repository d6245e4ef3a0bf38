"""Two tables of a reader side by side, in words and as a table."""

from __future__ import annotations

from dataclasses import replace

from components.intake.suites import own_suite
from components.intake.work import begin, examined
from components.views.changes.difference import difference
from components.views.your_results.tables import compared_table
from components.views.your_results.words import compared_sentences
from data.registry import Tables

HEAD = b"method,seed,accuracy \xe2\x86\x91,loss \xe2\x86\x93\n"
FIRST = HEAD + b"A,1,0.9,1\nB,1,0.5,2\nC,1,0.25,3\n"
SECOND = HEAD + b"A,1,0.5,2\nB,1,0.9,1\nD,1,0.25,3\nC,1,0.1,4\n"


def suite_of(content: bytes, nth: int = 1) -> Tables:
    work = begin([("t.csv", content)], [])
    return own_suite(examined(work, {}), replace(work.about, title="T"), nth=nth)


def test_a_swap_is_told_with_both_leaders() -> None:
    found = difference(suite_of(SECOND, 2), suite_of(FIRST))
    assert compared_sentences(found, "one", "two") == [
        "Of 3 methods ranked in both tables, 3 have another rank and 1 pair swapped (τ = 0.333). A leads in one; B "
        "leads in two."
    ]
    table = compared_table(found, "one", "two").set_index("method")
    assert table["rank in one"].to_dict() == {"A": "1", "B": "2", "C": "3", "D": "–"}
    assert table["rank in two"].to_dict() == {"A": "2", "B": "1", "D": "3", "C": "4"}


def test_the_same_table_twice_and_other_methods() -> None:
    same = difference(suite_of(FIRST, 2), suite_of(FIRST))
    assert compared_sentences(same, "one", "two") == [
        "The 3 methods ranked in both tables have the same ranks in both."
    ]
    others = difference(suite_of(FIRST.replace(b"A,", b"X,").replace(b"B,", b"Y,"), 2), suite_of(FIRST))
    assert compared_sentences(others, "one", "two") == ["Fewer than two methods are ranked in both tables."]


def test_no_panel_in_common() -> None:
    with_panel = HEAD.replace(b"seed", b"model,seed") + b"A,m1,1,0.9,1\nB,m1,1,0.5,2\n"
    found = difference(suite_of(with_panel, 2), suite_of(FIRST))
    assert compared_sentences(found, "one", "two") == ["one and two have no panel in common."]
