"""Computing answers beside the event loop: few at a time, each once, the latest kept."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

WORKERS = 2
"""Answers computed at the same time."""
WAITING = 32
"""Answers under way and waiting before a request is sent away."""
CACHE_BYTES = 32 * 2**20
"""Answers kept in memory, in bytes; the least recently asked for goes first."""


class Full(Exception):
    """Too many answers are being computed."""


class Answers:
    """Computes the bytes that belong to a key, once for all who ask at the same time, and keeps the latest."""

    def __init__(self, workers: int = WORKERS, waiting: int = WAITING, most: int = CACHE_BYTES) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="answers")
        self._waiting, self._most = waiting, most
        self._lock = threading.Lock()
        self._running: dict[str, Future[bytes]] = {}
        self._done: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    async def get(self, key: str, compute: Callable[[], bytes]) -> bytes:
        """The bytes of a key. Raises Full, and whatever `compute` raises; what failed is not kept."""
        with self._lock:
            body = self._done.get(key)
            if body is not None:
                self._done.move_to_end(key)
                return body
            future = self._running.get(key)
            if future is None:
                if len(self._running) >= self._waiting:
                    raise Full
                future = self._running[key] = self._pool.submit(self._work, key, compute)
        return await asyncio.shield(asyncio.wrap_future(future))

    def _work(self, key: str, compute: Callable[[], bytes]) -> bytes:
        try:
            body = compute()
            with self._lock:
                self._done[key] = body
                self._size += len(body)
                while self._size > self._most:
                    self._size -= len(self._done.popitem(last=False)[1])
            return body
        finally:
            with self._lock:
                self._running.pop(key, None)


ANSWERS = Answers()
"""The one store of answers of this process."""
