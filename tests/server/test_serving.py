"""A real server, refused, failing and left requests at it: what it logs, whom it asks, how long it waits."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import streamlit

from components.server.bodies import MOST
from data import build
from tests.serving import ROOT, Server

HERE = Path(__file__).parent
UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
BOUNDARY = "Content-Type: multipart/form-data; boundary=x\r\n"
REFUSED = {
    "websocket of a foreign Origin": ("GET /_stcore/stream", f"Origin: https://evil.example\r\n{UPGRADE}", "", 403),
    "websocket of an Origin that is none": ("GET /_stcore/stream", f"Origin: http://[::\r\n{UPGRADE}", "", 403),
    "websocket elsewhere": ("GET /nowhere", f"Origin: https://evil.example\r\n{UPGRADE}", "", None),
    "foreign Host": ("GET /share", "Host: evil.example\r\n", "", 400),
    "body too large": ("POST /api/v1/report", f"Content-Length: {MOST + 1}\r\n", "", 413),
    "wrong method": ("DELETE /api/v1/report", "", "", 405),
    "unknown answer": ("GET /api/v1/nothing", "", "", 404),
    "closed door": ("GET /_stcore/metrics", "", "", 404),
    "bad choice": ("GET /api/v1/report?panel=nowhere", "", "", 400),
    "unknown media file": ("GET /media/0123.png", "Origin: https://evil.example\r\n", "", 404),
    "upload without its token": ("PUT /_stcore/upload_file/a/b", f"{BOUNDARY}Content-Length: 3\r\n", "--x", 403),
    "no HTTP": ("\x16\x03\x01", "", "", 400),
    "asked across sites": ("OPTIONS /_stcore/health", "Origin: https://evil.example\r\n", "", None),
}


@pytest.fixture(scope="module")
def outward(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A line for each name that the server looked up, and for each socket it opened outward."""
    return tmp_path_factory.mktemp("watched") / "outward"


@pytest.fixture(scope="module")
def server(outward: Path) -> Iterator[Server]:
    """The server with short limits, which answers to board.example and the loopback."""
    watched = str(HERE / "watched.py")
    running = Server(ROOT, watched, "{port}", str(outward), LEADERBOARD_HOSTS="board.example")
    yield running
    running.stop()


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
    """The log so far, each line of which is an object with a time, a level, a logger and a message."""
    found = [json.loads(line) for line in server.said().splitlines()]
    assert all({"level", "logger", "message"} <= line.keys() for line in found)
    return found


def line_of(server: Server, path: str, *statuses: int) -> dict[str, Any]:
    """The last line about a request that was answered so, which is written after its answer has gone out."""
    for _ in range(200):
        told = [line for line in lines(server) if line.get("path") == path and line["status"] in statuses]
        if told:
            return told[-1]
        time.sleep(0.05)
    raise AssertionError(f"no line about {path}")


@pytest.mark.parametrize(("line", "headers", "body", "status"), REFUSED.values(), ids=REFUSED.keys())
def test_a_refused_request_is_no_failure_and_asks_nobody(
    server: Server, outward: Path, line: str, headers: str, body: str, status: int | None
) -> None:
    found, _ = ask(server, line, headers, body)
    assert found == status or (status is None and found < 500)
    assert not [told for told in lines(server) if told["level"] == "error"]
    asked = outward.read_text(encoding="utf-8").splitlines() if outward.exists() else []
    assert asked == []


def test_streamlit_itself_asks_nobody_for_an_address(tmp_path: Path) -> None:
    running = Server(ROOT, str(HERE / "watched.py"), "{port}", str(tmp_path / "outward"), "--server.address=0.0.0.0")
    try:
        assert ask(running, "GET /_stcore/stream", f"Origin: https://evil.example\r\n{UPGRADE}")[0] == 403
        assert not (tmp_path / "outward").exists()
    finally:
        running.stop()


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
    found = lines(server)
    failures = [line for line in found if "ZeroDivisionError" in line.get("traceback", "")]
    assert len(failures) == 4, "the request, the thread, the object at its end, and the loop"
    assert {line["request"] for line in failures if "secret detail" in line["traceback"]} == {told["request"]}
    for said in ("a warning\nof two lines", "printed", " twice", "of Streamlit\ntwo lines", "%d"):
        assert [line for line in found if said in line["message"]], said


def test_one_who_leaves_before_the_answer_is_no_error(server: Server) -> None:
    with opened(server) as connection:
        connection.sendall(b"POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\nhalf of it")
    assert line_of(server, "/body", 499)["level"] == "info"
    assert "ClientDisconnect" not in server.said()


def test_a_script_that_a_leaving_visitor_began_is_whole_for_the_next(server: Server) -> None:
    script = re.findall(r'src="\.?(/static/js/[^"]+)"', ask(server, "GET /")[1])[0]
    request = f"GET {script} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode()
    with opened(server) as connection:
        connection.sendall(request)
        connection.recv(1)
    sizes = []
    for _ in range(2):
        with opened(server) as connection:
            connection.sendall(request)
            sizes.append(len(all_of(connection).partition(b"\r\n\r\n")[2]) > 10_000)
    assert sizes == [True, True]
    assert not [line for line in lines(server) if line["logger"].startswith("uvicorn") and line["level"] == "error"]


