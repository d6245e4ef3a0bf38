"""The address bar: the one place where a reader's choices live while the app is open.

Streamlit writes query strings fully percent-encoded and drops them when the reader changes the page. Both are
mended here, with the few calls below the public surface that it takes: `weights=FA:0.2,RA:0.8` stays readable, each
change is one step of the browser's history, and choices travel from page to page.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.scriptrunner import get_script_run_ctx

_LAST = "_address"
OWN = "id"
"""The choice of a page that is not carried to others, and beside which nothing is carried."""


def read() -> dict[str, str]:
    """The choices in the address, as texts; of a repeated name the last one counts."""
    return {name: st.query_params[name] for name in st.query_params}


def write(query: Mapping[str, str]) -> None:
    """Put these choices, and no others, into the address. Nothing happens when they stand there already."""
    context = get_script_run_ctx()
    if context is None or dict(query) == read():
        return
    with context.session_state.query_params() as stored:
        stored.clear_with_no_forward_msg(preserve_embed=True)
        for name, text in query.items():
            stored.set_with_no_forward_msg(name, text)
        line = urlencode(stored._query_params, doseq=True, safe=":,")
    message = ForwardMsg()
    message.page_info_changed.query_string = line
    context.query_string = line
    context.enqueue(message)


def carry(choiceless: str | None = None) -> None:
    """On arrival at another page without any choice in its address, take along what the last page showed.

    To be called before `st.navigation`: the new page's address is then written once, with the choices, and Back
    leads to the page before. `choiceless` is the hash of the page without choices: nothing is taken there.
    """
    context = get_script_run_ctx()
    last = st.session_state.get(_LAST)
    if context is None or last is None:
        return
    page, query = last
    if context.page_script_hash not in (page, choiceless) and query and not read():
        write(query)


def remember(choiceless: str | None = None) -> None:
    """Note page and choices at the end of a run, for `carry`.

    The page without choices, and one that is about one name alone, leave the choices made before as they were.
    """
    context = get_script_run_ctx()
    if context is not None:
        query, here = read(), context.page_script_hash
        before = st.session_state.get(_LAST, ("", {}))[1]
        st.session_state[_LAST] = (here, before if OWN in query or here == choiceless else query)
