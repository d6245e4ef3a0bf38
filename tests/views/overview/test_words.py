"""What the overview says, sentence by sentence, and its pictures."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.answers.overview import doors as figures
from components.answers.overview import doors as words
from components.answers.overview.doors import Card, Change, Paper, Trust, Win
from data.registry import Size

WIN = Win(
    suite="Made",
    methods=3,
    bars=(("One", 0.5), ("Two", 0.25), ("<b>", -0.1)),
    leaders=("One",),
    ahead=0.25,
    share=0.126,
    fragile=False,
)
PAPER = Paper(suite="Made", states=("holds", "changes sign", "differs", "holds"), others={"B": 39})


def test_three_sentences_on_the_field() -> None:
    assert len(words.INTRODUCTION) == 3
    assert sum(len(s.split()) for s in words.INTRODUCTION) <= 35, "a telephone shows the first door beneath"


def test_who_wins() -> None:
    assert words.win_verdict(WIN) == "One leads by 0.250."
    assert words.win_verdict(replace(WIN, ahead=0.0001)) == "One leads by less than 0.001."
    assert words.win_verdict(replace(WIN, leaders=("One", "Two"), ahead=None)) == "One and Two share the lead."
    assert words.win_verdict(replace(WIN, ahead=None, methods=1)) == "One is the only method ranked."
    assert words.win_verdict(replace(WIN, leaders=("x" * 90,))).startswith("x" * 31 + "… leads")


def test_how_firmly() -> None:
    assert words.win_evidence(WIN) == "Moving 0.13 of weight ends it. Made."
    fragile = replace(WIN, share=0.03, fragile=True)
    assert words.win_evidence(fragile) == "Fragile lead: moving 0.03 of weight ends it. Made."
    hair = words.win_evidence(replace(fragile, share=0.001))
    assert hair.startswith("Fragile lead: moving less than 0.01 of weight")
    assert words.win_evidence(replace(WIN, share=None)) == "No weights end it. Made."
    assert words.win_evidence(replace(WIN, share=None, methods=1)) == "Made."
    assert words.win_evidence(replace(WIN, share=0.0)) == "Made.", "a shared lead"


def test_which_metrics() -> None:
    dots = (("Good", 0.971), ("Bad", 0.4))
    found = Trust(suite="Made", dots=dots)
    assert words.trust_verdict(found) == "Good is best, with AUC 0.97."
    assert words.trust_evidence(found) == "AUC: telling models that know from those that never did. Made."


def test_whether_the_paper_holds() -> None:
    assert words.paper_verdict(PAPER) == "3 of 4 printed numbers that can be checked reproduce."
    held = replace(PAPER, states=("holds", "changes sign"))
    assert words.paper_verdict(held).endswith("; 1 changes sign once ties count as ties.")
    assert words.paper_evidence(PAPER) == "Made; also B (39)."
    assert words.paper_evidence(replace(PAPER, others={})) == "Made."


def test_a_suite_in_a_line() -> None:
    size = Size(methods=150, families=8, metrics=1, runs=152, claims=0, pool_metrics=0)
    card = Card(id="a", title="A", what="", size=size, changed="2026-01-01", private=False)
    assert words.card_line(card) == "8 methods in 150 checkpoints · 1 metric · 152 runs · 2026‑01‑01"
    few = replace(size, methods=4, families=0)
    assert words.card_line(replace(card, size=few, changed="")) == "4 methods · 1 metric · 152 runs"
    assert words.card_line(replace(card, private=True)).endswith(" · yours, in this session")


@pytest.mark.parametrize(
    ("runs", "tables", "told"),
    [
        ((None, 50), 0, "new, 50 runs"),
        ((312, 520), 0, "312 → 520 runs"),
        ((312, 520), 1, "312 → 520 runs, 1 other table changed"),
        ((50, 50), 2, "2 tables changed"),
        ((50, 50), 0, "contents changed"),
    ],
)
def test_a_change_in_a_line(runs: tuple[int | None, int], tables: int, told: str) -> None:
    change = Change(date="2026-01-01", suite="A", runs=runs, tables=tables)
    assert words.change_line(change) == f"2026-01-01 · A: {told}"


def test_pictures_are_as_long_as_their_numbers_and_names_stay_text() -> None:
    bars = figures.win_bars(WIN, "light")
    assert [part.split("%")[0] for part in bars.split("width: ")[1:]] == ["100.0", "50.0", "0.0"]
    assert "<b>" not in bars
    assert 'aria-label="Scores of the first 3 methods: One 0.500, Two 0.250, &lt;b&gt; −0.100"' in bars
    dots = (("Always", 1.0), ("Half way", 0.75), ("Blind", 0.5))
    drawn = figures.trust_dots(Trust(suite="Made", dots=dots), "dark")
    assert [part.split("%")[0] for part in drawn.split("left: ")[1:]] == ["100.0", "50.0", "0.0"]
    assert "from 0.5, blind, to 1, always right" in drawn
    many = tuple((f"m{i}", 0.9) for i in range(20))
    assert figures.trust_dots(Trust(suite="Made", dots=many), "dark").count('class="dot"') == figures.MOST
    reversed_one = figures.trust_dots(Trust(suite="Made", dots=(*dots, ("Turned", 0.2))), "dark")
    assert [part.split("%")[0] for part in reversed_one.split("left: ")[1:]][-1] == "0.0"
    assert "blind" not in reversed_one.split("aria-label")[1].split(">", 1)[1].replace("Blind", "")
    squares = figures.paper_squares(PAPER, "light")
    assert squares.count('class="square"') == 4 + 3, "one each, and three in the legend"
    assert 'aria-label="2 hold, 1 change sign, 1 do not match"' in squares
