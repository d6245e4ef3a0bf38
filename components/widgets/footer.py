"""The foot of every page: what the numbers rest on, and under which terms."""

from __future__ import annotations

import streamlit as st

from components.defaults import LICENCE, VERSION
from components.text import markdown_text
from components.widgets.selection import current


def footer(spans: bool = False) -> None:
    """Data version, source, licences; a page that `spans` suites names those of each suite itself, or leads to them."""
    if spans:
        st.divider()
        st.caption(f"Each suite names its source and its licence · code {LICENCE} · version {VERSION}")
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
