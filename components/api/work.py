"""Computing answers beside the event loop: each once, only while somebody waits for it, the latest kept.

Cheap and dear answers have lines of their own. Dear ones are shared out by client, an address; cheap ones are not, so
that readers behind one address do not wait for one of them.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from typing import TypeVar, cast

from starlette.requests import ClientDisconnect, Request

from components.server.turns import Full, Turns, client_of
from components.stats.stop import checking

SECONDS = 60.0
"""Time one answer may be computed for, and may wait for its turn."""
DEAR = 1.0
"""Seconds of the processor from which an answer is dear; one that was taken for cheap goes over when it gets there."""
CHEAP_AT_ONCE, DEAR_AT_ONCE = 2, 1
"""Answers computed at the same time."""
WAITING = 32
"""Answers that wait in the line of the cheap ones, and in all lines of the dear ones, before one is sent away."""
WAITING_EACH = 4
"""Dear answers of one client that wait."""
CACHE_BYTES = 32 * 2**20
"""Answers kept in memory, in bytes; the least recently asked for goes first."""

T = TypeVar("T")


class TooLong(Exception):
    """An answer was not there within its time."""


class Answers:
    """Computes what belongs to a key, once for all who ask at the same time, and keeps the latest that are bytes."""

    def __init__(self, cheap: Turns | None = None, dear: Turns | None = None, most: int = CACHE_BYTES) -> None:
        self._cheap = cheap or Turns(CHEAP_AT_ONCE, WAITING, WAITING)
        self._dear = dear or Turns(DEAR_AT_ONCE, WAITING_EACH, WAITING)
        self._most = most
        self._lock = threading.Lock()
        self._running: dict[str, _Work] = {}
        self._done: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def get(self, key: str, compute: Callable[[], T], client: str = "", price: float = 0.0) -> T:
        """What a key has, always of one type; `price` is what it is thought to cost, in seconds.

        Who is cancelled waits no longer, and the last one to go ends the work. Raises Full, TooLong, and whatever
        `compute` raises; what failed is not kept.
        """
        with self._lock:
            body = self._done.get(key)
            if body is not None:
                self._done.move_to_end(key)
                return cast("T", body)
            work = self._running.get(key)
            if work is None:
                work = self._running[key] = _Work(client, self._cheap, self._dear, price >= DEAR)
                work.asking = 1  # before it starts: work that nobody asks for ends
                threading.Thread(target=self._do, args=(key, work, compute), name="answer", daemon=True).start()
            else:
                work.asking += 1
        result = asyncio.wrap_future(work.result)
        result.add_done_callback(lambda done: done.cancelled() or done.exception())  # who left need not hear of it
        try:
            return cast("T", await asyncio.shield(result))
        finally:
            with self._lock:
                work.asking -= 1
                if not work.asking:
                    self._forget(key, work)

    def _do(self, key: str, work: _Work, compute: Callable[[], object]) -> None:
        try:
            body = work.do(compute)
        except BaseException as error:
            with self._lock:
                self._forget(key, work)
            work.result.set_exception(error)
            return
        with self._lock:
            self._forget(key, work)
            if isinstance(body, bytes):
                self._done[key] = body
                self._size += len(body)
            while self._size > self._most:
                self._size -= len(self._done.popitem(last=False)[1])
        work.result.set_result(body)

    def _forget(self, key: str, work: _Work) -> None:
        if self._running.get(key) is work:
            del self._running[key]


class _Work:
    """One answer under way: how many ask for it, its time, and the turn it has."""

    def __init__(self, client: str, cheap: Turns, dear: Turns, is_dear: bool) -> None:
        self.asking = 0
        self.result: Future[object] = Future()
        self._client, self._cheap, self._dear, self._is_dear = client, cheap, dear, is_dear
        self._turn = ExitStack()
        self._until = self._used = 0.0

    def do(self, compute: Callable[[], T]) -> T:
        """Wait for a turn and compute. Raises Full, TooLong, ClientDisconnect when nobody asks any more."""
        with self._turn, checking(self._check):
            self._wait(self._dear if self._is_dear else self._cheap)
            self._until, self._used = time.monotonic() + SECONDS, time.thread_time()
            self._wanted()
            return compute()

    def _wait(self, turns: Turns) -> None:
        until = time.monotonic() + SECONDS

        def check() -> None:
            self._wanted()
            if time.monotonic() > until:
                raise Full

        self._turn.enter_context(turns.turn(self._client, check))

    def _wanted(self) -> None:
        if not self.asking:
            raise ClientDisconnect

    def _check(self) -> None:
        self._wanted()
        left = self._until - time.monotonic()
        if left < 0:
            raise TooLong
        if not self._is_dear and time.thread_time() - self._used > DEAR:
            self._is_dear = True
            self._turn.close()
            self._wait(self._dear)
            self._until = time.monotonic() + left


ANSWERS = Answers()
"""The one store of answers of this process."""


async def answered(request: Request, key: str, compute: Callable[[], T], price: float = 0.0) -> T:
    """What `ANSWERS` has for a visitor, as long as the visitor waits. Raises ClientDisconnect beside what it raises."""
    answer = asyncio.ensure_future(
        ANSWERS.get(key, compute, client_of(request.client.host if request.client else ""), price)
    )
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({answer, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise ClientDisconnect
        return answer.result()
    finally:
        answer.cancel()
        gone.cancel()
        await asyncio.wait({answer, gone})
        gone.cancelled() or gone.exception()  # a body beyond its limit is as good as gone


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
