"""Citations: complete, and harmless to TeX whatever a suite is called."""

from dataclasses import replace

from components.citation import bibtex
from components.defaults import VERSION
from tests.released import TABLES

SUITE = TABLES.suite


def test_both_entries_name_what_a_reader_needs():
    text = bibtex(SUITE, "0123456789ab")
    assert text.count("@") == 2
    assert "author = {Khan and Laga and Sohel}" in text
    assert "year = {2026}" in text
    assert "Analysis and Principled Unified Score}}," in text
    assert "note = {arXiv 2605.02206, v1 of 4 May 2026; the later revision" in text
    assert "data version 0123456789ab" in text
    assert f"version = {{{VERSION}}}" in text
    assert text.count("{") == text.count("}")


def test_special_characters_and_missing_authors():
    odd = replace(SUITE, paper=r"50 % of A & B_{i} \input{x} #1 $y$ ~ ^", authors="A & B, C and D", title="x\ny")
    text = bibtex(odd, "v")
    assert r"50 \% of A \& B\_\{i\} \textbackslash{}input\{x\} \#1 \$y\$ \textasciitilde{} \textasciicircum{}" in text
    assert "author = {A and B and C and D}" in text
    assert "Suite x y" in text
    text = bibtex(replace(SUITE, url="", authors=""), "v")
    assert "url" not in text
    assert text.count("author") == 1
