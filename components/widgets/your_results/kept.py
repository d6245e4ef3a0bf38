"""The table that a reader brought, kept in the reader's browser: offered again after a reload and
on another day. The server holds it as long as the session."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from components.answers.your_results.brought import Brought, files_as_text

_SENT = "_your_results_sent"
"""The version of the files that this session's browser was given to keep."""
_KEY = "kept"
_HTML = "<p></p>"
_CSS = """
:host { display: block; }
p { margin: 0; min-height: 2rem; line-height: 2rem; font-size: 0.875rem; overflow-wrap: anywhere; }
p:empty { min-height: 0; }
button {
  font: inherit; color: var(--st-primary-color); background: none; border: 0; cursor: pointer;
  padding: 0 0.25rem; min-height: 2rem; text-decoration: underline; text-underline-offset: 3px;
}
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
"""
_place = st.components.v2.component(
    "kept_table",
    html=_HTML,
    css=_CSS,
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def keep_in_browser(
    brought: Brought | None,
    reopen: Callable[[object], None],
    forget: Callable[[], None],
) -> None:
    """Draw the line on what the browser keeps: of the table of this session, else what it kept
    before.

    `reopen` gets what the browser sends, `forget` is called when the reader wants it forgotten.
    """

    def opened() -> None:
        sent = st.session_state[_KEY].opened
        if sent is not None:
            reopen(sent)

    _place(
        key=_KEY,
        data=_data(brought),
        on_opened_change=opened,
        on_forgotten_change=forget,
    )


def _data(brought: Brought | None) -> dict[str, Any]:
    """Return what the browser needs: the files of a table once, its choices always."""
    if brought is None:
        st.session_state[_SENT] = ""
        return {}
    data: dict[str, Any] = {
        "version": brought.version,
        "name": brought.name,
        "fits": brought.fits_browser,
        "choices": dict(brought.choices),
    }
    if brought.fits_browser and st.session_state.get(_SENT) != brought.version:
        st.session_state[_SENT] = brought.version
        data["files"] = files_as_text(brought.files)
    return data
