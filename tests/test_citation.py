"""Citations are harmless to TeX; tests/web/share/test_words.py has what they name."""

from dataclasses import replace

from components.citation import bibtex
from tests.released import TABLES

SUITE = TABLES.suite


def test_special_characters_and_missing_authors():
    odd = replace(
        SUITE,
        paper=r"50 % of A & B_{i} \input{x} #1 $y$ ~ ^",
        authors="A & B, C and D",
        title="x\ny",
    )
    text = bibtex(odd, "v")
    assert (
        r"50 \% of A \& B\_\{i\} \textbackslash{}input\{x\} \#1 \$y\$ \textasciitilde{}"
        r" \textasciicircum{}" in text
    )
    assert "author = {A and B and C and D}" in text
    assert "Suite x y" in text
    text = bibtex(replace(SUITE, url="", authors=""), "v")
    assert "url" not in text
    assert text.count("author") == 1
