"""Messages to the reader. Whatever is passed is shown as text, never as markup."""

from collections.abc import Iterable
from typing import Literal

import streamlit as st

from components.format import markdown_text, shortened

Kind = Literal["info", "warning", "error"]
_LATER, _SHOWN = "_notices", "_notices_shown"
_MOST = 8


def start_run() -> None:
    """Start the run of a page: no notice is shown yet."""
    st.session_state[_SHOWN] = False


def pending() -> bool:
    """Whether the page shows a message, or will in its next run."""
    return bool(st.session_state.get(_SHOWN) or st.session_state.get(_LATER))


def notice(kind: Kind, text: str) -> None:
    """One sentence the reader has to know before reading the numbers."""
    notices(kind, [text])


def notices(kind: Kind, texts: Iterable[str]) -> None:
    """Several sentences in one box; beyond eight only their number is given."""
    lines = [markdown_text(shortened(t, 1_000)) for t in texts]
    if len(lines) > _MOST:
        lines = [*lines[: _MOST - 1], f"… and {len(lines) - _MOST + 1} more."]
    if lines:
        st.session_state[_SHOWN] = True
        box = {"info": st.info, "warning": st.warning, "error": st.error}[kind]
        box("\n\n".join(lines))


def later(kind: Kind, texts: Iterable[str]) -> None:
    """Keep sentences for the next run of the page (for callbacks, whose own drawing is lost)."""
    st.session_state.setdefault(_LATER, []).extend((kind, t) for t in texts)


def delivered() -> None:
    """Show what `later` kept, once."""
    waiting: list[tuple[Kind, str]] = st.session_state.pop(_LATER, [])
    for kind in ("info", "warning", "error"):
        notices(kind, [text for k, text in waiting if k == kind])
