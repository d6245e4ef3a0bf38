"""What a session sees, computed once: suites, and the results of views per data version and selection.

Public suites are shared by all sessions; a private suite and what is computed from it stay in the reader's session.
Results are frozen and shared as they are: no caller changes one.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

import streamlit as st

from components.resolved import Reads, Resolved, read_by
from components.selection import CHOICES, EVERYWHERE, Selection, default_selection
from components.served import Served
from components.stats.stop import checking
from components.web.share.words import DATA
from components.widgets import address, reading
from data import store
from data.manifest import Stored
from data.registry import NotServed, Size, Suite, Tables

R = TypeVar("R")
_TABLES = "_private_tables"
_RESULTS = "_private_results"
_MADE = "_private_made"
_MOST_PUBLIC, _MOST_PRIVATE, _MOST_STORED = 384, 64, 48
POLL = 0.1
"""Seconds between two looks at whether a reader who waits for another one's result is still there."""
GRACE = 1.0
"""Seconds for which a result goes on being computed for a page that runs again and asks for the same."""


class _Computation:
    """A result being computed: its thread holds the lock, and `asking` counts all threads that want it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.asking = 0


class Results:
    """The latest results by key. A thread that asks for one being computed waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._running: dict[Hashable, _Computation] = {}
        self._done: OrderedDict[Hashable, object] = OrderedDict()

    def get(self, key: Hashable, compute: Callable[[], R]) -> R:
        """The result of `compute`, kept after the first time. Exceptions are not kept.

        A reader who leaves, or whose page runs again, ends the computing unless another thread waits for the same or
        asks for it within GRACE.
        """
        done: R | None = self._known(key)  # type: ignore[assignment]  # the key names the function that made it
        if done is not None:
            return done
        ask = reading.there()
        left: list[tuple[float, BaseException]] = []
        with self._lock:
            running = self._running.setdefault(key, _Computation())
            running.asking += 1

        def wanted() -> None:
            if left and running.asking == 1 and time.monotonic() - left[0][0] >= GRACE:
                raise left[0][1]
            if not left:
                try:
                    ask()
                except BaseException as error:
                    left.append((time.monotonic(), error))

        try:
            while not running.lock.acquire(timeout=POLL):
                ask()
            try:
                known: R | None = self._known(key)  # type: ignore[assignment]  # as above
                result = self._made(key, compute, wanted) if known is None else known
            finally:
                running.lock.release()
        finally:
            with self._lock:
                running.asking -= 1
                if not running.asking:
                    del self._running[key]
        if left:
            raise left[0][1]
        return result

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._done.clear()

    def _known(self, key: Hashable) -> object:
        """What is held, None for nothing: no result is None."""
        with self._lock:
            if key in self._done:
                self._done.move_to_end(key)
            return self._done.get(key)

    def _made(self, key: Hashable, compute: Callable[[], R], wanted: Callable[[], None]) -> R:
        with checking(wanted):
            made = compute()
        with self._lock:
            self._done[key] = made
            while len(self._done) > self._most:
                self._done.popitem(last=False)
        return made


PUBLIC, STORED = Results(_MOST_PUBLIC), Results(_MOST_STORED)
"""What all sessions share: results, and what the database holds."""


def suites() -> tuple[Suite, ...]:
    """Every suite this reader may choose: the public ones, the built-in one first, then the reader's own."""
    return (*_public_suites(), *(t.suite for t in _private().values()))


def sizes() -> dict[str, Size]:
    """How much each of them holds, by id."""
    return {**store.sizes(), **{t.suite.id: t.size for t in _private().values()}}


def versions() -> dict[str, tuple[Stored, ...]]:
    """The dated data versions of each public suite up to the one served, oldest first, by its id."""
    dated = ("versions", store.state())
    return STORED.get(dated, lambda: {s.id: store.versions(s.id) for s in _public_suites()})


def tables(suite_id: str) -> Tables:
    """A whole suite. Public tables are shared by all sessions: never change them.

    Raises UnknownName.
    """
    return _tables(suite_id, _private())


def _tables(suite_id: str, own: Mapping[str, Tables]) -> Tables:
    return own[suite_id] if suite_id in own else _public_tables(suite_id, _version_asked(suite_id))


