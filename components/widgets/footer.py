"""The foot of every page: what the numbers rest on, and under which terms."""

from __future__ import annotations

import streamlit as st

from components.defaults import LICENCE, VERSION
from components.text import markdown_text
from components.widgets.selection import current


def footer(spanning: bool = False) -> None:
    """Data version, source, licences; a page that spans suites names none of them."""
    if spanning:
        st.divider()
        st.caption(f"Data under the licence that each suite names · code {LICENCE} · version {VERSION}")
        return
    tables, _, _ = current()
    suite = tables.suite
    source = markdown_text(suite.paper)
    if suite.url.startswith("https://"):
        source = f"[{source}]({suite.url})"
    st.divider()
    st.caption(
        f"Data version {markdown_text(tables.data_version)} · source {source} · data {markdown_text(suite.licence)} · "
        f"code {LICENCE} · version {VERSION}"
    )
