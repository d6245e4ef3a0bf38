"""The start pages: Streamlit's own document with our style, and what the first screen needs asked for at once."""

import base64
import hashlib
import re
import tomllib
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from components import scripts
from components.answers.record import Page
from components.pages import PAGES
from components.web import start_page, streamlit_private

OWN = streamlit_private.start_page()
ROOT = Path(__file__).resolve().parents[2]
LINK = r'<link rel="modulepreload" crossorigin href="\./([^"]+)">'
HEAD = re.compile(r'<header id="first"><h1>(.*?)</h1>(?:<p>(.*?)</p>)?</header>')


def preloaded(answer: Any) -> list[str]:
    """The files that the document asks for beside those that Streamlit's own does."""
    return [file for file in re.findall(LINK, answer.text) if file not in re.findall(LINK, OWN)]


@pytest.mark.parametrize("record", PAGES, ids=lambda p: p.name)
def test_a_start_page_asks_for_files_that_are_there_and_not_asked_for_anyway(
    ask: Callable[..., Any], record: Page
) -> None:
    answer = ask(f"/{record.path}")
    assert answer.status == 200
    files = preloaded(answer)
    assert len(files) == len(set(files)) > 5
    ours = {file for file in files if file.startswith(scripts.FOLDER)}
    assert all((streamlit_private.build() / file).is_file() for file in set(files) - ours)
    assert all(ask(f"/{file}").status == 200 for file in ours)
    assert [file for file in files if answer.text.count(f'"./{file}"') > 1 + (file == start_page.figures())] == []
    told = [element for element in start_page.ALWAYS if not any(f"/{element}." in file for file in files)]
    assert told == [], "Streamlit calls its elements otherwise now"


@pytest.mark.parametrize("record", {p.draws: p for p in PAGES if not p.spans}.values(), ids=lambda p: p.name)
def test_the_code_of_figures_is_asked_for_where_the_page_opens_with_one(
    ask: Callable[..., Any], app_test: Callable[..., AppTest], record: Page
) -> None:
    files = preloaded(ask(f"/{record.path}"))
    assert any("PlotlyChart" in file for file in files) == bool(app_test(record.path).get("plotly_chart"))


@pytest.mark.parametrize(
    "record",
    [p for p in PAGES if p.kind or p.name in ("overview", "compare")],
    ids=lambda p: p.name,
)
def test_the_head_of_a_page_stands_in_its_document_as_the_page_draws_it(
    ask: Callable[..., Any], app_test: Callable[..., AppTest], record: Page
) -> None:
    query = {} if record.kind is None else {"id": {"methods": "npo", "metrics": "truth_ratio"}[record.kind]}
    [(title, question)] = HEAD.findall(ask(f"/{record.path}", query).text)
    drawn = app_test(record.path, query)
    assert unescape(title) == drawn.title[0].value.replace("\\", "")
    assert unescape(question) == ("" if record.start else drawn.caption[0].value.replace("\\", ""))


@pytest.mark.parametrize("query", ["", "id=", "id=%3Cb%3Enobody"])
def test_a_page_about_an_unknown_name_has_no_head_before_it_is_drawn(ask: Callable[..., Any], query: str) -> None:
    text = ask("/method", query).text
    assert HEAD.findall(text) == []
    assert "nobody" not in text.replace("nobody.invalid", "")


def test_before_the_app_stands_the_page_has_the_colours_of_its_theme(ask: Callable[..., Any]) -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
    first = re.findall(r"<style>(.*?)</style>", ask("/agreement").text)[0]
    for name, told in (("text", "--first-ink"), ("background", "background")):
        assert f" {told}: light-dark({theme['light'][f'{name}Color']}, {theme['dark'][f'{name}Color']});" in first


def test_scripts_may_run_and_nobody_around_the_page_may_steer_it(ask: Callable[..., Any]) -> None:
    answer = ask("/agreement")
    scripts = re.findall(r"<script(?: data-figures=[^>]*)?>(.*?)</script>", answer.text, re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(digests) == 2
    assert [d for d in digests if f"'sha256-{d}'" not in answer.headers["content-security-policy"]] == []
    origins = re.findall(r"allowedOrigins: \[(.*?)\]", start_page.script())
    assert origins == ['"https://nobody.invalid"'], "RFC 2606 keeps .invalid for nobody"


def test_who_has_it_gets_no_second_copy(ask: Callable[..., Any]) -> None:
    first = ask("/stability")
    again = ask("/stability", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert first.headers["cache-control"] == "no-cache"
    assert ask("/").headers["etag"] != first.headers["etag"]
