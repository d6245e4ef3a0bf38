"""The log: one JSON object per line, and for each request what was asked and how long it took, not
by whom.

Neither addresses nor query strings, cookies or headers of visitors are written, nor the id of a
session, which opens it. Each request has an id, which the answer carries as X-Request-ID and every
line written while it is answered names. A status of 499 means a visitor who left before the answer
began; like one who was sent away for a moment (503), that is no failure."""

import logging
import re
import sys
import threading
import time
import uuid
from contextvars import ContextVar
from types import TracebackType
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"x-request-id"
QUIET = ("/static/", "/health", "/_stcore/health", "/_stcore/host-config", "/media/")
"""Paths whose answers are not worth a line, unless they fail."""
LEFT, BUSY = 499, 503
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_SESSION = re.compile(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<=/upload_file/)[^/\s]+"
)
"""The id of a session (a UUID), or what stands in its place in the address of an upload."""
_current: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


class Lines(JsonFormatter):
    """One line for a record: time, level, logger, message, traceback, request, and what else it
    brings."""

    def __init__(self) -> None:
        super().__init__(
            "{asctime}{levelname}{name}{message}",
            "%Y-%m-%dT%H:%M:%SZ",
            "{",
            rename_fields={
                "asctime": "time",
                "levelname": "level",
                "name": "logger",
                "exc_info": "traceback",
            },
            reserved_attrs=[
                *RESERVED_ATTRS,
                "color_message",
            ],  # uvicorn's message again, for terminals
        )
        self.converter = time.gmtime

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Mask ids of sessions and add the request that is being answered."""
        line = {
            name: _SESSION.sub("…", told) if isinstance(told, str) else told
            for name, told in log_data.items()
        }
        line["level"] = line["level"].lower()
        return {**line, "request": _current.get()} if _current.get() else line


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
                    "path": scope["path"][:200],
                    "status": status,
                    "bytes": size,
                    "milliseconds": round(1000 * (time.perf_counter() - started), 1),
                }
                level = (
                    logging.INFO
                    if status < 500
                    else logging.WARNING
                    if status == BUSY
                    else logging.ERROR
                )
                log.log(level, "answered", extra=answer)
            _current.reset(token)


class _Joined(logging.Logger):
    """A logger whose lines go to the handlers of the root, whatever handlers it is given."""

    def callHandlers(self, record: logging.LogRecord) -> None:
        """Pass a record on."""
        logging.getLogger().callHandlers(record)


def write_json_lines() -> None:
    """Write what this process logs as JSON to the error stream: ours, the server's, warnings,
    uncaught failures."""
    root = logging.getLogger()
    if any(isinstance(handler.formatter, Lines) for handler in root.handlers):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(_worth_a_line)
    root.addHandler(handler)
    # Streamlit and uvicorn give their loggers handlers of their own, some before this and some
    # later
    logging.setLoggerClass(_Joined)
    for logger in logging.Logger.manager.loggerDict.values():
        if isinstance(logger, logging.Logger):
            logger.__class__ = _Joined
    logging.getLogger("leaderboard").setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = _failed
    threading.excepthook = lambda found: _failed(
        found.exc_type, found.exc_value, found.exc_traceback
    )
    sys.unraisablehook = lambda found: _failed(found.exc_type, found.exc_value, found.exc_traceback)


def _failed(
    kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
) -> None:
    log.critical("the process failed", exc_info=(kind, error or kind(), trace))


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Leave out lines of the server that name addresses, and of Streamlit about pages that run
    without a reader."""
    text = str(record.msg)
    sockets = '"WebSocket' in text or text.startswith("connection ")
    return (
        record.name != "uvicorn.access" and not sockets and "missing ScriptRunContext" not in text
    )
