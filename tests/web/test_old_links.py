"""Links made when pages stood elsewhere."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.beside import beside

CASES = beside(__file__)


@pytest.mark.parametrize(("old", "query", "new", "kept"), CASES["lead on"])
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


@pytest.mark.parametrize(("path", "query"), CASES["pass"])
def test_everything_else_passes(ask: Callable[..., Any], path: str, query: str) -> None:
    assert ask(path, query).status == 200, "the start page"
