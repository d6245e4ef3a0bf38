"""Links made when the leaderboard stood at /."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest


@pytest.mark.parametrize(
    "query",
    [
        "suite=unified_unlearning&panel=resnet_unimodal&weights=FA:0.2,RA:0.8&data=0123456789ab",
        "embed=true&seeds=42",
        "data=0123456789ab",
        "panel=%3Cimg%20src%3Dx%3E",
        "weights=",
        "utm_source=x&find=%0d%0aSet-Cookie:%20a",
    ],
)
def test_a_choice_at_the_start_opens_the_leaderboard_with_it(ask: Callable[..., Any], query: str) -> None:
    answer = ask("/", query)
    assert answer.status == 307
    target = urlsplit(answer.headers["location"])
    assert (target.scheme, target.netloc, target.path) == ("", "", "./leaderboard"), "also behind a prefix"
    assert target.query == query
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(("path", "query"), [("/", ""), ("/", "embed=true&utm_source=x"), ("/agreement", "seeds=42")])
def test_everything_else_passes(ask: Callable[..., Any], path: str, query: str) -> None:
    assert ask(path, query).status == 200, "the start page"
