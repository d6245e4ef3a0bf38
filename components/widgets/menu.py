"""The menu: pages under the headings of their groups, each with the question it answers, on a
telephone behind "Menu".

Streamlit hides a page's question from sight (style.css shows it); what else of its menu has to be
fixed, watching.js does in the reader's browser, with all else that watches every page unseen: links
to names and the connection are in the same component, as each takes time."""

from pathlib import Path

import streamlit as st

from components import pages
from components.answers.record import START, Page
from components.web.streamlit_private import arriving, hash_of
from components.widgets import address

FOLDER = Path(__file__).resolve().parents[2] / "pages"
_watch = st.components.v2.component(
    "watching",
    html="<span hidden></span>",
    js=Path(__file__).with_name("watching.js").read_text(encoding="utf-8"),
)


def menu() -> st.Page:
    """Draw the menu and give back the page to run, the reader's choices carried to it."""
    groups: dict[str, list[st.Page]] = {}
    page_of_hash: dict[str, Page] = {}
    without_choices: list[str] = []
    for record in pages.PAGES:
        menu_entry = st.Page(
            FOLDER / f"{record.name}.py",
            title=record.title,
            url_path=record.path,
            default=record.name == START,
            help=record.question,
            visibility="hidden" if record in pages.BY_LINK else "visible",
        )
        groups.setdefault(record.group, []).append(menu_entry)
        page_of_hash[hash_of(menu_entry)] = record
        if record.name == START or record.spans:
            without_choices.append(hash_of(menu_entry))
    arrived_page = arriving()
    address.carry(page_of_hash.get(arrived_page), arrived_page in without_choices)
    page = st.navigation(groups, position="hidden" if st.context.is_embedded else "top")
    address.remember(without_choices)
    return page


def watching() -> None:
    """Watch the page; nothing is shown. It is the first of a page, so that it stays when another
    page is opened."""
    with st.container(key="watching"):
        _watch(key="watch", on_back_change=lambda: None)
