"""What surrounds the pages on the wire: start-up, security headers, compression, closed doors."""

import asyncio
import gc
import importlib
import logging
import os
import pkgutil
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import components
from components import scripts
from components.stats import lazy_scipy
from components.web import beside, health, request_log, start_page
from components.web.api import routes as api
from components.web.api.reply import RETRY
from components.web.share import preview
from data import store
from data.errors import Unavailable

CLOSED = "/_stcore/metrics"
"""A path of the server that is not public."""
MAX_UPLOAD = 18 * 2**20
"""Bytes, a little above server.maxUploadSize (16 MiB), which has the better message."""
_INLINE_SCRIPTS = " ".join(map(scripts.source_of, start_page.inline_scripts()))
HEADERS = {
    "Content-Security-Policy": (
        f"default-src 'self'; script-src 'self' blob: {_INLINE_SCRIPTS}; style-src 'self'"
        " 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self';"
        " worker-src 'self' blob:; base-uri 'self'; form-action 'self'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}
FRAMES = "LEADERBOARD_FRAMES"
"""Further sites, separated by blanks, that may show whole pages inside theirs (a Space on
https://huggingface.co)."""
HOSTS = "LEADERBOARD_HOSTS"
"""The host names this server answers to, separated by commas; any when it is not set."""
_HOST = re.compile(rb"([\w.-]+|\[[0-9a-fA-F:.]+\])?(:[0-9]+)?")


class Guard:
    """Adds the security headers to every answer, closes what must stay closed, and answers for what
    failed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "websocket" and _is_foreign(dict(scope["headers"])):
            await send({"type": "websocket.close"})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        has_started = False

        async def send_guarded(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers["Content-Security-Policy"] += f"; frame-ancestors {_frames(scope)}"
                if scope["scheme"] == "https":
                    _keep_cookies_to_tls(message)
            await send(message)

        answer = self.app
        if scope["path"].rstrip("/").endswith(CLOSED):
            answer = PlainTextResponse("Not found\n", 404)
        elif not _HOST.fullmatch(dict(scope["headers"]).get(b"host", b"")):
            answer = PlainTextResponse("Found a Host that is none.\n", 400)
        try:
            await answer(scope, receive, send_guarded)
        except ClientDisconnect:
            pass  # the client has left; the request log says so
        except Unavailable as error:
            failure = PlainTextResponse(f"{error}\n", 503, {"Retry-After": str(RETRY)})
            await failure(scope, receive, send_guarded)
        except Exception:
            if has_started:
                raise  # the server breaks the answer off instead of ending it as if it were whole
            request_log.log.exception("a request failed")
            sentence = "This request failed; the failure was written to the log.\n"
            await PlainTextResponse(sentence, 500)(scope, receive, send_guarded)


@asynccontextmanager
async def lifespan(app: Any) -> AsyncIterator[None]:
    """Build the database if it is absent or old and import what pages need; what only numbers need
    follows later.

    Then all of it is taken out of the garbage collector, so that reruns are not slowed by it.
    """
    # an upload stays in memory: by default Starlette writes what is larger than 1 MiB to a file
    MultiPartParser.spool_max_size = MAX_UPLOAD
    await asyncio.to_thread(_prepare)
    gc.freeze()
    gc.enable()  # until then it may rest (`python -m components.web`)
    warming = asyncio.create_task(_warm())
    try:
        yield
    finally:
        await warming
        store.close()
        gc.unfreeze()  # else the engine takes what is frozen for leaks and says so at the end


def _prepare() -> None:
    store.suites()
    for refused in store.not_served():
        logging.getLogger("leaderboard.data").error(refused.sentence)
    for module in pkgutil.walk_packages(components.__path__, "components."):
        if module.name != "components.shell":
            importlib.import_module(module.name)


async def _warm() -> None:
    """Load what numbers need and run a page, while the first visitor's browser still loads."""
    await asyncio.to_thread(lazy_scipy.load)
    await health.healthy()


def _is_foreign(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a page of another site opens a websocket; programs send no Origin."""
    origin = headers.get(b"origin")
    return origin is not None and origin.rpartition(b"://")[2] != headers.get(b"host", b"")


def _frames(scope: Scope) -> str:
    """Return who may show a page inside another one: anybody if it is embedded (?embed=true), else
    this site."""
    if b"embed=true" in scope["query_string"].split(b"&"):
        return "*"
    return " ".join(["'self'", *os.environ.get(FRAMES, "").split()])


def _keep_cookies_to_tls(message: Message) -> None:
    """Mark the cookies of an answer Secure: Streamlit's token against forged requests is not."""
    marked_headers = []
    for name, value in message["headers"]:
        if name.lower() == b"set-cookie" and b"; secure" not in value.lower():
            value += b"; Secure"
        marked_headers.append((name, value))
    message["headers"] = marked_headers


def _hosts() -> list[str]:
    """Return the host names answered to; the loopback ones always, for health checks."""
    allowed_hosts = os.environ.get(HOSTS, "").replace(",", " ").split()
    return [*allowed_hosts, "127.0.0.1", "localhost"] if allowed_hosts else ["*"]


ROUTES: list[BaseRoute] = []
for module in (api, preview, scripts, beside, health, start_page):
    ROUTES += module.ROUTES
if start_page.ROUTES:
    ROUTES += beside.NOWHERE
MIDDLEWARE = [
    Middleware(request_log.RequestLog),
    Middleware(Guard),
    Middleware(TrustedHostMiddleware, allowed_hosts=_hosts(), www_redirect=False),
    Middleware(GZipMiddleware, minimum_size=1024, compresslevel=4),
    Middleware(start_page.compressed_once),
]
