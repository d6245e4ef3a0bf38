"""The part of a page that runs alone when something in it changes, and what guards every run of
page or part."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from components.resolved import Resolved
from components.widgets import bar, notices, selection
from data.errors import LeaderboardError, Unavailable

_WHOLE = "_whole_page"
"""Set while the page runs a part as one of its own, not the part alone."""


@contextmanager
def guarded() -> Iterator[None]:
    """Show why something cannot be done in its place."""
    try:
        yield
    except Unavailable as error:
        notices.notice("error", str(error))
        st.stop()  # what follows would need it too
    except LeaderboardError as error:
        notices.notice("error", str(error))


def part(draw: Callable[[Resolved], None]) -> None:
    """Draw what follows choices that are made inside it, and draw that alone when one is made.

    Of the rest of the page messages and the bar may show these choices: while there are messages,
    and where the bar would show another preset, the whole page runs."""
    st.session_state[_WHOLE] = True
    _part(draw)


@st.fragment
def _part(draw: Callable[[Resolved], None]) -> None:
    alone = not st.session_state.pop(_WHOLE, False)
    if alone and (notices.pending() or bar.bar_is_old()):
        st.rerun()
    with guarded():
        draw(selection.resolved())
