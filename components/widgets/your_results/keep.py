"""Tables that stay in the reader's browser when they agree: sent there once, brought back after a reload, removed.

What comes back is read like an upload, and the choices beside it are checked: a browser can send anything.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from components.errors import LeaderboardError
from components.intake.choices import choices_text, with_choices
from components.text import shortened
from components.widgets import address, notices
from components.widgets.your_results import state

MOST_BYTES = 8 * 2**20
"""All tables that a browser keeps together: they come back in one message."""
_ASKED, _PUT, _DROP = "_keep_asked", "_keep_put", "_keep_drop"
_KEY = "keep_tables"
_TOKEN = re.compile("[0-9a-f]{16}")

_mount = st.components.v2.component(
    "keep_tables",
    html="<span hidden></span>",
    js=(Path(__file__).parent / "keep.js").read_text(encoding="utf-8"),
)


def kept() -> None:
    """Hold the browser's tables and the session's together; nothing is shown."""
    every = state.tables()
    if every:
        st.session_state[_ASKED] = True
    with st.container(key="keep"):
        _mount(
            key=_KEY,
            data={
                "fresh": not st.session_state.get(_ASKED, False),
                "put": [_packed(every[k]) for k in _waiting() if k in every],
                "choices": {k: choices_text(t.work) for k, t in every.items() if t.kept},
                "drop": list(st.session_state.get(_DROP, ())),
            },
            on_back_change=_back,
            on_stored_change=_stored,
        )


def room(key: str) -> bool:
    """Whether the browser may keep this table beside those it keeps."""
    return sum(t.size for k, t in state.tables().items() if t.kept or k == key) <= MOST_BYTES


def keep(key: str) -> None:
    """Send a table to the browser, which keeps it until the reader removes it."""
    st.session_state[_PUT] = (*_waiting(), key)


def forget(key: str) -> None:
    """Remove a table from the browser."""
    st.session_state[_PUT] = tuple(k for k in _waiting() if k != key)
    st.session_state[_DROP] = (*st.session_state.get(_DROP, ()), key)
    state.note_kept(key, False)


def waiting(key: str) -> bool:
    """Whether a table is on its way to the browser."""
    return key in _waiting()


def _waiting() -> tuple[str, ...]:
    keys: tuple[str, ...] = st.session_state.get(_PUT, ())
    return keys


def _packed(table: state.Held) -> dict[str, object]:
    files = [[name, b64encode(content).decode("ascii")] for name, content in table.files]
    work = table.work
    return {"key": table.key, "nth": work.nth, "link": work.link_id, "files": files, "choices": choices_text(work)}


def _stored() -> None:
    match _sent("stored"):
        case {"key": str(key), "why": str(why)} if waiting(key):
            st.session_state[_PUT] = tuple(k for k in _waiting() if k != key)
            state.note_kept(key, not why)
            if why:
                notices.later("warning", [f"This browser could not keep the table ({shortened(why, 60)})."])


def _back() -> None:
    """Bring the browser's tables back at the first visit of a session."""
    if st.session_state.get(_ASKED):
        return
    st.session_state[_ASKED] = True
    tables = _sent("back").get("tables")
    problems = [_taken(t) for t in tables[: state.MOST]] if isinstance(tables, list) else []
    state.share()
    if address.read().get("suite"):
        state.follow_address()
    notices.later("warning", [p for p in problems if p])


def _taken(table: object) -> str:
    """Read a table that the browser kept, with the choices about it; returns what does not work."""
    damaged = "A table that this browser kept is damaged and was left there."
    match table:
        case {"key": str(key), "nth": int(nth), "link": str(link), "files": list(packed), "choices": str(choices)}:
            if not _TOKEN.fullmatch(key) or not 0 < nth < 100:
                return damaged
        case _:
            return damaged
    try:
        files = [(str(name)[:300], b64decode(content, validate=True)) for name, content in packed]
    except (binascii.Error, TypeError, ValueError):
        return damaged
    name = shortened(files[0][0] if files else "", 60)
    try:
        state.bring(files, link, key, nth)
    except LeaderboardError as error:
        return f"{name}, which this browser kept, cannot be read: {error}."
    try:
        state.change(lambda work: with_choices(work, choices, list(state.public().values())))
    except LeaderboardError as error:
        return f"{name} is back from this browser without the changes made to it: {error}."
    return ""


def _sent(trigger: str) -> Mapping[str, object]:
    held = st.session_state.get(_KEY)
    sent = held.get(trigger) if isinstance(held, Mapping) else None
    return sent if isinstance(sent, Mapping) else {}
