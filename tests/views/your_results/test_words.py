"""What is asked of metrics, and what was answered, in words."""

from __future__ import annotations

from dataclasses import replace

from components.intake.checks import Question
from components.intake.uses import Use
from components.views.your_results import words

QUESTION = Question("UA", "known as UA. Some do, some do not", 12, 0.02, (0.1, 0.25, 1 / 3), 0.98, "GA", "")


def test_what_the_form_is_for() -> None:
    one = "Which end is better? 1 metric cannot be told by name. It is not used before you answer."
    assert words.heading([QUESTION]) == one
    assert words.heading([QUESTION] * 2).endswith(
        "2 metrics cannot be told by name. They are not used before you answer."
    )


def test_the_values_of_a_metric() -> None:
    assert words.spread(QUESTION) == "12 cells from 0.02 (GA) to 0.98 (no name), quartiles 0.1, 0.25, 0.3333"
    assert words.spread(replace(QUESTION, cells=1, high=0.02)) == "1 cell, all 0.02"
    assert words.spread(Question("UA", "", 0)) == "no plain number yet"
    assert words.unsettled(QUESTION) == "Known as UA. Some do, some do not."
    assert words.unsettled(Question("UA", "", 0)) == ""


def test_what_was_said() -> None:
    assert words.said(Use("x", "score", direction="lower")) == "x: metric, lower is better, as you said"
    target = Use("x", "score", direction="target", target="0.5")
    assert words.said(target) == "x: metric, closest to 0.5 is better, as you said"
    assert words.said(Use("x", "left out")) == "x: left out, as you said"
    assert words.said(Use("x", "score", direction="")).startswith("x: metric, nobody says which end is better")
