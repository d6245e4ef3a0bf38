"""/share.png as previews see it, and where addresses of /share lead."""

import io
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image

from components import pages
from components.web.share.picture import SIZE
from tests.beside import beside

CASES = beside(__file__)
QUERY = "page=agreement&suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.2,RA:0.8"


def test_an_address_of_before_leads_to_the_page(ask: Callable[..., Any]) -> None:
    answer = ask("/share", QUERY)
    assert answer.status == 308
    assert answer.headers["location"] == f"./{QUERY.removeprefix('page=').replace('&', '?', 1)}"


@pytest.mark.parametrize("record", pages.PAGES, ids=lambda p: p.name)
def test_every_page_has_a_picture(ask: Callable[..., Any], record: pages.Page) -> None:
    image = ask("/share.png", {"page": record.path, "draws": "500"})
    assert image.headers["content-type"] == "image/png"
    assert image.headers["cache-control"] == "public, max-age=300", "it holds no address"
    assert Image.open(io.BytesIO(image.body)).size == SIZE


@pytest.mark.parametrize(("query", "target"), CASES["unreadable"])
def test_what_cannot_be_read_leads_to_the_page_which_says_so(
    ask: Callable[..., Any], query: str, target: str
) -> None:
    answer = ask("/share", query)
    assert (answer.status, answer.headers["location"]) == (308, target)


def test_long_queries_are_refused(ask: Callable[..., Any]) -> None:
    assert ask("/share.png", "x" * 9_000).status == 414
