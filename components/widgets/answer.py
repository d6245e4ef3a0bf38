"""An answer on the screen: its sentences, what is asked in it, its figures and tables."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.record import Absent, Answer, Ask, Look, Part, said
from components.format import markdown_text, shortened
from components.plotting.theme import themed
from components.resolved import Resolved
from components.selection import to_text
from components.served import View
from components.widgets import address, exports, later, notices
from components.widgets import page as scaffold
from components.widgets.selection import control, room
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
        with st.container(
            horizontal=True, gap="small", vertical_alignment="bottom", key=f"controls_{one.name}"
        ):
            for name in one.controls:
                control(view, name)
    if any(ask.titles for ask in one.asks):
        _boxes(one, result, names, view, room() if verdict else None)
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


def _boxes(
    one: Answer[Any], result: Any, names: Labels, view: View, bar: DeltaGenerator | None
) -> None:
    """What can be opened in an answer, once for all answers of a page that are asked the same."""
    drawn: set[str] = st.session_state.setdefault(_ABSENT, set())
    wanted = [ask for ask in one.asks if ask.titles and f"ask {ask.name}" not in drawn]
    drawn.update(f"ask {ask.name}" for ask in wanted)
    if not wanted:
        return
    own = (
        st.container(
            horizontal=True, gap="small", vertical_alignment="bottom", key=f"asks_{one.name}"
        )
        if bar is None
        else bar
    )
    with own:
        for ask in wanted:
            asked = view.opened.get(ask.name)
            if ask.offered is None:
                _text_box(ask, to_text(asked), ask.chosen(result))
            else:
                _choice(ask, ask.offered(result, names), ask.chosen(result))


def _text_box(ask: Ask, text: str, usual: Sequence[str]) -> None:
    key = f"ask_{ask.name}"

    def take() -> None:
        address.set_opened(**{ask.name: st.session_state[key].strip()})

    if ask.many > 1:
        st.session_state[key] = text.replace(";", "\n")
        st.text_area(
            ask.titles[0], placeholder=next(iter(usual), ""), width=420, key=key, on_change=take
        )
        return
    st.session_state[key] = text
    st.text_input(
        ask.titles[0],
        placeholder=next(iter(usual), ""),
        max_chars=200,
        width=180,
        key=key,
        on_change=take,
    )


def _choice(ask: Ask, offered: Mapping[str, str], chosen: Sequence[str]) -> None:
    """One box for each id of what is asked, or one that takes several; choosing what another box
    has swaps the two."""
    if not offered:
        return
    keys = [f"ask_{ask.name}_{i}" for i in range(len(ask.titles))]

    def label(own_id: str) -> str:
        return shortened(offered.get(own_id, own_id), 60)

    if ask.many > 1:
        st.session_state[keys[0]] = [c for c in chosen if c in offered]
        several = partial(_take, ask.name, lambda: st.session_state[keys[0]])
        st.multiselect(
            ask.titles[0],
            list(offered),
            format_func=label,
            max_selections=ask.many,
            key=keys[0],
            on_change=several,
        )
        return
    for i, (key, title, value) in enumerate(zip(keys, ask.titles, chosen, strict=False)):
        st.session_state[key] = value if value in offered else next(iter(offered))
        st.selectbox(
            title,
            list(offered),
            format_func=label,
            width=220,
            key=key,
            on_change=partial(_take, ask.name, partial(_swapped, keys, tuple(chosen), i)),
        )


def _swapped(keys: Sequence[str], before: Sequence[str], changed: int) -> list[str]:
    now = [st.session_state[key] for key in keys]
    return [
        before[changed] if i != changed and value == now[changed] else value
        for i, value in enumerate(now)
    ]


def _take(name: str, value: Callable[[], Sequence[str]]) -> None:
    address.set_opened(**{name: ",".join(value())})


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
