"""The scaffold of a page: title, sentence, figure with its reading aid, its table and its
downloads, the foot.

Every text passed here is shown as text; names from the data need no escaping by the caller.
"""

from collections.abc import Callable, Sequence

import streamlit as st

from components.answers.record import Page
from components.defaults import LICENCE, VERSION
from components.format import markdown_text
from components.markup import tag, text
from components.plotting.theme import Mode
from components.widgets import later
from components.widgets.names import outward
from components.widgets.part import guarded
from components.widgets.selection import current

ROOM = 1200
"""Pixels kept for what is below the first screen: more than a screen, so that nothing moves when it
comes."""
PLOT_CONFIG = {
    "displaylogo": False,
    "displayModeBar": False,
    "scrollZoom": False,
    "doubleClick": "reset",
    "responsive": True,
}


def mode() -> Mode:
    """The theme the reader sees."""
    return "dark" if st.context.theme.type == "dark" else "light"


def page(record: Page, page_title: str = "") -> None:
    """Draw the title of a page, or the name that it is about, and in the same line the question
    that it answers."""
    title_and_question = tag("h1", text(page_title or record.title)) + tag(
        "p", text(record.question)
    )
    st.html(tag("header", title_and_question, class_="head"))


def section(title: str, question: str = "") -> None:
    """The head of a part of a page; its anchor is its title."""
    st.header(markdown_text(title))
    if question:
        st.caption(markdown_text(question))


def below(draw: Callable[[], object]) -> None:
    """What is below the first screen of a page: it is drawn, and computed, after the first screen.

    Nothing in it may wait for a button: what its controls do, they do in callbacks.
    """
    later.with_controls(guarded()(draw), "below", ROOM, patient=True)


def sentence(*sentences: str) -> None:
    """Draw what the numbers mean, in one paragraph; empty sentences are left out."""
    paragraph = " ".join(_escaped(sentences))
    if paragraph:
        st.markdown(paragraph)


def answer(*sentences: str) -> None:
    """Draw the answer to the question of a page: the verdict, a heading, then what it rests on.

    Empty sentences are left out. A number stays on one line with its sign.
    """
    lines = [text(line).replace(" %", "\u00a0%") for line in sentences if line]
    if not lines:
        return
    verdict, *support = lines
    paragraphs = [tag("p", line) for line in support]
    with st.container(key="answer"):
        st.html(tag("div", tag("h2", verdict), *paragraphs, class_="answer"))


def notes(*sentences: str) -> None:
    """Draw sentences that qualify an answer, one to a line, behind one line that opens."""
    bullet_lines = [f"- {sentence}" for sentence in _escaped(sentences)]
    if bullet_lines:
        with st.expander("How this is computed", type="compact"):
            st.caption("\n".join(bullet_lines))


def _escaped(sentences: Sequence[str]) -> list[str]:
    return [markdown_text(sentence) for sentence in sentences if sentence]


def footer(spans: bool = False) -> None:
    """Draw what the numbers rest on, and under which terms.

    On a page that `spans` suites each names its own.
    """
    basis_text = "Each suite names its source and its licence"
    if not spans:
        tables, _, _ = current()
        suite = tables.suite
        basis_text = (
            f"Data version {markdown_text(tables.data_version)} · source"
            f" {outward(suite.paper, suite.url)} · data {markdown_text(suite.licence)}"
        )
    st.divider()
    st.caption(f"{basis_text} · code {LICENCE} · version {VERSION}")
