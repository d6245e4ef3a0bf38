"""Asks the routes as a server would, without a server."""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Scope

from components.web.service import MIDDLEWARE, ROUTES

APP = Starlette(routes=ROUTES, middleware=MIDDLEWARE)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body, parse_constant=pytest.fail)

    @property
    def text(self) -> str:
        return self.body.decode()


@pytest.fixture(scope="session")
def ask() -> Callable[..., Answer]:
    """`ask("/api/v1/report", {"weights": "FA:1"}, method="GET", **headers)`; or a query text."""

    def go(
        path: str, query: Mapping[str, str] | str = "", method: str = "GET", **headers: str
    ) -> Answer:
        line = query if isinstance(query, str) else urlencode(query, safe=":,")
        return asyncio.run(asked(APP, path, line, method, headers))

    return go


async def asked(
    app: ASGIApp,
    path: str,
    query: str = "",
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
    gone: asyncio.Event | None = None,
) -> Answer:
    """What an application answers to a visitor, who hangs up at `gone`."""
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode("latin-1"),
        "headers": [
            (k.replace("_", "-").lower().encode(), v.encode()) for k, v in (headers or {}).items()
        ],
        "server": ("127.0.0.1", 80),
        "client": ("203.0.113.9", 4711),
    }
    sent: list[Message] = []
    arriving: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if arriving and not (gone and gone.is_set()):
            return arriving.pop()
        await (gone or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    left: Message = {"status": 499, "headers": []}  # as the log has it
    start = next((m for m in sent if m["type"] == "http.response.start"), left)
    whole = b"".join(m.get("body", b"") for m in sent if m["type"] == "http.response.body")
    return Answer(start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, whole)
