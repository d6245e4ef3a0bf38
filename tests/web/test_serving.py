"""A real server, refused, failing and left requests at it: what it logs, and whom it asks."""

import asyncio
import contextlib
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from components.web.start_page import FIGURES
from tests.beside import beside
from tests.serving import ROOT, Server
from tests.sessions import Session, calc_hash, table

HERE = Path(__file__).parent
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
REFUSED = beside(__file__)
"""Line, headers and body of each request, and its status; none where any but a failure will do."""


@pytest.fixture(scope="module")
def outward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line for each name that the server looked up, and for each socket it opened outward."""
    return tmp_path_factory.mktemp("watched") / "outward"


@pytest.fixture(scope="module")
def server(outward: Path) -> Iterator[Server]:
    """The server, which answers to board.example and the loopback; what it opens to write is a line
    of `written`."""
    watched, noted = str(HERE / "watched.py"), {"WRITES": str(outward.with_name("written"))}
    with Server(
        ROOT,
        watched,
        "{port}",
        str(outward),
        LEADERBOARD_HOSTS="board.example",
        PYTHONDONTWRITEBYTECODE="1",
        **noted,
    ) as running:
        yield running


def opened(server: Server) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=20)


def ask(server: Server, line: str, headers: str = "", body: str = "") -> tuple[int, str]:
    """The status of one request over a connection of its own, and all that came."""
    host = "" if "Host:" in headers else f"Host: 127.0.0.1:{server.port}\r\n"
    closing = "" if "Connection:" in headers else "Connection: close\r\n"
    with opened(server) as connection:
        connection.sendall(f"{line} HTTP/1.1\r\n{host}{headers}{closing}\r\n{body}".encode())
        answer = all_of(connection).decode(errors="replace")
    return int(answer.split(" ", 2)[1]), answer


def all_of(connection: socket.socket) -> bytes:
    """What comes until the connection is closed, orderly or not."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def lines(server: Server) -> list[dict[str, Any]]:
    """The log so far, each line of which is an object with a time, a level, a logger and a
    message."""
    logged = [json.loads(line) for line in server.said().splitlines()]
    assert all({"level", "logger", "message"} <= line.keys() for line in logged)
    return logged


def line_of(server: Server, path: str, *statuses: int) -> dict[str, Any]:
    """The last line about a request that was answered so, which is written after its answer has
    gone out."""
    for _ in range(200):
        told = [line for line in lines(server) if line.get("path") == path]
        answered = [line for line in told if line["status"] in statuses]
        if answered:
            return answered[-1]
        time.sleep(0.05)
    raise AssertionError(f"no line about {path}")


@pytest.mark.parametrize(
    ("line", "headers", "body", "status"), REFUSED.values(), ids=REFUSED.keys()
)
def test_a_refused_request_is_no_failure_and_asks_nobody(
    server: Server, outward: Path, line: str, headers: str, body: str, status: int | None
) -> None:
    request = (line.format(figures=FIGURES), headers.format(upgrade=UPGRADE), body)
    answered, _ = ask(server, *request)
    assert answered == status or (status is None and answered < 500)
    assert not [told for told in lines(server) if told["level"] == "error"]
    asked = outward.read_text(encoding="utf-8").splitlines() if outward.exists() else []
    assert asked == []


def test_streamlit_itself_asks_nobody_for_an_address(tmp_path: Path) -> None:
    watched, outward = str(HERE / "watched.py"), tmp_path / "outward"
    foreign = f"Origin: https://evil.example\r\n{UPGRADE}"
    with Server(ROOT, watched, "{port}", str(outward), "--server.address=0.0.0.0") as running:
        assert ask(running, "GET /_stcore/stream", foreign)[0] == 403
        assert not outward.exists()


