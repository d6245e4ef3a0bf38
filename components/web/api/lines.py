"""Who waits for whom: answers are computed in lines, apart from the threads that files and health
are answered with."""

import asyncio
import contextvars
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect, Request

from data.errors import Unavailable

T = TypeVar("T")
PATIENCE = 20
"""Seconds that a request waits for its turn."""


class Line:
    """Requests that wait for one of a few places to compute in.

    `length` is how many may wait while all places are taken; None for any number."""

    def __init__(self, places: int, length: int | None = None) -> None:
        self.places = places
        self.length = length
        self.waiting = 0
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="answer")
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    async def computed(self, request: Request, compute: Callable[[], T]) -> T:
        """Compute when the turn of a request comes, and return the result.

        Raises Unavailable if the line is full or the turn does not come in PATIENCE seconds, and
        ClientDisconnect if the visitor has left when it comes."""
        loop = asyncio.get_running_loop()
        # of each loop its own: a semaphore belongs to the first one in which somebody waits
        turns = self._turns.setdefault(loop, asyncio.Semaphore(self.places))
        if self.length is not None and turns.locked() and self.waiting >= self.length:
            raise Unavailable("Other whole reports are being computed: try again in a moment.")
        self.waiting += 1
        try:
            await asyncio.wait_for(turns.acquire(), PATIENCE)
        except TimeoutError:
            raise Unavailable("Other answers are being computed: try again in a moment.") from None
        finally:
            self.waiting -= 1
        try:
            if await request.is_disconnected():
                raise ClientDisconnect
            run = contextvars.copy_context().run
            return await loop.run_in_executor(self._threads, run, compute)
        finally:
            turns.release()


ANSWERS = Line(os.cpu_count() or 1)
"""All that is computed, but for whole reports: as many at a time as there are processors."""
WHOLE = Line(1, length=8)
"""Whole reports and briefs: one at a time, and at most eight that wait."""
