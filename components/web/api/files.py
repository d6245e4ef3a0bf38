"""Answers that are files: the zip of a suite, and the Croissant metadata that points to it."""

import json
import os
from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.exports.croissant import croissant
from components.exports.package import package, package_name, whole_files
from components.web.api.answers import entity_tag
from components.web.api.endpoints import PREFIX
from components.web.api.reply import PRIVATE, Question, answered
from components.web.api.request import public_tables

VARIABLE = "LEADERBOARD_URL"
"""The public address of this server, if the request does not show it."""


def address(request: Request) -> tuple[str, Mapping[str, str]]:
    """Return scheme and host as a visitor sees them, without a final slash, and the headers of
    answers with them."""
    named = os.environ.get(VARIABLE, "").rstrip("/")
    return (named, {}) if named else (str(request.base_url).rstrip("/"), PRIVATE)


async def _archive(request: Request) -> Response:
    def read() -> Question:
        tables = public_tables(request.path_params["suite"])
        headers = {"Content-Disposition": f'attachment; filename="{package_name(tables)}"'}
        etag = entity_tag("zip", tables.suite.id)
        return Question(
            lambda: package(tables, *whole_files(tables)), "application/zip", etag, headers
        )

    return await answered(request, read)


async def _croissant(request: Request) -> Response:
    def read() -> Question:
        here, headers = address(request)
        tables = public_tables(request.path_params["suite"])
        place = f"{here}{PREFIX}/suites/{tables.suite.id}.zip"

        def metadata() -> bytes:
            files, licence = whole_files(tables)
            described = croissant(tables, files, (place, package(tables, files, licence)))
            return json.dumps(described, ensure_ascii=False, indent=1).encode()

        return Question(metadata, "application/ld+json", entity_tag("croissant", place), headers)

    return await answered(request, read)


ROUTES: list[BaseRoute] = [
    Route(f"{PREFIX}/suites/{{suite}}.zip", _archive),
    Route(f"{PREFIX}/suites/{{suite}}/croissant.json", _croissant),
]
