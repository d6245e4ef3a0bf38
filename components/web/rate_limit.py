"""The one limit of the server: dear answers are computed one at a time, and none for longer than 20 s.

An answer declares that it is dear: a whole report, some pages' numbers, anything of a very large suite. All others
always pass, so that readers notice nothing of a visitor who asks for too much. Work asks `components.stats.stop`
between its steps whether it goes on, and is ended there when its time is over or its visitor has left.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request

from components.stats.stop import checking

SECONDS = 20.0
"""Time one answer may be computed for, and for which a dear one waits until another one has ended."""
POLL = 0.1
"""Seconds between two looks at whether the visitor is still there."""

T = TypeVar("T")
_dear = threading.Lock()  # of threads: the thread that computes releases it, whatever became of the request


class Busy(Exception):
    """Another dear answer is being computed."""


class TooLong(Exception):
    """An answer was not there within its time."""


async def limited(request: Request, compute: Callable[[], T], *, dear: bool = False) -> T:
    """What `compute` returns, in a thread of its own. Raises Busy, TooLong, ClientDisconnect, and what it raises."""
    if dear:
        await _turn(request)
    left = threading.Event()

    def work() -> T:
        until = time.monotonic() + SECONDS

        def check() -> None:
            if left.is_set():
                raise ClientDisconnect
            if time.monotonic() > until:
                raise TooLong

        try:
            with checking(check):
                check()
                return compute()
        finally:
            if dear:
                _dear.release()

    working = asyncio.ensure_future(asyncio.to_thread(work))
    working.add_done_callback(lambda done: done.cancelled() or done.exception())  # who left need not hear of it
    try:
        while not (await asyncio.wait({working}, timeout=POLL))[0]:
            await _present(request)
    finally:
        left.set()
    return working.result()


async def _turn(request: Request) -> None:
    """Wait until no other dear answer is computed. Raises Busy, ClientDisconnect."""
    until = time.monotonic() + SECONDS
    while not _dear.acquire(blocking=False):
        if time.monotonic() > until:
            raise Busy
        await _present(request)
        await asyncio.sleep(POLL)


async def _present(request: Request) -> None:
    if await request.is_disconnected():
        raise ClientDisconnect
