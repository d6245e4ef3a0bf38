"""What the address bar says: a suite, a selection, and what the page has open.

The address is the only source of truth. A control shows what the address says; when it is used, its
callback writes the address, and the run that follows reads it again. So a shared link, Back,
Forward and a click cannot disagree.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components import links
from components.answers.record import Page
from components.choices.query import CHOICE_BY_NAME, changed, parse
from components.choices.record import InvalidChoice, aliases, read_opened
from components.format import shortened
from components.private_ids import YOURS, enlarged_of
from components.resolved import Resolved
from components.selection import Selection, default_selection, opening, to_query
from components.served import Served
from components.web.streamlit_private import arriving
from components.widgets import address, cached, notices
from data.registry import Suite, Tables

MAX_IGNORED = 5
"""Names in an address that a message lists before it counts them."""
_START = "_start"
_READ = "_read"
_PARAMETERS = (links.DATA_VERSION, "embed", "embed_options")
"""Names in an address that are no choices."""


@dataclass(frozen=True, eq=False)
class AddressRead:
    """What was read from an address."""

    query: Mapping[str, str]
    tables: Tables
    selection: Selection
    problems: tuple[InvalidChoice, ...] = ()


def view_of_all(record: Page) -> Served:
    """Return the view of a page over all suites, after notices of what cannot be read."""
    values, problems = read_opened(record.opens, address.read(), None)
    notices.notices("warning", [*(problem.message for problem in problems), *_ignored(record)])
    return cached.served(values)


def view_of_one(record: Page) -> Resolved:
    """Return the view that the address asks for, after notices of what it asks for in vain.

    Without a suite in the address, a page that not every suite has numbers for shows the first
    public one that has.
    """
    st.session_state[_START] = (arriving(), _first(record))
    tables, selection, messages = current()
    values, problems = read_opened(record.opens, address.read(), tables)
    ignored = _ignored(record)
    notices.notices("warning", [*messages, *(problem.message for problem in problems), *ignored])
    version = address.read().get(links.DATA_VERSION, "")
    if version not in ("", tables.data_version) and not missing_private():
        shown_version = f"shown is {tables.data_version}"
        notices.notice("info", f"This link was made with another data version; {shown_version}.")
    return cached.resolved(selection, values)


def missing_private() -> str:
    """Return the private suite that the address names if this session lacks it; else ""."""
    suite_id = address.read().get("suite", "")
    if suite_id.endswith(YOURS) and suite_id not in {suite.id for suite in cached.suites()}:
        return shortened(suite_id, 60)
    return ""


def current() -> tuple[Tables, Selection, tuple[str, ...]]:
    """Return what the address says: suite, selection, a sentence for each unreadable choice.

    It is read once, however often a run and its callbacks ask.
    """
    query = address.read()
    if "suite" not in query:
        query = {**_start(), **query}
    suites = cached.suites()
    suite_id = query.get("suite", suites[0].id)
    messages = []
    if suite_id not in {suite.id for suite in suites}:
        used_suite = _used_instead(suite_id, suites)
        messages.append(_lost(suite_id, used_suite))
        suite_id = used_suite.id
    tables = cached.tables(suite_id)
    complete = {**query, "suite": suite_id}
    last_read: AddressRead | None = st.session_state.get(_READ)
    if last_read is None or last_read.query != complete or last_read.tables is not tables:
        last_read = _remember(complete, tables, *parse(_known(complete), tables))
    messages += [_told(problem, last_read) for problem in last_read.problems]
    return tables, last_read.selection, tuple(messages)


def _known(query: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that the page of this run reads."""
    return links.known_choices(address.current_page(), query)


def _used_instead(suite_id: str, suites: tuple[Suite, ...]) -> Suite:
    """Return the suite shown for one that is not served: an enlarged one's own, or the first."""
    if missing_private():
        for suite in suites:
            if suite.id == enlarged_of(suite_id):
                return suite
    return suites[0]


