"""An answer on the screen: its sentences, what is asked in it, its figures and tables."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.record import Absent, Answer, Look, Part, said
from components.format import markdown_text
from components.plotting.theme import themed
from components.resolved import Resolved
from components.selection import to_text
from components.served import View
from components.widgets import address, exports, later, notices
from components.widgets import page as scaffold
from components.widgets.bar import draw_choice, room
from components.widgets.controls import Bound, draw_control
from components.widgets.tables import data, opened_table
from components.words import Labels

_ABSENT = "_reasons_shown"


def start_run() -> None:
    """Start the run of a page: no reason is shown yet."""
    st.session_state[_ABSENT] = set()


def answer(one: Answer[Any], view: View, *, verdict: bool = False) -> None:
    """Draw an answer; the reason why several have none is shown once."""
    result = one.result(view)
    if isinstance(result, Absent):
        _absent(result.reason, verdict)
        return
    words, names = one.said(view), view.labels
    heading = said(one.heading, result, names)
    parts = [p for p in one.parts if p.when(result)]
    if heading and (words.lines or parts or one.asks):
        scaffold.section(heading)
    if one.controls and isinstance(view, Resolved):
        with _row(f"controls_{one.name}"):
            for choice in one.controls:
                draw_choice(view, choice)
    if any(ask.control for ask in one.asks):
        _asked(one, result, names, view, room() if verdict else None)
    notices.notices("info", words.notices)
    (scaffold.answer if verdict else scaffold.sentence)(*words.lines)
    for part in parts:
        _part(part, result, view, names)
    scaffold.notes(*words.notes)


def _absent(reason: str, verdict: bool) -> None:
    shown: set[str] = st.session_state.setdefault(_ABSENT, set())
    if reason and reason not in shown:
        shown.add(reason)
        (scaffold.answer if verdict else scaffold.sentence)(reason)


def _asked(
    one: Answer[Any], result: Any, names: Labels, view: View, bar: DeltaGenerator | None
) -> None:
    """Draw what is asked in an answer, once for all answers of a page that ask the same."""
    drawn: set[str] = st.session_state.setdefault(_ABSENT, set())
    wanted = [ask for ask in one.asks if ask.control and f"ask {ask.name}" not in drawn]
    drawn.update(f"ask {ask.name}" for ask in wanted)
    if not wanted:
        return
    with bar or _row(f"asks_{one.name}"):
        for ask in wanted:
            value = to_text(view.opened.get(ask.name))
            take = partial(_take, ask.name)
            bound = Bound(f"ask_{ask.name}", value, take, result, names)
            assert ask.control is not None
            draw_control(ask.control, bound)


def _row(key: str) -> DeltaGenerator:
    return st.container(horizontal=True, gap="small", vertical_alignment="bottom", key=key)


def _take(name: str, value: Any) -> None:
    address.set_opened(**{name: value})


def _part(part: Part[Any], result: Any, view: View, names: Labels) -> None:
    title = said(part.title, result, names)
    if part.draw is not None:
        _figure(part, result, view, title)
    if part.table is None:
        return
    make = partial(part.table, result, names)
    if part.shown != "folded":
        opened_table(
            make, names, name=part.name, title=title, view=view, turned=part.shown == "turned"
        )
    else:
        data(make, names, name=part.name, title=title, view=view)


def _figure(part: Part[Any], result: Any, view: View, title: str) -> None:
    """A figure with its reading aid and its download."""
    assert part.draw is not None
    look = Look(view.labels, scaffold.mode())
    drawn = themed(part.draw(result, look), look.mode)
    zoom = part.zoom is not None and part.zoom(result)
    key = f"chart_{part.name}"
    chart = partial(
        st.plotly_chart,
        drawn,
        theme=None,
        key=key,
        on_select="ignore" if part.opens is None else partial(_clicked, key, part.opens),
        selection_mode="points",
        config={**scaffold.PLOT_CONFIG, "displayModeBar": "hover" if zoom else False},
        alt=title,
    )
    later.first(part.name)
    with st.container(key=f"figure_{part.name}", gap="xsmall"):
        if part.opens is None:
            later.later(chart, part.name, drawn.layout.height)
        else:
            chart()
        with st.container(horizontal=True, gap="small", key=f"foot_{part.name}"):
            st.caption(markdown_text(said(part.reading, result, view.labels)))
            exports.picture(part.name, title, view)


def _clicked(key: str, opens: Callable[[Sequence[Any]], Mapping[str, str]]) -> None:
    points = st.session_state[key]["selection"]["points"]
    texts = opens([p["customdata"] for p in points if p.get("customdata")])
    if texts:
        address.set_opened(**texts)
