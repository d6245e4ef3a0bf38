"""The address bar: the one place where a user's choices live while the app is open.

Streamlit drops query strings when the user changes the page; here each change is one step of the
browser's history, and choices travel from page to page. What is open on a page stays with it.
"""

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from components import pages
from components.answers.record import Page
from components.choices.query import CHOICE_BY_NAME
from components.choices.record import aliases
from components.links import known_choices
from components.selection import to_text
from components.web.streamlit_private import arriving

_LAST = "_address"
_PAGE = "_page"


def read() -> dict[str, str]:
    """Return what the address holds, as texts; of a repeated name the last one counts."""
    return st.query_params.to_dict()


def write(query: Mapping[str, str]) -> None:
    """Put these texts, and no others, into the address, unless they are in it already."""
    if dict(query) != read():
        st.query_params.from_dict(dict(query))


def start_page(page: Page) -> None:
    """Note which page this run and its callbacks are of."""
    st.session_state[_PAGE] = page.name


def current_page() -> Page:
    """Return the page of this run."""
    return pages.by_name(st.session_state[_PAGE])


def opened() -> dict[str, str]:
    """Return what the page has open, as texts."""
    opened_names = current_page().opens
    return {
        choice_name: choice_text
        for choice_name, choice_text in read().items()
        if choice_name in opened_names
    }


def set_opened(**values: Any) -> None:
    """Open or close (an empty value) something of the page, for callbacks."""
    query = read()
    for alias, choice_name in aliases(current_page().opens).items():
        if choice_name in values:
            query.pop(alias, None)
    query |= {choice_name: to_text(opened_value) for choice_name, opened_value in values.items()}
    write({choice_name: choice_text for choice_name, choice_text in query.items() if choice_text})
    remember()


def carry(arriving_at: Page | None, is_without_choices: bool) -> None:
    """On arrival without any choice in the address, take along what the last page showed.

    To be called before `st.navigation`: the new page's address is then written once, with the
    choices, and Back leads to the page before.
    """
    arrived_page = arriving()
    last_query = st.session_state.get(_LAST)
    if not arrived_page or last_query is None or arriving_at is None or is_without_choices:
        return
    last_page, query = last_query
    if arrived_page != last_page and not read():
        write(known_choices(arriving_at, query))


def remember(page_hashes_without_choices: Collection[str] = ()) -> None:
    """Note page and choices at the end of a run, for `carry`.

    Choices that the page does not know stay as they were, on pages without choices all of them.
    """
    arrived_page = arriving()
    _, choices = st.session_state.get(_LAST, ("", {}))
    if arrived_page not in page_hashes_without_choices:
        choices = {
            choice_name: choice_text
            for choice_name, choice_text in read().items()
            if choice_name in CHOICE_BY_NAME
        }
    st.session_state[_LAST] = (arrived_page, choices)