@pytest.mark.parametrize(
    ("begun", "answer"),
    [
        (b"", b""),
        (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"HTTP/1.1 408"),
        (b"POST /body HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\nabc", b""),
    ],
    ids=["nothing", "half a head", "half a body"],
)
def test_a_request_that_does_not_get_on_is_closed(server: Server, begun: bytes, answer: bytes) -> None:
    with opened(server) as connection:
        connection.sendall(begun)
        assert all_of(connection).startswith(answer)


def test_a_head_that_comes_in_drops_has_no_longer(server: Server) -> None:
    begun = time.monotonic()
    with opened(server) as connection, contextlib.suppress(ConnectionError):
        connection.sendall(b"GET / HTTP/1.1\r\n")
        while time.monotonic() - begun < 15:
            connection.sendall(b"X-Drop: 1\r\n")
            time.sleep(0.1)
    assert time.monotonic() - begun < 14


def test_an_answer_that_nobody_reads_is_dropped(server: Server) -> None:
    largest = max(
        (Path(streamlit.__file__).parent / "static" / "static" / "js").iterdir(), key=lambda p: p.stat().st_size
    )
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        its_own = connection.getsockname()[1]
        connection.sendall(f"GET /static/js/{largest.name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
        assert held(server.port, its_own)
        deadline = time.monotonic() + 20
        while held(server.port, its_own) and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not held(server.port, its_own)


def held(port: int, visitor: int) -> bool:
    """Whether this machine has an end of a connection at `port` whose other end is at `visitor`."""
    table = Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]
    ends = [(line.split()[1], line.split()[2], line.split()[3]) for line in table]
    established = "01"
    return any(a.endswith(f":{port:04X}") and b.endswith(f":{visitor:04X}") and s == established for a, b, s in ends)


def test_connections_are_kept_between_requests(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.connect()
    first = connection.sock
    for _ in range(2):
        connection.request("GET", "/_stcore/health")
        with connection.getresponse() as answer:
            assert answer.status == 200
            answer.read()
        time.sleep(1.2)  # longer than a head may take: nothing is owed between two requests
    assert connection.sock is first
    first.sendall(b"GET / HTTP/1.1\r\nHost")
    assert all_of(first).startswith(b"HTTP/1.1 408"), "a second head has no longer than a first one"
    connection.close()


def test_a_websocket_stays_open(server: Server) -> None:
    with opened(server) as connection:
        connection.sendall(f"GET /_stcore/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\n".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
        connection.settimeout(2.5)  # longer than head and body of a request may take together
        with pytest.raises(TimeoutError):
            all_of(connection)


def test_no_line_names_a_visitor(server: Server) -> None:
    with opened(server) as connection:
        name = "{}:{}".format(*connection.getsockname())
        connection.sendall(f"GET /_stcore/stream?word=hidden HTTP/1.1\r\nHost: 127.0.0.1\r\n{UPGRADE}\r\n".encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
    assert line_of(server, "/_stcore/stream", 101)["level"] == "info"
    assert name not in server.said()
    assert "hidden" not in server.said()


def test_too_many_connections_are_sent_away_until_there_are_fewer(server: Server) -> None:
    for headers, fine in (("", 200), (UPGRADE, 101)):
        path = "/_stcore/stream" if headers else "/_stcore/health"
        for _ in range(20):
            idle = [opened(server) for _ in range(12)]  # they are closed after a second
            status = ask(server, f"GET {path}", headers)[0]
            for connection in idle:
                connection.close()
            if status == 503:
                break
        assert status == 503
        assert {line["level"] for line in lines(server) if "limit" in line["message"]} == {"warning"}
        for _ in range(100):
            with opened(server) as connection:
                connection.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode())
                status = int(connection.recv(4096).split(b" ")[1])
            if status == fine:
                break
        assert status == fine


def test_one_process_names_itself_to_nobody(server: Server) -> None:
    assert re.findall(r"set-cookie: (\w+)", ask(server, "GET /_stcore/health")[1]) == ["_streamlit_xsrf"]
    assert all("worker" not in line for line in lines(server))


def test_a_port_in_use_is_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        start = [sys.executable, "-m", "components.server", "--port", port]
        ended = subprocess.run(start, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    (line,) = ended.stderr.splitlines()
    told = json.loads(line)
    assert ended.returncode == 1
    assert told["message"].startswith(f"cannot listen on 127.0.0.1, port {port}: ")
    assert "Address already in use" in told["message"]


def test_a_database_that_is_cut_while_it_is_served_is_built_again(tmp_path: Path) -> None:
    database = Path(shutil.copy(build.ensure(), tmp_path))
    running = Server(ROOT, LEADERBOARD_DATABASE=str(tmp_path))
    try:
        os.truncate(database, 8192)
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(ask, running, f"GET /api/v1/runs?suite={s}") for s in ("tofu", "muse_seeds") * 2]
        assert [a.result()[0] for a in asked] == [200] * 4
        assert build._flaw(database) == ""
        (warned,) = [line for line in lines(running) if line["level"] != "info"]
        assert "is damaged and will be built again" in warned["message"]
    finally:
        running.stop()
