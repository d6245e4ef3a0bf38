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
from pathlib import Path
from types import TracebackType
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-request-id"
QUIET_PATHS = ("/static/", "/health", "/_stcore/health", "/_stcore/host-config", "/media/")
"""Paths whose answers are not worth a line, unless they fail."""
VISITOR_LEFT = 499
BUSY = 503
MAX_PATH = 200
"""Characters of a path that are written."""
MAX_TEXT = 200
"""Characters of any text that are written, or of a line of a traceback: it may be a visitor's."""
MAX_TRACEBACK = 60
"""Lines of a traceback that are written, the last ones."""
OPERATORS = "leaderboard.data"
"""What speaks of the operator's own files, whole."""
_TAKING_UP = ("streamlit/runtime/state/session_state.py", "streamlit/runtime/app_session.py")
"""Where Streamlit takes up what a browser sent."""
ROOT = Path(__file__).resolve().parents[2]
_ID = re.compile(rb"[A-Za-z0-9-]{8,64}")
_SESSION = re.compile(
    r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?<=/upload_file/)[^/\s]+"
)
"""The id of a session (a UUID), or what stands in its place in the address of an upload."""
_request_id: ContextVar[str] = ContextVar("request", default="")
log = logging.getLogger("leaderboard.requests")


class Lines(JsonFormatter):
    """One line for a record: time, level, logger, message, traceback, request, and what else it
    brings."""

    def __init__(self) -> None:
        names = {
            "asctime": "time",
            "levelname": "level",
            "name": "logger",
            "exc_info": "traceback",
        }
        super().__init__(
            "{asctime}{levelname}{name}{message}",
            "%Y-%m-%dT%H:%M:%SZ",
            "{",
            rename_fields=names,
            # uvicorn repeats its message in colours, for terminals
            reserved_attrs=[*RESERVED_ATTRS, "color_message"],
        )
        self.converter = time.gmtime

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Mask ids of sessions, cut texts, and add the request that is being answered."""
        line_record = {}
        is_whole = str(log_data.get("logger")).startswith(OPERATORS)
        for name, value in log_data.items():
            if isinstance(value, str) and not is_whole:
                value = "\n".join(map(_cut, value.split("\n")[-MAX_TRACEBACK:]))
            line_record[name] = _SESSION.sub("…", value) if isinstance(value, str) else value
        line_record["level"] = line_record["level"].lower()
        if _request_id.get():
            line_record["request"] = _request_id.get()
        return line_record


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


class RequestLog:
    """Gives every request an id and writes one line when it has been answered."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and note what became of it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        asked_id = dict(scope["headers"]).get(HEADER.encode(), b"")
        request_id = asked_id.decode() if _ID.fullmatch(asked_id) else uuid.uuid4().hex
        status = 0
        n_bytes = 0

        async def send_noted(message: Message) -> None:
            nonlocal status, n_bytes
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request_id
            elif message["type"] == "http.response.body":
                n_bytes += len(message.get("body", b""))
            elif message["type"] == "websocket.accept":
                status = 101
            elif message["type"] == "websocket.close":
                status = status or 403
            await send(message)

        started = time.perf_counter()
        token = _request_id.set(request_id)
        try:
            await self.app(scope, receive, send_noted)
            status = status or VISITOR_LEFT
        finally:
            _write_line(scope, status or 500, n_bytes, time.perf_counter() - started)
            _request_id.reset(token)


def _write_line(scope: Scope, status: int, n_bytes: int, seconds: float) -> None:
    log_level = logging.INFO
    if status == BUSY:
        log_level = logging.WARNING
    elif status >= 500:
        log_level = logging.ERROR
    elif scope["path"].startswith(QUIET_PATHS):
        return
    answer = {
        "method": scope.get("method", "WEBSOCKET"),
        "path": scope["path"][:MAX_PATH],
        "status": status,
        "bytes": n_bytes,
        "milliseconds": round(1000 * seconds, 1),
    }
    log.log(log_level, "answered", extra=answer)


def write_json_lines() -> None:
    """Write what this process logs as JSON to the error stream: ours, the server's, warnings,
    uncaught failures."""
    root_logger = logging.getLogger()
    if any(isinstance(handler.formatter, Lines) for handler in root_logger.handlers):
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    handler.addFilter(_is_worth_a_line)
    handler.addFilter(weighed)
    root_logger.addHandler(handler)
    logging.setLogRecordFactory(_record_for_root)
    logging.getLogger("leaderboard").setLevel(logging.INFO)
    logging.captureWarnings(True)
    sys.excepthook = _log_failure
    threading.excepthook = _log_unhandled
    sys.unraisablehook = _log_unhandled


def _record_for_root(*parts: Any, **named: Any) -> logging.LogRecord:
    """Make a record that only the handlers of the root will write.

    Streamlit and uvicorn give their loggers handlers of their own, Streamlit some of them late.
    """
    record = logging.LogRecord(*parts, **named)
    logger = logging.getLogger(record.name)
    while logger.parent is not None:
        logger.handlers.clear()
        logger.propagate = True
        logger = logger.parent
    return record


def _log_unhandled(failure: Any) -> None:
    """Log what a thread or a finaliser raised, as the hooks of `threading` and `sys` give it."""
    _log_failure(failure.exc_type, failure.exc_value, failure.exc_traceback)


def _log_failure(
    error_type: type[BaseException], error: BaseException | None, traceback: TracebackType | None
) -> None:
    log.critical("the process failed", exc_info=(error_type, error or error_type(), traceback))


def weighed(record: logging.LogRecord) -> bool:
    """Make a warning of one line of what a browser sent wrongly: it is no failure of ours."""
    error = record.exc_info[1] if record.exc_info else None
    if record.levelno < logging.ERROR or error is None:
        return True
    if not _raised_in(error).endswith(_TAKING_UP):
        return True
    record.levelno, record.levelname = logging.WARNING, "WARNING"
    record.msg, record.args = "a browser sent what cannot be read: %s", (type(error).__name__,)
    record.exc_info = record.exc_text = None
    return True


def _raised_in(error: BaseException) -> str:
    """Return the last file of Streamlit or of ours that an error came through."""
    file_name = ""
    trace = error.__traceback__
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        if "/streamlit/runtime/" in path or path.startswith(str(ROOT)):
            file_name = path
        trace = trace.tb_next
    return file_name


def _is_worth_a_line(record: logging.LogRecord) -> bool:
    """Leave out lines of the server that name addresses, and of Streamlit about pages that run
    without a reader."""
    message_text = str(record.msg)
    names_address = '"WebSocket' in message_text or message_text.startswith("connection ")
    if record.name == "uvicorn.access" or names_address:
        return False
    return "missing ScriptRunContext" not in message_text
