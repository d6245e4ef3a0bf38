"""Compressed scripts, kept: each is compressed once for all visitors instead of once for each.

A first visit loads several megabytes of scripts whose names change with their content. Compressing them takes more of
the server's time than everything else in that visit.
"""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

PREFIX = "/static/"
MOST_BYTES = 32 * 2**20
"""Compressed bytes that are kept."""
_CONDITIONAL = {b"range", b"if-none-match", b"if-modified-since"}


class Packed:
    """Outside the compressing middleware: answers for it what it has answered before."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._replies: dict[str, tuple[Message, bytes]] = {}
        self._bytes = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with what is kept, or pass the request on and keep a whole compressed answer."""
        if not _wanted(scope):
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        if path not in self._replies:
            await self._fetch(path, scope, receive, send)
            return
        start, body = self._replies[path]
        await send({**start, "headers": list(start["headers"])})
        await send({"type": "http.response.body", "body": body})

    async def _fetch(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        messages: list[Message] = []

        async def noting(message: Message) -> None:
            messages.append({**message, "headers": list(message["headers"])} if "headers" in message else message)
            await send(message)

        await self.app(scope, receive, noting)
        if len(messages) < 2 or messages[-1].get("more_body", False):
            return  # the client left before the end: what was compressed until then is no answer for others
        start, *rest = messages
        body = b"".join(message.get("body", b"") for message in rest)
        packed = (b"content-encoding", b"gzip") in start["headers"]
        if start["status"] == 200 and packed and self._bytes + len(body) <= MOST_BYTES and path not in self._replies:
            headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
            length = (b"content-length", str(len(body)).encode())
            self._replies[path] = ({**start, "headers": [*headers, length]}, body)
            self._bytes += len(body)


def _wanted(scope: Scope) -> bool:
    """A plain GET of a static file by somebody who accepts gzip."""
    if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(PREFIX):
        return False
    headers = dict(scope["headers"])
    return b"gzip" in headers.get(b"accept-encoding", b"") and not _CONDITIONAL & headers.keys()
