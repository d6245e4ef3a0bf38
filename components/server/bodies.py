"""How large a request may be: only files that a reader uploads are large."""

from __future__ import annotations

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

UPLOADS = "/_stcore/upload_file/"
MOST = 64 * 1024
MOST_UPLOAD = 18 * 2**20
"""A little above server.maxUploadSize (16 MiB), which has the better message."""


class TooLarge(Exception):
    """A body that goes on after its limit."""


class BodyLimit:
    """Refuses bodies beyond the limit of their path, by the length they declare and by the bytes that arrive."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on while its body stays within the limit."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        most = MOST_UPLOAD if scope["path"].startswith(UPLOADS) else MOST
        refused = PlainTextResponse(f"At most {most:,} bytes.\n", 413, {"Connection": "close"})
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        if not declared.isdigit() or int(declared) > most:
            await refused(scope, receive, send)
            return
        arrived, started = 0, False

        async def counted() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > most:
                raise TooLarge
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, counted, noted)
        except TooLarge:
            if not started:
                await refused(scope, receive, send)
