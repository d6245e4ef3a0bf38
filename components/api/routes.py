"""The addresses below /api/v1/. Everything is read-only, and every failure is a sentence."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from components.api import answers, guide, openapi
from components.api.asked import FORMS, PREFIX, Asked, Failed, read
from components.api.work import Full, Kept
from components.errors import LeaderboardError
from components.selection import Problem

log = logging.getLogger("leaderboard.api")

MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
PUBLIC = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag",
}
kept = Kept()


async def numbers(request: Request) -> Response:
    """Answer one question about the numbers."""
    if request.method not in ("GET", "HEAD"):
        return failure(405, "Only GET is answered here: nothing can be changed.", {"Allow": "GET, HEAD"})
    try:
        path = request.path_params["path"].rstrip("/")
        pairs = request.query_params.multi_items()
        asked, etag = await asyncio.to_thread(_read, path, pairs, len(request.url.query))
        if matches(request.headers.get("if-none-match", ""), etag):
            return Response(status_code=304, headers={**PUBLIC, "ETag": etag})
        body = await kept.get(etag, partial(answers.answer, asked))
    except Failed as error:
        return failure(error.status, error.sentence, problems=error.problems)
    except Full:
        return failure(503, "Too many answers are being computed: try again in a moment.", {"Retry-After": "5"})
    except LeaderboardError as error:
        return failure(400, str(error))
    except Exception:
        log.exception("an answer failed")
        return failure(500, "This answer failed; the failure was written to the log.")
    return Response(body, media_type=FORMS[asked.form], headers={**PUBLIC, "ETag": etag})


def _read(path: str, pairs: Sequence[tuple[str, str]], length: int) -> tuple[Asked, str]:
    asked = read(path, pairs, length)
    return asked, answers.tag(asked)


async def description(request: Request) -> Response:
    """The OpenAPI document."""
    return Response(json.dumps(openapi.document(), ensure_ascii=False), media_type="application/json", headers=PUBLIC)


async def page(request: Request) -> Response:
    """The description for people."""
    return HTMLResponse(guide.page(openapi.document()), headers=PUBLIC)


def failure(
    status: int, sentence: str, headers: dict[str, str] | None = None, problems: Sequence[Problem] = ()
) -> Response:
    """A failure as JSON: {"error": sentence, "problems": [{name, found, expected, used}]}."""
    body = {"error": sentence, "problems": [asdict(p) for p in problems]}
    told = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*", **(headers or {})}
    text = json.dumps(body, ensure_ascii=True)
    return Response(text, status_code=status, media_type="application/json", headers=told)


def matches(asked: str, etag: str) -> bool:
    """Whether an If-None-Match header names the tag (weak comparison, RFC 9110)."""
    return asked.strip() == "*" or etag.removeprefix("W/") in [t.strip().removeprefix("W/") for t in asked.split(",")]


ROUTES: list[BaseRoute] = [
    Route(PREFIX, page),
    Route(f"{PREFIX}/", page),
    Route(f"{PREFIX}/openapi.json", description),
    Route(f"{PREFIX}/{{path:path}}", numbers, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
]
