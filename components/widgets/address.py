"""The address bar: the one place where a reader's choices live while the app is open.

Streamlit drops query strings when the reader changes the page; here each change is one step of the browser's history,
and choices travel from page to page.
"""

from collections.abc import Collection, Mapping

import streamlit as st

from components.web.streamlit_private import arriving

_LAST, _FIRST = "_address", "_first_address"


def read() -> dict[str, str]:
    """The choices in the address, as texts; of a repeated name the last one counts."""
    return {name: st.query_params[name] for name in st.query_params}


def write(query: Mapping[str, str]) -> None:
    """Put these choices, and no others, into the address. Nothing happens when they are there already."""
    if dict(query) != read():
        st.query_params.from_dict(dict(query))


def carry(choiceless: Collection[str] = ()) -> None:
    """On arrival at another page without any choice in its address, take along what the last page showed.

    To be called before `st.navigation`: the new page's address is then written once, with the choices, and Back
    leads to the page before. `choiceless` are the hashes of pages without choices of one suite: nothing is taken there.
    """
    st.session_state.setdefault(_FIRST, read())
    here, last = arriving(), st.session_state.get(_LAST)
    if not here or last is None:
        return
    page, query = last
    if here not in (page, *choiceless) and query and not read():
        write(query)


def from_outside() -> bool:
    """Whether the address is the one that the session began with: a link that somebody followed to the app."""
    return bool(st.session_state.get(_FIRST, read()) == read())


def remember(choiceless: Collection[str] = ()) -> None:
    """Note page and choices at the end of a run, for `carry`.

    `choiceless` pages leave the choices made before as they were.
    """
    here = arriving()
    before = st.session_state.get(_LAST, ("", {}))[1]
    st.session_state[_LAST] = (here, before if here in choiceless else read())
