"""Suites as files over HTTP."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mlcroissant
import pytest

from data.load import load_suite
from tests.released import TABLES

ZIP = "/api/v1/suites/unified_unlearning.zip"
METADATA = "/api/v1/suites/unified_unlearning/croissant.json"


def test_the_zip_is_the_suite_of_this_data_version(ask: Callable[..., Any], tmp_path: Path) -> None:
    answer = ask(ZIP)
    assert answer.headers["content-type"] == "application/zip"
    assert f'"unified_unlearning-{TABLES.data_version}.zip"' in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
        archive.extractall(tmp_path)
    assert load_suite(tmp_path / "unified_unlearning").data_version == TABLES.data_version


def test_the_metadata_name_the_zip_with_its_hash(ask: Callable[..., Any], tmp_path: Path) -> None:
    answer = ask(METADATA, host="example.org")
    archive = next(f for f in answer.json["distribution"] if f["@id"] == "archive")
    assert archive["contentUrl"] == f"http://example.org{ZIP}"
    assert archive["sha256"] == hashlib.sha256(ask(ZIP).body).hexdigest()
    (tmp_path / "croissant.json").write_bytes(answer.body)
    assert not mlcroissant.Dataset(jsonld=tmp_path / "croissant.json").metadata.issues.errors


def test_the_address_may_be_set(ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEADERBOARD_URL", "https://board.example/")
    archive = next(f for f in ask(METADATA, host="evil.example").json["distribution"] if f["@id"] == "archive")
    assert archive["contentUrl"] == f"https://board.example{ZIP}"


def test_unknown_suites_are_404_and_unchanged_ones_304(ask: Callable[..., Any]) -> None:
    for path in ("/api/v1/suites/nothing.zip", "/api/v1/suites/../croissant.json", "/api/v1/suites/x/croissant.json"):
        assert ask(path).status == 404
        assert ask(path).json["error"].endswith(".")
    for path in (ZIP, METADATA):
        etag = ask(path).headers["etag"]
        assert ask(path, if_none_match=etag).status == 304
