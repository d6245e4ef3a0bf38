"""/share and /share.png as previews and readers see them."""

import io
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from components import pages
from components.web.share import words
from components.widgets.show import OWN
from tests.answered import view_of
from tests.beside import beside
from tests.released import TABLES
from tests.test_every_page import SPANNING, every_page, texts

CASES = beside(__file__)

QUERY = "page=agreement&suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.2,RA:0.8"


class Head(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.meta: dict[str, str] = {}
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {k: v or "" for k, v in attrs}
        self.tags.append(tag)
        if tag == "meta":
            keys = ("property", "name", "http-equiv")
            name = next((attributes[key] for key in keys if key in attributes), "charset")
            self.meta[name] = attributes.get("content", "")
        if tag == "a":
            self.links.append(attributes["href"])


def test_a_preview_tells_title_sentence_and_picture_and_leads_on(ask: Callable[..., Any]) -> None:
    answer = ask("/share", QUERY, host="board.example")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    head = Head(answer.text)
    resolved = view_of(panel="resnet_unimodal", weights="FA:0.2,RA:0.8")
    assert head.meta["og:title"] == words.title_of(resolved, pages.AGREEMENT)
    assert pages.AGREEMENT.leads(resolved)[0].split(" (")[0] in head.meta["og:description"]
    assert TABLES.data_version in head.meta["og:description"]
    target = "./agreement?suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.2,RA:0.8"
    assert head.meta["refresh"] == f"0; url={target}"
    assert head.links == [target]
    assert head.meta["og:url"] == "http://board.example/" + target[2:]
    picture = urlsplit(head.meta["og:image"])
    assert (picture.netloc, picture.path) == ("board.example", "/share.png")
    assert parse_qs(picture.query)["page"] == ["agreement"]
    image = ask(picture.path, picture.query)
    assert image.headers["content-type"] == "image/png"
    size = (int(head.meta["og:image:width"]), int(head.meta["og:image:height"]))
    assert Image.open(io.BytesIO(image.body)).size == size
    assert "script" not in head.tags
    again = ask("/share", QUERY, if_none_match=answer.headers["etag"], host="board.example")
    assert again.status == 304


def test_what_repeats_the_host_of_a_request_is_for_that_visitor_alone(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    metadata = "/api/v1/suites/unified_unlearning/croissant.json"

    def kept(path: str, **headers: str) -> tuple[str, bool]:
        answer = ask(path, host="evil.example", accept_encoding="gzip", **headers)
        assert (answer.status == 304) == bool(headers)
        told = {v.strip() for v in answer.headers.get("vary", "").split(",")}
        return answer.headers["cache-control"], "Host" in told

    def tag(path: str) -> str:
        return str(ask(path, host="evil.example").headers["etag"])

    for path in ("/share", metadata):
        assert kept(path) == kept(path, if_none_match=tag(path)) == ("private, max-age=300", True)
    assert kept("/share.png") == ("public, max-age=300", False), "a picture holds no address"
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example")
    for path in ("/share", metadata):
        assert kept(path) == kept(path, if_none_match=tag(path)) == ("public, max-age=300", False)
        assert b"evil.example" not in ask(path, host="evil.example").body


@pytest.mark.parametrize("record", pages.PAGES, ids=lambda p: p.name)
def test_every_page_can_be_shared(ask: Callable[..., Any], record: pages.Page) -> None:
    head = Head(ask("/share", {"page": record.path, "draws": "500"}).text)
    assert head.links == [f"./{record.path or 'leaderboard'}?draws=500"], "the start shows no view"
    assert not record.path or head.meta["og:title"].startswith(record.title)


def test_a_preview_says_the_first_line_that_the_page_says(ask: Callable[..., Any]) -> None:
    said_by_answers = [p for p in pages.PAGES if p.name not in OWN or p is pages.BRIEF]
    for page, app in every_page("tofu_seeds", said_by_answers, draws="500"):
        drawn = " ".join(text for kind, text in texts(app) if kind == "html")
        first_line = re.search(r'<h2(?: class="verdict")?>([^<]+)</h2>', drawn)
        assert first_line, page.name
        query = {"page": page.path, "draws": "500", **SPANNING.get(page.name, {})}
        if not page.spans:
            query["suite"] = "tofu_seeds"
        description = Head(ask("/share", query).text).meta["og:description"]
        verdict = unescape(first_line[1]).replace("\u00a0", " ")
        assert description.startswith(verdict), page.name


@pytest.mark.parametrize(("query", "target"), CASES["unreadable"])
def test_what_cannot_be_read_leads_to_the_page_which_says_so(
    ask: Callable[..., Any], query: str, target: str
) -> None:
    answer = ask("/share", query)
    assert answer.status == 200
    assert Head(answer.text).links == [target]
    assert "<script" not in answer.text
    assert ask("/share.png", query).status == 200


def test_long_queries_are_refused(ask: Callable[..., Any]) -> None:
    assert ask("/share", "x" * 9_000).status == 414


def test_a_busy_or_failing_server_says_so(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*arguments: object) -> list[str]:
        raise ZeroDivisionError("/secret")

    monkeypatch.setattr(words, "basis_of", failing)
    answer = ask("/share", "rng=4711")
    assert answer.status == 500
    assert "secret" not in answer.text
