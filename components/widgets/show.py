"""A page from its record: head, filters, and its answers as they are arranged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module

import streamlit as st

from components import pages
from components.answers.record import Absent, Answer, Beside, Item, Page, answers_in
from components.answers.record import Tabs as Tabbed
from components.markup import tag
from components.resolved import Resolved
from components.results.absent import Nearest
from components.results.nearest_evidence import READING
from components.selection import default_selection
from components.served import View
from components.widgets import address, cached, later
from components.widgets import page as scaffold
from components.widgets.answer import answer, start_run
from components.widgets.bar import head
from components.widgets.glossary import terms
from components.widgets.names import anchor, link
from components.widgets.part import part
from components.widgets.selection import having

OWN: Mapping[str, str] = {
    "overview": "overview.show",
    "leaderboard": "leaderboard.show",
    "compare": "compare.draw",
    "data": "data.show",
    "your_results": "your_results.show",
    "about": "about.show",
    "brief": "brief.show",
}
"""The pages that draw themselves, by the function next to this file."""


def show(page_name: str) -> None:
    """Draw a page."""
    start_run()
    address.start_page(pages.by_name(page_name))
    if page_name in OWN:
        module, function = OWN[page_name].split(".")
        getattr(import_module(f"components.widgets.{module}"), function)()
        return
    record = pages.by_name(page_name)
    scaffold.page(record)
    view = head(record)
    nearest = _nearest(record, view)
    if nearest is None:
        items(record.first, view, verdict=True)
        elsewhere(record, view)
    else:
        answer(record.answers[0], view, verdict=True)
        under_its_name(nearest, record, view)
    scaffold.below(partial(rest, record, view))


def _nearest(record: Page, view: View) -> Nearest | None:
    """Return whose evidence is shown because the answer to the question of a page has none."""
    if not record.answers:
        return None
    result = record.answers[0].result(view)
    return result.nearest if isinstance(result, Absent) else None


def under_its_name(nearest: Nearest, record: Page, view: View) -> None:
    """Draw the first screen of the panel that is nearest, under its name and with a link to it."""
    scaffold.section(nearest.name)
    target = link(view, record, suite=nearest.suite, panel=nearest.panel)
    st.html(tag("p", anchor(f"Open {nearest.name}", target), class_="names"))
    usual_selection = default_selection(cached.tables(nearest.suite))
    nearest_view = cached.resolved(replace(usual_selection, panel=nearest.panel))
    for shown_answer in answers_in(record.first):
        result = shown_answer.result(nearest_view)
        if any(answer_part.when(result) for answer_part in shown_answer.parts):
            answer(shown_answer, nearest_view)
    scaffold.notes(READING)


def rest(record: Page, view: View) -> None:
    """Draw what is below the first screen, and the terms of the page."""
    items(record.below, view)
    term_ids: dict[str, None] = {}
    for shown_answer in (*answers_in(record.first), *answers_in(record.below)):
        term_ids |= dict.fromkeys(shown_answer.terms)
    if term_ids:
        terms(view, *term_ids)


def live(first: Callable[[Resolved], None], record: Page) -> None:
    """Draw a page whose first screen runs alone when a choice in it changes; the rest follows if it
    is in sight."""
    part(first)
    scaffold.below(partial(part, partial(_following, record)))


def _following(record: Page, view: Resolved) -> None:
    later.follow(record.name)
    scaffold.notes(*record.answers[0].said(view).notes)
    rest(record, view)


def elsewhere(record: Page, view: View) -> None:
    """Link to the suites that a page has numbers for, if this one has none."""
    if not isinstance(view, Resolved) or record.starts is None or not record.answers:
        return
    if record.starts(view.tables) and not isinstance(record.answers[0].result(view), Absent):
        return
    anchors = []
    for suite in having(record):
        if suite.id != view.tables.suite.id:
            anchors.append(anchor(suite.title, link(view, record, suite=suite.id)))
    if anchors:
        st.html(tag("p", "Suites that have: ", ", ".join(anchors), class_="names"))


def items(arranged: Sequence[Item], view: View, verdict: bool = False) -> None:
    """Draw answers as they are arranged; with `verdict` the first sentence of the first one is the
    page's."""
    for item_index, page_item in enumerate(arranged):
        if isinstance(page_item, Answer):
            answer(page_item, view, verdict=verdict and item_index == 0)
        elif isinstance(page_item, Beside):
            _beside(page_item, view)
        else:
            _tabs(page_item, view)


def _beside(beside: Beside, view: View) -> None:
    """Draw answers next to one another, or below one another where they do not fit the view."""
    if not beside.when(view):
        items(beside.columns, view)
        return
    places = st.columns(list(beside.widths), gap="medium")
    for column_place, inside in zip(places, beside.columns, strict=True):
        with column_place:
            items([inside], view)


def _tabs(tabbed: Tabbed, view: View) -> None:
    """Draw the open tab alone."""
    tabs = st.tabs(list(tabbed.items), on_change="rerun")
    for tab, inside in zip(tabs, tabbed.items.values(), strict=True):
        if tab.open or later.EAGER:
            with tab:
                items(inside, view)
