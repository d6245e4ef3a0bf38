"""The shape of every answer: what may be kept for how long, and failures as sentences."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.errors import Unavailable
from components.selection import Problem
from components.web.rate_limit import SECONDS, Busy, TooLong

MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
RETRY = 5
"""Seconds after which it is worth asking again."""
PUBLIC = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
BUSY = "Other answers that take long are being computed: try again in a moment."
LATE = f"This answer was not there after {SECONDS:g} s of computing and was ended: ask for fewer draws or for one part."
UNANSWERED = (Busy, TooLong, Unavailable, ClientDisconnect)
"""What `unanswered` turns into an answer."""
PRIVATE = {"Cache-Control": f"private, max-age={MAX_AGE}", "Vary": "Host"}
"""In place of some of PUBLIC where an answer repeats what its request calls this host: it is for that visitor alone."""


def reply(
    body: bytes, media: str, etag: str, headers: Mapping[str, str] | None = None, *, status: int = 200
) -> Response:
    """An answer that may be kept, with its tag."""
    every = {**PUBLIC, "ETag": etag, **(headers or {})}
    return Response(body, status_code=status, media_type=media or None, headers=every)


def failure(
    status: int, sentence: str, headers: Mapping[str, str] | None = None, problems: Sequence[Problem] = ()
) -> Response:
    """A failure as JSON: {"error": sentence, "problems": [{name, found, expected, used}]}."""
    body = {"error": sentence, "problems": [asdict(p) for p in problems]}
    every = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", **(headers or {})}
    text = json.dumps(body, ensure_ascii=True)
    return Response(text, status_code=status, media_type="application/json", headers=every)


def unanswered(error: Busy | TooLong | Unavailable | ClientDisconnect) -> Response:
    """Why an answer was not computed, or not to its end."""
    match error:
        case Busy():
            return failure(503, BUSY, {"Retry-After": str(RETRY)})
        case TooLong():
            return failure(503, LATE, {"Retry-After": str(MAX_AGE)})
        case Unavailable():
            return failure(503, str(error), {"Retry-After": str(RETRY)})
    return Response(status_code=499)  # the client has left; the log says so, as nginx does


def unchanged(request: Request, etag: str) -> bool:
    """Whether the visitor has this answer already (If-None-Match, weak comparison, RFC 9110)."""
    tags = request.headers.get("if-none-match", "")
    return tags.strip() == "*" or etag.removeprefix("W/") in [t.strip().removeprefix("W/") for t in tags.split(",")]
