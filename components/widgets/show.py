"""A page from its record: head, filters, and its answers as they are arranged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from components import pages
from components.answers.record import Answer, Beside, Item, Mount, Page, Tabs, answers_in
from components.errors import UnknownName
from components.names import require
from components.selection import parse_everywhere
from components.served import View
from components.widgets import address, cached, later, mounts, notices
from components.widgets import page as scaffold
from components.widgets.answer import answer
from components.widgets.glossary import terms
from components.widgets.names import index
from components.widgets.part import part
from components.widgets.selection import change, everywhere, filters
from data.names import Kind

_TABS = "open_tab"


def show(name: str) -> None:
    """Draw a page."""
    record = pages.by_name(name)
    if record.kind is not None:
        _named(record, record.kind)
        return
    scaffold.page(record)
    if record.spans:
        view: View = everywhere(record.spans)
    else:
        beside = pages.BRIEF if record.live else None
        view = filters(*record.filters, start=record.starts, beside=beside)
    _answers(record, view)


def _named(record: Page, kind: Kind) -> None:
    """A page about one name, and links to all others; a name that is not known is reported."""
    chosen, served = parse_everywhere(address.read(), record.spans)[0], cached.served()
    label, message = "", ""
    try:
        label = require(kind, chosen.id, served.suites) if chosen.id else ""
    except UnknownName as error:
        message = str(error)
    scaffold.page(record, label)
    view = everywhere(record.spans)
    if message:
        notices.notice("warning", f"{message}.")
    if label:
        _answers(record, view)
    scaffold.section(f"All {kind}")
    index(kind, served.suites)


def _answers(record: Page, view: View) -> None:
    if record.live:
        part(partial(_first, record))
    else:
        _first(record, view)
    if record.below or record.terms or any(a.terms for a in record.answers):
        scaffold.below(partial(_rest, record, view))


def _first(record: Page, view: View) -> None:
    for at, item in enumerate(record.first):
        _item(item, view, verdict=at == 0)


def _below(record: Page, view: View) -> None:
    for item in record.below:
        _item(item, view)


def _following(record: Page, view: View) -> None:
    later.follow(record.name)
    _below(record, view)


def _rest(record: Page, view: View) -> None:
    if record.live:
        part(partial(_following, record))
    else:
        _below(record, view)
    shown = [*answers_in(record.first, view), *answers_in(record.below, view)]
    explained = [t for a in shown for t in a.terms]
    if record.terms or explained:
        terms(*dict.fromkeys([*record.terms, *explained]))


def _item(item: Item, view: View, verdict: bool = False) -> None:
    if isinstance(item, Answer):
        answer(item, view, verdict=verdict)
    elif isinstance(item, Beside):
        side_by_side = item.when(view)
        places = st.columns(list(item.widths), gap="medium") if side_by_side else [st.container() for _ in item.columns]
        for place, inside in zip(places, item.columns, strict=True):
            with place:
                _item(inside, view)
    elif isinstance(item, Mount):
        mounts.draw(item.name, view)
    elif item.when(view):
        _tabs(item, view)


def _tabs(tabs: Tabs, view: View) -> None:
    """One tab at a time is open."""
    if tabs.heading:
        scaffold.section(tabs.heading)
    titles = {name: title for name, (title, _) in tabs.items.items()}
    chosen = tabs.open(view)
    st.session_state[_TABS] = titles[chosen]
    row = st.tabs(list(titles.values()), key=_TABS, on_change=partial(_turn, titles, tabs.start(view)))
    with row[list(titles).index(chosen)]:
        for item in tabs.items[chosen][1]:
            _item(item, view)


def _turn(titles: Mapping[str, str], usual: str) -> None:
    name = next(n for n, title in titles.items() if title == st.session_state[_TABS])
    change(show="" if name == usual else name)
