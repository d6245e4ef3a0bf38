"""What a session sees, computed once: suites, and the results of selections.

Public suites are shared by all sessions; a private suite and what is computed from it stay in the
user's session. Results are kept by function, data version and selection. They are frozen and shared
as they are: no caller changes one.
"""

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
_TABLES = "_private_tables"
_RESULTS = "_private_results"
_MADE = "_private_made"
MAX_PUBLIC_RESULTS = 384
MAX_PRIVATE_RESULTS = 64
MAX_SUITES = 48


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
    if suite_id in private:
        return private[suite_id]
    return _tables(suite_id, store.data_version(suite_id))


# each move of a weight asks for all suites: a cache of Streamlit takes a third of such a run
@lru_cache(maxsize=MAX_SUITES)
def _tables(suite_id: str, data_version: str) -> Tables:
    return store.tables(suite_id)


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
    """Return the result of a view, computed once per data version, selection and what is asked.

    A function that is marked as the same under all weights is computed once for them all. Raises
    LeaderboardError.
    """
    suite = view.tables
    other_suites = view.among
    decisive = decides(compute, view.selection, suite)
    versions: tuple[str, ...] = ()
    has_private = suite.suite.private
    if other_suites is not None:
        versions, has_private_among = memoised(
            other_suites, "all", lambda: _versions(other_suites.suites)
        )
        has_private = has_private or has_private_among
    result_key = (compute, suite.data_version, versions, decisive, asked)
    if decisive != view.selection:
        view = Resolved(suite, decisive, kept, among=other_suites)
    if has_private:
        return _in_session(result_key, lambda: compute(view, *asked))
    return _in_process(result_key, lambda: compute(view, *asked))


def _versions(all_tables: Collection[Tables]) -> tuple[tuple[str, ...], bool]:
    """Return the data version of each suite, and whether one of them is the user's."""
    versions = tuple(suite_tables.data_version for suite_tables in all_tables)
    return versions, any(suite_tables.suite.private for suite_tables in all_tables)


def _in_session(result_key: Hashable, compute: Callable[[], R]) -> R:
    """Return the result of a key, which no other session sees."""
    results: dict[Hashable, Any] = st.session_state.setdefault(_RESULTS, {})
    if result_key not in results:
        results[result_key] = compute()
        while len(results) > MAX_PRIVATE_RESULTS:
            del results[next(iter(results))]
    result: R = results[result_key]
    return result


@dataclass(eq=False)
class ResultSlot:
    """Where one result is computed by the first that asks, while others that ask for it wait.

    `result` is empty until then.
    """

    lock: RLock = field(default_factory=RLock)
    result: list[Any] = field(default_factory=list)


_slots: OrderedDict[Hashable, ResultSlot] = OrderedDict()
_slots_lock = Lock()


def _in_process(result_key: Hashable, compute: Callable[[], R]) -> R:
    """Return the result of a key, shared by all sessions.

    A cache of Streamlit takes a tenth of a change of weight longer.
    """
    with _slots_lock:
        result_slot = _slots.setdefault(result_key, ResultSlot())
        _slots.move_to_end(result_key)
        if len(_slots) > MAX_PUBLIC_RESULTS:
            _slots.popitem(last=False)
    with result_slot.lock:
        if not result_slot.result:
            result_slot.result.append(compute())
    result: R = result_slot.result[0]
    return result


def served(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every suite this user may see; results of one suite are those that pages keep."""
    return Served((*_public(), *_private().values()), of, opened or {})


def served_to_all() -> Served:
    """Return the public suites; their results are those of all sessions, whatever suites of their
    own these have."""

    def of_public_suite(compute: Callable[..., R], selection: Selection) -> R:
        suite = next(tables for tables in public.suites if tables.suite.id == selection.suite)
        return kept(compute, Resolved(suite, selection, kept, among=public))

    public = Served(_public(), of_public_suite)
    return public


def _public() -> tuple[Tables, ...]:
    return tuple(_tables(suite_id, version) for suite_id, version in store.versions().items())


def _private() -> MutableMapping[str, Tables]:
    private: dict[str, Tables] = st.session_state.setdefault(_TABLES, {})
    return private
