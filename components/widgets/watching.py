"""What watches every page, unseen: its menu, its links to names, its connection; in one component, as each takes time.

It is the first of a page, so that it stays when another page is opened.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

_JS = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
_watch = st.components.v2.component("watching", html="<span hidden></span>", js=_JS)


def watching() -> None:
    """Watch the page; nothing is shown."""
    with st.container(key="watching"):
        _watch(key="watch", on_back_change=lambda: None)
