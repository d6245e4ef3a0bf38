"""The log: one JSON object per line, and for each request what was asked and how long it took, not by whom.

Neither addresses nor query strings, cookies or headers of visitors are written. Each request has an id, which the
answer carries as X-Request-ID and every line written while it is answered names.
"""

from __future__ import annotations

import json
import logging
import re
import time
import traceback
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"x-request-id"
QUIET = ("/static/", "/_stcore/health", "/_stcore/host-config", "/media/")
"""Paths whose answers are not worth a line, unless they fail."""
LONGEST = 200
"""Characters of a path that are written."""
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_current: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


class JsonLines(logging.Formatter):
    """A record as one JSON object: time, level, logger, request, message, and what else it brings."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if _current.get():
            line["request"] = _current.get()
        line |= getattr(record, "told", {})
        if record.exc_info:
            line["traceback"] = "".join(traceback.format_exception(*record.exc_info))
        return json.dumps(line, ensure_ascii=True, default=str)


class RequestLog:
    """Gives every request an id and writes one line when it has been answered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note what became of it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(HEADER, b"")
        name = given.decode() if _ID.fullmatch(given) else uuid.uuid4().hex
        told = {"method": scope.get("method", "WEBSOCKET"), "path": scope["path"][:LONGEST], "status": 0, "bytes": 0}
        begun, token = time.perf_counter(), _current.set(name)

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                told["status"] = message["status"]
                MutableHeaders(scope=message)[HEADER.decode()] = name
            elif message["type"] == "http.response.body":
                told["bytes"] += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                told["status"] = 101
            await send(message)

        try:
            await self.app(scope, receive, noted)
        finally:
            told["milliseconds"] = round(1000 * (time.perf_counter() - begun), 1)
            failed = told["status"] == 0 or told["status"] >= 500
            if failed or not scope["path"].startswith(QUIET):
                log.log(logging.ERROR if failed else logging.INFO, "answered", extra={"told": told})
            _current.reset(token)


def start() -> None:
    """Write our own lines as JSON to the error stream, and silence the server's lines about its visitors."""
    ours = logging.getLogger("leaderboard")
    if not any(isinstance(h.formatter, JsonLines) for h in ours.handlers):
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    ours.propagate = False
    # their lines name the address of every visitor; Streamlit gives them handlers whatever the server was told
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_without_addresses)


def _without_addresses(record: logging.LogRecord) -> bool:
    return '"WebSocket' not in str(record.msg)
