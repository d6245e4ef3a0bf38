"""Answers that are files: the zip of a suite, and the Croissant metadata that points to it."""

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.exports.croissant import croissant
from components.exports.package import package, package_name, whole_files
from components.web.api.answers import entity_tag
from components.web.api.reply import PRIVATE, UNANSWERED, failure, reply, unanswered, unchanged
from components.web.api.request import PREFIX, Failed, public_tables
from data.registry import Tables

VARIABLE = "LEADERBOARD_URL"
"""The public address of this server, where the request does not show it."""


def address(request: Request) -> tuple[str, Mapping[str, str]]:
    """Return scheme and host as a visitor sees them, without a final slash, and the headers of answers with them."""
    named = os.environ.get(VARIABLE, "").rstrip("/")
    return (named, {}) if named else (str(request.base_url).rstrip("/"), PRIVATE)


async def archive(request: Request) -> Response:
    """Answer with the zip of a suite."""
    return await _file(request, "zip", "application/zip", lambda tables: package(tables, *whole_files(tables)))


async def metadata(request: Request) -> Response:
    """Answer with the Croissant metadata of a suite."""
    here, own = address(request)
    return await _file(request, "croissant", "application/ld+json", partial(_metadata, here), here, own)


async def _file(
    request: Request,
    kind: str,
    media: str,
    make: Callable[[Tables], bytes],
    here: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    try:
        tables = await asyncio.to_thread(public_tables, request.path_params["suite"])
        etag = entity_tag(kind, here, tables.suite.id, tables.data_version)
        if unchanged(request, etag):
            return reply(b"", "", etag, headers, status=304)
        body = await asyncio.to_thread(make, tables)
    except Failed as error:
        return failure(error.status, error.sentence)
    except UNANSWERED as error:
        return unanswered(error)
    if kind == "zip":
        headers = {"Content-Disposition": f'attachment; filename="{package_name(tables)}"'}
    return reply(body, media, etag, headers)


def _metadata(here: str, tables: Tables) -> bytes:
    files, licence = whole_files(tables)
    place = f"{here}{PREFIX}/suites/{tables.suite.id}.zip"
    described = croissant(tables, files, (place, package(tables, files, licence)))
    return json.dumps(described, ensure_ascii=False, indent=1).encode()


ROUTES: list[BaseRoute] = [
    Route(f"{PREFIX}/suites/{{suite}}.zip", archive),
    Route(f"{PREFIX}/suites/{{suite}}/croissant.json", metadata),
]
