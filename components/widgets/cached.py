"""What a session sees, computed once: suites, and the results of selections.

Public suites are shared by all sessions; a private suite and what is computed from it stay in the user's session.
Results are kept by function, data version and selection. They are frozen and shared as they are: no caller changes one.
"""

from collections.abc import Callable, Iterable, Mapping, MutableMapping
from typing import Any, TypeVar

import streamlit as st

from components.resolved import Resolved, decides
from components.selection import Selection
from components.served import Served
from data import store
from data.registry import NotServed, Size, Suite, Tables

R = TypeVar("R")
_TABLES, _RESULTS, _MADE = "_private_tables", "_private_results", "_private_made"
_MOST_PUBLIC, _MOST_PRIVATE = 384, 64


def suites() -> tuple[Suite, ...]:
    """Return every suite this user may choose: the public ones, the built-in one first, then the user's own."""
    return (*store.suites(), *(t.suite for t in _private().values()))


def sizes() -> dict[str, Size]:
    """Return how much each of them holds, by id."""
    return {**store.sizes(), **{t.suite.id: t.size for t in _private().values()}}


def not_served() -> tuple[NotServed, ...]:
    """Return the folders whose suites are refused, with every problem of each."""
    return tuple(store.not_served())


def tables(suite_id: str) -> Tables:
    """Return a whole suite. Public tables are shared by all sessions: never change them. Raises UnknownName."""
    own = _private()
    return own[suite_id] if suite_id in own else _tables(suite_id, store.data_version(suite_id))


@st.cache_resource(show_spinner=False, max_entries=48)
def _tables(suite_id: str, data_version: str) -> Tables:
    return store.tables(suite_id)


def keep_private(own: Iterable[Tables]) -> None:
    """Hold exactly these suites of the user in this session alone; results of others are dropped."""
    private = _private()
    private.clear()
    private.update({t.suite.id: t for t in own})
    made_here().update(private)
    st.session_state.pop(_RESULTS, None)


def made_here() -> set[str]:
    """Return the ids of suites that the table of this session was made to, also while it waits for answers."""
    made: set[str] = st.session_state.setdefault(_MADE, set())
    return made


def resolved(selection: Selection, opened: Mapping[str, Any] | None = None) -> Resolved:
    """Return a selection, resolved against its suite; `opened` is what the page has open."""
    return Resolved(tables(selection.suite), selection, kept, opened or {}, served())


def of(compute: Callable[..., R], selection: Selection) -> R:
    """Return the result of a selection, computed once. Raises LeaderboardError."""
    return kept(compute, resolved(selection))


def kept(compute: Callable[..., R], view: Resolved, *asked: object) -> R:
    """Return the result of a view, computed once per data version, selection and what is asked.

    A function that is marked as the same under all weights is computed once for them all. Raises LeaderboardError.
    """
    suite = view.tables
    chosen = decides(compute, view.selection, suite)
    every = " ".join(t.data_version for t in view.among.suites) if view.among else ""
    key = f"{compute.__module__}.{compute.__qualname__} {suite.data_version} {every} {chosen!r} {asked!r}"
    own = view if chosen == view.selection else Resolved(suite, chosen, kept, among=view.among)
    if not suite.suite.private and not (view.among and any(t.suite.private for t in view.among.suites)):
        result: R = _public(key, lambda: compute(own, *asked))
        return result
    mine: dict[str, Any] = st.session_state.setdefault(_RESULTS, {})
    if key not in mine:
        mine[key] = compute(own, *asked)
        while len(mine) > _MOST_PRIVATE:
            del mine[next(iter(mine))]
    private: R = mine[key]
    return private


@st.cache_resource(show_spinner=False, max_entries=_MOST_PUBLIC)
def _public(key: str, _compute: Callable[[], Any]) -> Any:
    return _compute()


def served(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every suite this user may see; what a page has computed of one before is not computed again."""
    return Served(tuple(tables(s.id) for s in suites()), of, opened or {})


def _private() -> MutableMapping[str, Tables]:
    private: dict[str, Tables] = st.session_state.setdefault(_TABLES, {})
    return private
