"""The log: one JSON object per line, and for each request what was asked and how long it took, not by whom.

Neither addresses nor query strings, cookies or headers of visitors are written. Each request has an id, which the
answer carries as X-Request-ID and every line written while it is answered names. A status of 499 means a visitor
who left before the answer began; like one who was sent away for a moment (503), that is no failure.
"""

import io
import json
import logging
import re
import sys
import threading
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
LEFT, BUSY = 499, 503
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_current: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


class JsonLines(logging.Formatter):
    """A record as one JSON object: time, level, logger, message, request, and what else it brings."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        try:
            message = record.getMessage()
        except (TypeError, ValueError):  # its arguments do not fit
            message = str(record.msg)
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": message,
        }
        if _current.get():
            line["request"] = _current.get()
        line |= getattr(record, "answer", {})
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
        answer = {"method": scope.get("method", "WEBSOCKET"), "path": scope["path"][:LONGEST], "status": 0, "bytes": 0}
        started, token = time.perf_counter(), _current.set(name)

        async def noted(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                answer["status"] = message["status"]
                MutableHeaders(scope=message)[HEADER.decode()] = name
            elif message["type"] == "http.response.body":
                answer["bytes"] += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                answer["status"] = 101
            elif message["type"] == "websocket.close":
                answer["status"] = answer["status"] or 403
            await send(message)

        try:
            await self.app(scope, receive, noted)
            answer["status"] = answer["status"] or LEFT
        finally:
            answer["status"] = answer["status"] or 500
            answer["milliseconds"] = round(1000 * (time.perf_counter() - started), 1)
            if answer["status"] >= 500 or not scope["path"].startswith(QUIET):
                log.log(_level(answer["status"]), "answered", extra={"answer": answer})
            _current.reset(token)


def _level(status: int) -> int:
    if status < 500:
        return logging.INFO
    return logging.WARNING if status == BUSY else logging.ERROR


class _ErrorStream(io.TextIOBase):
    """What is printed to the error stream past all logging, line by line."""

    def __init__(self) -> None:
        self._rest = ""

    def write(self, text: str) -> int:
        """Log each whole line; the rest waits for its end."""
        *lines, self._rest = (self._rest + text).split("\n")
        for line in filter(str.strip, lines):
            logging.getLogger("stderr").warning("%s", line)
        return len(text)


def write_json_lines() -> None:
    """Write every line of this process as JSON to the error stream.

    That is: our lines, the server's, Python's warnings, uncaught failures, and whatever is printed there. The server's
    lines about its visitors are silenced: they name addresses.
    """
    if isinstance(sys.stderr, _ErrorStream):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.getLogger().addHandler(handler)
    logging.getLogger("leaderboard").setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.stderr = _ErrorStream()
    sys.excepthook = lambda kind, error, _: _failed("the process", error)
    threading.excepthook = lambda hooked: _failed("a thread", hooked.exc_value)
    sys.unraisablehook = lambda hooked: _failed("an object at its end", hooked.exc_value)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_worth_a_line)


def join_loggers() -> None:
    """Send the lines of all loggers of the server and of Streamlit to the root logger, without own handlers."""
    for name, logger in list(logging.Logger.manager.loggerDict.items()):
        if name.startswith(("uvicorn", "streamlit")) and isinstance(logger, logging.Logger):
            logger.handlers.clear()
            logger.propagate = True


def _failed(what: str, error: BaseException | None) -> None:
    log.critical("%s failed: %s", what, error, exc_info=error)


def _worth_a_line(record: logging.LogRecord) -> bool:
    """Not the coming and going of sockets: it names addresses or repeats what our own line says."""
    return '"WebSocket' not in str(record.msg) and not str(record.msg).startswith("connection ")
