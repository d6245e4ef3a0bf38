"""The page About: terms, what a suite is made of, citation, licence, changelog."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from components.answers.about.suite import PANELS, AboutResult, compute, limitations, metric_facts
from components.citation import bibtex, leaderboard_text, study_text
from components.defaults import LICENCE, VERSION
from components.format import markdown_text, shortened
from components.glossary import MAX_WORDS, Term, groups, terms
from components.pages import ABOUT
from components.resolved import Resolved
from components.widgets import address, later
from components.widgets.answer import answer
from components.widgets.bar import head
from components.widgets.glossary import explained
from components.widgets.notices import notice
from components.widgets.page import answer as verdict
from components.widgets.page import below, page, section
from components.words import in_full
from data.registry import Benchmark

CHANGELOG = Path(__file__).resolve().parents[2] / "CHANGELOG.md"


def show() -> None:
    """Draw the page: the terms first, then what the suite is made of."""
    page(ABOUT)
    terms_room = st.container()
    view = head(ABOUT)
    assert isinstance(view, Resolved)
    with terms_room:
        verdict(f"{len(terms())} terms, each in at most {MAX_WORDS} words.")
        lookup()
        for term_group, members in groups().items():
            container_key = f"group_{term_group.replace(' ', '_').lower()}"
            _folded(f"{term_group} ({len(members)})", container_key, partial(_explained, members))
    answer(PANELS, view)
    below(partial(reference, view))


def reference(view: Resolved) -> None:
    """Draw what a suite is made of, what it leaves open, how it is cited, and what changed."""
    result = view.of(compute)
    section("Metrics")
    metrics(result)
    section("Benchmarks")
    benchmarks(view.tables.benchmarks)
    section("Limitations")
    for limitation in limitations(result):
        st.markdown(f"- {markdown_text(limitation)}")
    section("How to cite")
    citation(view)
    section("Licence and data version")
    licence(view)
    section("Changelog")
    _folded(f"What changed up to {VERSION}", "changes", changelog)


def lookup() -> None:
    """Draw the box to look up one term; the address can name it, so that other pages can link to
    it."""
    term_of_id = terms()
    wanted = address.opened().get("term", "")
    if wanted and wanted not in term_of_id:
        quoted = shortened(wanted, 60)
        notice("warning", f"term: found {quoted!r}, which the glossary does not have.")
        wanted = ""
    st.session_state["term"] = wanted
    st.selectbox(
        "Look up a term",
        ["", *term_of_id],
        format_func=lambda term_id: term_of_id[term_id].label if term_id else "type or choose",
        width=360,
        key="term",
        on_change=lambda: address.set_opened(term=st.session_state["term"]),
    )
    if wanted:
        with st.container(border=True, key="explained"):
            explained(term_of_id[wanted])


def metrics(about_result: AboutResult) -> None:
    """Draw every metric of the suite."""
    for metric in about_result.metrics:
        metric_name = markdown_text(in_full(metric.label, metric.name))
        facts_of_metric = [*metric_facts(metric), metric.family, metric.reference]
        st.markdown(f"**{metric_name}.** {markdown_text(metric.measures)}")
        st.caption(markdown_text(" · ".join(facts_of_metric)))


def benchmarks(benchmarks_of_suites: Sequence[Benchmark]) -> None:
    """Draw what each benchmark is, and where it comes from."""
    for benchmark in benchmarks_of_suites:
        st.markdown(f"**{markdown_text(benchmark.name)}.** {markdown_text(benchmark.description)}")
        benchmark_link = _link(benchmark.url)
        reference = markdown_text(benchmark.reference)
        st.caption(f"{reference} · {benchmark_link}" if benchmark_link else reference)


def _explained(members: Sequence[Term]) -> None:
    for term in members:
        explained(term)


@st.fragment
def _folded(fold_title: str, container_key: str, draw: Callable[[], None]) -> None:
    """Draw something behind a line; it is sent when it is opened."""
    opened = st.expander(
        fold_title, later.EAGER, key=container_key, on_change="rerun", type="compact"
    )
    if opened.open:
        with opened:
            draw()


def citation(resolved: Resolved) -> None:
    """Draw BibTeX and plain text, each with a button that copies it."""
    suite = resolved.tables.suite
    version = resolved.tables.data_version
    plain_text = f"{leaderboard_text(suite, version)}\n{study_text(suite)}"
    st.markdown("Plain text")
    st.code(plain_text, language=None, wrap_lines=True)
    st.markdown("BibTeX")
    st.code(bibtex(suite, version), language=None, wrap_lines=True)


def licence(resolved: Resolved) -> None:
    """Draw the terms of data and code, and where the data come from."""
    suite = resolved.tables.suite
    version = resolved.tables.data_version
    origin = [
        markdown_text(suite.licence),
        _link(suite.source_url),
        f"retrieved {markdown_text(suite.retrieved)}",
    ]
    licence_lines = [
        f"Data: {', '.join(filter(None, origin))}.",
        f"Code: {markdown_text(LICENCE)}.",
        (
            f"Data version {markdown_text(version)}: the beginning of the SHA-256 of the suite's"
            " tables. A link carries it, so that a reader of an old link is told when the data"
            " have changed."
        ),
        f"Version of the leaderboard: {markdown_text(VERSION)}.",
    ]
    st.markdown("\n".join(f"- {licence_line}" for licence_line in licence_lines))


def changelog() -> None:
    """Draw what changed, from the project's own file."""
    changelog_text = CHANGELOG.read_text(encoding="utf-8")
    changelog_body = "\n".join(
        changelog_line.replace("## ", "### ", 1)
        for changelog_line in changelog_text.splitlines()
        if not changelog_line.startswith("# ")
    )
    with st.container(key="changelog"):
        st.markdown(changelog_body)


def _link(url: str) -> str:
    """Return a Markdown link that shows its address; "" if there is none to follow."""
    return f"[{markdown_text(url)}]({url})" if url.startswith("https://") else ""
