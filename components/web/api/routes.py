"""The addresses below /api/v1/. Everything is read-only, and every failure is a sentence."""

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from components.errors import LeaderboardError
from components.exports import every_eval_ever
from components.web.api import answers, files, guide, openapi
from components.web.api.reply import PUBLIC, UNANSWERED, failure, one_at_a_time, reply, unanswered, unchanged
from components.web.api.request import BRIEF, FORMS, PREFIX, ApiRequest, Failed, read

log = logging.getLogger("leaderboard.api")


async def numbers(request: Request) -> Response:
    """Answer one question about the numbers."""
    if request.method not in ("GET", "HEAD"):
        return failure(405, "Only GET is answered here: nothing can be changed.", {"Allow": "GET, HEAD"})
    path = request.path_params["path"].rstrip("/")
    return await _answered(request, path, answers.answer, "")


async def records(request: Request) -> Response:
    """Answer with the runs of a view as records of Every Eval Ever."""
    return await _answered(request, "runs", answers.every_eval_ever, every_eval_ever.MEDIA)


async def _answered(request: Request, path: str, make: Callable[[ApiRequest], bytes], media: str) -> Response:
    try:
        pairs = request.query_params.multi_items()
        place, own = files.address(request)
        asked, etag = await asyncio.to_thread(_read, path, pairs, len(request.url.query), place)
        etag, headers = answers.entity_tag(etag, media) if media else etag, own if asked.place else {}
        if unchanged(request, etag):
            return reply(b"", "", etag, headers, status=304)
        compute = partial(make, asked)
        whole = asked.what in ("report", BRIEF)
        body = await (one_at_a_time(request, compute) if whole else asyncio.to_thread(compute))
    except Failed as error:
        return failure(error.status, error.sentence, problems=error.problems)
    except UNANSWERED as error:
        return unanswered(error)
    except LeaderboardError as error:
        return failure(400, str(error))
    except Exception:
        log.exception("an answer failed")
        return failure(500, "This answer failed; the failure was written to the log.")
    return reply(body, media or FORMS[asked.form], etag, headers)


def _read(path: str, pairs: Sequence[tuple[str, str]], length: int, place: str) -> tuple[ApiRequest, str]:
    asked = read(path, pairs, length, place)
    return asked, answers.tag(asked)


async def description(request: Request) -> Response:
    """Answer with the OpenAPI document."""
    described = await asyncio.to_thread(openapi.document)
    return Response(json.dumps(described, ensure_ascii=False), media_type="application/json", headers=PUBLIC)


async def page(request: Request) -> Response:
    """Answer with the description for people."""
    return HTMLResponse(guide.page(await asyncio.to_thread(openapi.document)), headers=PUBLIC)


ROUTES: list[BaseRoute] = [
    Route(PREFIX, page),
    Route(f"{PREFIX}/", page),
    Route(f"{PREFIX}/openapi.json", description),
    *files.ROUTES,
    Route(f"{PREFIX}/runs.jsonl", records),
    Route(f"{PREFIX}/{{path:path}}", numbers, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
]
