"""Reading the database that is served: read-only, one cursor per call, safe in threads.

A process on a lake looks every EVERY seconds whether that moved on, and builds what is new before
it is served. A database that was removed or damaged is built again. Whatever reads raises
LeaderboardError if none can be built."""

import atexit
import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import duckdb

from data import build, database, lake
from data.errors import Unavailable
from data.registry import NotServed, Size, Suite, Tables

log = logging.getLogger("leaderboard.data")
EVERY = float(os.environ.get("LEADERBOARD_EVERY", "60"))
"""Seconds between two looks at a lake."""
_Answer = TypeVar("_Answer")


@dataclass
class _Served:
    """A database that is open, with its suites once they were read."""

    path: Path
    connection: duckdb.DuckDBPyConnection
    suites: database.ServedSuites | None = None


class _Follower(threading.Thread):
    """A thread that serves what is new in the lake until it is stopped."""

    def __init__(self) -> None:
        super().__init__(name="lake", daemon=True)
        self.stopped = threading.Event()

    def run(self) -> None:
        """Look at the lake again and again; what was built last is served while it cannot be
        read."""
        last_snapshot = -1
        failed_before = False
        while not self.stopped.wait(EVERY):
            try:
                snapshot = lake.snapshot()
                if snapshot != last_snapshot:
                    newest = build.ensure()
                    if newest != path():
                        _serve(newest)
                last_snapshot = snapshot
                failed_before = False
            except Exception as error:  # whatever it is, the next look may succeed
                if not failed_before:
                    log.warning("what was copied last is served on: %s", lake.masked(str(error)))
                failed_before = True


_lock = threading.RLock()
_served: _Served | None = None
_follower: _Follower | None = None


def suites() -> list[Suite]:
    """Return every suite, in the order in which they are offered."""
    return [suite.record for suite in _suites().values()]


def not_served() -> list[NotServed]:
    """Return the folders whose suites are refused, with every problem of each."""
    return _read(database.read_not_served)


def sizes() -> dict[str, Size]:
    """Return how much each suite holds, without reading its tables."""
    return {suite_id: suite.size for suite_id, suite in _suites().items()}


def tables(suite_id: str) -> Tables:
    """Return a suite's tables, to the bit those that `data.load.load_suite` reads. Raises
    UnknownName."""
    return _read(lambda cursor: database.read_tables(cursor, suite_id))


def data_version(suite_id: str) -> str:
    """Return the first 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""
    return _suites()[suite_id].data_version


def versions() -> dict[str, str]:
    """Return the data version of each suite, in the order in which they are offered."""
    return {suite_id: suite.data_version for suite_id, suite in _suites().items()}


def path() -> Path:
    """Return the path of the database that is served, built again if it is gone."""
    return _open().path


def close() -> None:
    """Close the database and follow no lake; the next call looks for the database again."""
    global _served, _follower
    follower = _follower
    _follower = None
    if follower is not None:
        follower.stopped.set()
        follower.join()
    with _lock:
        if _served is not None:
            _served.connection.close()
        _served = None


# a thread inside the engine when the interpreter goes would abort the process
atexit.register(close)


def _open() -> _Served:
    """Return the database that is served, opened again if it was removed."""
    global _follower
    with _lock:
        if _served is None or not _served.path.exists():
            _serve(build.ensure())
            if lake.address() and _follower is None:
                _follower = _Follower()
                _follower.start()
        assert _served is not None
        return _served


def _serve(new_path: Path) -> None:
    """Serve this database; one that was served before stays open until the last cursor on it is
    done."""
    global _served
    with _lock:
        _served = _Served(new_path, database.connect(new_path))


def _read(read_answer: Callable[[duckdb.DuckDBPyConnection], _Answer]) -> _Answer:
    """Return the result of `read_answer` with a cursor; a database that turns out to be damaged is
    built again."""
    served = _open()
    try:
        with served.connection.cursor() as cursor:
            return read_answer(cursor)
    except duckdb.OutOfMemoryException:
        raise Unavailable("There is not enough memory at the moment.") from None
    except duckdb.Error as error:
        reason = str(error).partition("\n")[0]
        log.warning("%s cannot be read and is built again: %s", served.path, reason)
        _remove(served)
    try:
        with _open().connection.cursor() as cursor:
            return read_answer(cursor)
    except duckdb.Error:
        raise Unavailable("The database cannot be read at the moment.") from None


def _remove(damaged: _Served) -> None:
    global _served
    with _lock, suppress(OSError):
        if _served is damaged:
            _served = None
            damaged.connection.close()
            damaged.path.unlink(missing_ok=True)


def _suites() -> database.ServedSuites:
    """Return the suites of the database, read once as long as it is served."""
    served = _open()
    if served.suites is None:
        served.suites = _read(database.read_suites)
    return served.suites
