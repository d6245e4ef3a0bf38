"""Who is next where only a few pieces of work run at a time: one piece per client, and first whoever has used least.

Work whose length nobody knows first gets a short time, in which nearly all of it ends; what needs more begins again
where such work takes turns. So those who ask for long work wait for each other, and others not for them.

What reads what anybody may have written runs in a process of its own (`disposable`), which is killed with its time.
"""

from __future__ import annotations

import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

R = TypeVar("R")

HALF_LIFE = 30.0
"""Seconds after which time used counts half."""
FORGOTTEN = 0.01
"""Seconds of use that no longer count."""
STARTING = 10.0
"""Seconds that a process may take to start, before the time of its work begins."""


class NoTurn(Exception):
    """The work of others, or other work of the same client, took all the time there was to wait."""


class Turns:
    """`at_once` pieces of work run at a time, no two of the same client.

    Of those who wait, the next is the client that has used least time of late, of equals who came first: whoever asks
    without end waits behind whoever asks once.
    """

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._waiting: list[tuple[str, object]] = []
        self._running: set[str] = set()
        self._used: dict[str, tuple[float, float]] = {}

    @contextmanager
    def turn(self, client: str, until: float) -> Iterator[None]:
        """Hold a turn while the block runs. Raises NoTurn when none came until that moment (of time.monotonic)."""
        mine = (client, object())
        with self._changed:
            self._waiting.append(mine)
            try:
                if not self._changed.wait_for(lambda: self._next() is mine, until - time.monotonic()):
                    raise NoTurn
                self._running.add(client)
            finally:
                self._waiting.remove(mine)
                self._changed.notify_all()
        begun = time.monotonic()
        try:
            yield
        finally:
            with self._changed:
                self._running.remove(client)
                self._note(client, time.monotonic() - begun)
                self._changed.notify_all()

    def _next(self) -> tuple[str, object] | None:
        if len(self._running) >= self._at_once:
            return None
        free = [w for w in self._waiting if w[0] not in self._running]
        return min(free, key=lambda w: self._use(w[0]), default=None)

    def _use(self, client: str) -> float:
        """Seconds of use of late, as they count now."""
        seconds, at = self._used.get(client, (0.0, 0.0))
        return seconds * math.pow(0.5, (time.monotonic() - at) / HALF_LIFE)

    def _note(self, client: str, seconds: float) -> None:
        self._used = {c: used for c, used in self._used.items() if self._use(c) > FORGOTTEN}
        self._used[client] = (self._use(client) + seconds, time.monotonic())


class Lanes:
    """Two at a time for the first `quick` seconds of work, one at a time for what needs more."""

    def __init__(self, quick: float) -> None:
        self.quick = quick
        self._own, self._quick, self._long = Turns(1_000), Turns(2), Turns(1)

    def run(self, client: str, work: Callable[[float], R | None], seconds: float, wait: float) -> R | None:
        """What `work` gives back within `seconds`, None when it does not end in them.

        `work` takes the seconds it has and gives back None when they are over. Raises NoTurn when its turns did not
        come within `wait` seconds in all, and what `work` raises.
        """
        until = time.monotonic() + wait
        with self._own.turn(client, until):
            with self._quick.turn(client, until):
                done = work(min(self.quick, seconds))
            if done is not None or seconds <= self.quick:
                return done
            with self._long.turn(client, until):
                return work(seconds)


def disposable(
    program: Sequence[str], message: bytes, seconds: float, folder: str
) -> subprocess.CompletedProcess[bytes]:
    """Run Python apart from the project and its environment, with a message as input: only its output comes back.

    It stands in `folder`. Raises subprocess.TimeoutExpired when it outlives its start and `seconds`.
    """
    return subprocess.run(
        [sys.executable, "-I", "-B", "-X", "utf8", *program],
        input=message,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env={},
        close_fds=True,
        start_new_session=True,
        timeout=STARTING + seconds,
        check=False,
    )
