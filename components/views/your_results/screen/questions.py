"""The short form that asks which end of a metric is better. Nothing is ranked by a metric before its answer."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import streamlit as st

from components.intake.checks import Question
from components.intake.uses import LEFT_OUT, Use
from components.intake.work import Work, answered, with_use
from components.text import markdown_text, shortened
from components.views.your_results import words
from components.views.your_results.screen import state
from components.widgets import notices
from data.cells import number

_CLOSEST, _OUT = "closest", "out"
_WAYS = {"higher": "Higher", "lower": "Lower", _CLOSEST: "Closest to …", _OUT: "Leave out"}


def ask(asked: Sequence[Question]) -> None:
    """One line for each metric that needs an answer, and one button for all of them."""
    with st.container(key="questions", gap="xsmall"):
        if not asked:
            return
        with st.form("answers", border=True):
            st.markdown(f"**{markdown_text(words.heading(asked))}**")
            with st.container(gap="xxsmall"):
                for question in asked:
                    _line(question)
            st.form_submit_button("Use these answers", on_click=_take, args=(tuple(q.column for q in asked),))


def _line(question: Question) -> None:
    """Values and methods of one metric, the four answers, and the number for one of them."""
    key, name = _key(question.column), shortened(question.column, 40)
    told, ways, aim = st.columns((11, 7, 2), vertical_alignment="center", gap="small")
    with told.container(gap=None):
        st.markdown(f"**{markdown_text(name)}** · {markdown_text(words.spread(question))}")
        if words.unsettled(question):
            st.caption(markdown_text(words.unsettled(question)))
    ways.segmented_control(
        f"Which end of {markdown_text(name)} is better?",
        list(_WAYS),
        format_func=lambda way: _WAYS[way],
        key=f"{key}_way",
        label_visibility="collapsed",
    )
    aim.text_input(
        f"Best value of {markdown_text(name)}",
        key=f"{key}_aim",
        max_chars=24,
        placeholder="number",
        label_visibility="collapsed",
    )


def _take(columns: Sequence[str]) -> None:
    """Take every answer that was given; a number that cannot be read is told and leaves its question open."""
    state.change(lambda work: _answered(work, columns))


def _answered(work: Work, columns: Sequence[str]) -> Work:
    for column in columns:
        way, text = (str(st.session_state.get(f"{_key(column)}_{part}") or "").strip() for part in ("way", "aim"))
        if way == _OUT:
            work = with_use(work, Use(column, LEFT_OUT, label=column, why="as you said", declared=True))
        elif way == _CLOSEST and number(text) is None:
            notices.later("warning", [f"{shortened(column, 40)}: found {text!r}, expected the number that is best."])
        elif way:
            work = answered(work, column, text if way == _CLOSEST else way)
    return work


def _key(column: str) -> str:
    """A key that any heading can have."""
    return f"ask_{hashlib.sha256(column.encode()).hexdigest()[:12]}"
