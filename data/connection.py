"""The one read-only connection of a process.

Where it reads a copy of a lake, a thread looks whether that moved on, and copies what is new before it is shown.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import duckdb

from components.errors import LeaderboardError
from data import build, database, lake

log = logging.getLogger("leaderboard.data")
EVERY = 5.0
"""Seconds between two looks at a lake: what is put in is served that much later, and the time it takes to copy it."""
_T = TypeVar("_T")


class Follower:
    """`path` is the copy to be read, `snapshots` are those that hold an older data version of a suite."""

    def __init__(self) -> None:
        """Copy the lake as it is now and follow it from there. Raises LeaderboardError."""
        self.snapshots: Mapping[tuple[str, str], int] = {}
        with lake.connect() as con:
            self._look(con)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lake", daemon=True)
        self._thread.start()
        atexit.register(self.close)  # a thread inside the engine when the interpreter goes would abort the process

    def close(self) -> None:
        """Stop following."""
        atexit.unregister(self.close)
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        well = True
        while not self._stop.wait(EVERY):
            try:
                with lake.connect() as con:
                    while not self._stop.is_set():
                        if lake.snapshot(con) != self._seen:
                            self._look(con)
                        if not well:
                            log.info("the lake is followed again")
                            well = True
                        self._stop.wait(EVERY)
            except (LeaderboardError, duckdb.Error) as error:
                if well:
                    log.warning("what was copied last is served on: %s", lake.masked(str(error)))
                    well = False

    def _look(self, con: duckdb.DuckDBPyConnection) -> None:
        seen = lake.snapshot(con)
        self.snapshots, self.path = lake.snapshots(con), build.ensure()
        self._seen = seen


class Connection:
    """Reads in any thread, each on a cursor of its own."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._con: duckdb.DuckDBPyConnection | None = None
        self._path = Path()
        self._follower: Follower | None = None
        self._kept: dict[str, Any] = {}

    def read(self, ask: Callable[[duckdb.DuckDBPyConnection], _T]) -> _T:
        """The result of `ask` with a cursor. Raises LeaderboardError where no database can be built."""
        with self._open().cursor() as cursor:
            return ask(cursor)

    def kept(self, name: str, ask: Callable[[duckdb.DuckDBPyConnection], _T]) -> _T:
        """The result of `read`, kept as long as the database is the same. Raises as `read` does."""
        with self._lock:
            if name not in self._kept or self._latest() != self._path:
                self._open()
            if name not in self._kept:
                self._kept[name] = self.read(ask)
            found: _T = self._kept[name]
            return found

    def path(self) -> Path:
        """The path of the database that is read. Raises as `read` does."""
        with self._lock:
            self._open()
            return self._path

    def state(self) -> str:
        """The name of the lake's state that is served; empty for a database built from files."""
        return self._follower.path.name if self._follower else ""

    def snapshot(self, suite_id: str, version: str) -> int | None:
        """The snapshot of the lake that holds a data version of a suite; None where there is none."""
        return self._follower.snapshots.get((suite_id, version)) if self._follower else None

    def close(self) -> None:
        """Close it, and follow no lake; the next read looks for the database again."""
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.close()
        with self._lock:
            if self._con is not None:
                self._con.close()
            self._con = None
            self._kept.clear()

    def _latest(self) -> Path:
        return self._follower.path if self._follower else self._path

    def _open(self) -> duckdb.DuckDBPyConnection:
        """The connection, opened again where a lake has a newer state, or the database was removed."""
        with self._lock:
            latest = self._latest()
            if self._con is None or latest != self._path or not latest.exists():
                if self._follower is None and lake.address():
                    self._follower = Follower()
                if self._follower is None:
                    self._path = build.ensure()
                elif not self._follower.path.exists():
                    self._path = self._follower.path = build.ensure()
                else:
                    self._path = self._follower.path
                # the one before stays open until the last cursor on it is done
                self._con = database.connect(self._path)
                self._kept.clear()
            return self._con
