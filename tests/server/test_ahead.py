"""The code of figures asks to be compiled ahead, and is otherwise what Streamlit serves."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.types import Message
from streamlit.web.server.starlette.starlette_static_routes import create_streamlit_static_handler

from components.server import ahead, start_page
from components.server.shelf import Shelf

FILE = Path(ahead.SCRIPT.lstrip("/"))
OWN = (start_page.static() / FILE).read_bytes()
OTHER = next(f for f in start_page.files(start_page.ALWAYS) if (start_page.static() / f).stat().st_size > 20_000)


def app() -> Starlette:
    served = create_streamlit_static_handler(str(start_page.static()), None)
    packed = [Middleware(Shelf), Middleware(GZipMiddleware, minimum_size=1024), Middleware(ahead.Ahead)]
    return Starlette(routes=[Mount("/", served)], middleware=packed)


def ask(app: Starlette, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[Message] = []

    async def receive() -> Message:
        await asyncio.Event().wait()  # a client that asks for nothing more
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    pairs = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    scope = {"type": "http", "http_version": "1.1", "method": method, "path": path, "raw_path": path.encode()}
    asyncio.run(app({**scope, "query_string": b"", "headers": pairs, "root_path": ""}, receive, send))
    got = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], got, b"".join(m.get("body", b"") for m in sent[1:])


def test_the_comment_stands_before_the_script_and_nothing_else_changes() -> None:
    served = app()
    status, headers, body = ask(served, ahead.SCRIPT)
    assert (status, body) == (200, ahead.HINT + OWN)
    assert headers["content-length"] == str(len(body))
    assert "immutable" in headers["cache-control"]
    for _ in range(2):  # packed anew, then from the shelf
        assert gzip.decompress(ask(served, ahead.SCRIPT, accept_encoding="gzip")[2]) == body
    assert ask(served, f"/{OTHER}")[2] == (start_page.static() / OTHER).read_bytes()


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_part_of_streamlits_own_file_is_never_joined_to_ours(method: str) -> None:
    served = app()
    own = ask(served, ahead.SCRIPT, "HEAD")[1]
    whole = ask(served, ahead.SCRIPT)[1]
    assert {"etag", "last-modified", "accept-ranges"} <= own.keys()
    assert not {"etag", "last-modified", "accept-ranges"} & whole.keys()
    status, headers, body = ask(served, ahead.SCRIPT, method, range="bytes=0-9")
    assert status == 206
    assert headers["content-length"] == "10"
    assert body == (b"" if method == "HEAD" else OWN[:10])
