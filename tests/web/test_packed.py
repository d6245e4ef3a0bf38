"""Compressed scripts are kept as they were answered, and nothing else is kept."""

import asyncio
import contextlib
import gzip
from typing import Any

import pytest
from components.web.packed import Packed

Headers = dict[bytes, bytes]
GZIP: Headers = {b"accept-encoding": b"gzip, br"}


class Inner:
    """Answers like the compressing middleware: in two pieces, each answer numbered."""

    def __init__(self, status: int = 200, encoding: bytes = b"gzip") -> None:
        self.calls = 0
        self.status, self.encoding = status, encoding

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.calls += 1
        body = gzip.compress(f"{scope.get('path')} answer {self.calls}".encode())
        headers = [(b"content-type", b"text/javascript"), (b"content-encoding", self.encoding)]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": body[:10], "more_body": True})
        await send({"type": "http.response.body", "body": body[10:], "more_body": False})


def ask(packed: Packed, path: str, headers: Headers = GZIP, method: str = "GET") -> tuple[int, Headers, bytes]:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)
        message.get("headers", []).append((b"x-later", b"1"))  # as an outer middleware would

    async def receive() -> Any:
        return {"type": "http.request"}

    scope = {"type": "http", "method": method, "path": path, "headers": list(headers.items())}
    asyncio.run(packed(scope, receive, send))
    start, *rest = sent
    return start["status"], dict(start["headers"]), b"".join(m["body"] for m in rest)


def test_a_script_is_packed_once() -> None:
    inner = Inner()
    packed = Packed(inner)
    first, second, third = (ask(packed, "/static/js/a.js") for _ in range(3))
    assert inner.calls == 1
    assert first[2] == second[2] == third[2]
    assert gzip.decompress(third[2]) == b"/static/js/a.js answer 1"
    assert third[1][b"content-length"] == str(len(third[2])).encode()
    assert third[1][b"content-type"] == b"text/javascript"
    assert gzip.decompress(ask(packed, "/static/js/b.js")[2]) == b"/static/js/b.js answer 2"


def test_later_headers_do_not_pile_up() -> None:
    packed = Packed(Inner())
    for _ in range(3):
        ask(packed, "/static/a.js")
    assert [name for name, _ in packed._replies["/static/a.js"][0]["headers"]].count(b"x-later") == 0


@pytest.mark.parametrize(
    ("path", "headers", "method"),
    [
        ("/", GZIP, "GET"),
        ("/api/v1/report", GZIP, "GET"),
        ("/static/a.js", {}, "GET"),
        ("/static/a.js", GZIP, "HEAD"),
        ("/static/a.js", {**GZIP, b"range": b"bytes=0-1"}, "GET"),
        ("/static/a.js", {**GZIP, b"if-none-match": b'"x"'}, "GET"),
    ],
)
def test_everything_else_is_passed_on(path: str, headers: Headers, method: str) -> None:
    inner = Inner()
    packed = Packed(inner)
    for _ in range(2):
        ask(packed, path, headers, method)
    assert inner.calls == 2


@pytest.mark.parametrize("inner", [Inner(status=404), Inner(encoding=b"identity")])
def test_failures_and_plain_answers_are_not_kept(inner: Inner) -> None:
    packed = Packed(inner)
    assert ask(packed, "/static/a.js")[0] == inner.status
    ask(packed, "/static/a.js")
    assert inner.calls == 2


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("components.web.packed.MOST_BYTES", 60)
    inner = Inner()
    packed = Packed(inner)
    for path in ("/static/a", "/static/b", "/static/a", "/static/b"):
        ask(packed, path)
    assert inner.calls == 3


class Leaving:
    """A client that leaves: the answer ends before its last piece, or has no piece at all."""

    def __init__(self) -> None:
        self.pieces = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = gzip.compress(b"whole")
        headers = [(b"content-encoding", b"gzip")]
        messages = [
            {"type": "http.response.start", "status": 200, "headers": headers},
            {"type": "http.response.body", "body": body[:10], "more_body": True},
            {"type": "http.response.body", "body": body[10:], "more_body": False},
        ]
        for message in messages[: self.pieces]:
            await send(message)


def test_an_answer_that_a_leaving_client_cut_short_is_not_kept_for_others() -> None:
    inner = Leaving()
    packed = Packed(inner)
    for inner.pieces in (0, 1, 2):
        with contextlib.suppress(ValueError):  # `ask` finds no start where nothing was sent
            ask(packed, "/static/js/a.js")
    inner.pieces = 3
    assert gzip.decompress(ask(packed, "/static/js/a.js")[2]) == b"whole"
    inner.pieces = 0
    assert gzip.decompress(ask(packed, "/static/js/a.js")[2]) == b"whole", "the whole one is kept"
