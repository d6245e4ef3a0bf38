"""Messages to the reader. Whatever is passed is shown as text, never as markup."""

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from components.format import markdown_text, shortened

Kind = Literal["info", "warning", "error"]
KINDS: tuple[Kind, ...] = ("info", "warning", "error")
MAX_LINES = 8
MAX_LETTERS = 1_000
_LATER = "_notices"
_SHOWN = "_notices_shown"


def start_run() -> None:
    """Start the run of a page: no notice is shown yet."""
    st.session_state[_SHOWN] = False


def pending() -> bool:
    """Return whether the page shows a message, or will in its next run."""
    return bool(st.session_state.get(_SHOWN) or st.session_state.get(_LATER))


def notice(kind: Kind, notice_text: str) -> None:
    """Draw one sentence that a reader has to know before reading the numbers."""
    notices(kind, [notice_text])


def notices(kind: Kind, notice_texts: Iterable[str]) -> None:
    """Draw several sentences in one box; beyond eight only their number is given."""
    notice_lines = [
        markdown_text(shortened(notice_text, MAX_LETTERS)) for notice_text in notice_texts
    ]
    n_left_out = len(notice_lines) - MAX_LINES + 1
    if len(notice_lines) > MAX_LINES:
        notice_lines = [*notice_lines[: MAX_LINES - 1], f"… and {n_left_out} more."]
    if notice_lines:
        st.session_state[_SHOWN] = True
        draw_box = {"info": st.info, "warning": st.warning, "error": st.error}[kind]
        draw_box("\n\n".join(notice_lines))


def later(kind: Kind, notice_texts: Iterable[str]) -> None:
    """Keep sentences for the next run of the page: what a callback draws is lost."""
    waiting: list[tuple[Kind, str]] = st.session_state.setdefault(_LATER, [])
    waiting += [(kind, notice_text) for notice_text in notice_texts]


def delivered() -> None:
    """Draw what `later` kept, once."""
    waiting: list[tuple[Kind, str]] = st.session_state.pop(_LATER, [])
    for kind in KINDS:
        notices(
            kind, [notice_text for waiting_kind, notice_text in waiting if waiting_kind == kind]
        )
