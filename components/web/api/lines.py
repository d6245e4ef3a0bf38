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
        self._present = 0
        self._threads = ThreadPoolExecutor(places, thread_name_prefix="answer")
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = (
            WeakKeyDictionary()
        )

    @property
    def waiting(self) -> int:
        """How many wait while all places are taken."""
        return max(self._present - self.places, 0)

    async def computed(self, request: Request, compute: Callable[[], T]) -> T:
        """Compute when the turn of a request comes, and return the result.

        Raises Unavailable if the line is full or the turn does not come in PATIENCE seconds, and
        ClientDisconnect if the visitor has left when it comes."""
        # counted at once: those that come together each see the others
        if self.length is not None and self._present >= self.places + self.length:
            raise Unavailable("Other whole reports are being computed: try again in a moment.")
        self._present += 1
        try:
            return await self._in_turn(request, compute)
        finally:
            self._present -= 1

    async def _in_turn(self, request: Request, compute: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        # of each loop its own: a semaphore belongs to the first one in which somebody waits
        turns = self._turns.setdefault(loop, asyncio.Semaphore(self.places))
        try:
            await asyncio.wait_for(turns.acquire(), PATIENCE)
        except TimeoutError:
            raise Unavailable("Other answers are being computed: try again in a moment.") from None
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
