"""The bar of a page: its controls, the button behind which the others are, and Share."""

from collections.abc import Sequence
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.answers.record import Page, answers_in
from components.choices import runs
from components.choices.record import Choice
from components.format import joined, markdown_text
from components.pages import LEADERBOARD
from components.resolved import Resolved
from components.selection import Selection, default_selection, panel_tables
from components.served import Served
from components.suite_ids import cost_metrics
from components.widgets import address, later, notices, selection, share
from components.widgets.controls import Bound, draw_control

_ROOM = "_room"
_PRESET = "_weighed"


def head(record: Page) -> Resolved | Served:
    """Draw the bar of a page, and return the view that its address asks for."""
    address.start_page(record)
    notices.delivered()
    if record.spans:
        served = selection.view_of_all(record)
        with row_of_controls("filters"):
            _keep_room(record)
            share.share(lambda: served)
        return served
    view = selection.view_of_one(record)
    st.session_state[_PRESET] = _preset(view.selection)
    _draw_filters(view, record)
    return view


def bar_is_old() -> bool:
    """Return whether the bar shows another preset of weights than the address has."""
    _, chosen, _ = selection.current()
    return bool(st.session_state.get(_PRESET) != _preset(chosen))


def _preset(chosen: Selection) -> str:
    """Return the preset of a selection, "" for a reader's weights."""
    return chosen.weights if isinstance(chosen.weights, str) else ""


def room() -> DeltaGenerator | None:
    """Return the place in the bar for what the first answer asks, once; None if there is none."""
    bar_place: DeltaGenerator | None = st.session_state.pop(_ROOM, None)
    return bar_place


def _keep_room(record: Page) -> None:
    first_answer = next(answers_in(record.first), None)
    if first_answer is not None and first_answer.asks:
        st.session_state[_ROOM] = row_of_controls("asked")


def row_of_controls(row_key: str) -> DeltaGenerator:
    """Return the place of controls that stand next to each other."""
    return st.container(horizontal=True, gap="small", vertical_alignment="bottom", key=row_key)


def _draw_filters(view: Resolved, record: Page) -> None:
    """Draw the controls of a page, in its bar and behind a button, and what the latter say.

    An embedded page has no controls: it says alone what is chosen."""
    choices = list(record.filters)
    if runs.METHODS in choices and _has_costs(view):
        choices.append(runs.MOST)
    folded = [choice for choice in choices if choice.place == "filters"]
    if st.context.is_embedded:
        _say_chosen(view, record, folded)
        return
    with row_of_controls("filters"):
        for choice in choices:
            if choice.place == "bar":
                draw_choice(view, choice)
        if folded:
            opened = st.popover("Filters", key="choices", on_change="rerun")
            if opened.open or later.EAGER:
                with opened:
                    for choice in folded:
                        draw_choice(view, choice)
        _keep_room(record)
        share.share(selection.resolved)
    filters_text = told_line(view, folded)
    if filters_text:
        st.caption(filters_text)


def _say_chosen(view: Resolved, record: Page, folded: Sequence[Choice]) -> None:
    """Say whose runs an embedded page shows, which its board says itself, and which of them."""
    chosen_texts = [told_line(view, folded)]
    if record is not LEADERBOARD:
        chosen_texts.insert(0, markdown_text(f"{view.labels.suite}, {view.labels.panel}"))
    chosen_text = " · ".join(filter(None, chosen_texts))
    if chosen_text:
        st.caption(chosen_text)


def _has_costs(view: Resolved) -> bool:
    chosen = view.selection
    return bool(chosen.most or cost_metrics(panel_tables(view.tables, chosen.panel)))


def draw_choice(view: Resolved, choice: Choice) -> None:
    """Draw the control of a choice that decides numbers."""
    if choice.control is None:
        return
    chosen_value = getattr(view.selection, choice.name)
    take_value = partial(_take, choice.name)
    draw_control(
        choice.control, Bound(f"choice_{choice.name}", chosen_value, take_value, view, view.labels)
    )


def _take(choice_name: str, chosen_value: object) -> None:
    selection.change(**{choice_name: chosen_value})


def told_line(view: Resolved, folded: Sequence[Choice]) -> str:
    """Return what the choices behind the button say, "" if all is as on a first visit.

    "MMUBench only · all seeds and methods · as published".
    """
    chosen = view.selection
    usual_selection = default_selection(view.tables)
    which_runs = [c for c in folded if c in (runs.BENCHMARKS, runs.SEEDS, runs.METHODS)]
    filtered = [choice for choice in which_runs if getattr(chosen, choice.name)]
    unfiltered = [choice.name for choice in which_runs if choice not in filtered]
    others = [
        choice
        for choice in folded
        if choice not in which_runs
        and getattr(chosen, choice.name) != getattr(usual_selection, choice.name)
    ]
    if not filtered and not others:
        return ""
    filter_texts = [_told(view, choice) for choice in filtered]
    if unfiltered:
        filter_texts.append(f"all {joined(unfiltered)}")
    filter_texts += [_told(view, choice) for choice in others]
    filters_text = " · ".join(filter_texts)
    return markdown_text(filters_text[:1].upper() + filters_text[1:])


def _told(view: Resolved, choice: Choice) -> str:
    if choice.tell is not None:
        return choice.tell(view)
    return f"{choice.help}: {getattr(view.selection, choice.name)}"
