"""One question on the screen: heading, controls, sentences, figures, tables and downloads."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from components.answers.record import Absent, Answer, Boxes, Look, Part, Said, said
from components.answers.stability.inferred import inferred
from components.answers.stability.verdicts import lines_of
from components.labels import Labels
from components.plotting.theme import themed
from components.resolved import Resolved
from components.selection import Selection
from components.served import Served, View
from components.text import markdown_text
from components.widgets import cached, exports, later, mounts, notices
from components.widgets import page as scaffold
from components.widgets.names import comparison, named
from components.widgets.selection import bound, change, control, distinct
from components.widgets.tables import data, opened_table

PAIR = 2


def answer(one: Answer[Any], view: View, *, verdict: bool = False) -> None:
    """One question: heading, controls, sentences, notes and parts; the `verdict` of a page is set apart."""
    result = _computed(one, view)
    names = one.names(view)
    heading = said(one.heading, result, names) if not isinstance(result, Absent) or isinstance(one.heading, str) else ""
    words = Said([result.reason]) if isinstance(result, Absent) else one.say(result, names)
    parts = [] if isinstance(result, Absent) else [p for p in one.parts if p.when(result)]
    if not verdict and not any((*words.lines, *words.notes, parts)):
        return
    if heading:
        scaffold.section(heading, one.question)
    if isinstance(view, Resolved) and one.controls:
        with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key=f"controls_{one.name}"):
            for name in one.controls:
                control(view, name)
    if one.boxes is not None and not isinstance(result, Absent):
        _boxes(one.boxes, result, names)
    notices.notices("info", [n for n in words.notices if n])
    (scaffold.answer if verdict else scaffold.sentence)(*words.lines)
    scaffold.notes(*words.notes)
    if one.mount and not isinstance(result, Absent):
        mounts.draw(one.mount, view)
    for part in parts:
        _part(part, result, view, names)
    if one.links is not None and isinstance(view, Resolved) and not isinstance(result, Absent):
        for kind, ids in one.links(result).items():
            named(kind, view.tables, ids)


def _computed(one: Answer[Any], view: View) -> Any:
    """The result; long work shows a bar and a button that goes back to the usual number of draws."""
    if one.underway is None or isinstance(view, Served) or not (text := one.underway(view)):
        return view.of(one.compute)

    def run(asked: Resolved) -> Any:
        place = st.empty()
        with place.container(horizontal=True, vertical_alignment="center", key="underway"):
            bar = st.progress(0.0, text)
            st.button("Cancel", key="cancel", on_click=change, kwargs={"draws": Selection.draws})
        compute: Any = one.compute
        result = compute(asked, lambda share: bar.progress(min(1.0, share), text))
        place.empty()
        return result

    return cached.kept(one.compute, view, run)


def _boxes(boxes: Boxes[Any], result: object, names: Labels) -> None:
    listed, chosen = boxes.names(result, names), boxes.chosen(result)
    if not listed:
        return
    if len(boxes.titles) > 1:
        distinct(boxes.choice, boxes.titles, listed, chosen)
        return
    tied = bound(boxes.choice, chosen[0])
    st.selectbox(boxes.titles[0], list(listed), format_func=lambda i: listed.get(i, i), width=320, **tied)


def _part(part: Part[Any], result: object, view: View, names: Labels) -> None:
    title = said(part.title, result, names)
    make = None if part.table is None else partial(part.table, result, names)
    if part.draw is not None:
        _figure(part, part.draw, result, view, names, title)
    if make is None:
        return
    if part.draw is None and (part.open or part.transposed):
        opened_table(
            make,
            names,
            name=part.name,
            title=title,
            view=view,
            transposed=part.transposed,
            short=part.short,
            screen=part.screen,
            caption=said(part.caption, result, names),
            opens=None if part.opens is None else partial(_open, part.opens),
            ticked=partial(_ticked, view, part.ticks)
            if part.ticks is not None and isinstance(view, Resolved)
            else None,
        )
    else:
        data(make, names, name=part.name, title=title, view=view)


def _ticked(view: View, method_of: Callable[[Any], str], rows: Sequence[Any]) -> None:
    """The verdict on two rows ticked, and a link that compares the methods of all over every suite."""
    assert isinstance(view, Resolved), "rows are ticked where they are of one suite"
    ticked = [method_of(row) for row in rows]
    if len(ticked) == PAIR:
        a, b = ticked
        scaffold.sentence(*lines_of(view.of(inferred), a, b, view.row_labels))
    comparison(view.tables, view.row_labels, ticked)


def _figure(
    part: Part[Any], draw: Callable[[Any, Look], Any], result: object, view: View, names: Labels, title: str
) -> None:
    """A figure with its reading aid and its download."""
    look = Look(names, scaffold.mode(), view.selection)
    if part.steady is None:
        drawn = themed(draw(result, look), look.mode)
    else:
        result, drawn = _steady(part, part.steady, draw, result, look)
    tools = part.tools is not None and part.tools(result)
    config: dict[str, Any] = {**scaffold.PLOT_CONFIG, "displayModeBar": "hover" if tools else False}
    if len(part.selects) > 1:
        config |= {"displayModeBar": True, "modeBarButtonsToRemove": ["toImage", "zoom2d", "autoScale2d"]}
    key = f"chart_{part.name}"
    chart = partial(
        st.plotly_chart,
        drawn,
        theme=None,
        key=key,
        on_select="ignore" if part.opens is None else partial(_opened, key, part.opens),
        selection_mode=part.selects,
        config=config,
        alt=title,
    )
    later.first(part.name)
    with st.container(key=f"figure_{part.name}", gap="xsmall"):
        if part.opens is None:
            later.later(chart, part.name, drawn.layout.height)
        else:
            chart()
        with st.container(horizontal=True, gap="small", key=f"foot_{part.name}"):
            st.caption(markdown_text(said(part.reading, result, names)))
            exports.picture(part.name, title, view)


def _steady(
    part: Part[Any], steady: Callable[[Any, Any], Any], draw: Callable[[Any, Look], Any], result: object, look: Look
) -> tuple[Any, Any]:
    """The result to show and its figure: those of the last run where they look as the new ones would."""
    key, same = f"_drawn_{part.name}", (look.names, look.mode)
    last, last_drawn, last_look = st.session_state.get(key, (None, None, None))
    shown = steady(result, last)
    drawn = last_drawn if shown is last and last_look == same else themed(draw(shown, look), look.mode)
    st.session_state[key] = (shown, drawn, same)
    return shown, drawn


def _opened(key: str, opens: Callable[[Sequence[Any]], Mapping[str, Any]]) -> None:
    points = st.session_state[key]["selection"]["points"]
    _open(opens, [p["customdata"] for p in points if p.get("customdata")])


def _open(opens: Callable[[Sequence[Any]], Mapping[str, Any]], clicked: Sequence[Any]) -> None:
    choices = opens(clicked)
    if choices:
        change(**choices)
