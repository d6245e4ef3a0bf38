"""What a request asks for, read and checked: the same parameters as in page addresses, everything
wrong at once."""

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from components import pages
from components.choices.query import CHOICE_BY_NAME, parse
from components.choices.record import MAX_QUOTED, Choice, Problem, read_opened
from components.format import shortened
from components.formats.registry import FORMATS, JSON, MARKDOWN
from components.links import DATA_VERSION
from components.resolved import Resolved
from components.selection import Selection, to_query, to_text
from components.served import Served, View, computed
from components.web.api.reply import Failed
from data import store
from data.registry import Tables

PREFIX = "/api/v1"
BRIEF = pages.BRIEF.name
RECORDS = "jsonl"
"""Runs as records of Every Eval Ever, a line each."""
MEDIA_TYPES = {format.suffix: format.media_type for format in (JSON, *FORMATS)}
MEDIA_TYPES[RECORDS] = "application/jsonl"
"""The media types of answers by the suffix of their address; JSON is what an answer is without."""
_reading = threading.Lock()
_PATH = re.compile(
    r"(?P<what>[a-z_]+)(?:/(?P<table>[A-Za-z][A-Za-z0-9_]*))?(?:\.(?P<form>[a-z]+))?"
)


@dataclass(frozen=True)
class ApiRequest:
    """One question.

    what      report, runs, suites, brief or a page
    table     of a page, "" = its main one
    opened    what is asked of the page, by name
    link      another data version that a link names, "" = none
    place     the address of the app, which a brief names
    """

    what: str
    table: str
    form: str
    selection: Selection
    tables: Tables = field(compare=False, repr=False)
    opened: Mapping[str, Any] = field(default_factory=dict)
    link: str = ""
    place: str = ""

    @property
    def spans(self) -> bool:
        """Whether it is about all suites."""
        return self.what == "suites" or self.what in pages.spanning()

    @property
    def view(self) -> View:
        """The selection, or all suites."""
        if self.spans:
            return public_suites(self.opened)
        return Resolved(self.tables, self.selection, opened=self.opened, among=public_suites())

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen and asked, as texts."""
        opened = {name: to_text(value) for name, value in self.opened.items()}
        return opened if self.spans else {**to_query(self.selection, self.tables), **opened}


def endpoints() -> tuple[str, ...]:
    """Return the names that may be asked for."""
    return ("report", *pages.numbers(), BRIEF, "runs", "suites", *pages.spanning())


def forms(what: str) -> list[str]:
    """Return the forms of an endpoint; a whole report is too much for one table, and only runs are
    JSON Lines."""
    return (
        [JSON.suffix, MARKDOWN.suffix]
        if what in ("report", BRIEF)
        else [f for f in MEDIA_TYPES if f != RECORDS or what == "runs"]
    )


def asks_of(what: str) -> dict[str, Choice]:
    """Return what may be asked of a page, by name."""
    page = pages.BRIEF if what == BRIEF else pages.interface().get(what)
    if page is None:
        return {}
    return {name: choice for name, choice in page.opens.items() if not choice.drawn}


def accepted(what: str) -> dict[str, str]:
    """Return the parameters of an endpoint: what each is, by name."""
    asked = {name: ask.help for name, ask in asks_of(what).items()}
    if what == "suites" or what in pages.spanning():
        return asked
    return {**{c.name: c.help for c in CHOICE_BY_NAME.values()}, **asked}


def read(path: str, pairs: Sequence[tuple[str, str]], place: str = "") -> ApiRequest:
    """Read the path behind /api/v1/ and the parameters of a request to the app at `place`. Raises
    Failed."""
    what, table, form = _place(path)
    query, known = dict(pairs), accepted(what)
    problems = [
        Problem(shortened(n, MAX_QUOTED), "it twice", "each parameter once", query[n][:MAX_QUOTED])
        for n in dict.fromkeys(n for i, (n, _) in enumerate(pairs) if n in dict(pairs[:i]))
    ]
    expected = f"one of {', '.join(known)}" if known else "no parameter"
    problems += [
        Problem(shortened(n, MAX_QUOTED), shortened(text, MAX_QUOTED), expected, "nothing")
        for n, text in query.items()
        if n not in known and n != DATA_VERSION
    ]
    tables = public_tables(query.get("suite") if "suite" in known else None)
    selection, unread = parse(
        {**query, "suite": tables.suite.id} if "suite" in known else {}, tables
    )
    opened, refused = read_opened(asks_of(what), query, tables if "suite" in known else None)
    problems += [*unread, *refused]
    if problems:
        number = "a parameter" if len(problems) == 1 else f"{len(problems)} parameters"
        raise Failed(
            400, f"Could not read {number} of this request; nothing was computed.", problems
        )
    link = query.get(DATA_VERSION, "")
    link = "" if link == tables.data_version else link[:MAX_QUOTED]
    return ApiRequest(
        what, table, form, selection, tables, opened, link, place if what == BRIEF else ""
    )


def public_tables(suite_id: str | None) -> Tables:
    """Return a public suite, the first one if none is named. Raises Failed (404)."""
    known = [s.id for s in store.suites()]
    wanted = known[0] if suite_id is None else suite_id
    if wanted not in known and wanted in {refused.suite for refused in store.not_served()}:
        raise Failed(
            404,
            f"The suite {wanted} is not served: its folder has the problems listed on the page"
            " Data.",
        )
    if wanted not in known:
        raise Failed(
            404,
            f"Unknown suite {shortened(wanted, MAX_QUOTED)!r}: expected one of {', '.join(known)}.",
        )
    with _reading:  # many who come at once for a suite would each read it
        return _tables(wanted, store.data_version(wanted))


def public_suites(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every public suite, for what spans them."""
    return computed([public_tables(s.id) for s in store.suites()], opened)


@lru_cache(maxsize=32)
def _tables(suite_id: str, data_version: str) -> Tables:
    return store.tables(suite_id)


def _place(path: str) -> tuple[str, str, str]:
    match = _PATH.fullmatch(path)
    what = match["what"] if match else ""
    if not match or what not in endpoints():
        known = ", ".join(f"{PREFIX}/{name}" for name in endpoints())
        raise Failed(
            404,
            f"Nothing stands at {PREFIX}/{shortened(path, MAX_QUOTED)}: expected one of {known}.",
        )
    form, allowed = match["form"] or JSON.suffix, forms(what)
    if form not in allowed:
        raise Failed(404, f"No {form} of {what}: expected one of {', '.join(allowed)}.")
    table, page = match["table"] or "", pages.interface().get(what)
    if table and page is None:
        raise Failed(404, f"{what} has no tables of its own: expected {PREFIX}/{what}.")
    if page is not None and table and table not in page.table_names:
        raise Failed(
            404, f"{what} has no table {table}: expected one of {', '.join(page.table_names)}."
        )
    return what, table, form
