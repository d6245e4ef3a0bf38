"""What only the screen has of the page What changed: a box for every data version."""

import streamlit as st

from components.answers.changes.feed import FILE
from components.answers.changes.versions import Version, compute, heading, verdicts
from components.answers.changes.words import claims_table, ranks_table
from components.resolved import Resolved
from components.text import markdown_text
from components.widgets.tables import draw_table

TABLES = {"ranks": "Ranks before and after", "claims": "Printed numbers before and after"}


def versions(view: Resolved) -> None:
    """Every data version, newest first: its sentences, and its ranks before and after; then the feed."""
    for version in view.of(compute).versions:
        with st.container(border=True, key=f"version_{version.version}", gap="xsmall"):
            st.markdown(f"**{markdown_text(heading(version))}**")
            st.markdown("\n".join(f"- {markdown_text(s)}" for s in verdicts(version)))
            _before_and_after(version, view)
            if version.tables:
                with st.expander("Rows per table", key=f"rows_{version.version}", type="compact"):
                    st.markdown("\n".join(f"- {markdown_text(s)}" for s in version.tables))
    st.markdown(f"[Atom feed of all suites]({FILE})")


def _before_and_after(version: Version, view: Resolved) -> None:
    difference = version.difference
    if difference is None or difference.new:
        return
    for name, listed in (("ranks", ranks_table(difference.panels)), ("claims", claims_table(difference))):
        if listed.rows:
            title = f"{TABLES[name]}, {version.version}"
            with st.expander(markdown_text(TABLES[name]), key=f"{name}_{version.version}", type="compact"):
                draw_table(listed, view.labels, name=f"{name}_{version.version}", title=title)
