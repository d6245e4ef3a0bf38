"""The addresses below /api/v1/. Everything is read-only, and every failure is a sentence."""

import asyncio
import json
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from components.web.api import answers, files, guide, openapi
from components.web.api.reply import PUBLIC, Question, answered
from components.web.api.request import BRIEF, MEDIA_TYPES, PREFIX, read


async def _numbers(request: Request) -> Response:
    return await answered(
        request, partial(_question, request, request.path_params["path"].rstrip("/"))
    )


def _question(request: Request, path: str) -> Question:
    place, own = files.address(request)
    asked = read(path, request.query_params.multi_items(), place)
    headers, whole = own if asked.place else {}, asked.what in ("report", BRIEF)
    return Question(
        partial(answers.answer, asked), MEDIA_TYPES[asked.form], answers.tag(asked), headers, whole
    )


async def _description(request: Request) -> Response:
    described = await asyncio.to_thread(openapi.document)
    return Response(
        json.dumps(described, ensure_ascii=False), media_type="application/json", headers=PUBLIC
    )


async def _page(request: Request) -> Response:
    return HTMLResponse(guide.page(await asyncio.to_thread(openapi.document)), headers=PUBLIC)


ROUTES: list[BaseRoute] = [
    Route(PREFIX, _page),
    Route(f"{PREFIX}/", _page),
    Route(f"{PREFIX}/openapi.json", _description),
    *files.ROUTES,
    Route(f"{PREFIX}/{{path:path}}", _numbers),
]