def brought(
    server: Server, name: str, content: bytes, then: Callable[[], object] = lambda: None
) -> Session:
    """A session that has brought a file to Your results, and been taken up again while it was
    open."""

    async def bring() -> Session:
        session = Session(server.port, page=calc_hash("your-results"))
        await session.open()
        then()
        await session.upload(name, content)
        again = Session(server.port, id=session.id, cookies=session.cookies, page=session.page)
        await again.open()
        assert again.id == session.id, "the second socket is in the session of the first"
        await again.close()
        return session

    session = asyncio.run(bring())
    assert session.errors == []
    assert session.texts
    return session


def test_what_a_reader_brings_is_never_written_to_disk(server: Server, outward: Path) -> None:
    written, large = outward.with_name("written"), table("Own", 20_000)
    assert len(large) > 4 * 2**20
    brought(server, "own.csv", large, lambda: written.unlink(missing_ok=True))
    assert not written.exists(), written.read_text()


STARTS = {
    "ours": (),
    "streamlit run": ("-m", "streamlit", "run", "app.py", "--server.port", "{port}"),
}


@pytest.mark.parametrize("command", STARTS.values(), ids=STARTS)
def test_no_line_of_the_log_opens_a_session_or_tells_what_was_brought(
    command: tuple[str, ...],
) -> None:
    with Server(ROOT, *command) as running:
        session = brought(running, "confidential-name.csv", table("Confidential", 3))
        for _ in range(200):
            output = running.said().splitlines()
            told = [
                json.loads(line) for line in output if line.startswith("{")
            ]  # what `streamlit run` prints is none
            uploads = [line for line in told if "upload_file" in line.get("path", "")]
            if uploads:
                break
            time.sleep(0.05)
    assert [(line["path"], line["status"]) for line in uploads] == [
        ("/_stcore/upload_file/…/…", 204)
    ]
    assert any("already connected" in line["message"] for line in told), (
        "Streamlit's own warning names the session"
    )
    assert len(session.id) == 36
    for word in (session.id, "onfidential", "mllmu_bench"):
        assert not [line for line in output if word in line], word


def test_every_way_to_fail_is_one_object_a_line_and_names_its_request(server: Server) -> None:
    status, answer = ask(server, "GET /wreck")
    assert status == 500
    assert "secret detail" not in answer
    assert "content-security-policy" in answer
    told = line_of(server, "/wreck", 500)
    assert told["level"] == "error"
    name = re.search(r"x-request-id: (\w+)", answer)
    assert name
    assert name[1] == told["request"]
    logged = lines(server)
    failures = [line for line in logged if "ZeroDivisionError" in line.get("traceback", "")]
    assert len(failures) == 4, "the request, the thread, the object at its end, and the loop"
    assert {line["request"] for line in failures if "secret detail" in line["traceback"]} == {
        told["request"]
    }
    for warning in ("a warning\nof two lines", "of Streamlit\ntwo lines"):
        assert [line for line in logged if warning in line["message"]], warning


def test_one_who_leaves_before_the_answer_is_no_error(server: Server) -> None:
    with opened(server) as connection:
        connection.sendall(
            b"POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nhalf of it"
        )
    assert line_of(server, "/body", 499)["level"] == "info"
    assert "ClientDisconnect" not in server.said()


def test_no_line_names_a_visitor(server: Server) -> None:
    with opened(server) as connection:
        name = "{}:{}".format(*connection.getsockname())
        connection.sendall(
            f"GET /_stcore/stream?word=hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\n".encode()
        )
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
    assert line_of(server, "/_stcore/stream", 101)["level"] == "info"
    assert name not in server.said()
    assert "hidden" not in server.said()


def test_a_port_in_use_is_one_line_of_the_log() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        start = [sys.executable, "-m", "components.web", "--port", port]
        ended = subprocess.run(
            start, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
    (line,) = ended.stderr.splitlines()
    assert ended.returncode == 1
    assert json.loads(line)["message"].startswith(f"cannot listen on 127.0.0.1, port {port}: ")
