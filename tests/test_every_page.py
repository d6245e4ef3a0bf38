"""Every page of every built-in suite, and of suites that lack something or have hostile names, in few sessions.

What one page says is tested with the page, what holds of every answer in tests/answers/test_every_answer.py; here
every page has to open, and its first sentence has to be a verdict that is read once. No name ever becomes markup.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from components import pages
from components.selection import CHOICES, default_selection
from components.widgets import cached
from data.registry import Tables
from tests.conftest import ROOT
from tests.made import SUITES
from tests.released import NAMES, built_in

SPANNING = {
    "method": {"id": "npo"},
    "metric": {"id": "truth_ratio"},
    "compare": {"methods": "m1,m2,npo,rmu"},
    "check": {"metric": "forget_quality", "value": "1e-5"},
}
OF_ONE = [p for p in pages.PAGES if p.name not in SPANNING and not p.start]
WORD = re.compile(r"\S*[^\W\d_]\S*")
NUMBER = re.compile(r"(?<![\w.-])[+−]?\d[\d.,\N{NARROW NO-BREAK SPACE}]*(?![\w-])")
"""Numbers that are no part of a name such as ResNet-18 or Llama-3.2-1B."""
MOST_WORDS, MOST_NUMBERS = 25, 2
KINDS = ("tofu", "unified_unlearning")
"""Suites of different kinds; the others open in make long-test."""


def texts(app: AppTest) -> list[tuple[str, str]]:
    """Everything that a page writes, each after its kind: HTML, or a kind of Markdown."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "warning", "info", "success", "error", "html")
    return [(kind, str(getattr(e.proto, "body", ""))) for kind in kinds for e in app.get(kind)]


def every_page(
    suite: str, some: list[pages.Page], tables: Tables | None = None, **query: str
) -> Iterator[tuple[pages.Page, AppTest]]:
    """Some pages of a suite and a selection, in one session, which alone holds the tables given."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    if tables is not None:
        app.session_state["_private_tables"] = {suite: replace(tables, suite=replace(tables.suite, private=True))}
    app.context["theme"] = "light"
    for page in some:
        app.query_params.clear()
        app.query_params.update({"suite": suite, **query, **SPANNING.get(page.name, {})})
        app.switch_page(str(ROOT / "pages" / f"{page.name}.py"))
        app.run()
        assert not app.exception, f"{page.name}: {app.exception[0].value}"
        yield page, app


def opened(name: str, **query: str) -> Iterator[tuple[pages.Page, str]]:
    """Every page of a made suite with its warnings, after a look at all it writes."""
    for page, app in every_page("made", list(pages.PAGES), replace(SUITES[name](), data_version=name), **query):
        written = texts(app)
        for kind, text in written:
            assert not re.search(r"\b(nan|None|inf)\b", re.sub("<[^>]*>", "", text)), f"{page.name}: {text}"
            assert not re.search("<img src=x" if kind == "html" else r"(?<!\\)(\]\(javascript|<img)", text), page.name
        yield page, " ".join(text for kind, text in written if kind == "warning").replace("\\", "")


def test_every_page_opens_without_runs() -> None:
    assert len(list(opened("no runs"))) == len(pages.PAGES)


def test_every_page_opens_with_hostile_names_and_names_choices_that_cannot_be_read() -> None:
    wrong = {c.name: "<b>no" for c in CHOICES if c.name != "suite"}
    for page, notices in opened("hostile names", **wrong):
        named = {c for c in ("panel", "benchmarks", "seeds") if f"{c}: found '<b>no'" in notices}
        assert len(named) == (0 if page.start or page.spans or page.name == "your_results" else 3), page.name


@pytest.mark.parametrize("suite", [n if n in KINDS else pytest.param(n, marks=pytest.mark.long) for n in NAMES])
def test_every_page_opens_on_a_built_in_suite_and_leads_with_a_verdict(suite: str) -> None:
    whole = suite == "unified_unlearning"  # pages over all suites are the same from each
    opened = [page for page, _ in every_page(suite, list(pages.PAGES) if whole else OF_ONE, draws="500")]
    assert len(opened) == (len(pages.PAGES) if whole else len(OF_ONE))
    view = cached.resolved(replace(default_selection(built_in(suite)), draws=500))
    for page in (p for p in opened if not p.spans):
        for lead in page.leads(view)[:1]:
            assert len(WORD.findall(lead)) <= MOST_WORDS, lead
            assert len(NUMBER.findall(lead)) <= MOST_NUMBERS, lead
