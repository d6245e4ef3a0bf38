"""The only place where an address within the app is made.

A link to the same page holds everything that the page's address holds, with the change; a link to
another page holds what that page knows of it, with the change. Where a change of suite or panel
leaves out what the new one lacks, it does so in silence.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from urllib.parse import urlencode

from components.answers.record import Page
from components.choices.query import CHOICE_BY_NAME, changed
from components.choices.record import read_opened
from components.resolved import Resolved
from components.selection import Selection, default_selection, to_query, to_text
from components.served import View
from components.stats.memo import memoised
from data.registry import Tables

DATA_VERSION = "data"
"""The parameter of a shared link that names the data version it was made with."""
PAGE = "page"
"""The parameter of a shared link that names its page."""
NO_CHANGES: Mapping[str, object] = MappingProxyType({})


def link(view: View, page: Page, to_page: Page, changes: Mapping[str, object] = NO_CHANGES) -> str:
    """Return the relative address of the page `to_page` from a view on `page`.

    `changes` are values of choices of `to_page`, or texts; an empty value takes a choice away.
    """
    return address(to_page, query_for(view, page, to_page, changes))


def address(page: Page, query: Mapping[str, str]) -> str:
    """Return the relative address of a page with these texts."""
    return with_query(page.path or "./", query)


def with_query(place: str, query: Mapping[str, str]) -> str:
    """Return an address with these texts behind it."""
    return f"{place}?{urlencode(query, safe=':,')}" if query else place


def query_for(
    view: View, page: Page, to_page: Page, changes: Mapping[str, object] = NO_CHANGES
) -> dict[str, str]:
    """Return what the address of `to_page` holds, by name: see `link`."""
    opened = {
        choice_name: to_text(chosen_value)
        for choice_name, chosen_value in view.opened.items()
        if choice_name in to_page.opens
        and to_page.opens[choice_name] is page.opens.get(choice_name)
    }
    changes_of_opened = {
        n: to_text(chosen_value) for n, chosen_value in changes.items() if n in to_page.opens
    }
    if to_page.spans:
        return _without_empty({**opened, **changes_of_opened})
    choices = {
        choice_name: chosen_value
        for choice_name, chosen_value in changes.items()
        if choice_name in CHOICE_BY_NAME
    }
    tables, selection = _chosen(view, choices)
    if not isinstance(view, Resolved) or tables is not view.tables:
        readable, _ = read_opened(to_page.opens, opened, tables)
        opened = {
            choice_name: choice_text
            for choice_name, choice_text in opened.items()
            if choice_name in readable
        }
    query = memoised(view, (to_page.name, selection), lambda: to_query(selection, tables))
    query = known_choices(to_page, query)
    return _without_empty({**query, **opened, **changes_of_opened})


def known_choices(page: Page, query: Mapping[str, str]) -> dict[str, str]:
    """Return the choices of a query that a page knows; names that are no choices stay."""
    return {
        choice_name: choice_text
        for choice_name, choice_text in query.items()
        if choice_name not in CHOICE_BY_NAME or CHOICE_BY_NAME[choice_name].is_known_to(page.name)
    }


def _without_empty(query: Mapping[str, str]) -> dict[str, str]:
    return {choice_name: choice_text for choice_name, choice_text in query.items() if choice_text}


def _chosen(view: View, choices: Mapping[str, object]) -> tuple[Tables, Selection]:
    """Return suite and selection after changes of choices; what does not fit is left out."""
    suite_id = choices.get("suite")
    if isinstance(view, Resolved):
        tables_before = view.tables
        selection = view.selection
        suites = view.among.suites if view.among else (tables_before,)
    else:
        tables_before = _suite(view.suites, suite_id)
        selection = default_selection(tables_before)
        suites = view.suites
    if not choices:
        return tables_before, selection
    tables_after = _suite(suites, suite_id) if suite_id else tables_before
    fitting, _ = changed(selection, choices, tables_before, tables_after)
    return tables_after, fitting


def _suite(suites: Sequence[Tables], suite_id: object) -> Tables:
    """Return the suite of an id, the first one if there is no such suite."""
    for tables in suites:
        if tables.suite.id == suite_id:
            return tables
    return suites[0]


def lasting_link(view: View, place: str, page: Page) -> str:
    """Return the whole address of a view, with the data version that it was made with.

    `place` is the address of the app.
    """
    return with_query(f"{place.rstrip('/')}/{page.path}", _lasting_query(view, page))


def _lasting_query(view: View, page: Page) -> dict[str, str]:
    query = query_for(view, page, page)
    if isinstance(view, Resolved):
        query[DATA_VERSION] = view.tables.data_version
    return query
