"""Results of public views, computed once for all who ask: pages, and the documents that answer
before them.

Results are kept by function, data version and selection. They are frozen and shared as they are: no
caller changes one. What rests on a suite that a reader brought never comes here.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock, RLock
from typing import Any, TypeVar

from components.resolved import Resolved, decides
from components.selection import Selection
from components.served import Served
from components.stats.memo import memoised
from data import store
from data.registry import Tables

R = TypeVar("R")
MAX_RESULTS = 384
MAX_SUITES = 48


# each move of a weight asks for all suites: a cache of Streamlit takes a third of such a run
@lru_cache(maxsize=MAX_SUITES)
def _tables(suite_id: str, data_version: str) -> Tables:
    return store.tables(suite_id)


def tables(suite_id: str) -> Tables:
    """Return a whole public suite; no caller changes one. Raises UnknownName."""
    return _tables(suite_id, store.data_version(suite_id))


def suites() -> tuple[Tables, ...]:
    """Return every public suite, in the order served."""
    return tuple(_tables(suite_id, version) for suite_id, version in store.versions().items())


def served(opened: Mapping[str, Any] | None = None) -> Served:
    """Return every public suite; results of one suite are those that are kept."""
    return Served(suites(), of, opened or {}, of_all)


def resolved(selection: Selection, opened: Mapping[str, Any] | None = None) -> Resolved:
    """Return a selection of a public suite, resolved against it."""
    return Resolved(tables(selection.suite), selection, kept, opened or {}, served())


def of(compute: Callable[..., R], selection: Selection) -> R:
    """Return the result of a selection, computed once. Raises LeaderboardError."""
    return kept(compute, resolved(selection))


def kept(compute: Callable[..., R], view: Resolved, *asked: object) -> R:
    """Return the result of a view, computed once per data version, selection and what is asked.

    A function that is marked as the same under all weights is computed once for them all. Raises
    LeaderboardError.
    """
    result_key, view = key_of(compute, view, asked, kept)
    return in_process(result_key, lambda: compute(view, *asked))


def of_all(compute: Callable[..., R], view: Served, *asked: object) -> R:
    """Return the result for all suites, computed once per data versions and what is asked."""
    return in_process((compute, versions(view), asked), lambda: compute(view, *asked))


def key_of(
    compute: Callable[..., R],
    view: Resolved,
    asked: tuple[object, ...],
    keep: Callable[..., Any],
) -> tuple[Hashable, Resolved]:
    """Return under which key a result is kept, and the view that it is computed from, whose further
    results are kept by `keep`."""
    decisive = decides(compute, view.selection, view.tables)
    among = () if view.among is None else versions(view.among)
    if decisive != view.selection:
        view = Resolved(view.tables, decisive, keep, among=view.among)
    return (compute, view.tables.data_version, among, decisive, asked), view


def versions(view: Served) -> tuple[str, ...]:
    """Return the data version of each suite."""
    return memoised(view, "versions", lambda: tuple(suite.data_version for suite in view.suites))


@dataclass(eq=False)
class ResultSlot:
    """Where one result is computed by the first that asks, while others that ask for it wait.

    `result` is empty until then.
    """

    lock: RLock = field(default_factory=RLock)
    result: list[Any] = field(default_factory=list)


_slots: OrderedDict[Hashable, ResultSlot] = OrderedDict()
_slots_lock = Lock()


def in_process(result_key: Hashable, compute: Callable[[], R]) -> R:
    """Return the result of a key, shared by all sessions.

    A cache of Streamlit takes a tenth of a change of weight longer.
    """
    with _slots_lock:
        result_slot = _slots.setdefault(result_key, ResultSlot())
        _slots.move_to_end(result_key)
        if len(_slots) > MAX_RESULTS:
            _slots.popitem(last=False)
    with result_slot.lock:
        if not result_slot.result:
            result_slot.result.append(compute())
    result: R = result_slot.result[0]
    return result
