"""The log: one JSON object per line, and for each request what was asked and how long it took, not by whom.

Neither addresses nor query strings, cookies or headers of visitors are written, nor the id of a session, which opens
it. Each request has an id, which the answer carries as X-Request-ID and every line written while it is answered names.
A status of 499 means a visitor who left before the answer began; like one who was sent away for a moment (503), that
is no failure.
"""

import logging
import re
import sys
import time
import uuid
from contextvars import ContextVar

from pythonjsonlogger.json import JsonFormatter
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"x-request-id"
QUIET = ("/static/", "/_stcore/health", "/_stcore/host-config", "/media/")
"""Paths whose answers are not worth a line, unless they fail."""
LONGEST = 200
"""Characters of a path that are written."""
LEFT, BUSY = 499, 503
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_SESSION = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<=/upload_file/)[^/\s]+")
"""The id of a session (a UUID), or what stands in its place in the address of an upload."""
_current: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


def masked(text: str) -> str:
    """Return a text without ids of sessions."""
    return _SESSION.sub("…", text)


class _Lines(JsonFormatter):
    """One line for a record: time, level, logger, message, request, and what else it brings."""

    def __init__(self) -> None:
        names = {"asctime": "time", "levelname": "level", "name": "logger", "exc_info": "traceback"}
        super().__init__("{asctime}{levelname}{name}{message}", "%Y-%m-%dT%H:%M:%SZ", "{", rename_fields=names)
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        if _current.get():
            record.request = _current.get()
        return masked(super().format(record))


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
        status, size = 0, 0
        started, token = time.perf_counter(), _current.set(name)

        async def noted(message: Message) -> None:
            nonlocal status, size
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)[HEADER.decode()] = name
            elif message["type"] == "http.response.body":
                size += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403
            await send(message)

        try:
            await self.app(scope, receive, noted)
            status = status or LEFT
        finally:
            status = status or 500
            if status >= 500 or not scope["path"].startswith(QUIET):
                answer = {
                    "method": scope.get("method", "WEBSOCKET"),
                    "path": scope["path"][:LONGEST],
                    "status": status,
                    "bytes": size,
                    "milliseconds": round(1000 * (time.perf_counter() - started), 1),
                }
                log.log(_level(status), "answered", extra=answer)
            _current.reset(token)


def _level(status: int) -> int:
    if status < 500:
        return logging.INFO
    return logging.WARNING if status == BUSY else logging.ERROR


def write_json_lines() -> None:
    """Write every line of this process as JSON to the error stream: ours, the server's, warnings, uncaught failures.

    The server's lines about its visitors are silenced: they name addresses.
    """
    root = logging.getLogger()
    if any(isinstance(handler.formatter, _Lines) for handler in root.handlers):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root.addHandler(handler)
    logging.getLogger("leaderboard").setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = lambda kind, error, trace: log.critical("the process failed", exc_info=(kind, error, trace))
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)


def join_loggers() -> None:
    """Send the lines of all loggers of the server and of Streamlit to the root logger, without own handlers."""
    for name, logger in list(logging.Logger.manager.loggerDict.items()):
        if name.startswith(("uvicorn", "streamlit")) and isinstance(logger, logging.Logger):
            logger.handlers.clear()
            logger.propagate = True


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Not the coming and going of sockets: it names addresses or repeats what our own line says."""
    return '"WebSocket' not in str(record.msg) and not str(record.msg).startswith("connection ")
