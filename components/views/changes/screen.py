"""The page of what changed, piece by piece."""

from __future__ import annotations

import streamlit as st

from components.resolved import Resolved
from components.text import markdown_text
from components.views.changes import words
from components.views.changes.feed import FILE
from components.views.changes.result import ChangesResult, Version
from components.views.changes.tables import claims_table, ranks_table, versions_table
from components.widgets import tables
from components.widgets.page import data


def versions(result: ChangesResult) -> None:
    """Every data version, newest first: its sentences, and its ranks before and after."""
    for version in result.versions:
        with st.container(border=True, key=f"version_{version.version}", gap="xsmall"):
            st.markdown(f"**{markdown_text(words.heading(version))}**")
            st.markdown("\n".join(f"- {markdown_text(s)}" for s in words.verdicts(version)))
            _before_and_after(version)
            if version.tables:
                with st.expander("Rows per table", key=f"rows_{version.version}", type="compact"):
                    st.markdown("\n".join(f"- {markdown_text(s)}" for s in version.tables))


def everything(result: ChangesResult, resolved: Resolved) -> None:
    """All versions as a table with its downloads, and the feed."""
    title = f"Data versions of {result.suite}"
    data(versions_table(result), name="versions", title=title, resolved=resolved)
    st.markdown(f"[Atom feed of all suites]({FILE})")


def _before_and_after(version: Version) -> None:
    difference = version.difference
    if difference is None or difference.new:
        return
    for name, table in (("ranks", ranks_table(difference.panels)), ("claims", claims_table(difference))):
        if len(table):
            title = f"{words.TABLES[name]}, {version.version}"
            with st.expander(markdown_text(words.TABLES[name]), key=f"{name}_{version.version}", type="compact"):
                tables.table(table, name=f"{name}_{version.version}", title=title)
