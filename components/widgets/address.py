"""The address bar: the one place where a user's choices live while the app is open.

Streamlit drops query strings when the user changes the page; here each change is one step of the
browser's history, and choices travel from page to page. What is open on a page stays with it."""

from collections.abc import Collection, Mapping

import streamlit as st

from components.selection import BY_NAME
from components.web.streamlit_private import arriving

_LAST, _NAMES = "_address", "_opened_names"


def read() -> dict[str, str]:
    """Return what the address holds, as texts; of a repeated name the last one counts."""
    return st.query_params.to_dict()


def write(query: Mapping[str, str]) -> None:
    """Put these texts, and no others, into the address. Nothing happens if they are there
    already."""
    if dict(query) != read():
        st.query_params.from_dict(dict(query))


def open_on_page(names: Collection[str]) -> None:
    """Say which names besides choices the page of this run holds in its address."""
    st.session_state[_NAMES] = tuple(names)


def opened() -> dict[str, str]:
    """Return what the page has open, as texts."""
    names = st.session_state.get(_NAMES, ())
    return {name: text for name, text in read().items() if name in names}


def set_opened(**texts: str) -> None:
    """Open or close (an empty text) something of the page, for callbacks."""
    query = {**read(), **texts}
    write({name: text for name, text in query.items() if text})
    remember()


def carry(choiceless: Collection[str] = ()) -> None:
    """On arrival at another page without any choice in its address, take along what the last page
    showed.

    To be called before `st.navigation`: the new page's address is then written once, with the
    choices, and Back leads to the page before. `choiceless` are the hashes of pages without choices
    of one suite: nothing is taken there."""
    here, last = arriving(), st.session_state.get(_LAST)
    if not here or last is None:
        return
    page, query = last
    if here not in (page, *choiceless) and query and not read():
        write(query)


def remember(choiceless: Collection[str] = ()) -> None:
    """Note page and choices at the end of a run, for `carry`; `choiceless` pages leave the choices
    as they were."""
    here = arriving()
    before = st.session_state.get(_LAST, ("", {}))[1]
    made = {name: text for name, text in read().items() if name in BY_NAME}
    st.session_state[_LAST] = (here, before if here in choiceless else made)
