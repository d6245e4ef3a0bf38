"""What a first screen does not show is sent and drawn when the reader comes near, or when the
browser is at rest.

A page of eight figures would otherwise lay all of them out before the first can be read. The room
of each is kept from the start; what was drawn once on a page is drawn at once by every later run of
it."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import streamlit as st

MAX_AT_ONCE = 2
"""Figures and tables of a page that are drawn at once: what a first screen holds."""
EAGER = False
"""Whether everything is drawn at once: where there is no browser."""
_PAGE = "_later_page"
_COUNT = "_later_count"
_DRAWN = "_later_drawn"
_IN_PLACE = "_later_in_place"
_RUN = "_later_run"

_place = st.components.v2.component(
    "figure_to_come",
    html="<span hidden></span>",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def start_run(page: str) -> None:
    """Start the run of a page: its figures and tables are counted, and another page's are
    forgotten."""
    st.session_state[_COUNT] = 0
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        st.session_state[_DRAWN] = set()
        st.session_state[_IN_PLACE] = set()


@st.fragment
def later(draw: Callable[[], object], place_name: str, height: int) -> None:
    """Draw something of this height (pixels) when its time has come; names are unique on a page."""
    if EAGER or place_name in _drawn():
        draw()
    else:
        _wait(place_name, height)


def with_controls(
    draw: Callable[[], object], place_name: str, height: int, *, patient: bool = False
) -> None:
    """Draw a part with controls in it, whose use runs the whole page, when its time has come.

    A `patient` one waits for figures that are still being drawn, even where it is near.
    """
    if EAGER or place_name in _drawn():
        with st.container():  # as the fragment has one, so that nothing in it is rebuilt
            draw()
    else:
        _until_used(draw, place_name, height, patient)


@st.fragment
def _until_used(draw: Callable[[], object], place_name: str, height: int, patient: bool) -> None:
    in_place: set[str] = st.session_state[_IN_PLACE]
    if place_name not in _drawn():
        _wait(place_name, height, patient=patient)
    elif place_name in in_place:
        st.rerun()
    else:
        in_place.add(place_name)
        draw()


def _wait(place_name: str, height: int, *, patient: bool = False) -> None:
    component_data = {"page": st.session_state[_PAGE], "patient": patient}
    _place(
        key=f"later_{place_name}",
        height=height,
        data=component_data,
        on_near_change=partial(_near, place_name),
    )


def follow(place_name: str) -> None:
    """Draw the part of a page that this is in anew after a commit in another part, once its notes
    or tables are seen.

    Out of sight it shows what was true before; in sight, only until the answer comes.
    """
    st.session_state[_RUN] = st.session_state.get(_RUN, 0) + 1
    if not EAGER:
        component_data = {
            "page": st.session_state[_PAGE],
            "follows": True,
            "run": st.session_state[_RUN],
        }
        _place(key=f"follow_{place_name}", data=component_data, on_near_change=_nothing)


def _nothing() -> None:
    """A trigger needs a callback; running the part is all that is asked for."""


def first(place_name: str) -> None:
    """Count one, and have it drawn at once when it is among the first of its page."""
    st.session_state[_COUNT] = st.session_state.get(_COUNT, 0) + 1
    if st.session_state[_COUNT] <= MAX_AT_ONCE:
        _near(place_name)


def _near(place_name: str) -> None:
    _drawn().add(place_name)


def _drawn() -> set[str]:
    drawn_names: set[str] = st.session_state.setdefault(_DRAWN, set())
    return drawn_names
