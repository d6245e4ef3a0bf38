"""Requests on the wire: what is logged, which hosts and sites are answered, who may embed."""

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message, Receive, Scope, Send

from components.web import service
from components.web.api import reply
from components.web.request_log import ROOT, Lines, RequestLog, weighed
from data.errors import Unavailable
from tests.asking import Answer, asked


async def length(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def busy(request: Request) -> Response:
    def read() -> reply.Reply:
        raise Unavailable("Try again.")

    return await reply.answered(request, read)


ROUTES = [
    Route("/busy", busy),
    Route("/length", length, methods=["GET", "POST"]),
    Route("/static/a.js", length),
]


def send(
    body: bytes = b"", path: str = "/length", method: str = "POST", query: str = "", **headers: str
) -> Answer:
    app = Starlette(routes=ROUTES, middleware=[Middleware(RequestLog), Middleware(service.Guard)])
    return asyncio.run(asked(app, path, query, method, headers, body))


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The lines of our own loggers, as they are written."""
    written: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    ours, keep = logging.getLogger("leaderboard"), Keep()
    keep.setFormatter(Lines())
    level = ours.level
    ours.addHandler(keep)
    ours.setLevel(logging.INFO)
    yield written
    ours.removeHandler(keep)
    ours.setLevel(level)


def told(lines: list[str]) -> list[dict[str, Any]]:
    assert all("\n" not in line for line in lines)
    return [json.loads(line) for line in lines]


def test_each_request_is_one_line_without_its_sender(lines: list[str]) -> None:
    secret = {"cookie": "who=me", "user_agent": "someone", "referer": "https://from.example/"}
    headers = send(
        b"abc", query="weights=FA:1&name=secret", x_request_id="0123456789ab", **secret
    ).headers
    (line,) = told(lines)
    assert (line["method"], line["path"], line["status"]) == ("POST", "/length", 200)
    assert (line["bytes"], line["request"], line["level"]) == (1, "0123456789ab", "info")
    assert line["milliseconds"] >= 0
    assert headers["x-request-id"] == "0123456789ab"
    for word in ("secret", "203.0.113.9", "who=me", "someone", "from.example"):
        assert word not in lines[0]


@pytest.mark.parametrize(
    "given", ["short", "x" * 65, "a b c d e f g h", 'aaaaaaaa"\n', "<script>alert"]
)
def test_an_id_that_is_none_is_replaced(lines: list[str], given: str) -> None:
    headers = send(x_request_id=given).headers
    assert told(lines)[0]["request"] == headers["x-request-id"] != given
    assert len(headers["x-request-id"]) == 32


def test_paths_cannot_forge_lines_and_quiet_ones_are_left_out(lines: list[str]) -> None:
    send(path="/a\n{}\u2028" + "x" * 999)
    assert len(told(lines)[0]["path"]) == 200
    send(path="/static/a.js", method="GET")
    assert len(lines) == 1


def test_being_sent_away_for_a_moment_is_no_failure(lines: list[str]) -> None:
    assert send(path="/busy", method="GET").status == 503
    (line,) = told(lines)
    assert (line["status"], line["level"]) == (503, "warning")


@pytest.mark.parametrize("host", ["[", "[::", "a[b]:80", "a<script>", "a b", "a/b"])
def test_a_host_that_is_none_is_refused(host: str) -> None:
    assert send(host=host).status == 400
    assert {send(host=h).status for h in ("[::1]:8501", "board.example", "127.0.0.1:80", "")} == {
        200
    }


SESSION = "0e5a8f3e-4b43-4f1a-9d21-0123456789ab"


@pytest.mark.parametrize(
    "path", [f"/_stcore/upload_file/{SESSION}/f", "/_stcore/upload_file/another-form/f"]
)
def test_no_line_has_the_id_of_a_session(lines: list[str], path: str) -> None:
    assert send(path=path, method="PUT", x_request_id=SESSION).headers["x-request-id"] == SESSION
    logging.getLogger("leaderboard.test").error("Session with id %s is already connected", SESSION)
    first, second = told(lines)
    assert (first["path"], first["request"]) == ("/_stcore/upload_file/…/f", SESSION)
    assert second["message"] == "Session with id … is already connected"


def test_a_text_of_a_visitor_is_cut(lines: list[str]) -> None:
    ours = logging.getLogger("leaderboard.requests")
    ours.warning("%s", "x" * 4_000_000)
    try:
        int("9" * 4_000_000 + "y")
    except ValueError:
        ours.exception("failed")
    assert max(map(len, lines)) < 5_000
    assert len(told(lines)[0]["message"]) == 200


@pytest.mark.parametrize(
    ("file", "level"),
    [
        ("/x/streamlit/runtime/state/session_state.py", "WARNING"),
        (f"{ROOT}/components/selection.py", "ERROR"),
    ],
)
def test_what_a_browser_sent_wrongly_is_no_error(file: str, level: str) -> None:
    try:
        exec(compile("int('a text of a visitor')", file, "exec"))
    except ValueError:
        record = logging.LogRecord("streamlit", 40, file, 1, "Uncaught", (), sys.exc_info())
    assert weighed(record)
    assert record.levelname == level
    assert ("a text of a visitor" in Lines().format(record)) == (level == "ERROR")


def test_only_embedded_pages_may_be_shown_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(service.FRAMES, raising=False)
    assert send().headers["content-security-policy"].endswith("; frame-ancestors 'self'")
    for query in ("embed=true", "panel=x&embed=true"):
        policy = send(query=query).headers["content-security-policy"]
        assert policy.endswith("; frame-ancestors *")
        assert "script-src 'self'" in policy
    for query in ("embed=false", "x=embed=true", "sql=embed%3Dtrue", "noembed=true"):
        assert "frame-ancestors 'self'" in send(query=query).headers["content-security-policy"]


def test_sites_named_may_show_whole_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(service.FRAMES, "https://a.example  https://b.example")
    policy = send().headers["content-security-policy"]
    assert policy.endswith("; frame-ancestors 'self' https://a.example https://b.example")


@pytest.mark.parametrize(("scheme", "ending"), [("https", b"; Secure"), ("http", b"=Lax")])
def test_a_cookie_is_secure_for_who_came_by_tls(scheme: str, ending: bytes) -> None:
    sent: list[Message] = []

    async def cookies(scope: Scope, receive: Receive, send: Send) -> None:
        response = PlainTextResponse("ok")
        response.headers.append("Set-Cookie", "_streamlit_xsrf=2|a|b|1; Path=/; SameSite=Lax")
        response.headers.append("Set-Cookie", "other=1; Secure; SameSite=Lax")
        await response(scope, receive, send)

    async def visit() -> None:
        headers = [(b"host", b"localhost")]
        scope = {"type": "http", "scheme": scheme, "path": "/", "headers": headers}
        scope |= {"query_string": b"", "method": "GET"}

        async def receive() -> Message:
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            sent.append(message)

        await service.Guard(cookies)(scope, receive, send)

    asyncio.run(visit())
    token, other = [value for name, value in sent[0]["headers"] if name == b"set-cookie"]
    assert token.endswith(ending)
    assert other.count(b"Secure") == 1
