"""The page About, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from components.citation import bibtex, leaderboard_text, study_text
from components.defaults import LICENCE, VERSION
from components.glossary import Term, groups
from components.glossary import terms as all_terms
from components.resolved import Resolved
from components.text import markdown_text, shortened
from components.views.about.result import metric_facts, panel_facts
from components.widgets import tables
from components.widgets.glossary import explained
from components.widgets.notices import notice
from components.widgets.selection import bound
from data.registry import Benchmark, Method

CHANGELOG = Path(__file__).resolve().parents[3] / "CHANGELOG.md"


def lookup(resolved: Resolved) -> None:
    """Look up one term; the address can name it, so that other pages can link to it."""
    known, asked = all_terms(), resolved.selection.term
    if asked and asked not in known:
        notice("warning", f"term: found {shortened(asked, 60)!r}, which the glossary does not have.")
        asked = ""
    st.selectbox(
        "Look up a term",
        ["", *known],
        format_func=lambda t: known[t].label if t in known else "type or choose",
        width=360,
        **bound("term", asked),
    )
    if asked:
        with st.container(border=True, key="term"):
            explained(known[asked])


def metrics(resolved: Resolved) -> None:
    """Every metric of the suite."""
    for m in resolved.tables.metrics:
        name = m.name if m.name == m.label else f"{m.label}, {m.name}"
        st.markdown(f"**{markdown_text(name)}.** {markdown_text(m.measures)}")
        st.caption(markdown_text(" · ".join([*metric_facts(m), m.family, m.reference])))


def entries(items: Sequence[Method] | Sequence[Benchmark]) -> None:
    """Methods or benchmarks: what each is, and where it comes from."""
    for item in items:
        st.markdown(f"**{markdown_text(item.name)}.** {markdown_text(item.description)}")
        link = f" · [{markdown_text(item.url)}]({item.url})" if item.url.startswith("https://") else ""
        st.caption(f"{markdown_text(item.reference)}{link}")


def panels(resolved: Resolved) -> None:
    """How much data each panel is."""
    frame = pd.DataFrame(panel_facts(resolved.tables))
    tables.table(frame, name="panels", title="Panels of the suite")


def glossary() -> None:
    """All terms by group."""
    for group, members in groups().items():
        with st.expander(f"{group} ({len(members)})", key=f"group_{group.replace(' ', '_').lower()}"):
            _terms(members)


def _terms(members: Sequence[Term]) -> None:
    for found in members:
        explained(found)


def points(texts: Sequence[str]) -> None:
    """A list of sentences."""
    st.markdown("\n".join(f"- {markdown_text(t)}" for t in texts))


def citation(resolved: Resolved) -> None:
    """BibTeX and plain text, each with a button that copies it."""
    suite, version = resolved.tables.suite, resolved.tables.data_version
    st.markdown("Plain text")
    st.code(f"{leaderboard_text(suite, version)}\n{study_text(suite)}", language=None, wrap_lines=True)
    st.markdown("BibTeX")
    st.code(bibtex(suite, version), language=None, wrap_lines=True)


def licence(resolved: Resolved) -> None:
    """Terms of data and code, and where the data come from."""
    suite = resolved.tables.suite
    source = (
        f", [{markdown_text(suite.source_url)}]({suite.source_url})" if suite.source_url.startswith("https://") else ""
    )
    points_markdown = [
        f"Data: {markdown_text(suite.licence)}{source}, retrieved {markdown_text(suite.retrieved)}.",
        f"Code: {markdown_text(LICENCE)}.",
        f"Data version {markdown_text(resolved.tables.data_version)}: the beginning of the SHA-256 of the suite's tables. "
        "A link carries it, so that a reader of an old link is told when the data have changed.",
        f"Version of the leaderboard: {markdown_text(VERSION)}.",
    ]
    st.markdown("\n".join(f"- {p}" for p in points_markdown))


def changelog() -> None:
    """What changed, from the project's own file."""
    text = CHANGELOG.read_text(encoding="utf-8")
    body = "\n".join(line.replace("## ", "### ", 1) for line in text.splitlines() if not line.startswith("# "))
    st.markdown(body)
