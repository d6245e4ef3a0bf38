"""Following a lake: a thread that looks whether it moved on, and copies what is new before anybody is shown it."""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Mapping

import duckdb

from components.errors import LeaderboardError
from data import build, lake

log = logging.getLogger("leaderboard.data")
EVERY = 5.0
"""Seconds between two looks: what somebody puts in is served that much later, and the time it takes to copy it."""


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
