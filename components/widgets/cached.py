"""What a session sees, computed once: suites, and the results of selections.

Public suites are shared by all sessions; a private suite and what is computed from it stay in the
user's session. Results are kept by function, data version and selection. They are frozen and shared
as they are: no caller changes one."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, MutableMapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock, RLock
from typing import Any, TypeVar

import streamlit as st

from components.resolved import Resolved, decides
from components.selection import Selection
from components.served import Served
from components.stats.memo import memoised
from data import store
from data.registry import NotServed, Size, Suite, Tables

R = TypeVar("R")
_TABLES, _RESULTS, _MADE = "_private_tables", "_private_results", "_private_made"
_MOST_PUBLIC, _MOST_PRIVATE = 384, 64


def suites() -> tuple[Suite, ...]:
    """Return every suite this user may choose: the public ones, the built-in one first, then the
    user's own."""
    return (*store.suites(), *(t.suite for t in _private().values()))


def sizes() -> dict[str, Size]:
    """Return how much each of them holds, by id."""
    return {**store.sizes(), **{t.suite.id: t.size for t in _private().values()}}


def not_served() -> tuple[NotServed, ...]:
    """Return the folders whose suites are refused, with every problem of each."""
    return tuple(store.not_served())


def tables(suite_id: str) -> Tables:
    """Return a whole suite. Public tables are shared by all sessions: never change them. Raises
    UnknownName."""
    own = _private()
    return own[suite_id] if suite_id in own else _tables(suite_id, store.data_version(suite_id))


@lru_cache(
    maxsize=48
)  # each move of a weight asks for all suites: a cache of Streamlit takes a third of such a run
def _tables(suite_id: str, data_version: str) -> Tables:
    return store.tables(suite_id)


def keep_private(own: Iterable[Tables]) -> None:
    """Hold exactly these suites of the user in this session alone; results of others are
    dropped."""
    private = _private()
    private.clear()
    private.update({t.suite.id: t for t in own})
    made_here().update(private)
    st.session_state.pop(_RESULTS, None)


def made_here() -> set[str]:
    """Return the ids of suites that the table of this session was made to, also while it waits for
    answers."""
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

    A function that is marked as the same under all weights is computed once for them all. Raises
    LeaderboardError."""
    suite, among = view.tables, view.among
    chosen = decides(compute, view.selection, suite)
    versions, private = memoised(among, "all", lambda: _all(among.suites)) if among else ((), False)
    key = (compute, suite.data_version, versions, chosen, asked)
    own = view if chosen == view.selection else Resolved(suite, chosen, kept, among=among)
    if not suite.suite.private and not private:
        result: R = _public(key, lambda: compute(own, *asked))
        return result
    mine: dict[Hashable, Any] = st.session_state.setdefault(_RESULTS, {})
    if key not in mine:
        mine[key] = compute(own, *asked)
        while len(mine) > _MOST_PRIVATE:
            del mine[next(iter(mine))]
    found: R = mine[key]
    return found


def _all(suites: Collection[Tables]) -> tuple[tuple[str, ...], bool]:
    """The data version of each suite, and whether one of them is the user's own."""
    return tuple(t.data_version for t in suites), any(t.suite.private for t in suites)


@dataclass(eq=False)
class _Slot:
    """Where one result is computed by the first that asks, while others that ask for it wait; empty
    until then."""

    lock: RLock = field(default_factory=RLock)
    result: list[Any] = field(default_factory=list)


_shared: OrderedDict[Hashable, _Slot] = OrderedDict()
_sharing = Lock()


def _public(key: Hashable, compute: Callable[[], Any]) -> Any:
    """The result of a key, shared by all sessions; a cache of Streamlit takes a tenth of a change
    of weight longer."""
    with _sharing:
        slot = _shared.setdefault(key, _Slot())
        _shared.move_to_end(key)
        if len(_shared) > _MOST_PUBLIC:
            _shared.popitem(last=False)
    with slot.lock:
        if not slot.result:
            slot.result.append(compute())
    return slot.result[0]


def served(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every suite this user may see; what a page has computed of one before is not computed
    again."""
    public = (_tables(*each) for each in store.versions().items())
    return Served((*public, *_private().values()), of, opened or {})


def _private() -> MutableMapping[str, Tables]:
    private: dict[str, Tables] = st.session_state.setdefault(_TABLES, {})
    return private
