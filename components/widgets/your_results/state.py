"""The tables a reader brought, held in this session alone: never in a shared cache, never on disk, never logged."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

import streamlit as st

from components.errors import LeaderboardError
from components.format import counted, shortened
from components.intake.checks import Examined
from components.intake.work import NO_DETAILS, Work, begin, examined, suite_of, used
from components.own_ids import YOURS, private_parts
from components.resolved import Resolved
from components.selection import default_selection
from components.widgets import address, cached
from data.problems import SuiteProblems
from data.registry import Tables

MOST = 6
"""Tables of one session."""
_HELD, _OPEN, _MEMO = "_your_results", "_your_results_open", "_your_results_memo"
R = TypeVar("R")


class TooMany(LeaderboardError):
    """More tables than a session may hold."""


def tables() -> dict[str, Work]:
    """The tables of this session by key, with what was chosen about each, in the order in which they came."""
    every: dict[str, Work] = st.session_state.setdefault(_HELD, {})
    return every


def opened() -> str:
    """The key of the table that is open: the last one where none was chosen, empty where there is none."""
    key: str = st.session_state.get(_OPEN, "")
    return key if key in tables() else next(reversed(tables()), "")


def change(make: Callable[[Work], Work]) -> None:
    """Replace the work on the open table by what is made of it."""
    if key := opened():
        tables()[key] = make(tables()[key])


def bring(files: Sequence[tuple[str, bytes]], link_id: str = "") -> str:
    """Read files as one more table, whose key it returns. Raises FileRefused, TooMany.

    `link_id` is the id of a private suite that a link names; the table's suite takes it over.
    """
    every = tables()
    if len(every) >= MOST:
        raise TooMany(f"found {counted(MOST, 'table')} already, expected at most {MOST}: remove one")
    work = begin(files, list(public().values()), link_id)
    taken = {other.nth for other in every.values()}
    wanted = private_parts(link_id)[1]
    # what a model is was answered for another table already
    roles = {f.old: f for other in every.values() for f in other.fixes if f.kind == "role"}
    cells = {cell for row in work.sheet.rows for cell in row}
    fixes = tuple(fix for name, fix in roles.items() if name in cells)
    key = secrets.token_hex(8)
    every[key] = replace(work, fixes=fixes, nth=next(n for n in (wanted, *range(1, MOST + 2)) if n not in taken))
    return key


def open_table(key: str) -> None:
    """Open a table. An address that names the suite of another one is left behind with its choices."""
    st.session_state[_OPEN] = key
    named = address.read().get("suite", "")
    if named and named in {suite_id(work) for k, work in tables().items() if k != key}:
        address.write({})


def follow_address() -> None:
    """Open the table whose suite the address names."""
    named = address.read().get("suite", "")
    for key, work in tables().items():
        if named and suite_id(work) == named:
            st.session_state[_OPEN] = key


def remove(key: str) -> None:
    """Drop a table and the suite made of it."""
    gone = tables().pop(key, None)
    cached.made_here().pop(key, None)
    memo = st.session_state.get(_MEMO, {})
    for name in [n for n in memo if gone and n[0] == gone.nth]:
        del memo[name]
    share()
    named = address.read().get("suite", "")
    if named.endswith(YOURS) and named not in {s.id for s in cached.suites()}:
        address.write({})
    if opened():
        open_table(opened())


def share() -> None:
    """Let every page show the suites of the tables that have no problems, and no others."""
    suites = {k: made(work) for k, work in tables().items() if ready(work)}
    own = {k: s for k, s in suites.items() if isinstance(s, Tables)}
    cached.keep_private(own.values())
    for key, suite in own.items():
        cached.made_here().setdefault(key, set()).add(suite.suite.id)


def suite_id(work: Work) -> str:
    """The id of the suite that pages show of a table; empty while it has none."""
    suite = made(work) if ready(work) else None
    return suite.suite.id if isinstance(suite, Tables) else ""


def ready(work: Work) -> bool:
    """Whether a table can be used."""
    table = checked(work)
    return table is None or table.ready


def names() -> dict[str, str]:
    """What each table is called, by key; a name that is there twice gets a number."""
    called: dict[str, str] = {}
    for key, work in tables().items():
        name = shortened(work.sheet.name, 40)
        called[key] = f"{name} ({work.nth})" if name in called.values() else name
    return called


def public() -> dict[str, Tables]:
    """The public suites by id, in the order in which they are listed."""
    return {s.id: cached.tables(s.id) for s in cached.suites() if not s.private}


def checked(work: Work) -> Examined | None:
    """The table after its fixes, with what is still wrong or odd; None for the folder of a suite."""
    if work.is_suite:
        return None
    key = (work.sheet, used(work), work.fixes, work.suite, work.panel)
    return _remembered((work.nth, "examined"), key, lambda: examined(work, public()))


def made(work: Work, *, private: bool = True) -> Tables | SuiteProblems:
    """The suite made of a table without problems, or why there is none. Remembered until a choice changes."""
    key = work if not private else replace(work, about=NO_DETAILS)

    def make() -> Tables | SuiteProblems:
        try:
            return suite_of(work, checked(work), public(), released(work), private=private)
        except SuiteProblems as problems:
            return problems

    return _remembered((work.nth, f"made {private}"), key, make)


def released(work: Work) -> dict[str, float]:
    """The weights that the suite has by default without the added runs; empty for a suite of its own."""
    if not work.adding:
        return {}
    suite = public()[work.suite]
    resolved = Resolved(suite, default_selection(suite))
    return {m: float(w) for m, w in zip(resolved.panel.metric_ids, resolved.w, strict=True)}


def _remembered(name: tuple[int, str], key: object, compute: Callable[[], R]) -> R:
    """What was computed of the table with a number, which no other table of the session has."""
    memo: dict[tuple[int, str], tuple[object, R]] = st.session_state.setdefault(_MEMO, {})
    if name not in memo or memo[name][0] != key:
        memo[name] = (key, compute())
    return memo[name][1]
