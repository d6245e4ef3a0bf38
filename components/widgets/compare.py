"""Compare on screen: the methods as chips, the weights as segments and the way to the brief, then
the answers."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from components import pages
from components.answers.compare.comparisons import VERDICTS
from components.choices.parsing import MAX_COMPARED
from components.format import shortened
from components.markup import tag, text
from components.resolved import Resolved
from components.results.comparisons import Compared, offered, selected
from components.results.weightings import NAMES, OWN
from components.served import Served
from components.widgets import address, cached, page, show
from components.widgets.bar import head, room
from components.widgets.names import INSIDE, link

_ADD, _WEIGHTS, _CUSTOM = "compare_add", "compare_weights", "custom"


def draw() -> None:
    """Draw the page."""
    page.page(pages.COMPARE)
    view = head(pages.COMPARE)
    assert isinstance(view, Served)
    found = VERDICTS.result(view)
    known, bar = offered(view), room()
    asked = address.opened()
    chosen = tuple(found.methods) if isinstance(found, Compared) else view.opened.get("methods", ())
    with bar or st.container():
        st.html(_chips(view, {m: known.get(m, m) for m in chosen}))
        _add(known, chosen)
        _weights(asked.get("weights", OWN))
        if isinstance(found, Compared):
            st.html(
                tag(
                    "a", text("One-page brief"), href=_brief(view, found), class_="button", **INSIDE
                )
            )
    show.items(pages.COMPARE.first, view, verdict=True)
    page.below(partial(show.rest, pages.COMPARE, view))


def _chips(view: Served, methods: Mapping[str, str]) -> str:
    """The methods, the claimed one first: a click on another makes it the claim, the cross takes
    one away."""
    parts, ids = [], list(methods)
    for i, (m, label) in enumerate(methods.items()):
        first = _there(view, [m, *(o for o in ids if o != m)])
        name = text(shortened(label, 24))
        chip = (
            tag("b", name)
            if i == 0
            else tag("a", name, href=first, title=f"Claim that {label} is better", **INSIDE)
        )
        others = [o for o in ids if o != m]
        cross = tag(
            "a",
            text("×"),
            href=_there(view, others),
            aria_label=f"Remove {label}",
            class_="cross",
            **INSIDE,
        )
        parts.append(
            tag("span", chip, cross if len(ids) > 1 else "", class_="claim" if i == 0 else "chip")
        )
        if i == 0 and len(ids) > 1:
            parts.append(tag("span", text("better than")))
    return tag("div", *parts, class_="chips")


def _there(view: Served, methods: list[str]) -> str:
    return link(view, pages.COMPARE, methods=tuple(methods), open="")


def _add(known: Mapping[str, str], chosen: tuple[str, ...]) -> None:
    if len(chosen) >= MAX_COMPARED:
        return
    rest = [m for m in known if m not in chosen]
    st.session_state[_ADD] = None

    def take() -> None:
        if st.session_state[_ADD]:
            address.set_opened(methods=",".join([*chosen, st.session_state[_ADD]]), open="")

    label = partial(shortened, max_letters=40)
    st.selectbox(
        "Add a method",
        rest,
        index=None,
        placeholder="Add",
        format_func=lambda m: label(known[m]),
        width=140,
        key=_ADD,
        on_change=take,
        label_visibility="collapsed",
    )


def _weights(now: str) -> None:
    names = {**NAMES, **({} if now in NAMES else {_CUSTOM: "Custom"})}
    st.session_state[_WEIGHTS] = now if now in NAMES else _CUSTOM

    def take() -> None:
        value = st.session_state[_WEIGHTS]
        address.set_opened(
            weights=now if value in (None, _CUSTOM) else "" if value == OWN else value
        )

    st.segmented_control(
        "Weights",
        list(names),
        format_func=lambda n: names[n],
        key=_WEIGHTS,
        on_change=take,
        label_visibility="collapsed",
    )


def _brief(view: Served, found: Compared) -> str:
    """The address of the brief of the claim in the panel that is opened, or the first one."""
    opened = address.opened().get("open", "").split(":")
    row = next((r for r in found.rows if [r.suite, r.panel, r.rival] == opened), found.rows[0])
    tables = cached.tables(row.suite)
    own = Resolved(tables, selected(tables, row.panel, found.weights))
    rivals = [r.rival_id for r in found.rows if (r.suite, r.panel) == (row.suite, row.panel)]
    return link(own, pages.BRIEF, compare=(row.claim_id, *rivals))
