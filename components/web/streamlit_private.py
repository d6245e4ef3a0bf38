"""Everything that touches a private name of Streamlit: three things that users would miss, and
nowhere else.

Each waits for a public way and falls back to plain Streamlit when its name is gone
(`tests/web/test_private.py`)."""

import contextlib
import importlib
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit import config, runtime

NAMES = {
    "index": "index.html",
    "manifest": "manifest.json",
    "figure": "PlotlyChart",
    "grid": "DataFrame",
    "run": "get_script_run_ctx",
    "page_hash": "page_script_hash",
    "hash_of_page": "_script_hash",
    "script": "_main_script_path",
    "session": "session_id",
    "is_active": "is_active_session",
}
"""The private names: files of Streamlit's build, functions, attributes."""


# 1. The start page, with our head, style and script in it, and the code that a first screen needs,
# asked for early. Waits for: an option for what is in the head of Streamlit's start page.


def build() -> Path:
    """Return the folder of Streamlit's start page and scripts."""
    return Path(st.__file__).parent / "static"


def start_page() -> str:
    """Return Streamlit's own start page, "" if there is none of this name."""
    try:
        return (build() / NAMES["index"]).read_text(encoding="utf-8")
    except OSError:
        return ""


def code(drawn_page: str) -> str:
    """Return the file that draws a figure or a grid, relative to the start page; "" if the build
    does not name it."""
    with contextlib.suppress(OSError, AttributeError, KeyError, ValueError):
        manifest = json.loads((build() / NAMES["manifest"]).read_text(encoding="utf-8"))
        for entry in manifest.values():
            if entry.get("name") == NAMES[drawn_page]:
                return str(entry["file"])
    return ""  # a build of another shape


# 2. What a run is for: the page that a reader arrives at, known before `st.navigation` writes its
# address, so that choices travel from page to page in one step of the browser's history; and
# whether that reader is still here. Waits for: `st.context` to say both. Without it choices do not
# travel, and work for a reader who left goes on to its bound.


def arriving() -> str:
    """Return the hash of the page that this run is for, "" outside a run."""
    return str(getattr(_run(), NAMES["page_hash"], ""))


def still_here() -> Callable[[], bool]:
    """Return what says whether the reader of this run is here; it can be asked outside the run."""
    session_id = getattr(_run(), NAMES["session"], "")
    try:
        is_active = getattr(runtime.get_instance(), NAMES["is_active"])
    except (AttributeError, RuntimeError):
        return lambda: True
    return partial(is_active, session_id)


def _run() -> object:
    """Return the run of the page that this thread is, None outside a run."""
    try:
        return getattr(importlib.import_module("streamlit.runtime.scriptrunner"), NAMES["run"])()
    except (ImportError, AttributeError):
        return None


def hash_of(page: st.Page) -> str:
    """Return the hash of a page of the navigation."""
    return str(getattr(page, NAMES["hash_of_page"], ""))


# 3. Theme and settings are found beside app.py from whatever folder it is started; `st.App` looks
# beside its script, one folder deeper. Waits for: `st.App` to take a folder. Without it they are
# found when started in the project's own.


def find_settings(script: str) -> None:
    """Look for `.streamlit` in the folder of this script, unless another one is known."""
    if getattr(config, NAMES["script"], script) is None:
        setattr(config, NAMES["script"], script)
