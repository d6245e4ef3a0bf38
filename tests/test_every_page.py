"""Every page: one record adds it everywhere, it opens on every suite, and no name ever becomes
markup.

What one page says is tested with the page, what holds of every answer in
tests/answers/test_every_answer.py."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import pages
from components.answers.record import START, Answer, Page, Part, Said
from components.choices.query import CHOICES
from components.report import markdown, report
from components.resolved import Resolved
from components.selection import default_selection
from components.table import Column, table
from components.web.api import endpoints, openapi
from components.web.share import words
from components.widgets.show import OWN
from data.registry import Tables
from tests.conftest import ROOT
from tests.made import SUITES
from tests.released import NAMES, TABLES

SPANNING = {
    "method": {"id": "npo"},
    "metric": {"id": "truth_ratio"},
    "compare": {"methods": "m1,m2"},
    "check": {"metric": "forget_quality", "value": "1e-5"},
}
OF_ONE = [p for p in pages.PAGES if p.name not in SPANNING and p.name != START]
MARKUP = {"html": "<img src=x", "markdown": r"(?<!\\)(\]\(javascript|<img)|\*\*b\*\*|`c`|\$x\$"}
"""What a hostile name (tests/made.py) is where it became markup."""
KINDS = ("tofu", "unified_unlearning")
"""Suites of different kinds; the others open in make long-test."""


def texts(app: AppTest) -> list[tuple[str, str]]:
    """Everything that a page writes, each after its kind: HTML, or a kind of Markdown."""
    kinds = [
        "title",
        "header",
        "subheader",
        "markdown",
        "caption",
        "warning",
        "info",
        "success",
        "error",
        "html",
    ]
    return [(kind, str(getattr(e.proto, "body", ""))) for kind in kinds for e in app.get(kind)]


def every_page(
    suite: str, some: list[pages.Page], tables: Tables | None = None, **query: str
) -> Iterator[tuple[pages.Page, AppTest]]:
    """Some pages of a suite and a selection, in one session, which alone holds the tables given."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    if tables is not None:
        private = replace(tables, suite=replace(tables.suite, private=True))
        app.session_state["_private_tables"] = {suite: private}
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
    tables = replace(SUITES[name](), data_version=name)
    for page, app in every_page("made", list(pages.PAGES), tables, **query):
        written = texts(app)
        for kind, text in written:
            plain = re.sub("<[^>]*>", "", text)
            assert not re.search(r"\b(nan|None(?! of )|inf)\b", plain), f"{page.name}: {text}"
            assert not re.search(MARKUP["html" if kind == "html" else "markdown"], text), page.name
        yield page, " ".join(text for kind, text in written if kind == "warning").replace("\\", "")


def test_every_page_opens_without_runs():
    assert len(list(opened("no runs"))) == len(pages.PAGES)


def test_every_page_opens_with_hostile_names_and_names_choices_that_cannot_be_read():
    wrong = {c.name: "<b>no" for c in CHOICES if c.name != "suite"}
    for page, notices in opened("hostile names", **wrong):
        told = {c: f"{c}: found '<b>no'" for c in ("benchmarks", "seeds")}
        told["panel"] = "The address names a model that"
        named = {choice for choice, sentence in told.items() if sentence in notices}
        assert len(named) == (3 if page in OF_ONE and page.name != "your_results" else 0), page.name


@pytest.mark.parametrize(
    "suite", [n if n in KINDS else pytest.param(n, marks=pytest.mark.long) for n in NAMES]
)
def test_every_page_opens_on_a_built_in_suite_with_its_title_and_a_verdict(suite):
    whole = suite == "unified_unlearning"  # pages over all suites are the same from each
    some = list(pages.PAGES) if whole else OF_ONE
    for page, app in every_page(suite, some, draws="500"):
        html = " ".join(text for kind, text in texts(app) if kind == "html")
        assert len(re.findall("<h1", html)) == 1, page.name
        if page.name not in OWN:
            assert re.search(r'<div class="answer"><(p|h2)>[^<]+\.</\1>', html), page.name
            assert page.question in html.replace("&#x27;", "'")


LETTERS = (
    Column[str]("method", lambda m: m, kind="method"),
    Column[str]("letters", len, kind="count"),
)
TOY = Page(
    "toy_letters",
    "Letters",
    "How long are the names?",
    "Data",
    first=(
        Answer(
            "toy_letters",
            lambda view: tuple(view.panel.methods),
            lambda result, names: Said([f"{len(result)} methods have names.", ""]),
            Part("toy_letters", "Letters", lambda result, names: table(result, *LETTERS)),
            key="toy_letters",
        ),
    ),
)


@pytest.mark.usefixtures("_with_toy")
def test_a_record_reaches_report_interface_exports_sharing_and_navigation(monkeypatch):
    chosen = default_selection(TABLES)
    assert report(TABLES, chosen)["toy_letters"][0] == {"method": "gradient_ascent", "letters": 15}
    assert "## toy_letters" in markdown(Resolved(TABLES, chosen))
    assert "toy_letters" in endpoints.endpoints()
    described = openapi.document()
    assert "toy_letters" in json.dumps(described["paths"])
    shared = Resolved(TABLES, chosen)
    assert "Letters" in words.title_of(shared, TOY)
    assert TOY.leads(shared) == ["4 methods have names."]
    offered: dict[str, str] = {}
    real = st.Page

    def noted(script: Path, **options: object) -> object:
        offered[str(options["url_path"])] = str(options["title"])
        return real(script if Path(script).is_file() else ROOT / "pages" / "about.py", **options)

    monkeypatch.setattr(st, "Page", noted)
    app = AppTest.from_file(str(ROOT / "components" / "shell.py"), default_timeout=60).run()
    assert not app.exception
    assert offered["toy-letters"] == "Letters"


@pytest.fixture
def _with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, TOY))


def test_names_addresses_and_scripts_belong_together():
    assert [p.path for p in pages.PAGES].count("") == 1
    assert len({p.path for p in pages.PAGES}) == len(pages.PAGES)
    assert {p.stem for p in (ROOT / "pages").glob("*.py")} == {p.name for p in pages.PAGES}
    assert all(p.question for p in pages.PAGES)
    assert pages.by_path("agreement") is pages.AGREEMENT
    assert pages.by_path("calibration") is pages.RELIABILITY, "moved"
    assert pages.by_path("nowhere") is None
    assert not set(pages.MOVED) & {p.path for p in pages.PAGES}
    assert set(pages.numbers()) <= {p.name for p in pages.PAGES}
