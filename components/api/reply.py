"""The shape of every answer: what may be kept for how long, and failures as sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from components.api.work import SECONDS, WAITING_EACH, TooLong
from components.errors import Unavailable
from components.selection import Problem
from components.server.turns import Full

MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
LIMIT = {"X-Time-Limit": f"{SECONDS:g}"}
"""For how many seconds an answer may be computed, said in each."""
RETRY = 5
"""Seconds after which it is worth asking again."""
PUBLIC = {
    **LIMIT,
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After, X-Time-Limit",
}

BUSY = f"Too many answers are waiting, or {WAITING_EACH} dear ones of yours."
LATE = f"This answer was not there after {SECONDS:g} s of computing and was ended: ask for fewer draws or for one part."
UNANSWERED = (Full, TooLong, Unavailable, ClientDisconnect)
"""What `unanswered` says."""
PRIVATE = {"Cache-Control": f"private, max-age={MAX_AGE}", "Vary": "Host"}
"""In place of some of PUBLIC where an answer repeats what its request calls this host: it is for that visitor alone."""


def reply(
    body: bytes, media: str, etag: str, headers: Mapping[str, str] | None = None, *, status: int = 200
) -> Response:
    """An answer that may be kept, with its tag."""
    told = {**PUBLIC, "ETag": etag, **(headers or {})}
    return Response(body, status_code=status, media_type=media or None, headers=told)


def failure(
    status: int, sentence: str, headers: Mapping[str, str] | None = None, problems: Sequence[Problem] = ()
) -> Response:
    """A failure as JSON: {"error": sentence, "problems": [{name, found, expected, used}]}."""
    body = {"error": sentence, "problems": [asdict(p) for p in problems]}
    told = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", **LIMIT, **(headers or {})}
    text = json.dumps(body, ensure_ascii=True)
    return Response(text, status_code=status, media_type="application/json", headers=told)


def unanswered(error: Full | TooLong | Unavailable | ClientDisconnect) -> Response:
    """Why an answer was not computed, or not to its end."""
    match error:
        case Full():
            return failure(503, f"{BUSY} Try again in a moment.", {"Retry-After": str(RETRY)})
        case TooLong():
            return failure(503, LATE, {"Retry-After": str(MAX_AGE)})
        case Unavailable():
            return failure(503, str(error), {"Retry-After": str(RETRY)})
    return Response(status_code=499)  # nobody is there to read it; the log says so, as nginx does


def unchanged(request: Request, etag: str) -> bool:
    """Whether the visitor has this answer already (If-None-Match, weak comparison, RFC 9110)."""
    tags = request.headers.get("if-none-match", "")
    return tags.strip() == "*" or etag.removeprefix("W/") in [t.strip().removeprefix("W/") for t in tags.split(",")]
