"""The addresses below /api/v1/. Everything is read-only, and every failure is a sentence."""

import asyncio
import json
from functools import partial

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from components.formats.registry import JSON
from components.web.api import answers, files, guide, openapi
from components.web.api.endpoints import MEDIA_TYPES, PREFIX
from components.web.api.reply import PUBLIC, Reply, answered
from components.web.api.request import read


async def _numbers(request: Request) -> Response:
    return await answered(request, partial(_reply, request))


def _reply(request: Request) -> Reply:
    path = request.path_params["path"].rstrip("/")
    app_address, headers = files.address(request)
    asked = read(path, request.query_params.multi_items(), app_address)
    return Reply(
        partial(answers.answer, asked),
        MEDIA_TYPES[asked.suffix],
        answers.tag(asked),
        headers if asked.app_address else {},
        asked.endpoint.is_whole,
    )


async def _description(request: Request) -> Response:
    text = json.dumps(await asyncio.to_thread(openapi.document), ensure_ascii=False)
    return Response(text, media_type=JSON.media_type, headers=PUBLIC)


async def _page(request: Request) -> Response:
    return HTMLResponse(guide.page(await asyncio.to_thread(openapi.document)), headers=PUBLIC)


ROUTES: list[BaseRoute] = [
    Route(PREFIX, _page),
    Route(f"{PREFIX}/", _page),
    Route(f"{PREFIX}/openapi.json", _description),
    *files.ROUTES,
    Route(f"{PREFIX}/{{path:path}}", _numbers),
]