def older(suite: Tables) -> dict[str, str]:
    """What keeps an address at the data version that is shown, where another one is served; else empty."""
    served = suite.suite.private or suite.data_version == _public_tables(suite.suite.id).data_version
    return {} if served else {DATA: suite.data_version}


def _version_asked(suite_id: str) -> str:
    """The older data version that the address names for a suite, where it can be opened; else empty."""
    if not store.state():
        return ""  # only a lake keeps older ones, and this is asked many times in each run of a page
    query = address.read()
    version, named = query.get(DATA, ""), query.get("suite") or _public_suites()[0].id
    return version if version and named == suite_id and store.opens(suite_id, version) else ""


def keep_private(own: Iterable[Tables]) -> None:
    """Hold exactly these suites of the reader in this session alone; results of others are dropped."""
    wanted, private = {t.suite.id: t for t in own}, _private()
    if any(wanted.get(suite_id) is not tables for suite_id, tables in private.items()):
        st.session_state.pop(_RESULTS, None)
    private.clear()
    private.update(wanted)


def made_here() -> dict[str, set[str]]:
    """The ids of suites that each table of this session was made to, also while it waits for answers."""
    made: dict[str, set[str]] = st.session_state.setdefault(_MADE, {})
    return made


def resolved(selection: Selection) -> Resolved:
    """A selection, resolved against its suite."""
    return Resolved(tables(selection.suite), selection, keep=kept)


def of(compute: Callable[[Resolved], R], selection: Selection) -> R:
    """The result of a selection, computed once. Raises LeaderboardError."""
    return kept(compute, resolved(selection))


def kept(compute: Callable[[Resolved], R], view: Resolved, run: Callable[[Resolved], R] | None = None) -> R:
    """The result of a view, computed once per data version and per choice that `compute` reads (`resolved.reads`).

    `run` computes the same in another way, for long work that shows its progress. Raises LeaderboardError.
    """
    suite = view.tables
    key = choices_read(compute, view.selection, suite)
    name = (compute.__module__, compute.__qualname__, suite.data_version, key)
    return _results(suite.suite).get(name, lambda: (run or compute)(view.narrowed(key, read_by(compute))))


def served(selection: Selection = EVERYWHERE) -> Served:
    """Every suite this reader may see; what a page has computed of one before is not computed again."""
    own = _private()
    every = (*(s.id for s in _public_suites()), *own)
    return Served(tuple(_tables(suite_id, own) for suite_id in every), of, selection)


def across(compute: Callable[[Served, Tables], R], suite_id: str) -> R:
    """What all suites together say about one, computed once per data versions of them all. Raises UnknownName."""
    every, about = served(), tables(suite_id)
    own = next((t for t in every.suites if t.suite.private), about)
    name = (compute.__module__, compute.__qualname__, suite_id, *(t.data_version for t in every.suites))
    return _results(own.suite).get(name, lambda: compute(every, about))


def choices_read(compute: Callable[[Resolved], object], selection: Selection, suite: Tables) -> Selection:
    """The selection with every choice that `compute` does not read set back to its default."""
    default = default_selection(suite)
    unread = {name: getattr(default, name) for name in _unread(read_by(compute))}
    made = {name: usual for name, usual in unread.items() if getattr(selection, name) != usual}
    return replace(selection, **made) if made else selection


@lru_cache
def _unread(read: Reads) -> tuple[str, ...]:
    """The names of the choices that are not read."""
    weighed = {"weights": read.weights, "floors": read.weights, "rows": read.rows}
    shown = [c.name for c in CHOICES if c.view_only and c.name not in read.view_only]
    return (*shown, *(name for name, known in weighed.items() if not known), *read.without)


def _results(suite: Suite) -> Results:
    if not suite.private:
        return PUBLIC
    mine: Results = st.session_state.setdefault(_RESULTS, Results(_MOST_PRIVATE))
    return mine


def _private() -> MutableMapping[str, Tables]:
    private: dict[str, Tables] = st.session_state.setdefault(_TABLES, {})
    return private


def _public_suites() -> tuple[Suite, ...]:
    return tuple(store.suites())


def _public_tables(suite_id: str, version: str = "") -> Tables:
    return STORED.get(("tables", suite_id, version, store.state()), lambda: store.tables(suite_id, version))


def not_served() -> tuple[NotServed, ...]:
    """The folders whose suites are refused, with every problem of each."""
    return STORED.get("not served", lambda: tuple(store.not_served()))
