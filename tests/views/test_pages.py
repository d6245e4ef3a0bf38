"""The list of pages: one record adds a page to everything that lists pages."""

from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components import pages
from components.answers.record import Answer, Page, Part, Said
from components.report import markdown, report
from components.resolved import Resolved
from components.selection import default_selection
from components.table import Column, table
from components.web.api import openapi, request
from components.web.share import words
from tests.released import TABLES

ROOT = Path(__file__).resolve().parents[2]
SELECTION = default_selection(TABLES)


def toy(view: Resolved) -> tuple[str, ...]:
    return tuple(view.panel.methods)


COLUMNS = (
    Column[str]("method", lambda m: m, kind="method", place="print"),
    Column[str]("letters", len, kind="count", place="print"),
)
TOY = Page(
    "toy_letters",
    "Letters",
    "How long are the names?",
    "Data",
    about="How many letters each method has.",
    first=(
        Answer(
            "toy_letters",
            toy,
            lambda result, names: Said([f"{len(result)} methods have names.", ""]),
            [Part("toy_letters", "Letters", lambda result, names: table(COLUMNS, result))],
            alone=True,
        ),
    ),
)


@pytest.fixture
def _with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, TOY))


@pytest.mark.usefixtures("_with_toy")
def test_a_record_reaches_report_interface_exports_and_sharing() -> None:
    assert report(TABLES, SELECTION)["toy_letters"][0] == {"method": "gradient_ascent", "letters": 15}
    assert "## toy_letters" in markdown(TABLES, SELECTION)
    assert "toy_letters" in request.endpoints()
    described = openapi.document()
    assert described["paths"]["/api/v1/toy_letters.csv"]["get"]["summary"] == "How many letters each method has."
    assert "toy_letters" in described["components"]["schemas"]["Report"]["properties"]
    shared = Resolved(TABLES, SELECTION)
    assert words.title_of(shared, TOY).startswith("Letters: ")
    assert TOY.leads(shared) == ["4 methods have names."]


@pytest.mark.usefixtures("_with_toy")
def test_a_record_stands_in_the_navigation(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, str] = {}
    real = st.Page

    def noted(script: Path, **options: object) -> object:
        offered[str(options["url_path"])] = str(options["title"])
        return real(script if Path(script).is_file() else ROOT / "pages" / "about.py", **options)

    monkeypatch.setattr(st, "Page", noted)
    app = AppTest.from_file(str(ROOT / "components" / "shell.py"), default_timeout=60).run()
    assert not app.exception
    assert offered["toy-letters"] == "Letters"


def test_names_addresses_and_scripts_belong_together() -> None:
    assert [p.path for p in pages.PAGES if p.start] == [""]
    assert len({p.path for p in pages.PAGES}) == len(pages.PAGES)
    scripts = {p.stem for p in (ROOT / "pages").glob("*.py")}
    assert scripts == {p.name for p in pages.PAGES}
    assert all(p.question for p in pages.PAGES)
    assert pages.by_path("agreement") is pages.AGREEMENT
    assert pages.by_path("nowhere") is None
    assert set(pages.numbers()) <= {p.name for p in pages.PAGES}
