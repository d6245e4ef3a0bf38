"""Names that lead to the page of a method or metric: one form of the link, and how it is followed.

A link keeps nothing but the name. It is an ordinary one, so that it opens in another tab and works from the keyboard;
followed in the same tab it stays in the session, and a reader's own suite with it.
"""

from collections.abc import Iterable, Mapping, Sequence

import streamlit as st

from components import names, pages
from components.choice_text import MOST_COMPARED
from components.labels import Labels, in_full
from components.markup import table, tag
from components.markup import text as as_text
from components.text import joined, markdown_text, shortened
from data.names import Kind
from data.registry import Tables

_PAGES = {p.kind: p.path for p in pages.PAGES if p.kind is not None}
INSIDE = {"data_inside": True}
"""What marks a link that is followed within the session (watching.js)."""


def page_of(kind: Kind, address: str) -> str:
    """The relative address of the page of a method or metric."""
    return f"{_PAGES[kind]}?id={address}"


def name_link(kind: Kind, tables: Tables, own_id: str) -> str:
    """The same for what a suite calls so; a checkpoint leads to its family."""
    return page_of(kind, names.address(kind, tables, own_id))


def anchor(text: object, href: str) -> str:
    """A link within the app as markup; the text is shown as it is."""
    return tag("a", as_text(shortened(text, 80)), href=href, **INSIDE)


def short(text: object) -> str:
    """Text of a cell as markup that keeps to one line."""
    return tag("span", as_text(text), class_="short")


def outward(text: str, url: str) -> str:
    """A link out of the app as Markdown; text alone where there is none to follow."""
    return f"[{markdown_text(text)}]({url})" if url.startswith("https://") else markdown_text(text)


def named(kind: Kind, tables: Tables, own_ids: Iterable[str]) -> None:
    """One quiet line of links to what a figure or table names: metrics written out, a checkpoint by its family.

    Ids that are of another kind are left out.
    """
    labels = names.own_labels(kind, tables)
    if kind == "metrics":
        written = names.own_labels(kind, tables, written_out=True)
        labels = {i: in_full(label, written[i]) for i, label in labels.items()}
    own = {i: names.family_of(tables, i) if kind == "methods" else i for i in own_ids}
    links = {name_link(kind, tables, i): labels[i] for i in own.values() if i in labels}
    if links:
        line(f"About each {kind.removesuffix('s')}: ", links)


def comparison(tables: Tables, labels: Labels, own_ids: Sequence[str]) -> None:
    """A link that compares some of a suite's methods over all suites; how to get one where there is none."""
    called = {names.address("methods", tables, i): labels.method(i) for i in own_ids}
    if 1 < len(called) <= MOST_COMPARED:
        line("", {f"{pages.COMPARE.path}?methods={','.join(called)}": f"Compare {joined(list(called.values()))}"})
    else:
        st.caption(f"Tick 2 to {MOST_COMPARED} rows to compare methods over all suites.")


def index(kind: Kind, suites: Sequence[Tables]) -> None:
    """Links to everything of one kind that some suite has."""
    line("", {page_of(kind, a): label for a, label in names.known(kind, suites).items()})


def linked_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> None:
    """A table of markup cells (`anchor`, `markup.text`) whose links work from the keyboard and in the same tab."""
    st.html(tag("div", table(title, heads, rows, numbers), class_="linked"))


def line(start: str, links: Mapping[str, str]) -> None:
    """One quiet line of links, labels by their address."""
    st.html(tag("p", start, ", ".join(anchor(label, href) for href, label in links.items()), class_="names"))
