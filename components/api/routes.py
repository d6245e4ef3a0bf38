"""The addresses below /api/v1/. Everything is read-only, and every failure is a sentence."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from components import views
from components.api import answers, files, guide, openapi
from components.api.price import Price, price
from components.api.reply import PUBLIC, UNANSWERED, failure, reply, unanswered, unchanged
from components.api.request import FORMS, PREFIX, ApiRequest, Failed, read
from components.api.work import SECONDS, answered
from components.errors import LeaderboardError
from components.selection import Problem

log = logging.getLogger("leaderboard.api")


async def numbers(request: Request) -> Response:
    """Answer one question about the numbers."""
    if request.method not in ("GET", "HEAD"):
        return failure(405, "Only GET is answered here: nothing can be changed.", {"Allow": "GET, HEAD"})
    try:
        path, pairs = request.path_params["path"].rstrip("/"), request.query_params.multi_items()
        api_request, etag, cost = await asyncio.to_thread(_read, path, pairs, len(request.url.query))
        if unchanged(request, etag):
            return reply(b"", "", etag, status=304)
        body = await answered(request, etag, partial(answers.answer, api_request), cost.seconds)
    except Failed as error:
        return failure(error.status, error.sentence, problems=error.problems)
    except UNANSWERED as error:
        return unanswered(error)
    except LeaderboardError as error:
        return failure(400, str(error))
    except Exception:
        log.exception("an answer failed")
        return failure(500, "This answer failed; the failure was written to the log.")
    return reply(body, FORMS[api_request.form], etag)


def _read(path: str, pairs: Sequence[tuple[str, str]], length: int) -> tuple[ApiRequest, str, Price]:
    asked, numbers = read(path, pairs, length), views.numbers()
    parts = numbers.values() if asked.what == "report" else [numbers[asked.what]] if asked.what in numbers else []
    cost = price(asked.tables, asked.selection, parts)
    most = cost.most_draws(SECONDS)
    if most is not None:
        told = f"{cost.draws:,} draws would take about {cost.seconds:.0f} s and an answer may take {SECONDS:g} s"
        problem = Problem("draws", str(cost.draws), f"at most {most} for this suite and selection", "nothing")
        raise Failed(400, f"{told}: nothing was computed. At most {most:,} draws are possible here.", [problem])
    return asked, answers.tag(asked), cost


async def description(request: Request) -> Response:
    """The OpenAPI document."""
    return Response(json.dumps(openapi.document(), ensure_ascii=False), media_type="application/json", headers=PUBLIC)


async def page(request: Request) -> Response:
    """The description for people."""
    return HTMLResponse(guide.page(openapi.document()), headers=PUBLIC)


ROUTES: list[BaseRoute] = [
    Route(PREFIX, page),
    Route(f"{PREFIX}/", page),
    Route(f"{PREFIX}/openapi.json", description),
    *files.ROUTES,
    Route(f"{PREFIX}/{{path:path}}", numbers, methods=["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]),
]
