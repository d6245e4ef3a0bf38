"""The document of each page answers before the app: what it says, to whom, and when."""

import asyncio
import gzip
import re
import threading
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.types import Message
from streamlit.testing.v1 import AppTest

from components import kept, pages
from components.results import ranking
from components.selection import default_selection
from components.web import first_answer, start_page
from components.web.share import words
from components.widgets.show import OWN
from tests.answered import view_of
from tests.asking import APP
from tests.test_every_page import SPANNING, every_page, texts

QUERY = "suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.2,RA:0.8"


class Document(HTMLParser):
    """What a crawler reads: title and previews of the head, and the texts of the first answer by
    element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.texts: list[tuple[str, str]] = []
        self.links: list[str] = []
        self._open: list[str] = []
        self._is_first = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in attrs}
        if tag == "meta":
            name = attributes.get("property") or attributes.get("name", "")
            self.meta[name] = attributes.get("content", "")
            return
        self._is_first |= attributes.get("id") == "first-answer"
        self._open.append(tag)
        if tag == "a" and self._is_first:
            self.links.append(attributes["href"])

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._is_first = False

    def handle_data(self, data: str) -> None:
        if data.strip() and self._open and (self._is_first or self._open[-1] == "title"):
            self.texts.append((self._open[-1], data.strip()))

    def of(self, tag: str) -> list[str]:
        return [text for element, text in self.texts if element == tag]


def read(answer: Any) -> Document:
    assert answer.status == 200
    return Document(answer.text)


def settled(ask: Callable[..., Any], path: str, query: str = "", **headers: str) -> Any:
    """The document once its answer is kept."""
    for _ in range(30):
        answer = ask(path, query, **headers)
        if "etag" in answer.headers:
            return answer
        time.sleep(0.2)
    raise AssertionError("its answer never came")


def test_a_copied_address_previews_and_reads_without_scripts(ask: Callable[..., Any]) -> None:
    document = read(settled(ask, "/agreement", QUERY, host="board.example"))
    view = view_of(panel="resnet_unimodal", weights="FA:0.2,RA:0.8")
    title = words.title_of(view, pages.AGREEMENT)
    (shown_title,) = document.of("title")
    assert shown_title.startswith(title)
    assert document.meta["og:title"] == title
    first_lines = pages.AGREEMENT.leads(view)
    assert document.meta["description"] == document.meta["og:description"] == " ".join(first_lines)
    assert document.of("h2") == first_lines[:1]
    assert document.of("h1") == [pages.AGREEMENT.title]
    assert document.meta["og:url"] == f"http://board.example/agreement?{QUERY}"
    picture = urlsplit(document.meta["og:image"])
    assert (picture.netloc, picture.path) == ("board.example", "/share.png")
    assert parse_qs(picture.query)["page"] == ["agreement"]
    (file,) = document.links
    table = ask(f"/{file.removeprefix('./').partition('?')[0]}", urlsplit(file).query)
    rows = [line for line in table.text.splitlines() if not line.startswith("#")]
    shown = re.search(r"(\d+) of (\d+) rows", document.of("caption")[0])
    assert shown is not None
    assert int(shown[2]) == len(rows) - 1
    assert int(shown[1]) == min(len(rows) - 1, first_answer.MAX_ROWS)


def test_a_document_says_the_first_line_that_the_page_says(ask: Callable[..., Any]) -> None:
    said_by_answers = [p for p in pages.PAGES if p.name not in OWN or p is pages.BRIEF]
    for page, app in every_page("tofu_seeds", said_by_answers, draws="500"):
        drawn = " ".join(text for kind, text in texts(app) if kind == "html")
        first_line = re.search(r'<h2(?: class="verdict")?>([^<]+)</h2>', drawn)
        assert first_line, page.name
        query = {"draws": "500", **SPANNING.get(page.name, {})}
        if not page.spans:
            query["suite"] = "tofu_seeds"
        line = "&".join(f"{name}={text}" for name, text in query.items())
        verdict = unescape(first_line[1]).replace("\u00a0", " ")
        assert read(settled(ask, f"/{page.path}", line)).of("h2") == [verdict], page.name


@pytest.mark.parametrize("record", pages.PAGES, ids=lambda p: p.name)
def test_every_page_answers(ask: Callable[..., Any], record: pages.Page) -> None:
    document = read(settled(ask, f"/{record.path}"))
    if record is pages.OVERVIEW:
        assert document.of("h1") == [pages.OVERVIEW.question]
        assert any("leads" in line for line in document.of("p"))
        return
    assert document.of("h2")
    assert document.meta["og:title"].startswith(record.title)


@pytest.mark.parametrize("query", ["suite=my_table_1", "suite=<b>", "weights=%00&panel=9"])
def test_what_is_not_public_or_not_read_is_never_answered_for(
    ask: Callable[..., Any], query: str
) -> None:
    answer = ask("/leaderboard", query)
    assert answer.status == 200
    assert "<b>" not in answer.text
    if query.startswith("suite"):
        assert "first-answer" not in answer.text.replace("#first-answer", "").replace(
            '"first-answer"', ""
        )


def test_who_has_it_gets_no_second_copy_and_new_data_are_another_document(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = settled(ask, "/stability")
    again = ask("/stability", if_none_match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert "no-cache" in first.headers["cache-control"]
    assert ask("/stability", "radius=0.1").headers.get("etag") != first.headers["etag"]
    versions = start_page.entity_tag
    monkeypatch.setattr(start_page, "entity_tag", lambda *texts: versions(*texts, "new data"))
    assert ask("/stability", if_none_match=first.headers["etag"]).status == 200


def test_what_repeats_the_host_of_a_request_is_for_that_visitor_alone(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = settled(ask, "/agreement", QUERY, host="evil.example")
    assert "private" in evil.headers["cache-control"]
    assert "Host" in evil.headers["vary"]
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example")
    known = settled(ask, "/agreement", QUERY, host="evil.example")
    assert "private" not in known.headers["cache-control"]
    assert "evil.example" not in known.text
    monkeypatch.delenv("LEADERBOARD_URL")
    monkeypatch.setenv("SPACE_HOST", "owner-name.hf.space")
    space = settled(ask, "/agreement", QUERY, host="evil.example")
    assert "https://owner-name.hf.space/agreement?" in space.text


async def chunks_of(path: str, query: str, go: threading.Event) -> list[bytes]:
    """The chunks of a document, read as they come; `go` is set after the first."""
    chunks: list[bytes] = []

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        if message.get("body"):
            chunks.append(message["body"])
            go.set()

    headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]
    scope = {"type": "http", "http_version": "1.1", "method": "GET", "scheme": "http"}
    scope |= {"path": path, "raw_path": path.encode(), "query_string": query.encode()}
    scope |= {"root_path": "", "headers": headers, "client": ("127.0.0.1", 1)}
    await APP({**scope, "server": ("127.0.0.1", 80), "asgi": {"version": "3.0"}}, receive, send)
    return chunks


@pytest.mark.parametrize("comes", [True, False])
def test_an_answer_that_is_still_computed_follows_or_is_left_to_the_app(
    monkeypatch: pytest.MonkeyPatch, comes: bool
) -> None:
    """The head leaves with the app's script; what is computed goes where the page will look."""
    go, calls = threading.Event(), []
    real = first_answer.first_answer

    def slow(*arguments: Any) -> Any:
        calls.append(arguments)
        assert go.wait(20)
        if not comes:
            threading.Event().wait(0.4)
        return real(*arguments)

    monkeypatch.setattr(start_page, "first_answer", slow)
    monkeypatch.setattr(start_page, "PATIENCE", 20 if comes else 0.05)
    chunks = asyncio.run(chunks_of("/stability", "suite=wmdp&radius=0.15", go))
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    first = unpacking.decompress(chunks[0]).decode()
    assert '<div id="root"></div><script async type="module"' in first
    whole = gzip.decompress(b"".join(chunks)).decode()
    assert whole.startswith(first)
    assert whole.endswith("</html>\n")
    assert ('<main id="first-answer">' in whole) == comes
    assert len(calls) == 1


def test_a_failure_is_logged_and_the_app_opens(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(*arguments: object) -> None:
        raise ZeroDivisionError("/secret")

    monkeypatch.setattr(start_page, "first_answer", failing)
    answer = ask("/leaderboard", "rng=4711")
    assert answer.status == 200
    assert '<div id="root">' in answer.text
    assert "secret" not in answer.text
    assert "a first answer failed" in caplog.text


def test_page_and_document_share_one_result() -> None:
    """What a document computed is what a session finds."""
    tables = kept.tables("wmdp")
    selection = replace(default_selection(tables), weights="forgetting_first")
    of_document = first_answer.asked(
        pages.LEADERBOARD, {"suite": "wmdp", "weights": "forgetting_first"}
    )
    assert of_document is not None
    result = of_document.of(ranking.compute)
    script = (
        "from dataclasses import replace\nimport streamlit as st\n"
        "from components.results import ranking\nfrom components.widgets import cached\n"
        "st.session_state.result = cached.of(ranking.compute, st.session_state.chosen)\n"
    )
    app = AppTest.from_string(script, default_timeout=60)
    app.session_state["chosen"] = selection
    assert app.run().session_state["result"] is result
