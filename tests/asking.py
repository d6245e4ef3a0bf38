"""Asks the routes as a server would, without a server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.types import Message

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
    """`ask("/api/v1/report", {"weights": "FA:1"}, method="GET", **headers)`; a query may be a string as well."""

    def go(path: str, query: Mapping[str, str] | str = "", method: str = "GET", **headers: str) -> Answer:
        line = query if isinstance(query, str) else urlencode(query, safe=":,")
        return asyncio.run(_answer(path, line, method, headers))

    return go


async def _answer(path: str, query: str, method: str, headers: Mapping[str, str]) -> Answer:
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode("latin-1"),
        "headers": [(k.replace("_", "-").lower().encode(), v.encode()) for k, v in headers.items()],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }
    sent: list[Message] = []
    arriving = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if arriving:
            return arriving.pop()
        await asyncio.Event().wait()  # nobody hangs up
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    await APP(scope, receive, send)
    start = next(m for m in sent if m["type"] == "http.response.start")
    body = b"".join(m.get("body", b"") for m in sent if m["type"] == "http.response.body")
    return Answer(start["status"], {k.decode(): v.decode() for k, v in start["headers"]}, body)
