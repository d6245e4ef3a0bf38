"""Answers that are files: the zip of a suite, the Croissant metadata that points to it, the feed of what changed."""

import asyncio
import json
import os
import tempfile
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from components.answers.changes.feed import FILE, MEDIA, atom
from components.answers.changes.versions import changes_of
from components.exports.croissant import croissant
from components.exports.package import package, package_name, whole_files, write_package
from components.pages import CHANGES
from components.served import Served
from components.web.api.answers import entity_tag
from components.web.api.reply import PRIVATE, PUBLIC, UNANSWERED, failure, reply, unanswered, unchanged
from components.web.api.request import PREFIX, Failed, public_suites, public_tables
from components.web.rate_limit import limited
from data import store
from data.files import MAX_BYTES, Content, size_of
from data.registry import Tables

VARIABLE = "LEADERBOARD_URL"
"""The public address of this server, where the request does not show it."""


_PLACE = "https://place.invalid/"
"""The placeholder for the server's address in the feed that is kept."""


class Spooled:
    """A file on disk, removed when this object is collected."""

    def __init__(self, made: Path) -> None:
        """Take over a file that was just made in the folder for temporary ones."""
        handle, name = tempfile.mkstemp(prefix="leaderboard-")
        os.close(handle)
        os.replace(made, name)
        self.path = Path(name)
        weakref.finalize(self, self.path.unlink, missing_ok=True)


class Streamed(FileResponse):
    """Sends a spooled file, and keeps it until it is sent."""

    def __init__(self, file: Spooled, headers: Mapping[str, str], media: str) -> None:
        super().__init__(file.path, headers=headers, media_type=media)
        self.file = file


_streamed: weakref.WeakValueDictionary[str, Spooled] = weakref.WeakValueDictionary()
"""The zips that are being sent, by entity tag: further requests get the same file."""


def base_url() -> str:
    """The beginning of addresses inside a file: LEADERBOARD_URL, or nothing, so that they are relative."""
    named = os.environ.get(VARIABLE, "").rstrip("/")
    return f"{named}/" if named else ""


def address(request: Request) -> tuple[str, Mapping[str, str]]:
    """Scheme and host as a visitor sees them, without a slash at the end, and the headers of answers that hold them."""
    named = base_url().rstrip("/")
    return (named, {}) if named else (str(request.base_url).rstrip("/"), PRIVATE)


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
    make: Callable[[Tables], bytes | Spooled],
    here: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    try:
        tables = await asyncio.to_thread(public_tables, request.path_params["suite"])
        etag = entity_tag(kind, here, tables.suite.id, tables.data_version)
        if unchanged(request, etag):
            return reply(b"", "", etag, headers, status=304)
        body: bytes | Spooled | None = _streamed.get(etag)
        if body is None:
            body = await limited(request, partial(make, tables), dear=tables.whole is not None)
    except Failed as error:
        return failure(error.status, error.sentence)
    except UNANSWERED as error:
        return unanswered(error)
    if kind == "zip":
        headers = {"Content-Disposition": f'attachment; filename="{package_name(tables)}"'}
    if isinstance(body, bytes):
        return reply(body, media, etag, headers)
    _streamed[etag] = body
    return Streamed(body, {**PUBLIC, "ETag": etag, **(headers or {})}, media)


def _zip(tables: Tables) -> bytes | Spooled:
    with tempfile.TemporaryDirectory(prefix="leaderboard-zip-") as scratch:
        return _packed(tables, Path(scratch))[1]


def _metadata(here: str, tables: Tables) -> bytes:
    place = f"{here}{PREFIX}/suites/{tables.suite.id}.zip"
    with tempfile.TemporaryDirectory(prefix="leaderboard-zip-") as scratch:
        files, archive = _packed(tables, Path(scratch))
        content = archive if isinstance(archive, bytes) else archive.path
        return json.dumps(croissant(tables, files, (place, content)), ensure_ascii=False, indent=1).encode()


def _packed(tables: Tables, scratch: Path) -> tuple[Mapping[str, Content], bytes | Spooled]:
    """The files of a suite and their zip, which is in memory unless they are large."""
    files, licence = whole_files(tables, scratch)
    if tables.whole is None and all(size_of(f) <= MAX_BYTES for f in files.values()):
        return files, package(tables, files, licence)
    with open(scratch / "suite.zip", "wb") as out:
        write_package(out, tables, files, licence)
    return files, Spooled(scratch / "suite.zip")


async def feed(request: Request) -> Response:
    """What changed in every public suite; what a request calls its host is not used."""
    place = base_url()
    try:
        served = await asyncio.to_thread(public_suites)
        etag = entity_tag(FILE, place, *(t.data_version for t in served.suites))
        if unchanged(request, etag):
            return reply(b"", "", etag, status=304)
        body = await limited(request, partial(_feed, served))
    except UNANSWERED as error:
        return unanswered(error)
    return reply(body, f"{MEDIA}; charset=utf-8", etag)


def _feed(served: Served) -> bytes:
    """The feed, computed once for these data versions and this code, and then kept beside the database."""
    name = entity_tag(FILE, *(t.data_version for t in served.suites)).strip('W/"')
    there = store.path().with_name(f"changes-{name}.atom")
    if not there.exists():

        def page(suite_id: str) -> str:
            return f"{_PLACE}{CHANGES.path}" + (f"?suite={suite_id}" if suite_id else "")

        content = atom([changes_of(t) for t in served.suites], f"{_PLACE}{FILE}", page)
        try:
            with tempfile.NamedTemporaryFile(dir=there.parent, delete=False) as file:
                file.write(content)
            for old in there.parent.glob("changes-*.atom"):
                old.unlink(missing_ok=True)
            os.replace(file.name, there)
        except OSError:  # a disk that is full or read-only: computed again for the next one
            return _placed(content)
    return _placed(there.read_bytes())


def _placed(content: bytes) -> bytes:
    return content.replace(_PLACE.encode(), base_url().encode())


ROUTES: list[BaseRoute] = [
    Route(f"/{FILE}", feed),
    Route(f"{PREFIX}/suites/{{suite}}.zip", archive),
    Route(f"{PREFIX}/suites/{{suite}}/croissant.json", metadata),
]


if __name__ == "__main__":
    _feed(public_suites())
