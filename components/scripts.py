"""Scripts of components as files under addresses that name their content: a browser asks for each once and keeps it."""

import base64
import hashlib

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

FOLDER = "scripts"
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
"""Headers of a file whose name follows from its content."""
_FILES: dict[str, str] = {}


def published(name: str, script: str) -> str:
    """Serve a module and return its address, relative to any page."""
    address = f"{FOLDER}/{name}.{hashlib.sha256(script.encode()).hexdigest()[:16]}.js"
    _FILES[address] = script
    return f"./{address}"


def source_of(inline: str) -> str:
    """Return the hash by which a policy names an inline script."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()}'"


async def _answer(request: Request) -> Response:
    script = _FILES.get(f"{FOLDER}/{request.path_params['file']}")
    if script is None:
        return PlainTextResponse("Not found\n", 404)
    return Response(script, media_type="text/javascript", headers=FOREVER)


ROUTES: list[BaseRoute] = [Route(f"/{FOLDER}/{{file}}", _answer)]
