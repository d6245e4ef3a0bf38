"""Scripts as files under addresses that name their content: a browser asks for each once and keeps
it."""

import asyncio
import base64
import gzip
import hashlib
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER = "scripts"
MEDIA_TYPE = "text/javascript"
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers of a file whose name follows from its content."""
MIN_LARGE = 1_000_000
"""Bytes from which a script is compiled whole while the page comes."""
_script_by_address: dict[str, str] = {}
_compressed_scripts: dict[Path, bytes] = {}


def published(name: str, script: str) -> str:
    """Serve a module and return its address, relative to any page."""
    address = f"{FOLDER}/{name}.{hashlib.sha256(script.encode()).hexdigest()[:16]}.js"
    _script_by_address[address] = script
    return f"./{address}"


def source_of(inline: str) -> str:
    """Return the hash by which a policy names an inline script."""
    digest = hashlib.sha256(inline.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


async def lasting(script_file: Path, request: Request) -> Response:
    """Answer with a script whose name follows from its content: it is compressed once for all
    visitors, and then answered from memory."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(script_file, headers=FOREVER)
    if script_file not in _compressed_scripts:
        _compressed_scripts[script_file] = await asyncio.to_thread(_compressed, script_file)
    headers = {**FOREVER, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(_compressed_scripts[script_file], media_type=MEDIA_TYPE, headers=headers)


def _compressed(script_file: Path) -> bytes:
    script = script_file.read_bytes()
    if len(script) > MIN_LARGE:
        script = b"//# allFunctionsCalledOnLoad\n" + script
    return gzip.compress(script)


async def _answer(request: Request) -> Response:
    script = _script_by_address.get(f"{FOLDER}/{request.path_params['file']}")
    if script is None:
        return PlainTextResponse("Not found\n", 404)
    return Response(script, media_type=MEDIA_TYPE, headers=FOREVER)


ROUTES: list[BaseRoute] = [Route(f"/{FOLDER}/{{file}}", _answer)]
