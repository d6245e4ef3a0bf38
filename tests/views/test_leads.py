"""The first sentence of every page is a verdict: short enough to be read once, with no more numbers than are kept."""

from __future__ import annotations

import re

import pytest

from components import pages
from components.resolved import Resolved
from components.selection import default_selection
from tests.released import NAMES, built_in

WORD = re.compile(r"\S*[^\W\d_]\S*")
NUMBER = re.compile(r"(?<![\w.-])[+−]?\d[\d.,\N{NARROW NO-BREAK SPACE}]*(?![\w-])")
MOST_WORDS, MOST_NUMBERS = 25, 2


def counts(sentence: str) -> tuple[int, int]:
    """Words with a letter, and numbers that are no part of a name such as ResNet-18 or Llama-3.2-1B."""
    return len(WORD.findall(sentence)), len(NUMBER.findall(sentence))


def test_what_is_counted() -> None:
    assert counts("SalUn leads on ResNet-18 with 0.64, 35.8 % of 10\N{NARROW NO-BREAK SPACE}000 tie-aware draws.") == (
        8,
        3,
    )
    assert counts("ρ −0.42 · Llama-3.2-1B") == (2, 1)


def assert_short(sentence: str) -> None:
    words, numbers = counts(sentence)
    assert words <= MOST_WORDS, sentence
    assert numbers <= MOST_NUMBERS, sentence


@pytest.mark.parametrize("suite", NAMES)
def test_every_page_leads_with_a_verdict(suite: str) -> None:
    view = Resolved(built_in(suite), default_selection(built_in(suite)))
    for page in (p for p in pages.PAGES if not p.spans):
        for lead in page.leads(view)[:1]:
            assert_short(lead)
