"""What only the screen has of “Is my number sane?”: the boxes for the choices, above where the value lies."""

from collections.abc import Mapping
from functools import partial
from urllib.parse import urlencode

import streamlit as st

from components import names
from components.answers.check import known
from components.answers.check.known import ASKED, Known
from components.answers.check.place import PLACE
from components.answers.leaderboard import opened
from components.answers.record import Absent
from components.resolved import Resolved
from components.served import Served
from components.text import shortened
from components.widgets import address, cached
from components.widgets.answer import answer
from components.widgets.names import line

_TITLES = dict(zip(ASKED, ("Metric", "Method", "Model", "Forgotten data"), strict=True))


def place(view: Served) -> None:
    """The boxes, each with what is known together with the ones before it, the value, and where it lies."""
    found = view.of(known.compute)
    if isinstance(found, Absent):
        found = view.choosing(**dict.fromkeys(ASKED, "")).of(known.compute)
    assert isinstance(found, Known), "without a choice something is known"
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="asked"):
        for name in ASKED:
            called = partial(_called, found.offered[name])
            st.session_state[_key(name)] = found.asked[name]
            st.selectbox(
                _TITLES[name],
                list(found.offered[name]),
                format_func=called,
                width=240,
                key=_key(name),
                on_change=_ask,
                args=(view, name),
            )
        st.session_state[_key("value")] = address.read().get("value", "")
        st.text_input(
            "Value", placeholder="0.09 or 1.4e-12", width=160, key=_key("value"), on_change=_ask, args=(view, "value")
        )
    answer(PLACE, view, verdict=True)


def elsewhere(view: Served, *asked: str) -> str:
    """The address that compares what several sources report of a metric, a method and a model; else empty."""
    return f"check?{urlencode(dict(zip(ASKED, asked, strict=False)))}" if asked in view.of(known.comparable) else ""


def opened_method(view: Resolved) -> None:
    """Links from the method that is open on the leaderboard to what others report of the metrics with weight."""
    row, served = view.of(opened.compute).row, cached.served()
    if row is None or row.shows is None:
        return
    method = names.address("methods", view.tables, row.shows)
    weighted = [m for m, w in zip(view.panel.metrics, view.w, strict=True) if w > 0]
    compared = {
        elsewhere(served, names.address("metrics", view.tables, m.id), method, view.info.base_model): m.label
        for m in weighted
    }
    links = {href: label for href, label in compared.items() if href}
    if links:
        line("Compare with other sources: ", links)


def _called(labels: Mapping[str, str], own_id: str) -> str:
    return shortened(labels.get(own_id, own_id))


def _key(name: str) -> str:
    return f"asked_{name}"


def _ask(view: Served, changed: str) -> None:
    """Put what the boxes show into the address; what comes after the one changed stays where it goes with it."""
    shown = {name: str(st.session_state[_key(name)]) for name in ASKED}
    asked = known.fitting(view, shown) if changed in ASKED else shown
    value = str(st.session_state[_key("value")]).strip()
    address.write({**asked, **({"value": value} if value else {})})
