"""Suites as files: the zip, and the Croissant metadata that points to it."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.api.answers import entity_tag
from components.api.reply import PRIVATE, UNANSWERED, failure, reply, unanswered, unchanged
from components.api.request import PREFIX, Failed, public_tables
from components.api.work import answered
from components.exports.croissant import croissant
from components.exports.package import package, package_name
from data.files import data_version, parquet_files, read_bytes
from data.folders import suite_folders
from data.problems import Problems
from data.registry import Tables
from data.write import suite_files

VARIABLE = "LEADERBOARD_URL"
"""The address under which the world knows this server, where the request does not tell it."""


def address(request: Request) -> tuple[str, Mapping[str, str]]:
    """Scheme and host as a visitor sees them, without a slash at the end, and the headers of answers that hold them."""
    told = os.environ.get(VARIABLE, "").rstrip("/")
    return (told, {}) if told else (str(request.base_url).rstrip("/"), PRIVATE)


async def archive(request: Request) -> Response:
    """The zip of a suite."""
    return await _file(request, "zip", "application/zip", _zip)


async def metadata(request: Request) -> Response:
    """The Croissant metadata of a suite."""
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
        body = await answered(request, etag, partial(make, tables))
    except Failed as error:
        return failure(error.status, error.sentence)
    except UNANSWERED as error:
        return unanswered(error)
    if kind == "zip":
        headers = {"Content-Disposition": f'attachment; filename="{package_name(tables)}"'}
    return reply(body, media, etag, headers)


def _zip(tables: Tables) -> bytes:
    files, licence = own_files(tables)
    return package(tables, files, licence)


def _metadata(here: str, tables: Tables) -> bytes:
    place = f"{here}{PREFIX}/suites/{tables.suite.id}.zip"
    described = croissant(tables, own_files(tables)[0], (place, _zip(tables)))
    return json.dumps(described, ensure_ascii=False, indent=1).encode()


def own_files(tables: Tables) -> tuple[Mapping[str, bytes], bytes | None]:
    """The files of a suite as they stand in its folder, when that folder still holds this data version.

    With its LICENSE.md, if there is one.
    """
    for folder in suite_folders():
        files, runs = read_bytes(folder, Problems()), parquet_files(folder, Problems())
        if data_version({**files, **runs}) == tables.data_version:
            files |= {name: path.read_bytes() for name, path in runs.items()}
            licence = Path(folder) / "LICENSE.md"
            return files, licence.read_bytes() if licence.is_file() else None
    return suite_files(tables), None


ROUTES: list[BaseRoute] = [
    Route(f"{PREFIX}/suites/{{suite}}.zip", archive),
    Route(f"{PREFIX}/suites/{{suite}}/croissant.json", metadata),
]
