"""Choices of a reader, bound to the address bar.

The address is the only source of truth. A control shows what the address says; when it is used, its callback writes
the address, and the run that follows reads it again. So a shared link, Back, Forward and a click cannot disagree.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from components.answers.record import Page
from components.choice_text import costs
from components.earlier import earlier_defaults, sentence
from components.markup import tag, text
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
    parse_everywhere,
    to_query,
    to_text,
)
from components.sentences import sampled
from components.served import Served
from components.suites import advice, covering
from components.text import counted, joined, shortened, thousands
from components.web.share.words import DATA
from components.web.streamlit_private import arriving
from components.widgets import address, cached, controls, later, notices, share
from components.widgets.names import anchor
from data import store
from data.registry import Suite, Tables

_START = "_start"
_PLACES = "_places"
_READ = "_read"
_LINE = 72
"""Pixels of a line of controls."""
_ALWAYS = ("suite", "panel", "rows", "axes", "perturbation")
"""Choices that are always shown; the others are one line that opens."""
_LISTING = frozenset({"samples", "versus"})
"""Choices of what a long table lists: it starts on its first page again."""
_STEADY = frozenset({"radius", "minimum", "rng", "find", "claim", "sql"})
"""Controls that take several keys or letters in a row and never change their own arguments. What they show already is
not set again: a value that comes back from the server would undo the keys pressed meanwhile."""


def filters(*names: str, start: Callable[[Tables], str] | None = None, beside: Page | None = None) -> Resolved:
    """Draw the controls of the choices named, report what the address asks for in vain, and resolve the rest.

    The suite and its panel are always shown, the others behind one line that says what is chosen.
    Choices that the page does not name keep the value the address gives them. `start` is for pages that not every
    suite has numbers for: without a suite in the address they show the first public one for which it names a panel.
    The page `beside` is linked next to it; choices travel there as through the menu.
    """
    st.session_state[_START] = (arriving(), {} if start is None else _first(start))
    tables, chosen, problems = current()
    notices.delivered()
    notices.notices("warning", [*problems, *_unread(address.read())])
    _older(address.read(), tables, chosen, "rows" in names)
    view = Resolved(tables, chosen, keep=cached.kept)
    if "methods" in names and (chosen.most or costs(panel_tables(tables, chosen.panel))):
        names = (*names, "most")
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="filters"):
        for name in names:
            if name in _ALWAYS:
                control(view, name)
        if beside is not None:
            st.page_link(beside.script, label=beside.title, help=beside.question)
        share.share(resolved)
    if "suite" in names:
        _which_suite(view)
    folded = tuple(n for n in names if n not in _ALWAYS)
    if folded:
        # one block, and the same line, whatever is chosen: other blocks would build the figures below anew, and another
        # line would close itself and the list that is open in it
        with st.container(gap="xsmall", key="choosing"):
            # in place when the page is at rest: their parts are many, and few readers open the line at once
            with st.expander(f"{controls.names(folded)} · **change**", type="compact", key="choices"):
                later.with_controls(partial(_folded, folded), "choices", _LINE)
            chosen_line = controls.choices_text(view, folded)
            if chosen_line:
                st.caption(chosen_line)
    some = sampled(view.panel, view.aggregate)
    if some:
        st.caption(f"{some} [All runs, page by page]({link(view, 'data', table='runs')})")
    return view


def _which_suite(view: Resolved) -> None:
    """Where several suites cover one benchmark: what the one shown is good for, and the others a click away."""
    alike = covering(view.tables.suite, cached.suites())
    if not alike:
        return
    shown = advice(alike[0])
    title = f"Take this suite {shown.when} · **{counted(len(alike) - 1, 'other')} on {joined(shown.topics)}**"
    with st.expander(title, type="compact", key="which_suite"):
        st.html(tag("ul", *(tag("li", *_suite_line(suite)) for suite in alike[1:]), class_="names"))


def _suite_line(suite: Suite) -> tuple[str, str]:
    """A suite as markup: its name, which opens this page on it, what it is and when to take it."""
    advised, there = advice(suite), urlencode(opening(suite.id, bool(cached.sizes()[suite.id].families)))
    return anchor(suite.title, f"?{there}"), text(f": {advised.what}. Take it {advised.when}.")


def everywhere(names: Sequence[str]) -> Served:
    """The same head for a page over all suites, which has the choices named and no others."""
    chosen, problems = parse_everywhere(address.read(), names)
    notices.delivered()
    notices.notices("warning", [*(p.message for p in problems), *_unread(address.read())])
    view = cached.served(chosen)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="filters"):
        share.share(lambda: view)
    return view


def _folded(names: Sequence[str]) -> None:
    """The controls of these choices, as they are now: the page may have changed one since it ran."""
    now = resolved()
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="folded"):
        for name in names:
            control(now, name)


def control(resolved: Resolved, name: str) -> None:
    """Draw the control of one choice outside the filter row, beside what it changes."""
    value = getattr(resolved.selection, name)
    controls.CONTROLS[name](resolved, bound(name, value or controls.NONE_CHOSEN.get(name, value)))


def distinct(
    name: str, titles: Sequence[str], names: Mapping[str, str], chosen: Sequence[str], width: int = 240
) -> None:
    """A row of boxes for one choice of several ids, each another of the names (`controls.boxes`)."""
    with st.container(horizontal=True, gap="small", key=f"boxes_{name}"):
        controls.boxes(titles, names, chosen, bound(name, tuple(chosen)), width)


def page_box(page: int, last: int) -> None:
    """The box for the page of a long table, from 1 to its last."""
    st.number_input(f"Page, 1 to {thousands(last)}", 1, last, step=1, width=160, **bound("page_number", page))


def missing_private() -> str:
    """The suite that the address names when it is one that a reader brought and not of this session; else empty."""
    named = address.read().get("suite", "")
    return shortened(named, 60) if named.endswith(YOURS) and named not in {s.id for s in cached.suites()} else ""


def current() -> tuple[Tables, Selection, tuple[str, ...]]:
    """What the address says: the suite, the selection, and a sentence for each choice that could not be read.

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
        if missing and any(missing in ids for ids in cached.made_here().values()):
            lost = f"Your table waits for answers on the page Your results. Until then you see {used.title}."
        elif missing:
            lost = (
                f"{missing} is a reader's own suite and needs its file: bring it on the page Your results, and this "
                f"link shows it. Until then you see {used.title}."
            )
        else:
            expected = f"one of {', '.join(s.id for s in known)}"
            if suite_id in {refused.suite for refused in cached.not_served()}:
                expected += "; this suite is not served, because its folder has the problems listed on the page Data"
            lost = Problem("suite", shortened(suite_id, 60), expected, used.id).message
        suite_id = used.id
    tables = cached.tables(suite_id)
    complete = {**query, "suite": suite_id}
    last: _Read | None = st.session_state.get(_READ)
    if last is None or last.query != complete or last.tables is not tables:
        last = _remember(complete, tables, *parse(complete, tables))
    return tables, last.selection, (*([lost] if lost else []), *(p.message for p in last.problems))


