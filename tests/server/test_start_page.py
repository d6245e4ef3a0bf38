"""The start pages: Streamlit's own document with our style, and what the first screen needs asked for at once."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components.server import scripts, start_page
from components.views import PAGES
from components.views.record import Page

TEMPLATE = re.compile(r'<template id="next"[^>]*>(.*?)</template>', re.DOTALL)


def preloaded(answer: Any) -> list[str]:
    """The files that wait in the document until Streamlit's frame stands."""
    [waiting] = TEMPLATE.findall(answer.text)
    return re.findall(r'<link rel="modulepreload" crossorigin href="\./([^"]+)">', waiting)


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
    own = (start_page.static() / "index.html").read_text(encoding="utf-8")
    assert [file for file in files if file in own] == []
    told = [element for element in start_page.ALWAYS if not any(f"/{element}." in file for file in files)]
    assert told == [], "Streamlit calls its elements otherwise now"


@pytest.mark.parametrize("record", [p for p in PAGES if p.across is None], ids=lambda p: p.name)
def test_the_code_of_figures_is_asked_for_where_the_page_opens_with_one(
    ask: Callable[..., Any], app_test: Callable[..., AppTest], record: Page
) -> None:
    files = preloaded(ask(f"/{record.path}"))
    assert any("PlotlyChart" in file for file in files) == bool(app_test(record.path).get("plotly_chart"))


def test_the_document_is_streamlits_own_with_our_style_after_its_own(ask: Callable[..., Any]) -> None:
    text = TEMPLATE.sub("", ask("/agreement").text)
    own = (start_page.static() / "index.html").read_text(encoding="utf-8")
    before, after = text.split("<style>")
    style, end = after.split("</style>")
    assert before.replace(f"<script>{start_page.script()}</script>", "", 1) + end == own
    assert before.index("</head>") < before.index('id="root"'), "of two rules that weigh the same the later one holds"
    assert before.index("<script>") < before.index('type="module"'), "Streamlit's own script reads what ours says"
    assert ".stMainBlockContainer { max-width" in style


def test_the_scripts_in_the_document_may_run(ask: Callable[..., Any]) -> None:
    answer = ask("/agreement")
    scripts = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(digests) == 2
    assert [d for d in digests if f"'sha256-{d}'" not in answer.headers["content-security-policy"]] == []


def test_nobody_around_the_page_may_steer_it() -> None:
    origins = re.findall(r"allowedOrigins: \[(.*?)\]", start_page.script())
    assert origins == ['"https://nobody.invalid"'], "RFC 2606 keeps .invalid for nobody"


def test_who_has_it_gets_no_second_copy(ask: Callable[..., Any]) -> None:
    first = ask("/stability")
    again = ask("/stability", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    assert ask("/").headers["etag"] != first.headers["etag"]


def test_an_address_that_is_no_page_opens_the_first_one_with_our_style(ask: Callable[..., Any]) -> None:
    assert ask("/nowhere").text == ask("/").text
    left = [ask(path).status for path in ("/manifest.json", "/_stcore", "/leaderboard/more")]
    assert left == [404] * 3, "files and what Streamlit keeps to itself are left to it"
