"""The one read-only connection of a process, opened anew when its database was removed, cut or replaced.

Where it reads a copy of a lake, a thread looks whether that moved on, and copies what is new before it is shown.
"""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import duckdb

from components.errors import LeaderboardError, Unavailable
from data import build, database, lake

log = logging.getLogger("leaderboard.data")
EVERY = 5.0
"""Seconds between two looks at a lake: what is put in is served that much later, and the time it takes to copy it."""
AGAIN = 5.0
"""Seconds before a database that could not be built is tried again."""
UNREADABLE = "The database cannot be read at the moment: try again in a few seconds."
_T = TypeVar("_T")
Stamp = tuple[int, int, int]


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
    """Reads in any thread, each on a cursor of its own. What is open is looked at before each read."""

    def __init__(self) -> None:
        self._turn = threading.Condition()  # on a lock that its holder may take again
        self._con: duckdb.DuckDBPyConnection | None = None
        self._path = Path()
        self._stamp: Stamp | None = None
        self._reading, self._again = 0, 0.0
        self._follower: Follower | None = None
        self._kept: dict[str, Any] = {}

    def kept(self, name: str, ask: Callable[[duckdb.DuckDBPyConnection], _T]) -> _T:
        """What `read` gives, asked once as long as the database is the same. Raises as `read` does."""
        with self._turn:
            if self._same() and name in self._kept:
                there: _T = self._kept[name]
                return there
        made = self.read(ask)
        self._kept[name] = made
        return made

    def read(self, ask: Callable[[duckdb.DuckDBPyConnection], _T]) -> _T:
        """What `ask` makes of a cursor; once more when the database was spoilt under it.

        Raises Unavailable while a spoilt database cannot be built again, LeaderboardError where none can be built to
        begin with, and duckdb.Error for a query that fails on a sound database.
        """
        try:
            return self._once(ask)
        except duckdb.Error:
            if self._same():
                raise
            return self._once(ask)

    def path(self) -> Path:
        """Where the database stands that is read. Raises as `read` does, and Unavailable while the file is gone."""
        path = self._once(lambda _: self._path)
        if not path.exists():
            raise Unavailable(UNREADABLE)
        return path

    def state(self) -> str:
        """What changes when another state of a lake is served; empty for a database that was built from files."""
        return self._follower.path.name if self._follower else ""

    def snapshot(self, suite_id: str, version: str) -> int | None:
        """The snapshot of the lake that holds a data version of a suite; None where there is none."""
        return self._follower.snapshots.get((suite_id, version)) if self._follower else None

    def close(self) -> None:
        """Close it, and follow no lake; the next read looks for the database again."""
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.close()
        self._shut()

    def _shut(self) -> None:
        with self._turn:
            if self._con is not None:
                self._con.close()
            self._con, self._again = None, 0.0
            self._kept.clear()

    def _once(self, ask: Callable[[duckdb.DuckDBPyConnection], _T]) -> _T:
        with self._turn:
            if not self._same():
                # the engine hands out what is open in this process for any file of that name
                self._turn.wait_for(lambda: not self._reading)
            if not self._same():
                self._open()
            assert self._con is not None
            cursor = self._con.cursor()
            self._reading += 1
        try:
            with cursor:
                return ask(cursor)
        finally:
            with self._turn:
                self._reading -= 1
                self._turn.notify_all()

    def _same(self) -> bool:
        followed = self._follower is None or self._follower.path == self._path
        return self._con is not None and followed and _stamp(self._path) == self._stamp

    def _open(self) -> None:
        """Open the database, built again where need be; a removed one is read on while that cannot be done."""
        first, removed = self._con is None and not self._again, self._con is not None and not self._path.exists()
        if time.monotonic() < self._again:
            if removed:
                return
            raise Unavailable(UNREADABLE)
        if not removed:
            self._shut()
        elif not self._again:
            log.warning("the database %s was removed while it was served and is built again", self._path)
        try:
            path = self._latest()
        except LeaderboardError as error:
            if first:
                raise
            log.warning("the database cannot be built again: %s", error)
            self._again = time.monotonic() + AGAIN
            if removed:
                return
            raise Unavailable(UNREADABLE) from error
        self._shut()
        self._path, self._stamp, self._con = path, _stamp(path), database.connect(path)

    def _latest(self) -> Path:
        """A sound database; that of a lake is there before it is asked for. Raises LeaderboardError."""
        if self._follower is None and lake.address():
            self._follower = Follower()
        if self._follower is not None and self._follower.path.exists():
            return self._follower.path
        return build.ensure()


def _stamp(path: Path) -> Stamp | None:
    """What tells one state of a file from another; None where there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
