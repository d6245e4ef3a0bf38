"""Suites as files over HTTP."""

from collections.abc import Callable
from typing import Any

import pytest

ZIP = "/api/v1/suites/unified_unlearning.zip"
METADATA = "/api/v1/suites/unified_unlearning/croissant.json"


def test_the_address_may_be_set(ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example/")
    archive = next(
        f for f in ask(METADATA, host="evil.example").json["distribution"] if f["@id"] == "archive"
    )
    assert archive["contentUrl"] == f"https://board.example{ZIP}"


def test_unknown_suites_are_404_and_unchanged_ones_304(ask: Callable[..., Any]) -> None:
    for path in (
        "/api/v1/suites/nothing.zip",
        "/api/v1/suites/../croissant.json",
        "/api/v1/suites/x/croissant.json",
    ):
        assert ask(path).status == 404
        assert ask(path).json["error"].endswith(".")
    for path in (ZIP, METADATA):
        etag = ask(path).headers["etag"]
        assert ask(path, if_none_match=etag).status == 304
