"""Choices of a user, bound to the address bar.

The address is the only source of truth. A control shows what the address says; when it is used, its
callback writes the address, and the run that follows reads it again. So a shared link, Back,
Forward and a click cannot disagree."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import pages
from components.answers.record import Page, answers_in, read_asks
from components.choice_text import costs
from components.format import shortened
from components.own_ids import YOURS, enlarged_of
from components.resolved import Resolved
from components.selection import (
    BY_NAME,
    Problem,
    Selection,
    changed,
    default_selection,
    opening,
    panel_tables,
    parse,
    to_query,
    to_text,
)
from components.served import Served
from components.stats.memo import memoised
from components.table import Link
from components.web.share.words import DATA
from components.web.streamlit_private import arriving
from components.widgets import address, cached, controls, later, notices, share
from data.registry import Suite, Tables

_START, _PLACES, _READ, _ROOM, _WEIGHED = "_start", "_places", "_read", "_room", "_weighed"
_ALWAYS = ("suite", "panel", "purpose", "axes", "perturbation", "judge", "private_set")
"""Choices that are shown in the bar; the others are behind a button."""
_STEADY = frozenset({"radius", "rng"})
"""Controls that take several keys in a row and never change their own arguments. What they show
already is not set
again: a value that comes back from the server would undo the keys pressed meanwhile."""


def head(record: Page) -> Resolved | Served:
    """Draw the bar of a page, report what the address asks for in vain, and return the view that it
    asks for.

    Without a suite in the address a page that not every suite has numbers for shows the largest
    public one that has."""
    address.open_on_page((*record.asks, *record.state))
    notices.delivered()
    if record.spans:
        values, refused = read_asks(record.asks, address.read(), None)
        notices.notices("warning", [*(p.message for p in refused), *_unread(record)])
        served = cached.served(values)
        with _bar():
            _keep_room(record)
            share.share(lambda: served)
        return served
    st.session_state[_START] = (arriving(), _first(record))
    tables, chosen, problems = current()
    values, refused = read_asks(record.asks, address.read(), tables)
    version = address.read().get(DATA, "")
    other = f"This link was made with another data version; shown is {tables.data_version}."
    notices.notices("warning", [*problems, *(p.message for p in refused), *_unread(record)])
    notices.notices(
        "info",
        [other] if version not in ("", tables.data_version) and not missing_private() else [],
    )
    view = cached.resolved(chosen, values)
    st.session_state[_WEIGHED] = _named(chosen)
    _choices(view, record)
    return view


def bar_is_old() -> bool:
    """Return whether the bar shows another preset of weights than the address has, or one where it
    has own weights."""
    return bool(st.session_state.get(_WEIGHED) != _named(current()[1]))


def _named(chosen: Selection) -> str:
    """The preset of a selection; "" for own weights."""
    return chosen.weights if isinstance(chosen.weights, str) else ""


def room() -> DeltaGenerator | None:
    """Return the place in the bar for what the first answer asks, once; None if there is none."""
    place: DeltaGenerator | None = st.session_state.pop(_ROOM, None)
    return place


def _keep_room(record: Page) -> None:
    first = next(answers_in(record.first), None)
    if first is not None and first.asks:
        st.session_state[_ROOM] = st.container(
            horizontal=True, gap="small", vertical_alignment="bottom", key="asked"
        )


def _bar() -> DeltaGenerator:
    return st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="filters")


def _choices(view: Resolved, record: Page) -> None:
    """Draw the controls of a page: the first ones in its bar, the others behind a button, and what
    these say now."""
    names = record.filters
    if "methods" in names and (
        view.selection.most or costs(panel_tables(view.tables, view.selection.panel))
    ):
        names = (*names, "most")
    folded = tuple(n for n in names if n not in _ALWAYS)
    with _bar():
        for name in names:
            if name in _ALWAYS:
                control(view, name)
        if folded:
            opened = st.popover("Filters", key="choices", on_change="rerun")
            if opened.open or later.EAGER:
                with opened:
                    for name in folded:
                        control(view, name)
        _keep_room(record)
        share.share(resolved)
    choices = controls.choices_text(view, folded)
    if choices:
        st.caption(choices)


def control(view: Resolved, name: str) -> None:
    """Draw the control of one choice."""
    choice = "weights" if name == "purpose" else name
    controls.CONTROLS[name](view, bound(choice, getattr(view.selection, choice)))


def missing_private() -> str:
    """Return the suite that the address names if it is a user's own and not of this session; else
    ""."""
    named = address.read().get("suite", "")
    return (
        shortened(named, 60)
        if named.endswith(YOURS) and named not in {s.id for s in cached.suites()}
        else ""
    )


def current() -> tuple[Tables, Selection, tuple[str, ...]]:
    """Return what the address says: the suite, the selection, and a sentence for each choice that
    cannot be read.

    It is read once, however often a run and its callbacks ask.
    """
    query = address.read()
    if "suite" not in query:
        query = {**_start(), **query}
    known = cached.suites()
    suite_id = query.get("suite", known[0].id)
    lost = ""
    if suite_id not in {s.id for s in known}:
        missing = missing_private()
        # an enlarged suite is called after the one that was enlarged
        used = next((s for s in known if missing and s.id == enlarged_of(suite_id)), known[0])
        if missing in cached.made_here():
            lost = (
                "Your table waits for answers on the page Your results. Until then you see"
                f" {used.title}."
            )
        elif missing:
            lost = (
                f"{missing} is a reader's own suite and needs its file: bring it on the page Your"
                f" results, and this link shows it. Until then you see {used.title}."
            )
        else:
            expected = f"one of {', '.join(s.id for s in known)}"
            if suite_id in {refused.suite for refused in cached.not_served()}:
                expected += (
                    "; this suite is not served, because its folder has the problems listed on the"
                    " page Data"
                )
            lost = Problem("suite", shortened(suite_id, 60), expected, used.id).message
        suite_id = used.id
    tables = cached.tables(suite_id)
    complete = {**query, "suite": suite_id}
    last: _Read | None = st.session_state.get(_READ)
    if last is None or last.query != complete or last.tables is not tables:
        last = _remember(complete, tables, *parse(complete, tables))
    return tables, last.selection, (*([lost] if lost else []), *(p.message for p in last.problems))


def resolved() -> Resolved:
    """Return what the address says, resolved."""
    return cached.resolved(current()[1])


def change(**choices: Any) -> None:
    """Change choices, for callbacks of buttons and components. What no longer fits is dropped and
    reported.

    Values are those of `Selection`: `change(weights="equal")`. Another suite closes what is open.
    """
    before, chosen, _ = current()
    after = cached.tables(choices.get("suite") or chosen.suite)
    fitted, problems = changed(chosen, choices, before, after)
    notices.later("info", [p.message for p in problems])
    query = short_query(fitted, after)
    address.write({**query, **(address.opened() if after is before else {})})
    address.remember()
    _remember({**query, "suite": fitted.suite}, after, fitted)


def bound(name: str, value: Any) -> dict[str, Any]:
    """Return arguments that tie an input widget to a choice: `st.selectbox("k", counts,
    **bound("k", "auto"))`."""
    key = f"choice_{name}"
    now = list(value) if isinstance(value, tuple) and name not in ("weights", "floors") else value
    # set on every run: the same control on another page is another widget and forgets what this one
    # showed
    places = st.session_state.setdefault(_PLACES, {})
    here = name in _STEADY and places.get(name) == arriving() and key in st.session_state
    if not (here and to_text(st.session_state[key]) == to_text(value)):
        st.session_state[key] = now
    places[name] = arriving()
    return {"key": key, "on_change": commit, "args": (name,)}


def commit(name: str) -> None:
    """Take over what a control shows."""
    value = st.session_state[f"choice_{name}"]
    change(**{name: tuple(value) if isinstance(value, list) else value})


def short_query(selection: Selection, tables: Tables) -> dict[str, str]:
    """Return the query for the address bar: empty if everything, the suite too, is as on a first
    visit."""
    first = cached.suites()[0].id
    if selection == default_selection(tables) and tables.suite.id == first and not _start():
        return {}
    return to_query(selection, tables)


def link(
    view: Resolved, path: str = "", opened: Mapping[str, Any] | None = None, **choices: Any
) -> str:
    """Return a relative link to a page with this view, other choices replaced and something open
    there."""
    other = replace(view.selection, **choices) if choices else view.selection
    query = memoised(view, other, lambda: to_query(other, view.tables))
    texts = {name: to_text(value) for name, value in (opened or {}).items()}
    return f"{path}?{urlencode({**query, **texts}, safe=':,')}"


def href(view: Resolved | Served, target: Link) -> str:
    """Return the address of what a cell of a table leads to."""
    if target.url:
        return target.url if target.url.startswith("https://") else ""
    path = pages.by_name(target.page).path if target.page else ""
    own = {n: v for n, v in target.choices.items() if n in BY_NAME}
    opened = {n: v for n, v in target.choices.items() if n not in BY_NAME}
    if isinstance(view, Resolved) and "suite" not in own:
        return link(view, path, opened if target.page else {**address.opened(), **opened}, **own)
    texts = {name: to_text(value) for name, value in {**own, **opened}.items()}
    return f"{path}?{urlencode(texts, safe=':,')}"


@dataclass(frozen=True, eq=False)
class _Read:
    """What was read from an address."""

    query: Mapping[str, str]
    tables: Tables
    selection: Selection
    problems: tuple[Problem, ...] = ()


def _remember(
    query: Mapping[str, str], tables: Tables, chosen: Selection, problems: tuple[Problem, ...] = ()
) -> _Read:
    last = _Read(query, tables, chosen, problems)
    st.session_state[_READ] = last
    return last


def having(record: Page) -> list[Suite]:
    """Return the public suites that a page has numbers for."""
    starts = record.starts
    return (
        []
        if starts is None
        else [s for s in cached.suites() if not s.private and starts(cached.tables(s.id))]
    )


def _first(record: Page) -> dict[str, str]:
    """The suite and panel that a page starts from, the largest that has numbers; nothing if every
    suite has some."""
    suites = having(record)
    if not suites or record.starts is None:
        return {}
    sizes, usual = cached.sizes(), pages.OPENS.get(record.name, cached.suites()[0].id)
    suite = max(suites, key=lambda s: (s.id == usual, sizes[s.id].runs)).id
    return {
        **opening(suite, bool(sizes[suite].families)),
        "panel": record.starts(cached.tables(suite)),
    }


def _start() -> dict[str, str]:
    """What this page shows when its address names no suite."""
    page, query = st.session_state.get(_START, ("", {}))
    return dict(query) if page == arriving() else {}


def _unread(record: Page) -> list[str]:
    """A sentence on names in the address that are no choices of the page."""
    known = {
        *(() if record.spans else BY_NAME),
        *record.asks,
        *record.state,
        DATA,
        "embed",
        "embed_options",
    }
    names = [shortened(n, 40) for n in address.read() if n not in known]
    if not names:
        return []
    others = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return [f"Not a choice of this page, ignored: {', '.join(names[:5])}{others}."]
