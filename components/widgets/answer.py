"""An answer on the screen: its sentences, what is asked in it, its figures and tables."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.record import Absent, Answer, Look, Part, Said, text_of
from components.format import markdown_text
from components.plotting.theme import themed
from components.resolved import Resolved
from components.selection import to_text
from components.served import View
from components.widgets import address, exports, later, notices
from components.widgets import page as scaffold
from components.widgets.bar import draw_choice, room, row_of_controls
from components.widgets.controls import Bound, draw_control
from components.widgets.tables import data, heard_table, opened_table
from components.words import Labels

_DRAWN = "_drawn_once"


def start_run() -> None:
    """Start the run of a page: no reason is shown yet."""
    st.session_state[_DRAWN] = set()


def answer(record: Answer[Any], view: View, *, verdict: bool = False) -> None:
    """Draw an answer; the reason why several have none is shown once."""
    draw_lines = scaffold.answer if verdict else scaffold.sentence
    result = record.result(view)
    if isinstance(result, Absent):
        if result.reason and _is_new(result.reason):
            draw_lines(result.reason)
        return
    sentences = record.said(view)
    names = view.labels
    heading = text_of(record.heading, result, names)
    shown_parts = [answer_part for answer_part in record.parts if answer_part.when(result)]
    if heading and (sentences.lines or shown_parts or record.asks):
        scaffold.section(heading)
    if record.controls and isinstance(view, Resolved):
        with row_of_controls(f"controls_{record.name}"):
            for choice in record.controls:
                draw_choice(view, choice)
    if any(ask.control for ask in record.asks):
        _asked(record, result, names, view, room() if verdict else None)
    notices.notices("info", sentences.notices)
    draw_lines(*sentences.lines)
    for answer_part in shown_parts:
        if answer_part.draw is not None:
            _figure(
                answer_part, result, view, _name_of_figure(answer_part, result, names, sentences)
            )
        _table(answer_part, result, view, names)
    scaffold.notes(*sentences.notes)


def _is_new(sentence: str) -> bool:
    """Return whether the page has not drawn this yet, and note that it has now."""
    drawn_before: set[str] = st.session_state.setdefault(_DRAWN, set())
    if sentence in drawn_before:
        return False
    drawn_before.add(sentence)
    return True


def _asked(
    record: Answer[Any], result: Any, labels: Labels, view: View, bar: DeltaGenerator | None
) -> None:
    """Draw what is asked in an answer, once for all answers of a page that ask the same."""
    wanted = [ask for ask in record.asks if ask.control and _is_new(f"ask {ask.name}")]
    if not wanted:
        return
    kept = {} if record.keeps is None else record.keeps(result)
    with bar or row_of_controls(f"asks_{record.name}"):
        for ask in wanted:
            opened_value = to_text(view.opened.get(ask.name))
            take_value = partial(_take, ask.name, kept if ask.name in kept else {})
            bound_control = Bound(f"ask_{ask.name}", opened_value, take_value, result, labels)
            assert ask.control is not None
            draw_control(ask.control, bound_control)


def _take(choice_name: str, kept: Mapping[str, str], value: Any) -> None:
    address.set_opened(**{**kept, choice_name: value})


def _name_of_figure(part: Part[Any], result: Any, labels: Labels, sentences: Said) -> str:
    """Return what a figure is and what it shows, for those who cannot see it."""
    finding = text_of(part.finding, result, labels) or next(iter(sentences.lines), "")
    part_title = text_of(part.title, result, labels)
    return f"{part_title}. {finding}" if finding else part_title


def _table(part: Part[Any], result: Any, view: View, labels: Labels) -> None:
    part_title = text_of(part.title, result, labels)
    if part.heard is not None:
        heard_table(part.heard(result, labels), labels, table_title=part_title)
    if part.table is None:
        return
    make_table = partial(part.table, result, labels)
    if part.shown != "folded":
        opened_table(
            make_table,
            labels,
            table_name=part.name,
            table_title=part_title,
            view=view,
            turned=part.shown == "turned",
        )
    else:
        data(make_table, labels, table_name=part.name, table_title=part_title, view=view)


def _figure(part: Part[Any], result: Any, view: View, figure_name: str) -> None:
    """A figure with its reading aid and its download; `figure_name` is read out in its place."""
    assert part.draw is not None
    look = Look(view.labels, scaffold.mode())
    themed_figure = themed(part.draw(result, look), look.mode)
    has_zoom = part.zoom is not None and part.zoom(result)
    chart_key = f"chart_{part.name}"
    on_select = "ignore" if part.opens is None else partial(_clicked, chart_key, part.opens)
    draw_chart = partial(
        st.plotly_chart,
        themed_figure,
        theme=None,
        key=chart_key,
        on_select=on_select,
        selection_mode="points",
        config={**scaffold.PLOT_CONFIG, "displayModeBar": "hover" if has_zoom else False},
        alt=figure_name,
    )
    later.first(part.name)
    with st.container(key=f"figure_{part.name}", gap="xsmall"):
        if part.opens is None:
            later.later(draw_chart, part.name, themed_figure.layout.height)
        else:
            draw_chart()
        with st.container(horizontal=True, gap="small", key=f"foot_{part.name}"):
            reading = text_of(part.reading, result, view.labels)
            st.caption(markdown_text(reading))
            exports.picture(part.name, text_of(part.title, result, view.labels), reading, view)


def _clicked(chart_key: str, opens: Callable[[Sequence[Any]], Mapping[str, str]]) -> None:
    points = st.session_state[chart_key]["selection"]["points"]
    clicked_marks = [point["customdata"] for point in points if point.get("customdata")]
    opened_texts = opens(clicked_marks)
    if opened_texts:
        address.set_opened(**opened_texts)
