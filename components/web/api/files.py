"""Answers that are files: the zip of a suite, and the Croissant metadata that points to it."""

import json
import os
from collections.abc import Mapping
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.exports.croissant import croissant
from components.exports.package import package, package_name, whole_files
from components.web.api.answers import entity_tag
from components.web.api.endpoints import PREFIX
from components.web.api.reply import PRIVATE, Reply, answered
from components.web.api.request import public_tables
from data.registry import Tables

URL_VARIABLE = "LEADERBOARD_URL"
"""The public address of this server, if the request does not show it."""
SPACE_VARIABLE = "SPACE_HOST"
"""The host name that a Space of the Hugging Face hub gives its container."""


def address(request: Request) -> tuple[str, Mapping[str, str]]:
    """Return scheme and host as a visitor sees them, without a final slash, and the headers of
    answers with them."""
    public_url = os.environ.get(URL_VARIABLE, "").rstrip("/")
    space_host = os.environ.get(SPACE_VARIABLE, "")
    if public_url:
        return public_url, {}
    if space_host:
        return f"https://{space_host}", {}
    return str(request.base_url).rstrip("/"), PRIVATE


async def _archive(request: Request) -> Response:
    def read() -> Reply:
        tables = public_tables(request.path_params["suite"])
        tag = entity_tag("zip", tables.suite.id)
        headers = {"Content-Disposition": f'attachment; filename="{package_name(tables)}"'}
        return Reply(lambda: package(tables, *whole_files(tables)), "application/zip", tag, headers)

    return await answered(request, read)


async def _croissant(request: Request) -> Response:
    def read() -> Reply:
        app_address, headers = address(request)
        tables = public_tables(request.path_params["suite"])
        archive = f"{app_address}{PREFIX}/suites/{tables.suite.id}.zip"
        tag = entity_tag("croissant", archive)
        return Reply(partial(_metadata, tables, archive), "application/ld+json", tag, headers)

    return await answered(request, read)


def _metadata(tables: Tables, archive: str) -> str:
    file_contents, licence = whole_files(tables)
    metadata = croissant(tables, file_contents, (archive, package(tables, file_contents, licence)))
    return json.dumps(metadata, ensure_ascii=False, indent=1)


ROUTES: list[BaseRoute] = [
    Route(f"{PREFIX}/suites/{{suite}}.zip", _archive),
    Route(f"{PREFIX}/suites/{{suite}}/croissant.json", _croissant),
]
