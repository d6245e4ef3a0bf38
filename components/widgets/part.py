"""What of a page runs alone when something in it changes, and what guards every run of a page or of a part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.errors import LeaderboardError, Unavailable
from components.resolved import Resolved
from components.widgets import notices, selection
from components.widgets.reading import reading


@contextmanager
def guarded() -> Iterator[None]:
    """Work inside ends with its reader and takes turns when it is long; why it cannot be done is told in its place."""
    try:
        with reading():
            yield
    except Unavailable as error:
        notices.notice("error", str(error))
        st.stop()  # what follows would need it too
    except LeaderboardError as error:
        notices.notice("error", str(error))


@st.fragment
def part(draw: Callable[[Resolved], None]) -> None:
    """Draw what follows choices that are made inside it, and draw that alone when one is made.

    The rest of the page must not show these choices, except in messages: while some stand the whole page runs.
    """
    if _alone() and notices.standing():
        st.rerun()
    with guarded():
        draw(selection.resolved())


def _alone() -> bool:
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
