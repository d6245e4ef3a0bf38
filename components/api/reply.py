"""The shape of every answer: what may be kept for how long, and failures as sentences."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import Response

from components.selection import Problem

MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
RETRY = "5"
"""Seconds after which one who was sent away may ask again."""
PUBLIC = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
}

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
    told = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", **(headers or {})}
    text = json.dumps(body, ensure_ascii=True)
    return Response(text, status_code=status, media_type="application/json", headers=told)


def busy(sentence: str = "Too many answers are being computed: try again in a moment.") -> Response:
    """What cannot be answered now and may be in a few seconds."""
    return failure(503, sentence, {"Retry-After": RETRY})


def unchanged(request: Request, etag: str) -> bool:
    """Whether the visitor has this answer already (If-None-Match, weak comparison, RFC 9110)."""
    tags = request.headers.get("if-none-match", "")
    return tags.strip() == "*" or etag.removeprefix("W/") in [t.strip().removeprefix("W/") for t in tags.split(",")]
