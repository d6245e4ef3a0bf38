"""Everything that touches a private name of Streamlit: three things that readers would miss, and nowhere else.

Each waits for a public way and falls back to plain Streamlit when its name is gone (`tests/web/test_private.py` removes
each name in turn). Private names of uvicorn and DuckDB are not used at all.
"""

import importlib
import importlib.util
import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit import config

NAMES = {
    "index": "index.html",
    "manifest": "manifest.json",
    "run": "get_script_run_ctx",
    "page_hash": "page_script_hash",
    "hash_of_page": "_script_hash",
    "script": "_main_script_path",
}
"""The private names: files of Streamlit's build, functions, attributes."""
BUILD_ERRORS = (OSError, KeyError, TypeError, ValueError)
"""How reading the files of a build of another shape fails."""


# 1. The early start of scripts: a page asks for the code of its figures and tables with its document, not after
# Streamlit's own code has run. Waits for: an option for what is in the head of Streamlit's start page.


def build() -> Path:
    """The folder of Streamlit's start page and scripts."""
    package = importlib.util.find_spec("streamlit")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "static"


def start_page() -> str:
    """Streamlit's own start page; empty where there is none of this name."""
    try:
        return (build() / NAMES["index"]).read_text(encoding="utf-8")
    except OSError:
        return ""


def files(elements: Iterable[str]) -> list[str]:
    """The files that these elements need beside those that the start page asks for itself, without doubles.

    Elements go by the names of Streamlit's build. The list is empty where the build says this in another way.
    """
    try:
        known = _manifest()
        by_name = {known[key].get("name"): key for key in known["index.html"]["dynamicImports"]}
        there = _with_imports(["index.html"], known)
        wanted = _with_imports([by_name[e] for e in elements if e in by_name], known)
        return [str(known[key]["file"]) for key in wanted if key not in there]
    except BUILD_ERRORS:
        return []


@cache
def _manifest() -> dict[str, dict[str, Any]]:
    """What the build consists of: `file`, and keys of what it `imports` and may ask for (`dynamicImports`)."""
    listed: dict[str, dict[str, Any]] = json.loads((build() / NAMES["manifest"]).read_text(encoding="utf-8"))
    return listed


def _with_imports(keys: Sequence[str], known: dict[str, dict[str, Any]]) -> dict[str, None]:
    """These entries and all they import, imports first."""
    entries: dict[str, None] = {}

    def add(key: str) -> None:
        if key not in entries:
            for imported in known[key].get("imports", ()):
                if imported != "index.html" or key == "index.html":
                    add(imported)
            entries[key] = None

    for key in keys:
        add(key)
    return entries


# 2. The page that a reader arrives at, known before `st.navigation` writes its address: choices travel from page to
# page in one step of the browser's history. Waits for: `st.context` to name the page. Without it they do not travel.


def arriving() -> str:
    """The hash of the page that this run is for; empty outside a run."""
    context = _named("streamlit.runtime.scriptrunner", "run")
    return str(getattr(context() if context else None, NAMES["page_hash"], ""))


def hash_of(page: st.Page) -> str:
    """The same of a page of the navigation."""
    return str(getattr(page, NAMES["hash_of_page"], ""))


# 3. Theme and settings are found beside app.py from whatever folder it is started; `st.App` looks beside its script,
# one folder deeper. Waits for: `st.App` to take a folder. Without it they are found when started in the project's own.


def find_settings(script: str) -> None:
    """Look for `.streamlit` beside this script, unless another one is known."""
    if getattr(config, NAMES["script"], script) is None:
        setattr(config, NAMES["script"], script)


def _named(module: str, name: str) -> Any:
    try:
        return getattr(importlib.import_module(module), NAMES[name], None)
    except ImportError:
        return None
