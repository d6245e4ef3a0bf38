"""The shape of every answer: what may be kept for how long, failures as sentences, and who waits
for whom."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakKeyDictionary

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.choices.record import InvalidChoice
from components.formats.registry import JSON
from data.errors import LeaderboardError, Unavailable

T = TypeVar("T")
MAX_QUERY = 8_000
"""Longest query string, in characters as sent."""
MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
RETRY = 5
"""Seconds after which it is worth asking again."""
WAITING = 8
"""Whole reports that may wait while one is computed."""
PUBLIC = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
PRIVATE = {"Cache-Control": f"private, max-age={MAX_AGE}", "Vary": "Host"}
"""In place of some of PUBLIC if an answer repeats what its request calls this host: it is for that
visitor alone."""
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()
"""One for each loop: a lock belongs to the first loop in which somebody waits for it."""
_waiting = 0


class Failed(LeaderboardError):
    """A request that cannot be answered: the status, one sentence, and what is wrong with each
    parameter."""

    def __init__(self, status: int, sentence: str, problems: Sequence[InvalidChoice] = ()) -> None:
        super().__init__(sentence)
        self.status = status
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Reply:
    """What answers a request: `make` computes its body.

    etag     changes whenever the body does
    headers  in addition to those of every answer
    whole    whether it takes so long that one is computed at a time
    """

    make: Callable[[], str | bytes]
    media: str
    etag: str
    headers: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False


async def answered(request: Request, read: Callable[[], Reply]) -> Response:
    """Return the answer to a request, or why there is none. `read` and what it returns run in
    threads."""
    length = len(request.url.query)
    if length > MAX_QUERY:
        limits = f"Found a query of {length:,} characters, expected at most {MAX_QUERY:,}."
        return failure(414, limits)
    try:
        reply = await asyncio.to_thread(read)
        headers = {**PUBLIC, "ETag": reply.etag, **reply.headers}
        if unchanged(request, reply.etag):
            return Response(status_code=304, headers=headers)
        if reply.whole:
            body = await one_at_a_time(request, reply.make)
        else:
            body = await asyncio.to_thread(reply.make)
    except Failed as error:
        return failure(error.status, str(error), problems=error.problems)
    except Unavailable as error:
        return failure(503, str(error), {"Retry-After": str(RETRY)})
    except LeaderboardError as error:
        return failure(400, str(error))
    return Response(body, media_type=reply.media, headers=headers)


async def one_at_a_time(request: Request, compute: Callable[[], T]) -> T:
    """Compute in a thread while no other call of this function does.

    Raises Unavailable if WAITING calls wait already, and ClientDisconnect if the visitor has left
    when its turn comes."""
    global _waiting
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    if _waiting >= WAITING:
        raise Unavailable("Other whole reports are being computed: try again in a moment.")
    _waiting += 1
    try:
        await lock.acquire()
    finally:
        _waiting -= 1
    try:
        if await request.is_disconnected():
            raise ClientDisconnect
        return await asyncio.to_thread(compute)
    finally:
        lock.release()


def failure(
    status: int,
    sentence: str,
    headers: Mapping[str, str] | None = None,
    problems: Sequence[InvalidChoice] = (),
) -> Response:
    """Return a failure as JSON: {"error": sentence, "problems": [{name, found, expected,
    used}]}."""
    body = json.dumps({"error": sentence, "problems": [problem.record for problem in problems]})
    shared_headers = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"}
    return Response(body, status, {**shared_headers, **(headers or {})}, JSON.media_type)


def unchanged(request: Request, etag: str) -> bool:
    """Return whether the visitor has this answer already (If-None-Match, weak comparison, RFC
    9110)."""
    tags = request.headers.get("if-none-match", "").replace("W/", "").replace(" ", "").split(",")
    return tags == ["*"] or etag.removeprefix("W/") in tags
