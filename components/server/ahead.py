"""The code of figures, the largest script by far, says that it is to be compiled ahead.

A browser reads a function when it is first called, which for this file keeps a page from being drawn for most of a
second. With the comment (V8's explicit compile hints; others ignore it) it is read beside the page while it arrives.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.server.start_page import FIGURES

HINT = b"//# allFunctionsCalledOnLoad\n"
SCRIPT = f"/{FIGURES}"


class Ahead:
    """Puts the comment before the script, inside what compresses and keeps it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] != SCRIPT:
            await self.app(scope, receive, send)
            return
        due = False

        async def hinted(message: Message) -> None:
            nonlocal due
            if message["type"] == "http.response.start":
                due = message["status"] == 200
                if due:
                    message = {**message, "headers": [*_headers(message["headers"])]}
            elif due:
                due = False
                message = {**message, "body": HINT + message.get("body", b"")}
            await send(message)

        await self.app(scope, receive, hinted)


def _headers(headers: Iterable[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
    """Those of the longer file. What tells parts and copies of the other one apart goes: a part of it fits no more."""
    for name, value in headers:
        if name == b"content-length":
            yield name, b"%d" % (int(value) + len(HINT))
        elif name not in (b"etag", b"last-modified", b"accept-ranges"):
            yield name, value
