"""The log: one JSON object per line, and for each request what was asked and how long it took, not by whom.

Neither addresses nor query strings, cookies or headers of visitors are written. Each request has an id, which the
answer carries as X-Request-ID and every line written while it is answered names. A status of 499 stands for a visitor
who left before the answer began; like one who was sent away for a moment (503), that is no failure.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import os
import re
import sys
import threading
import time
import traceback
import uuid
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = b"x-request-id"
QUIET = ("/static/", "/_stcore/health", "/_stcore/host-config", "/media/")
"""Paths whose answers are not worth a line, unless they fail."""
LONGEST = 200
"""Characters of a path that are written."""
LEFT, BUSY = 499, 503
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_current: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


class JsonLines(logging.Formatter):
    """A record as one JSON object: time, level, logger, worker, request, message, and what else it brings."""

    worker: int | None = None
    """The number of this process among several."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if self.worker is not None:
            line["worker"] = self.worker
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
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                told["status"] = message["status"]
                MutableHeaders(scope=message)[HEADER.decode()] = name
            elif message["type"] == "http.response.body":
                told["bytes"] += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                told["status"] = 101
            elif message["type"] == "websocket.close":
                told["status"] = told["status"] or 403
            await send(message)

        try:
            await self.app(scope, receive, noted)
            told["status"] = told["status"] or LEFT
        finally:
            told["status"] = told["status"] or 500
            told["milliseconds"] = round(1000 * (time.perf_counter() - begun), 1)
            if told["status"] >= 500 or not scope["path"].startswith(QUIET):
                log.log(_level(told["status"]), "answered", extra={"told": told})
            _current.reset(token)


def _level(status: int) -> int:
    if status < 500:
        return logging.INFO
    return logging.WARNING if status == BUSY else logging.ERROR


class _Lines(logging.StreamHandler[TextIO]):
    """Writes to the error stream; a record that cannot be written as it is becomes a line that says so."""

    shared: int | None = None
    """A file, locked while a line is written where several processes write to one stream."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line, whole."""
        if self.shared is None:
            super().emit(record)
            return
        os.lockf(self.shared, os.F_LOCK, 0)
        try:
            super().emit(record)
        finally:
            os.lockf(self.shared, os.F_ULOCK, 0)

    def handleError(self, record: logging.LogRecord) -> None:
        """Called where a record fails; what it was is told by its unfilled message."""
        line = {
            "level": "error",
            "logger": record.name,
            "message": str(record.msg),
            "traceback": traceback.format_exc(),
        }
        with contextlib.suppress(OSError, ValueError):  # the stream itself is gone
            self.stream.write(json.dumps(line) + self.terminator)


class _Stray(io.TextIOBase):
    """What is printed to the error stream past all logging, line by line."""

    def __init__(self) -> None:
        self._rest = ""

    def write(self, text: str) -> int:
        """Log each whole line; the rest waits for its end."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in filter(str.strip, lines):
            logging.getLogger("stderr").warning("%s", line)
        return len(text)


def start() -> None:
    """Write every line of this process as JSON to the error stream.

    That is: our lines, the server's, Python's warnings, failures that nobody caught, and whatever is printed there. The
    server's lines about its visitors are silenced: they name addresses.
    """
    if isinstance(sys.stderr, _Stray):
        return
    handler = _Lines(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    logging.getLogger("leaderboard").setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.stderr = _Stray()
    sys.excepthook = lambda kind, error, _: _failed("the process", error)
    threading.excepthook = lambda hooked: _failed("a thread", hooked.exc_value)
    sys.unraisablehook = lambda hooked: _failed("an object at its end", hooked.exc_value)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        join(logging.getLogger(name))
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)


def share(lock: Path, worker: int | None = None) -> None:
    """Write no line while another process with the same lock writes one, and name this worker in each."""
    _Lines.shared, JsonLines.worker = os.open(lock, os.O_RDWR | os.O_CREAT), worker


def _failed(what: str, error: BaseException | None) -> None:
    log.critical("%s failed: %s", what, error, exc_info=error)


def join(logger: logging.Logger) -> None:
    """Let a logger's lines go the way of all lines, not that of a handler of its own."""
    logger.handlers.clear()
    logger.propagate = True


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Not the coming and going of sockets: it names addresses or repeats what our own line says."""
    return '"WebSocket' not in str(record.msg) and not str(record.msg).startswith("connection ")
