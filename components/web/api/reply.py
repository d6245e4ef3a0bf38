"""The shape of every answer: what may be kept for how long, failures as sentences, and who waits for whom."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.errors import Unavailable
from components.selection import Problem

T = TypeVar("T")
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
"""In place of some of PUBLIC where an answer repeats what its request calls this host: it is for that visitor alone."""
UNANSWERED = (Unavailable, ClientDisconnect)
"""What `unanswered` turns into an answer."""
_one = asyncio.Lock()
_waiting = 0


async def one_at_a_time(request: Request, compute: Callable[[], T]) -> T:
    """Compute in a thread while no other call of this function does.

    Raises Unavailable if WAITING calls wait already, and ClientDisconnect if the visitor has left when its turn comes.
    """
    global _waiting
    if _waiting >= WAITING:
        raise Unavailable("Other whole reports are being computed: try again in a moment.")
    _waiting += 1
    try:
        await _one.acquire()
    finally:
        _waiting -= 1
    try:
        if await request.is_disconnected():
            raise ClientDisconnect
        return await asyncio.to_thread(compute)
    finally:
        _one.release()


def reply(
    body: bytes, media: str, etag: str, headers: Mapping[str, str] | None = None, *, status: int = 200
) -> Response:
    """Return an answer that may be kept, with its tag."""
    every = {**PUBLIC, "ETag": etag, **(headers or {})}
    return Response(body, status_code=status, media_type=media or None, headers=every)


def failure(
    status: int, sentence: str, headers: Mapping[str, str] | None = None, problems: Sequence[Problem] = ()
) -> Response:
    """Return a failure as JSON: {"error": sentence, "problems": [{name, found, expected, used}]}."""
    body = {"error": sentence, "problems": [asdict(p) for p in problems]}
    every = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", **(headers or {})}
    text = json.dumps(body, ensure_ascii=True)
    return Response(text, status_code=status, media_type="application/json", headers=every)


def unanswered(error: Unavailable | ClientDisconnect) -> Response:
    """Return why an answer was not computed."""
    if isinstance(error, Unavailable):
        return failure(503, str(error), {"Retry-After": str(RETRY)})
    return Response(status_code=499)  # the client has left; the log says so, as nginx does


def unchanged(request: Request, etag: str) -> bool:
    """Return whether the visitor has this answer already (If-None-Match, weak comparison, RFC 9110)."""
    tags = request.headers.get("if-none-match", "")
    return tags.strip() == "*" or etag.removeprefix("W/") in [t.strip().removeprefix("W/") for t in tags.split(",")]
