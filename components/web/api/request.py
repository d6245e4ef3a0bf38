"""What a request asks for, read and checked: the same parameters as in page addresses, everything wrong at once."""

import re
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from components import pages
from components.errors import UnknownName
from components.resolved import Resolved
from components.selection import (
    BY_NAME,
    EVERYWHERE,
    MAX_QUOTED,
    Problem,
    Selection,
    numbers_only,
    parse,
    parse_everywhere,
)
from components.served import Served, View, computed
from components.text import shortened
from data import store
from data.registry import Tables

PREFIX = "/api/v1"
BRIEF = pages.BRIEF.name
MAX_QUERY = 8_000
"""Longest query string, in characters as sent."""
IGNORED = ("data", "embed", "embed_options")
"""Parameters of page addresses that are no choices: the data version of a link, and how a page is framed."""
FORMS = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}
"""The forms of an answer by the ending of its address, and their media types."""
_reading = threading.Lock()
_PATH = re.compile(r"(?P<what>[a-z_]+)(?:/(?P<table>[A-Za-z][A-Za-z0-9_]*))?(?:\.(?P<form>[a-z]+))?")


class Failed(Exception):
    """A request that cannot be answered: the status, one sentence, and what is wrong with each parameter."""

    def __init__(self, status: int, sentence: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(sentence)
        self.status, self.sentence, self.problems = status, sentence, tuple(problems)


@dataclass(frozen=True)
class ApiRequest:
    """One question: `what` (report, runs, suites or a part), `table` of a part ("" = its main one), `form`."""

    what: str
    table: str
    form: str
    selection: Selection
    tables: Tables = field(compare=False, repr=False)
    link_version: str = ""
    place: str = ""
    """The address of the app, which a brief names."""
    rows: str | None = None

    @property
    def view(self) -> View:
        """What the request is about: a selection, or all suites."""
        return public_suites(self.selection) if self.what in pages.spanning() else Resolved(self.tables, self.selection)


def endpoints() -> tuple[str, ...]:
    """The names that may be asked for."""
    return ("report", *pages.numbers(), BRIEF, "runs", "suites", *pages.spanning())


def forms(what: str) -> list[str]:
    """The formats of an endpoint; a whole report is too much for one table, and so is a brief."""
    return ["json", "md"] if what in ("report", BRIEF) else list(FORMS)


def read(path: str, pairs: Sequence[tuple[str, str]], length: int = 0, place: str = "") -> ApiRequest:
    """Read the path behind /api/v1/ and the parameters of a request. Raises Failed.

    `length` is that of the query string as sent, `place` the address of the app.
    """
    if length > MAX_QUERY:
        raise Failed(414, f"Found a query of {length:,} characters, expected at most {MAX_QUERY:,}.")
    what, table, form = _place(path)
    query = dict(pairs)
    problems = [
        Problem(shortened(n, MAX_QUOTED), "it twice", "each parameter once", query[n][:MAX_QUOTED])
        for n in dict.fromkeys(n for i, (n, _) in enumerate(pairs) if n in dict(pairs[:i]))
    ]
    problems += [
        Problem(shortened(n, MAX_QUOTED), shortened(text, MAX_QUOTED), f"one of {', '.join(BY_NAME)}", "nothing")
        for n, text in query.items()
        if n not in BY_NAME and n not in IGNORED
    ]
    tables = public_tables(query.get("suite"), query.get("data", ""))
    page = pages.spanning().get(what)
    if page is None:
        selection, unread = parse({**query, "suite": tables.suite.id}, tables)
    else:
        selection, unread = parse_everywhere(query, page.spans)
    problems += unread
    if problems:
        number = "a parameter" if len(problems) == 1 else f"{len(problems)} parameters"
        raise Failed(400, f"Could not read {number} of this request; nothing was computed.", problems)
    numbers = selection if page else numbers_only(selection, tables)
    if what == "runs" and tables.whole is not None:
        numbers = replace(numbers, page_number=selection.page_number)
    link = query.get("data", "")
    link = "" if link == tables.data_version else link[:MAX_QUOTED]
    rows, named = query.get("rows") if link else None, place if what == BRIEF else ""
    return ApiRequest(what, table, form, numbers, tables, link, named, rows)


def public_tables(suite_id: str | None, link_version: str = "") -> Tables:
    """A public suite, the first one when none is named, of the data version asked for where that can be opened.

    Raises Failed (404).
    """
    known = [s.id for s in store.suites()]
    wanted = known[0] if suite_id is None else suite_id
    if wanted not in known and wanted in {refused.suite for refused in store.not_served()}:
        raise Failed(404, f"The suite {wanted} is not served: its folder has the problems listed on the page Data.")
    if wanted not in known:
        raise Failed(404, f"Unknown suite {shortened(wanted, MAX_QUOTED)!r}: expected one of {', '.join(known)}.")
    version = link_version if store.opens(wanted, link_version) else store.data_version(wanted)
    with _reading:  # many who come at once for a suite would each read it
        return _tables(wanted, version)


def public_suites(selection: Selection = EVERYWHERE) -> Served:
    """Every public suite, for what spans them."""
    return computed([public_tables(s.id) for s in store.suites()], selection)


@lru_cache(maxsize=32)
def _tables(suite_id: str, data_version: str) -> Tables:
    try:
        return store.tables(suite_id, data_version)
    except UnknownName as error:
        raise Failed(404, str(error)) from error


def _place(path: str) -> tuple[str, str, str]:
    match = _PATH.fullmatch(path)
    what = match["what"] if match else ""
    if not match or what not in endpoints():
        known = ", ".join(f"{PREFIX}/{name}" for name in endpoints())
        raise Failed(404, f"Nothing stands at {PREFIX}/{shortened(path, MAX_QUOTED)}: expected one of {known}.")
    form, allowed = match["form"] or "json", forms(what)
    if form not in allowed:
        raise Failed(404, f"No {form} of {what}: expected one of {', '.join(allowed)}.")
    if match["table"] and what not in pages.interface():
        raise Failed(404, f"{what} has no tables of its own: expected {PREFIX}/{what}.")
    return what, match["table"] or "", form
