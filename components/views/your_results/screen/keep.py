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
from components.text import joined, shortened
from components.views.your_results.screen import state
from components.widgets import address, notices

MOST_BYTES = 8 * 2**20
"""All tables that a browser keeps together: they come back in one message."""
_ASKED, _LOST, _PUT, _DROP = "_keep_asked", "_keep_lost", "_keep_put", "_keep_drop"
_KEY = "keep_tables"
_MOST_NAMES = 12
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
                "names": list(state.names().values()),
                "put": [_packed(every[k]) for k in st.session_state.get(_PUT, ()) if k in every],
                "choices": {k: choices_text(t.work) for k, t in every.items() if t.kept},
                "drop": list(st.session_state.get(_DROP, ())),
            },
            on_back_change=_back,
            on_stored_change=_stored,
        )


def lost() -> tuple[str, ...]:
    """The names of tables that a reload has ended, until another one is brought."""
    names: tuple[str, ...] = st.session_state.get(_LOST, ())
    return names


def brought() -> None:
    """Forget what a reload has ended: the reader has brought a table since."""
    st.session_state.pop(_LOST, None)


def room(key: str) -> bool:
    """Whether the browser may keep this table beside those it keeps."""
    return sum(t.size for k, t in state.tables().items() if t.kept or k == key) <= MOST_BYTES


def keep(key: str) -> None:
    """Send a table to the browser, which keeps it until the reader removes it."""
    st.session_state[_PUT] = (*st.session_state.get(_PUT, ()), key)


def forget(key: str) -> None:
    """Remove a table from the browser."""
    st.session_state[_PUT] = tuple(k for k in st.session_state.get(_PUT, ()) if k != key)
    st.session_state[_DROP] = (*st.session_state.get(_DROP, ()), key)
    state.note_kept(key, False)


def waiting(key: str) -> bool:
    """Whether a table is on its way to the browser."""
    return key in st.session_state.get(_PUT, ())


def _packed(table: state.Held) -> dict[str, object]:
    files = [[name, b64encode(content).decode("ascii")] for name, content in table.files]
    work = table.work
    return {"key": table.key, "nth": work.nth, "link": work.link_id, "files": files, "choices": choices_text(work)}


def _stored() -> None:
    told = _sent("stored")
    key, why = told.get("key"), told.get("why")
    if not isinstance(key, str) or not isinstance(why, str) or not waiting(key):
        return
    st.session_state[_PUT] = tuple(k for k in st.session_state[_PUT] if k != key)
    if why:
        notices.later("warning", [f"This browser could not keep the table ({shortened(why, 60)})."])
    else:
        state.note_kept(key, True)


def _back() -> None:
    """What the browser holds at the first visit of a session: its tables come back, lost ones are named."""
    told = _sent("back")
    if st.session_state.get(_ASKED):
        return
    st.session_state[_ASKED] = True
    names, tables = told.get("names"), told.get("tables")
    link = address.read().get("suite", "")
    problems: list[str] = []
    for table in tables[: state.MOST] if isinstance(tables, list) else []:
        problems += _taken(table)
    state.share()
    if link:
        state.follow_address()
    notices.later("warning", problems)
    if isinstance(names, list) and all(isinstance(n, str) for n in names[:_MOST_NAMES]):
        there = set(state.names().values())
        st.session_state[_LOST] = tuple(shortened(n, 60) for n in names[:_MOST_NAMES] if n not in there)


def _taken(table: object) -> list[str]:
    """Read a table that the browser kept, and take up the choices about it; what does not work is said."""
    match table:
        case {"key": str(key), "nth": int(nth), "link": str(link), "files": list(packed), "choices": str(choices)}:
            whole = _TOKEN.fullmatch(key) is not None and 0 < nth < 100
        case _:
            whole = False
    if not whole:
        return ["What this browser kept is damaged and was left there."]
    try:
        files = [(str(name)[:300], b64decode(content, validate=True)) for name, content in packed]
    except (binascii.Error, TypeError, ValueError):
        return ["A table that this browser kept is damaged and was left there."]
    name = shortened(files[0][0] if files else "", 60)
    try:
        state.bring(files, link, key, nth)
    except LeaderboardError as error:
        return [f"{name}, which this browser kept, cannot be read: {error}."]
    try:
        state.change(lambda work: with_choices(work, choices, list(state.public().values())))
    except LeaderboardError as error:
        return [f"{name} is back from this browser without the changes made to it: {error}."]
    return []


def _sent(trigger: str) -> Mapping[str, object]:
    held = st.session_state.get(_KEY)
    told = held.get(trigger) if isinstance(held, Mapping) else None
    return told if isinstance(told, Mapping) else {}


def lost_sentence(names: tuple[str, ...]) -> str:
    """What a reload has ended, and what can be done."""
    noun, verb = ("uploads", "are") if len(names) > 1 else ("upload", "is")
    return (
        f"Your {noun} {joined(list(names))} {verb} gone, because the page was reloaded. Bring the file again; this "
        "browser can then keep it."
    )
