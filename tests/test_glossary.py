"""The glossary: every term short and complete, every link leads to one, every term is linked."""

import re
from pathlib import Path

import pytest

import components
from components.glossary import MAX_WORDS, groups, term, terms
from components.pages import PAGES, STABILITY
from components.widgets import address, glossary
from data.errors import UnknownName
from data.registry import ID_PATTERN
from tests.answered import view_of


def test_every_term_has_a_label_and_a_short_plain_sentence_of_its_own():
    for entry in terms().values():
        assert ID_PATTERN.match(entry.id)
        assert entry.label, entry.id
        assert entry.plain.endswith("."), entry.id
        assert len(entry.plain.split()) <= MAX_WORDS, entry.id
        assert entry.formula.count("{") == entry.formula.count("}"), entry.id
    entries = [t for members in groups().values() for t in members]
    assert len({t.label for t in entries}) == len(terms()) == len(entries)


def test_what_pages_link_is_what_the_glossary_has():
    """Answers name their terms in records; other links are written out in the code of the pages."""
    linked = {t for page in PAGES for answer in page.answers for t in answer.terms}
    for file in Path(components.__path__[0]).rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        linked |= {*re.findall(r'(?:[?&]term=|"term": ")([a-z_]+)', text)} - {"tau_b"} | {
            name
            for call in re.findall(r"^ +terms\(([^)]*)\)", text, re.MULTILINE)
            for name in re.findall(r'"(\w+)"', call)
        }
    assert linked == set(terms())


def test_a_link_names_a_known_term_and_keeps_what_is_shown(monkeypatch):
    monkeypatch.setattr(address, "current_page", lambda: STABILITY)
    view = view_of(weights="equal")
    query = "suite=unified_unlearning&rows=checkpoints&weights=equal&term=uqs"
    assert glossary.term(view, "uqs") == f"[score](about?{query})"
    assert term("uqs").label == "score"
    with pytest.raises(UnknownName, match="unknown term 'nonsense'"):
        glossary.term(view, "nonsense")


@pytest.mark.parametrize(
    "entry", [t for t in terms().values() if "\\\\" in t.formula], ids=lambda t: t.id
)
def test_lines_of_a_formula_stand_in_an_environment_that_has_lines(entry):
    # outside of one KaTeX warns, and LaTeX prints a single line
    assert re.fullmatch(r"\\begin\{(aligned|gathered)\}.*\\end\{\1\}", entry.formula)
