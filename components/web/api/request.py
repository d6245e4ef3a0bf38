"""What a request asks for, read and checked: the same parameters as in page addresses, everything
wrong at once."""

import re
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from components import kept
from components.choices.query import parse
from components.choices.record import MAX_QUOTED, InvalidChoice, aliases, read_opened
from components.format import shortened
from components.formats.registry import JSON
from components.links import DATA_VERSION
from components.resolved import Resolved
from components.selection import Selection, default_selection, to_query, to_text
from components.served import Served, View, computed
from components.web.api.endpoints import BRIEF, PREFIX, Endpoint, endpoints
from components.web.api.reply import Failed
from data import store
from data.registry import Tables

_reading = threading.Lock()
_PATH = re.compile(
    r"(?P<name>[a-z_]+)(?:/(?P<table>[A-Za-z][A-Za-z0-9_]*))?(?:\.(?P<suffix>[a-z]+))?"
)


@dataclass(frozen=True)
class ApiRequest:
    """One question.

    table            a table of the endpoint, "" for its main one
    opened           what is asked besides the selection, by name
    linked_version   another data version that a link names, "" for none
    app_address      the address of the app, which a brief names, "" elsewhere
    """

    endpoint: Endpoint
    table: str
    suffix: str
    selection: Selection
    tables: Tables = field(compare=False, repr=False)
    opened: Mapping[str, Any] = field(default_factory=dict)
    linked_version: str = ""
    app_address: str = ""

    @cached_property
    def view(self) -> View:
        """The selection, or all suites."""
        if self.endpoint.spans:
            return public_suites(self.opened)
        return Resolved(self.tables, self.selection, opened=self.opened, among=public_suites())

    @property
    def chosen(self) -> dict[str, str]:
        """What was chosen and asked, as texts."""
        opened = {name: to_text(value) for name, value in self.opened.items()}
        if self.endpoint.spans:
            return opened
        return {**to_query(self.selection, self.tables), **opened}


def read(path: str, pairs: Sequence[tuple[str, str]], app_address: str = "") -> ApiRequest:
    """Read the path behind /api/v1/ and the parameters of a request to the app at `app_address`.

    Raises Failed.
    """
    endpoint, table, suffix = _read_path(path)
    query = dict(pairs)
    problems = _problems_of_names(pairs, endpoint)
    if endpoint.spans:
        tables = public_tables(None)
        selection = default_selection(tables)
        opened, refused = read_opened(endpoint.opens, query, None)
    else:
        tables = public_tables(query.get("suite"))
        selection, unread = parse({**query, "suite": tables.suite.id}, tables)
        opened, refused = read_opened(endpoint.opens, query, tables)
        problems += unread
    problems += refused
    if problems:
        count_of_problems = "a parameter" if len(problems) == 1 else f"{len(problems)} parameters"
        sentence = f"Could not read {count_of_problems} of this request; nothing was computed."
        raise Failed(400, sentence, problems)
    version = query.get(DATA_VERSION, "")
    return ApiRequest(
        endpoint,
        table,
        suffix,
        selection,
        tables,
        opened,
        "" if version == tables.data_version else version[:MAX_QUOTED],
        app_address if endpoint is BRIEF else "",
    )


def public_tables(suite_id: str | None) -> Tables:
    """Return a public suite, the first one if none is named. Raises Failed (404)."""
    suite_ids = [suite.id for suite in store.suites()]
    wanted = suite_ids[0] if suite_id is None else suite_id
    if wanted in suite_ids:
        with _reading:  # many who come at once for a suite would each read it
            return kept.tables(wanted)
    if wanted in [refused.suite for refused in store.not_served()]:
        problems = "its folder has the problems listed on the page Data"
        raise Failed(404, f"The suite {wanted} is not served: {problems}.")
    quoted = shortened(wanted, MAX_QUOTED)
    raise Failed(404, f"Unknown suite {quoted!r}: {_expected(suite_ids)}.")


def public_suites(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every public suite, for what spans them."""
    return computed([public_tables(suite.id) for suite in store.suites()], opened)


def _problems_of_names(pairs: Sequence[tuple[str, str]], endpoint: Endpoint) -> list[InvalidChoice]:
    """Return a problem for each name that comes twice, then for each that is neither a parameter
    nor another name of one."""
    parameters = endpoint.parameters
    accepted = {*parameters, *aliases(endpoint.opens), DATA_VERSION}
    parameter_names = [parameter_name for parameter_name, _ in pairs]
    repeated = []
    unknown = []
    expected = f"one of {', '.join(parameters)}" if parameters else "no parameter"
    for parameter_name, text in dict(pairs).items():
        quoted = shortened(parameter_name, MAX_QUOTED)
        if parameter_names.count(parameter_name) > 1:
            repeated.append(
                InvalidChoice(quoted, "it twice", "each parameter once", text[:MAX_QUOTED])
            )
        if parameter_name not in accepted:
            unknown.append(InvalidChoice(quoted, shortened(text, MAX_QUOTED), expected, "nothing"))
    return repeated + unknown


def _read_path(path: str) -> tuple[Endpoint, str, str]:
    """Return the endpoint, the table and the suffix that a path names. Raises Failed (404)."""
    path_match = _PATH.fullmatch(path)
    endpoint = endpoints().get(path_match["name"]) if path_match else None
    if path_match is None or endpoint is None:
        place = f"{PREFIX}/{shortened(path, MAX_QUOTED)}"
        addresses = [f"{PREFIX}/{endpoint_name}" for endpoint_name in endpoints()]
        raise Failed(404, f"Nothing stands at {place}: {_expected(addresses)}.")
    suffix = path_match["suffix"] or JSON.suffix
    if suffix not in endpoint.suffixes:
        raise Failed(404, f"No {suffix} of {endpoint.name}: {_expected(endpoint.suffixes)}.")
    table = path_match["table"] or ""
    if table and not endpoint.tables:
        address = f"{PREFIX}/{endpoint.name}"
        raise Failed(404, f"{endpoint.name} has no tables of its own: expected {address}.")
    if table and table not in endpoint.tables:
        raise Failed(404, f"{endpoint.name} has no table {table}: {_expected(endpoint.tables)}.")
    return endpoint, table, suffix


def _expected(parameter_names: Collection[str]) -> str:
    return f"expected one of {', '.join(parameter_names)}"
