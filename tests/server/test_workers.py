"""Several processes on one address, as readers, proxies and hosts meet them."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.util import calc_hash

from components.server import __main__ as entry
from tests.serving import ROOT, Server, workers
from tests.sessions import Session, ask, table

SEVERAL = ("-m", "components.server", "--port", "{port}", "--workers", "2")
BOTH = {"0", "1"}
WAIT = 90
WRITER = """
import logging, sys
from pathlib import Path
from components.server import log
log.start()
log.share(Path(sys.argv[1]), int(sys.argv[2]))
for _ in range(60):
    logging.getLogger("leaderboard.test").info("%s", sys.argv[2] * 50_000)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Two processes, both serving, and a folder of tables that is none."""
    running = Server(ROOT, *SEVERAL, LEADERBOARD_TABLES=str(tmp_path_factory.mktemp("tables") / "nothing_there"))
    until(lambda: {home(running) for _ in range(4)} == BOTH)
    yield running
    running.stop()


def until(true: object) -> None:
    """Wait for something to be so."""
    assert callable(true)
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def home(server: Server, cookie: str = "", **headers: str) -> str:
    """The process that the answer to the health check names, empty where it names none."""
    answer = ask(server.port, "GET", "/_stcore/health", b"", {"Cookie": cookie, **headers})
    told = "; ".join(answer.headers.get_all("Set-Cookie") or [])
    return told.partition(f"worker-{server.port}=")[2].partition(";")[0]


def named(server: Server, number: object) -> str:
    return f"worker-{server.port}={number}"


def answered_by(server: Server, *requests: str) -> list[int]:
    """The processes in whose lines these requests are, in that order."""
    found: dict[str, int] = {}

    def all_there() -> bool:
        told = [json.loads(line) for line in server.said().splitlines()]
        found.update({line["request"]: line["worker"] for line in told if line.get("request") in requests})
        return found.keys() == set(requests)

    until(all_there)
    return [found[request] for request in requests]


async def arrived(server: Server, number: int) -> Session:
    """A reader of a process who has brought a table there."""
    session = Session(server.port, page=calc_hash("your-results"))
    session.cookies[f"worker-{server.port}"] = str(number)
    await session.open()
    await session.upload("mine.csv", table(f"own{number}m", 4))
    assert session.query.startswith("suite="), session.texts
    return session


async def shows(session: Session) -> set[bytes]:
    await session.turn("leaderboard")
    assert not session.errors
    return session.shown(rb"own[0-9]m")


def test_a_reader_stays_with_one_process(server: Server) -> None:
    async def read(number: int) -> None:
        session = await arrived(server, number)
        for _ in range(4):
            before = session.id
            session.socket.transport.abort()  # as a connection that breaks
            await session.connect()
            assert session.cookies[f"worker-{server.port}"] == str(number)
            await session.run(BackMsg())
            assert session.id == before
        assert await shows(session) == {b"own%dm" % number}
        await session.close()

    async def both() -> None:
        await asyncio.gather(read(0), read(1))

    asyncio.run(both())


def test_the_tables_are_looked_at_by_the_first(server: Server) -> None:
    (told,) = [line for line in map(json.loads, server.said().splitlines()) if "nothing_there" in line["message"]]
    assert told["worker"] == 0


def test_new_readers_are_spread(server: Server) -> None:
    found = Counter(home(server) for _ in range(20))
    assert min(found[number] for number in BOTH) >= 5


def test_each_request_of_a_shared_connection_goes_to_its_readers_process(server: Server) -> None:
    wanted = [0, 1, 1, 0, 1, 0]
    names = [uuid.uuid4().hex for _ in wanted]
    asked = [
        f"PUT /_stcore/upload_file/a/b HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: a=b; {named(server, number)}\r\n"
        f"X-Request-ID: {name}\r\nContent-Length: 900000\r\n\r\n{'x' * 900_000}".encode()
        for number, name in zip(wanted, names, strict=True)
    ]
    with socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) as proxy:
        for sent in (*asked[:4], b"".join(asked[4:])):  # the last two at once
            proxy.sendall(sent)
            answer = b""
            while answer.count(b"HTTP/1.1 403") < sent.count(b"PUT"):
                answer += proxy.recv(65536)
    assert answered_by(server, *names) == wanted


def test_all_of_a_crowd_are_handed_on(server: Server) -> None:
    names = [uuid.uuid4().hex for _ in range(150)]
    crowd = [socket.create_connection(("127.0.0.1", server.port), timeout=WAIT) for _ in names]
    for one, name in zip(crowd, names, strict=True):
        head = f"GET /api/v1/suites HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {named(server, 1)}\r\nX-Request-ID: {name}"
        one.sendall(f"{head}\r\nConnection: close\r\n\r\n".encode())
    for one in crowd:
        with one:
            assert one.recv(15) == b"HTTP/1.1 200 OK"
    assert set(answered_by(server, *names)) == {1}


def test_without_a_cookie_the_address_decides(server: Server) -> None:
    names = {f"203.0.113.{n}": [uuid.uuid4().hex for _ in range(3)] for n in range(8)}
    for address, requests in names.items():
        for name in requests:
            ask(server.port, "GET", "/api/v1/suites", b"", {"X-Forwarded-For": address, "X-Request-ID": name})
    found = [set(answered_by(server, *requests)) for requests in names.values()]
    assert [len(processes) for processes in found] == [1] * len(names)
    assert set.union(*found) == {0, 1}


def test_the_cookie_comes_with_no_other_answer_and_is_no_secret(server: Server) -> None:
    answer = ask(server.port, "GET", "/_stcore/health", b"", {})
    (cookie,) = [c for c in answer.headers.get_all("Set-Cookie") or [] if c.startswith("worker-")]
    value, *flags = cookie.split("; ")
    assert value in {named(server, number) for number in BOTH}
    assert set(flags) == {"Path=/", "HttpOnly", "SameSite=Lax"}
    assert answer.headers["Cache-Control"] == "no-cache"
    for path in (
        "/",
        "/leaderboard",
        "/api/v1/suites",
        "/share",
        "/changes.atom",
        "/_stcore/host-config",
        "/x/_stcore/health",
    ):
        assert ask(server.port, "GET", path, b"", {}).headers.get_all("Set-Cookie") in (None, []), path
    for number in BOTH:
        assert home(server, named(server, number)) == "", "who is at home is told nothing"


@pytest.mark.parametrize("forged", ["2", "-1", "", "00", "²", "9" * 5000, "0x1", "../0", '"1"'])
def test_a_forged_cookie_is_none(server: Server, forged: str) -> None:
    cookie = named(server, forged).encode().decode("latin-1")
    assert home(server, cookie) in BOTH
    assert "traceback" not in server.said()


def alive(process: int) -> bool:
    return Path(f"/proc/{process}").exists()


async def come_back(session: Session) -> None:
    """Connect as a page does that has lost its server: what is handed to a process while it dies, dies with it."""
    end = time.monotonic() + WAIT
    while True:
        try:
            await session.open()
            return
        except (OSError, http.client.HTTPException, websockets.WebSocketException):
            assert time.monotonic() < end
            await asyncio.sleep(0.05)


def test_a_killed_process_is_replaced_and_the_readers_of_others_go_on(server: Server) -> None:
    async def readers(before: dict[int, int]) -> None:
        staying, leaving = await arrived(server, 0), await arrived(server, 1)
        session = staying.id
        leaving.query = view = "weights=FA:0.2,RA:0.8"
        os.kill(before[1], signal.SIGKILL)
        await leaving.socket.wait_closed()
        await come_back(leaving)
        assert await shows(leaving) == set(), "what was brought went with its process"
        assert leaving.query == view
        assert await shows(staying) == {b"own0m"}
        assert staying.id == session

    before = workers(server.process.pid)
    asyncio.run(readers(before))
    until(lambda: home(server, named(server, 1)) == "")
    assert workers(server.process.pid).keys() == before.keys()
    assert workers(server.process.pid)[0] == before[0]
    assert server.said().count('"message": "worker 1 ended with status -9 and is started again"') == 1


@pytest.mark.parametrize(("told", "status"), [(signal.SIGTERM, 0), (signal.SIGKILL, -9)], ids=["told", "killed"])
def test_all_end_with_what_started_them(told: signal.Signals, status: int) -> None:
    server = Server(ROOT, *SEVERAL)
    try:
        until(lambda: workers(server.process.pid).keys() == {0, 1})
        started = workers(server.process.pid)
        server.process.send_signal(told)
        assert server.process.wait(WAIT) == status
        assert told == signal.SIGKILL or not any(map(alive, started.values()))
        until(lambda: not any(map(alive, started.values())))
        with pytest.raises(ConnectionRefusedError):
            home(server)
        assert "Application shutdown complete." in server.said()
    finally:
        server.stop()


def test_where_one_cannot_start_one_line_ends_all(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    ended = subprocess.run(
        [sys.executable, *SEVERAL[:-3], "0", *SEVERAL[-2:]],
        cwd=ROOT,
        env={**os.environ, "LEADERBOARD_DATABASE": str(tmp_path / "taken")},
        capture_output=True,
        text=True,
        timeout=WAIT,
        check=False,
    )
    listening, told = map(json.loads, ended.stderr.splitlines())
    assert ended.returncode == 1
    assert listening["message"].startswith("listening on")
    assert told["level"] == "critical"
    assert "found a file, expected a folder" in told["message"]
    assert told["worker"] == 0


def test_lines_of_several_processes_are_whole(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    command = [sys.executable, "-c", WRITER, str(tmp_path / "lock")]
    started = [subprocess.Popen([*command, str(number)], cwd=ROOT, stderr=writing) for number in range(3)]
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as log:
        found = [json.loads(line) for line in log]
    assert [process.wait() for process in started] == [0] * 3
    assert Counter(line["worker"] for line in found) == {0: 60, 1: 60, 2: 60}
    assert all(line["message"] == str(line["worker"]) * 50_000 for line in found)


def test_a_system_that_cannot_pass_connections_on_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(entry, "start", lambda: None)
    monkeypatch.delattr(socket, "send_fds")
    assert entry.main(["--workers", "2", "--port", "0"]) == 1
    assert caplog.messages == ["2 workers cannot share an address on this system: start without --workers"]
    with pytest.raises(SystemExit):
        entry.main(["--workers", "0"])
    assert "--workers: found 0, expected 1 or more" in capsys.readouterr().err