def _lost(suite_id: str, used_suite: Suite) -> str:
    """Return why the suite that the address names is not shown."""
    missing = missing_private()
    if missing in cached.made_here():
        return (
            "Your table waits for answers on the page Your results. Until then you see"
            f" {used_suite.title}."
        )
    if missing:
        return (
            f"{missing} is a reader's own suite and needs its file: bring it on the page Your"
            f" results, and this link shows it. Until then you see {used_suite.title}."
        )
    reason = "a suite that this site does not have"
    if suite_id in {refused.suite for refused in cached.not_served()}:
        reason = f"{suite_id}, not served: its folder has the problems listed on the page Data"
    return f"Shown: {shortened(used_suite.title)}. The address names {reason}."


def _told(problem: InvalidChoice, last_read: AddressRead) -> str:
    """Return what a reader is told of a choice that cannot be read."""
    if problem.name != "panel":
        return problem.message
    labels = {panel.id: panel.label for panel in last_read.tables.panels}
    shown_panel = shortened(labels[last_read.selection.panel])
    suite = shortened(last_read.tables.suite.title)
    return f"Shown: {shown_panel}. The address names a model that {suite} does not have."


def resolved() -> Resolved:
    """Return what the address says, resolved, with what the page has open."""
    tables, selection, _ = current()
    values, _ = read_opened(address.current_page().opens, address.read(), tables)
    return cached.resolved(selection, values)


def change(**choices: Any) -> None:
    """Change choices, for callbacks of controls and components: `change(weights="equal")`.

    What a new suite or panel does not have is left out in silence; a value that cannot be read is
    reported.
    """
    view = resolved()
    record = address.current_page()
    if not {"suite", "panel"} & set(choices):
        _, problems = changed(view.selection, choices, view.tables, view.tables)
        notices.later("info", [problem.message for problem in problems])
    query = links.query_for(view, record, record, choices)
    address.write({} if _is_first_visit(query) else query)
    address.remember()


def _is_first_visit(query: Mapping[str, str]) -> bool:
    """Return whether a page shows this without anything in its address."""
    first_tables = cached.tables(cached.suites()[0].id)
    usual_query = to_query(default_selection(first_tables), first_tables)
    return query == _known(usual_query) and not _start()


def having(record: Page) -> list[Suite]:
    """Return the public suites that a page has numbers for."""
    starts = record.starts
    if starts is None:
        return []
    public = [suite for suite in cached.suites() if not suite.private]
    return [suite for suite in public if starts(cached.tables(suite.id))]


def _remember(
    query: Mapping[str, str],
    tables: Tables,
    selection: Selection,
    problems: tuple[InvalidChoice, ...] = (),
) -> AddressRead:
    last_read = AddressRead(query, tables, selection, problems)
    st.session_state[_READ] = last_read
    return last_read


def _first(record: Page) -> dict[str, str]:
    """Return the query that a page starts from, of the first suite that has numbers.

    Empty if every suite has some.
    """
    suites = having(record)
    if not suites or record.starts is None:
        return {}
    first_suite = suites[0].id
    panel = record.starts(cached.tables(first_suite))
    has_families = bool(cached.sizes()[first_suite].families)
    return {**opening(first_suite, has_families), "panel": panel}


def _start() -> dict[str, str]:
    """Return what this page shows when its address names no suite."""
    page_hash, query = st.session_state.get(_START, ("", {}))
    return dict(query) if page_hash == arriving() else {}


def _ignored(record: Page) -> list[str]:
    """Return a sentence on names in the address that the page does not know."""
    ignored_names = [
        shortened(query_name, 40)
        for query_name in address.read()
        if not _is_known(record, query_name) and query_name not in _PARAMETERS
    ]
    if not ignored_names:
        return []
    n_more = len(ignored_names) - MAX_IGNORED
    others = f" and {n_more} more" if n_more > 0 else ""
    return [
        f"Not a choice of this page, ignored: {', '.join(ignored_names[:MAX_IGNORED])}{others}."
    ]


def _is_known(record: Page, query_name: str) -> bool:
    if query_name in record.opens or query_name in aliases(record.opens):
        return True
    choice = CHOICE_BY_NAME.get(query_name)
    return choice is not None and not record.spans and choice.is_known_to(record.name)