def resolved() -> Resolved:
    """What the address says, resolved."""
    tables, chosen, _ = current()
    return Resolved(tables, chosen, keep=cached.kept)


def change(**choices: Any) -> None:
    """Change choices, for callbacks of buttons and components. What no longer fits is dropped and reported.

    `change(weights="equal")`, `change(pair=("FA", "RA"))`. Values are those of `Selection`.
    """
    before, chosen, _ = current()
    after = cached.tables(choices.get("suite") or chosen.suite)
    fitted, problems = changed(chosen, choices, before, after)
    notices.later("info", [p.message for p in problems])
    query = short_query(fitted, after)
    address.write(query)
    address.remember()
    _remember({**query, "suite": fitted.suite}, after, fitted)


def bound(name: str, value: Any) -> dict[str, Any]:
    """Arguments that tie an input widget to a choice: `st.selectbox("Metric", ids, **bound("metric", "FA"))`."""
    key = f"choice_{name}"
    now = list(value) if isinstance(value, tuple) and name not in ("weights", "floors") else value
    # set on every run: the same control on another page is another widget and forgets what this one showed
    places = st.session_state.setdefault(_PLACES, {})
    here = name in _STEADY and places.get(name) == arriving() and key in st.session_state
    if not (here and to_text(st.session_state[key]) == to_text(value)):
        st.session_state[key] = now
    places[name] = arriving()
    return {"key": key, "on_change": commit, "args": (name,)}


