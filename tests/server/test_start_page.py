"""The start pages: Streamlit's own document with our style, and what the first screen needs asked for at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.server import scripts, start_page
from components.views import PAGES
from components.views.record import Page


def preloaded(answer: Any) -> list[str]:
    """The files that the Link header asks for, and those that the document adds to Streamlit's own."""
    own = (start_page.static() / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'<link rel="modulepreload" crossorigin href="\./([^"]+)">', answer.text)
    head = re.findall(r"<\./([^>]+)>; rel=modulepreload", answer.headers["link"])
    return [*head, *(file for file in named if file not in own)]


@pytest.mark.parametrize("record", PAGES, ids=lambda p: p.name)
def test_a_start_page_asks_for_files_that_are_there_and_not_asked_for_anyway(
    ask: Callable[..., Any], record: Page
) -> None:
    answer = ask(f"/{record.path}")
    assert answer.status == 200
    files = preloaded(answer)
    assert len(files) == len(set(files)) > 5
    ours = {file for file in files if file.startswith(scripts.FOLDER)}
    assert all((start_page.static() / file).is_file() for file in set(files) - ours)
    assert all(ask(f"/{file}").status == 200 for file in ours)
    assert len(answer.headers["link"]) < 2_000, "servers in front of this one refuse large headers"
    told = [element for element in start_page.ALWAYS if not any(f"/{element}." in file for file in files)]
    assert told == [], "Streamlit calls its elements otherwise now"


@pytest.mark.parametrize("record", [p for p in PAGES if p.across is None], ids=lambda p: p.name)
def test_the_code_of_figures_is_asked_for_where_the_page_opens_with_one(
    ask: Callable[..., Any], app_test: Callable[..., AppTest], record: Page
) -> None:
    files = preloaded(ask(f"/{record.path}"))
    assert any("PlotlyChart" in file for file in files) == bool(app_test(record.path).get("plotly_chart"))


def test_the_document_is_streamlits_own_with_our_style_after_its_own(ask: Callable[..., Any]) -> None:
    answer = ask("/agreement")
    text = re.sub(
        "|".join(f'<link rel="modulepreload"[^>]*{re.escape(f)}">' for f in preloaded(answer)), "", answer.text
    )
    own = (start_page.static() / "index.html").read_text(encoding="utf-8")
    before, after = text.split("<style>")
    style, end = after.split("</style>")
    assert before + end == own
    assert before.index("</head>") < before.index('id="root"'), "of two rules that weigh the same the later one holds"
    assert ".stMainBlockContainer { max-width" in style


def test_who_has_it_gets_no_second_copy(ask: Callable[..., Any]) -> None:
    first = ask("/stability")
    again = ask("/stability", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    assert ask("/").headers["etag"] != first.headers["etag"]
