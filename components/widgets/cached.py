"""What a session sees, computed once: suites, and the results of selections.

Public suites and their results are shared by all (components/kept.py); a private suite and what is
computed from it stay in the user's session.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from typing import Any, TypeVar

import streamlit as st

from components import kept as public
from components.resolved import Resolved
from components.selection import Selection
from components.served import Served
from data import store
from data.registry import NotServed, Size, Suite, Tables

R = TypeVar("R")
_TABLES = "_private_tables"
_RESULTS = "_private_results"
_MADE = "_private_made"
MAX_PRIVATE_RESULTS = 64


def suites() -> tuple[Suite, ...]:
    """Return every suite this user may choose: the public ones, then the user's."""
    return (*store.suites(), *(tables.suite for tables in _private().values()))


def sizes() -> dict[str, Size]:
    """Return how much each suite holds, by id."""
    return {**store.sizes(), **{suite_id: tables.size for suite_id, tables in _private().items()}}


def not_served() -> tuple[NotServed, ...]:
    """Return the folders whose suites are refused, with every problem of each."""
    return tuple(store.not_served())


def tables(suite_id: str) -> Tables:
    """Return a whole suite; no caller changes one. Raises UnknownName."""
    private = _private()
    return private[suite_id] if suite_id in private else public.tables(suite_id)


def keep_private(brought: Iterable[Tables]) -> None:
    """Hold exactly these suites of the user in this session; results of others are dropped."""
    private = _private()
    private.clear()
    private.update({suite_tables.suite.id: suite_tables for suite_tables in brought})
    made_here().update(private)
    st.session_state.pop(_RESULTS, None)


def made_here() -> set[str]:
    """Return the ids of suites made of this session's table, also while it waits for answers."""
    suite_ids: set[str] = st.session_state.setdefault(_MADE, set())
    return suite_ids


def resolved(selection: Selection, opened: Mapping[str, Any] | None = None) -> Resolved:
    """Return a selection, resolved against its suite; `opened` is what the page has open."""
    return Resolved(tables(selection.suite), selection, kept, opened or {}, served())


def of(compute: Callable[..., R], selection: Selection) -> R:
    """Return the result of a selection, computed once. Raises LeaderboardError."""
    return kept(compute, resolved(selection))


def kept(compute: Callable[..., R], view: Resolved, *asked: object) -> R:
    """Return the result of a view, computed once: in this session if it rests on a suite of the
    user. Raises LeaderboardError."""
    is_private = view.tables.suite.private
    if not is_private and (view.among is None or not _has_private(view.among)):
        return public.kept(compute, view, *asked)
    result_key, view = public.key_of(compute, view, asked, kept)
    return _in_session(result_key, lambda: compute(view, *asked))


def _of_all(compute: Callable[..., R], view: Served, *asked: object) -> R:
    """Return the result for all suites that this user may see, computed once."""
    if not _has_private(view):
        return public.of_all(compute, view, *asked)
    result_key = (compute, public.versions(view), asked)
    return _in_session(result_key, lambda: compute(view, *asked))


def _has_private(view: Served) -> bool:
    return any(suite_tables.suite.private for suite_tables in view.suites)


def _in_session(result_key: Hashable, compute: Callable[[], R]) -> R:
    """Return the result of a key, which no other session sees."""
    results: dict[Hashable, Any] = st.session_state.setdefault(_RESULTS, {})
    if result_key not in results:
        results[result_key] = compute()
        while len(results) > MAX_PRIVATE_RESULTS:
            del results[next(iter(results))]
    result: R = results[result_key]
    return result


def served(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every suite this user may see; results of one suite are those that pages keep."""
    return Served((*public.suites(), *_private().values()), of, opened or {}, _of_all)


def _private() -> MutableMapping[str, Tables]:
    private: dict[str, Tables] = st.session_state.setdefault(_TABLES, {})
    return private
