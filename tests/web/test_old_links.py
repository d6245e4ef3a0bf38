"""Links made when pages stood elsewhere."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest


@pytest.mark.parametrize(
    ("old", "query", "new", "kept"),
    [
        (
            "/",
            "panel=resnet_unimodal&weights=FA:0.2,RA:0.8&data=0123456789ab",
            "./leaderboard",
            None,
        ),
        ("/", "embed=true&seeds=42", "./leaderboard", None),
        ("/", "panel=%3Cimg%20src%3Dx%3E&find=%0d%0aSet-Cookie:%20a", "./leaderboard", None),
        ("/calibration", "", "./reliability", None),
        ("/calibration", "suite=calibration", "./reliability", None),
        ("/changes", "", "./data", None),
        ("/stability", "show=pair&seeds=42", "./compare", ""),
        ("/stability", "show=leaders&seeds=42", "./stability", "seeds=42"),
    ],
)
def test_an_old_address_leads_on_with_its_choices(
    ask: Callable[..., Any], old: str, query: str, new: str, kept: str | None
) -> None:
    answer = ask(old, query)
    assert answer.status == 307
    target = urlsplit(answer.headers["location"])
    assert (target.scheme, target.netloc, target.path) == ("", "", new), "also behind a prefix"
    assert parse_qsl(target.query) == parse_qsl(query if kept is None else kept)
    assert "set-cookie" not in answer.headers
    assert ask(new[1:], target.query).status == 200


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/", ""),
        ("/", "embed=true&utm_source=x"),
        ("/", "find=salun"),
        ("/agreement", "seeds=42"),
        ("/stability", ""),
    ],
)
def test_everything_else_passes(ask: Callable[..., Any], path: str, query: str) -> None:
    assert ask(path, query).status == 200, "the start page"
