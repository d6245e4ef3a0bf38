"""Where there is no page, what crawlers ask for, and the mark."""

import io
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from PIL import Image


@pytest.mark.parametrize(
    "path", ["/nonsense", "/leaderboard/more", "/a/b/c.html", "/index.html", "/<script>"]
)
def test_where_there_is_no_page_is_a_404_that_leads_to_the_start(
    ask: Callable[..., Any], path: str
) -> None:
    answer = ask(path)
    assert answer.status == 404
    assert "<script>" not in answer.text
    links = {
        urljoin(f"http://here{path}", link) for link in re.findall(r'href="([^"]*)"', answer.text)
    }
    assert links == {"http://here/", "http://here/favicon.png"}


def test_crawlers_leave_what_is_computed(ask: Callable[..., Any]) -> None:
    robots = ask("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert {"Disallow: /api/", "Disallow: /share"} <= {*robots.text.splitlines()}


def test_the_mark_is_a_picture_of_ours(ask: Callable[..., Any]) -> None:
    for path in ("/favicon.png", "/favicon.ico"):
        image = Image.open(io.BytesIO(ask(path).body))
        assert image.size == (64, 64)
        assert len(image.getcolors(4096)) > 2