def short_query(selection: Selection, tables: Tables) -> dict[str, str]:
    """The query for the address bar: empty when everything, the suite too, is as it is on a first visit."""
    first = cached.suites()[0].id
    older = cached.older(tables)
    if selection == default_selection(tables) and tables.suite.id == first and not _start() and not older:
        return {}
    return {**to_query(selection, tables), **older}


def link(resolved: Resolved, path: str = "", **choices: Any) -> str:
    """A relative link to a page with this view, other choices replaced: `link(view, "agreement", pair=(a, b))`."""
    query = {**to_query(replace(resolved.selection, **choices), resolved.tables), **cached.older(resolved.tables)}
    return f"{path}?{urlencode(query, safe=':,')}"


@dataclass(frozen=True, eq=False)
class _Read:
    """What was read from an address."""

    query: Mapping[str, str]
    tables: Tables
    selection: Selection
    problems: tuple[Problem, ...] = ()


def _remember(query: Mapping[str, str], tables: Tables, chosen: Selection, problems: tuple[Problem, ...] = ()) -> _Read:
    last = _Read(query, tables, chosen, problems)
    st.session_state[_READ] = last
    return last


def _first(start: Callable[[Tables], str]) -> dict[str, str]:
    for suite in cached.suites():
        panel = "" if suite.private else start(cached.tables(suite.id))
        if panel:
            return {"suite": suite.id, "panel": panel}
    return {}


def _start() -> dict[str, str]:
    """What this page shows when its address names no suite."""
    page, query = st.session_state.get(_START, ("", {}))
    return query if page == arriving() else {}


def commit(name: str) -> None:
    """Put what the control of a choice shows into the address."""
    value = st.session_state[f"choice_{name}"]
    first_page = {"page_number": 1} if name in _LISTING else {}
    change(**{name: tuple(value) if isinstance(value, list) else value}, **first_page)


def _unread(query: Mapping[str, str]) -> list[str]:
    names = [shortened(n, 40) for n in query if n not in BY_NAME and n != DATA]
    if not names:
        return []
    others = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return [f"Not a choice of this page, ignored: {', '.join(names[:5])}{others}."]


def _older(query: Mapping[str, str], tables: Tables, chosen: Selection, of_rows: bool) -> None:
    """What changed since a link with an older data version, or without rows, was made; its defaults in one click.

    A link to the app without rows is noted where the page has some (`of_rows`).
    """
    older = of_rows and "suite" in query and address.from_outside()
    version, rows = query.get(DATA, ""), query.get("rows") if older else chosen.rows
    if tables.suite.private or missing_private():
        return
    sentences = [f"This link was made with data version {shortened(version, 12)}; shown is {tables.data_version}."]
    if not version:
        sentences = []
    elif version == tables.data_version:
        served = store.data_version(tables.suite.id)
        sentences = [f"This link opens data version {version}, with which it was made; today's is {served}."]
        sentences = sentences if cached.older(tables) else []
    usual = default_selection(tables)
    then = earlier_defaults(tables, chosen.panel, version, rows)
    then = {name: text for name, text in then.items() if getattr(chosen, name) == getattr(usual, name)}
    if then and not sentences:
        sentences = ["This link names no rows."]
    changes = store.changes(tables.suite.id, version) if version not in ("", tables.data_version) else []
    notices.notices("info", [*sentences, *changes, *([sentence(then)] if then else [])])
    if then:
        st.button("Show it with the earlier defaults", key="earlier_defaults", on_click=change, kwargs=dict(then))
