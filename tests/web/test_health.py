"""/health is green when pages can be drawn, and the start fails with one sentence on versions that
cannot draw them."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from typing import Any

import pytest
import streamlit as st

from components.web import versions
from data import store
from data.errors import Unavailable
from tests.beside import beside
from tests.serving import ROOT

CASES = beside(__file__)


def test_a_page_is_run_first(ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask("/health").status == 200
    drawn_pages, page = [], st.Page

    def noted(*given: object, **named: object) -> object:
        drawn_pages.append(named["url_path"])
        return page(*given, **named)

    monkeypatch.setattr(st, "Page", noted)
    assert ask("/health").status == 200
    assert "leaderboard" in drawn_pages


def test_it_is_red_where_every_page_fails(
    ask: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An argument that this Streamlit does not know, an element of a page that fails, and no
    data."""

    def without_help(
        page: object, *, title: str, url_path: str, default: bool, visibility: str
    ) -> None: ...

    def failing(*given: object, **named: object) -> None:
        raise TypeError("secret")

    def gone(*given: object) -> None:
        raise Unavailable("The database cannot be read at the moment.")

    for place, name, change in (
        (st, "Page", without_help),
        (st, "html", failing),
        (store, "suites", gone),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(place, name, change)
            answer = ask("/health")
        assert answer.status == 503, name
        assert "secret" not in answer.text
    assert ask("/health").status == 200


@pytest.mark.parametrize(("streamlit", "python", "fits"), CASES["versions"])
def test_versions_that_are_not_supported_are_told(
    monkeypatch: pytest.MonkeyPatch, streamlit: str, python: list[int], fits: bool
) -> None:
    monkeypatch.setattr(metadata, "version", lambda name: streamlit)
    monkeypatch.setattr(sys, "version_info", tuple(python))
    told = versions.unsupported()
    assert (told == "") == fits
    assert (
        fits or f"Streamlit {streamlit}, expected Python 3.11 or newer and Streamlit 1.67" in told
    )


@pytest.mark.parametrize(
    "entry", ["from components.web.__main__ import main; sys.exit(main([]))", "import app"]
)
def test_the_start_fails_with_that_sentence_alone(entry: str) -> None:
    code = (
        "import sys\nfrom importlib import metadata\nmetadata.version = lambda name:"
        f" '1.66.0'\n{entry}"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    told = json.loads(line)["message"] if line.startswith("{") else line
    assert told.startswith("Found Python ")
    assert "Streamlit 1.66.0" in told
