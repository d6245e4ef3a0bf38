"""`make soak`: readers, uploads, attacks and kills at once for half an hour, and what became of
them.

Readers ask the interface and hold websocket sessions, others bring tables; meanwhile the server
gets hostile files, addresses and SQL, dear questions, foreign websockets, half-sent requests, and
is killed (`kill -9`) every few minutes and started again as a supervisor would, every third time
without its database, whose building is killed once as well. Every answer is compared with the
report computed here from the tables. Exit 1 when an answer was wrong or a failure has no reason.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

import websockets

from components.choices.query import parse
from components.report import report_of
from components.resolved import Resolved
from components.served import computed
from data.build import load_all
from tests.bench.run import at
from tests.fuzz.hostile import file, query
from tests.serving import Server
from tests.sessions import Reader, Session, calc_hash, some_weights, table

EVERY = 5.0
"""Seconds between two looks at the memory."""
SUITE = "unified_unlearning"
ASKED: tuple[dict[str, str], ...] = (
    {},
    {"weights": "FA:0.2,RA:0.8"},
    {"panel": "resnet_unimodal", "protocol": "published"},
    {"transform": "exponential", "seeds": "42"},
)
"""Questions whose whole report is known here."""
DEAR = ("stability", "clusters", "agreement", "reliability")
SQL: tuple[tuple[str, str], ...] = (
    ("select count(*) from range(1000000000) a, range(1000000000) b", "quer"),
    ("select max(hash(a.range)) from range(1000000000) a, range(100) b", "quer"),
    ("COPY run TO '/tmp/x'", "found COPY, expected one SELECT"),
    ("SELECT * FROM read_text('/etc/passwd')", "read_text"),
    ("ATTACH '/tmp/x.duckdb'; SELECT 1", "expected one SELECT"),
    ("SELECT count(*) AS n FROM run", "1 row of 1 column"),
)
"""Queries, and what the console says of them: all but the last are refused."""
HALVES = (
    b"GET /api/v1/rep",
    b"PUT /_stcore/upload_file/x/y HTTP/1.1\r\nContent-Length: 9999\r\n\r\nab",
)
RIGHT, CUT, BUSY, REFUSED = "right", "cut by a kill", "told to come back", "attack refused"
WRONG = "wrong"
GONE = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError, websockets.WebSocketException)
Act = Callable[[random.Random], Awaitable[str]]


@dataclass
class Soak:
    """What happened, by kind, and the server it happened to. `life` counts its starts."""

    server: Server
    until: float
    known: dict[str, Any]
    life: int = 0
    up: bool = True
    counts: Counter[str] = field(default_factory=Counter)
    memory: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    away: list[float] = field(default_factory=list)
    failures: Counter[str] = field(default_factory=Counter)
    queries: Counter[str] = field(default_factory=Counter)

    @property
    def over(self) -> bool:
        return time.monotonic() >= self.until

    async def repeat(self, act: Act, pause: float, number: int) -> None:
        """Act again and again; what a kill cuts off counts as such, other failures by name."""
        rng = random.Random(f"{act.__name__} {number}")
        while not self.over:
            life = self.life
            try:
                kind = await act(rng)
            except GONE as error:
                kind = (
                    CUT
                    if life != self.life or not self.up
                    else f"{act.__name__}: {type(error).__name__}"
                )
            except Exception as error:
                kind = f"{act.__name__}: {type(error).__name__}: {error}"[:120]
            is_known = kind in (RIGHT, CUT, BUSY, REFUSED)
            self.counts[kind if is_known else WRONG] += 1
            self.failures[kind] += not is_known
            await asyncio.sleep(pause * (0.5 + rng.random()))

    # --- readers

    async def ask(self, rng: random.Random) -> str:
        """One of the known questions to the interface."""
        asked = rng.choice(list(self.known))
        status, body = await self.get(f"/api/v1/report?{asked}")
        if status != 200:
            return BUSY if status in (429, 503) else f"ask: status {status}"
        answer = json.loads(body)
        answer.pop("about", None)  # says what was asked
        return RIGHT if answer == self.known[asked] else f"ask: another report for {asked}"

    async def read(self, rng: random.Random) -> str:
        """A websocket session that moves the weights a few times."""
        reader = Reader(self.server.port)
        await reader.open()
        for _ in range(8):
            if self.over:
                break
            await reader.move(some_weights(rng))
            await asyncio.sleep(2 * rng.random())
        await reader.close()
        self.seconds += reader.seconds
        return f"read: {reader.errors[0]}"[:120] if reader.errors else RIGHT

    async def bring(self, rng: random.Random) -> str:
        """A session that brings a table and finds its methods on other pages, and nobody else's."""
        name = f"own{rng.randrange(10**9)}"
        session = Session(self.server.port, page=calc_hash("your-results"))
        await session.open()
        await session.upload("mine.csv", table(f"{name}m", 2))
        if not session.query.startswith("suite="):
            return "bring: the table was not taken"
        for page in ("leaderboard", "data"):
            await session.turn(page)
            if session.shown(rb"own[0-9]+m") != {f"{name}m".encode()}:
                return f"bring: {page} does not show this table, or another one"
        await session.close()
        return f"bring: {session.errors[0]}"[:120] if session.errors else RIGHT

    # --- attacks

    async def hostile_file(self, rng: random.Random) -> str:
        """A malformed or hostile file."""
        session = Session(self.server.port, page=calc_hash("your-results"))
        await session.open()
        name, content = file(rng.randrange(100_000))
        await session.upload(name.replace("\0", " ")[:80] or "x", content[: 4 * 2**20])
        await session.close()
        return f"hostile_file: {session.errors[0]}"[:120] if session.errors else REFUSED

    async def hostile_address(self, rng: random.Random) -> str:
        """A random query string at the interface and at a page."""
        asked = urlencode(query(rng.randrange(100_000)), doseq=True, errors="surrogatepass")[:6000]
        status, _ = await self.get(f"/api/v1/leaderboard?{asked}")
        if status >= 500 and status != 503:
            return f"hostile_address: status {status}"
        session = Session(self.server.port, query=asked)
        await session.open()
        await session.close()
        return f"hostile_address: {session.errors[0]}"[:120] if session.errors else REFUSED

    async def hostile_sql(self, rng: random.Random) -> str:
        """A query in the console of the page Data, which is drawn when the visitor comes near."""
        asked, told = rng.choice(SQL)
        session = Session(self.server.port, page=calc_hash("data"), query=f"sql={quote(asked)}")
        await session.open()
        await session.near("below")
        await session.close()
        told_texts = [text.replace("\\", "") for text in session.texts]
        if session.errors or not any(told in text for text in told_texts):
            return f"hostile_sql: {asked[:30]}: {(session.errors or told_texts)[-1]}"[:120]
        self.queries["answered" if asked == SQL[-1][0] else "refused"] += 1
        return REFUSED

    async def dear(self, rng: random.Random) -> str:
        """A question that takes the server seconds, with weights nobody asked for before."""
        weights = ",".join(f"{m}:{w:.6f}" for m, w in some_weights(rng).items())
        status, _ = await self.get(f"/api/v1/{rng.choice(DEAR)}?weights={weights}")
        return (
            RIGHT if status == 200 else BUSY if status in (429, 503) else f"dear: status {status}"
        )

    async def foreign(self, rng: random.Random) -> str:
        """A websocket from the page of another site."""
        address = f"ws://127.0.0.1:{self.server.port}/_stcore/stream"
        try:
            async with websockets.connect(
                address, origin="http://evil.example", subprotocols=["streamlit"]
            ):
                return "foreign: a websocket of another site was let in"
        except websockets.InvalidStatus as refused:
            return (
                REFUSED
                if refused.response.status_code < 500
                else f"foreign: {refused.response.status_code}"
            )

    async def half(self, rng: random.Random) -> str:
        """A request that is never finished, held open for a while."""
        _, out = await asyncio.open_connection("127.0.0.1", self.server.port)
        out.write(rng.choice(HALVES))
        await out.drain()
        await asyncio.sleep(min(10.0, max(0.0, self.until - time.monotonic())))
        out.close()
        return REFUSED

    # --- the server

    async def kill(self, pause: float) -> None:
        """Kill the server again and again and start it, every third time without its database."""
        while self.until - time.monotonic() > pause:
            await asyncio.sleep(pause)
            self.up = False
            self.life += 1
            gone = time.monotonic()
            self.server.kill()
            if len(self.away) % 3 == 2:
                for path in self.server.place.glob("*.duckdb"):
                    path.unlink()
                await self.killed_while_building()
            await asyncio.to_thread(self.server.start)
            self.away.append(time.monotonic() - gone)
            self.life += 1
            self.up = True

    async def killed_while_building(self) -> None:
        """Start a build of the database and kill it as soon as it writes."""
        place = {**os.environ, "LEADERBOARD_DATABASE": str(self.server.place)}
        build = await asyncio.create_subprocess_exec(sys.executable, "-m", "data.build", env=place)
        while build.returncode is None and not list(self.server.place.glob("*.tmp")):
            await asyncio.sleep(0.05)
        with suppress(ProcessLookupError):
            build.kill()
        await build.wait()

    async def watch(self) -> None:
        """The memory of the server, again and again."""
        while not self.over:
            await asyncio.sleep(EVERY)
            with suppress(OSError, IndexError):
                if self.up:
                    self.memory.append(self.server.memory())

    async def get(self, path: str) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        came, out = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            out.write(head.encode())
            begun, _, rest = (await asyncio.wait_for(came.read(), 120)).partition(b"\r\n\r\n")
        finally:
            out.close()
        if not begun:
            raise EOFError
        return int(begun.split()[1]), rest


def known() -> dict[str, Any]:
    """The reports of the questions in ASKED, computed here from the tables."""
    among = computed(load_all().tables)
    tables = next(t for t in among.suites if t.suite.id == SUITE)
    reports = {}
    for asked in ASKED:
        selection, problems = parse(asked, tables)
        assert not problems
        content = report_of(Resolved(tables, selection, among=among))
        reports[urlencode({"suite": SUITE, **asked})] = json.loads(json.dumps(content))
    return reports


async def soak(server: Server, minutes: float, readers: int, calm: bool) -> Soak:
    """All of it at once; when it is `calm`, readers and kills alone."""
    run = Soak(server, time.monotonic() + 60 * minutes, known())
    run.until = time.monotonic() + 60 * minutes
    crowd: list[tuple[Act, float, int]] = [
        (run.read, 1, readers), (run.ask, 1, 3), (run.bring, 4, 2),
        (run.hostile_file, 8, 1), (run.hostile_address, 3, 1), (run.hostile_sql, 6, 1),
        (run.dear, 10, 1), (run.foreign, 2, 1), (run.half, 2, 4),
    ]  # fmt: skip
    work = [
        run.repeat(act, pause, n)
        for act, pause, many in crowd[: 1 if calm else None]
        for n in range(many)
    ]
    await asyncio.gather(run.watch(), run.kill(max(30.0, 6 * minutes)), *work)
    return run


def numbers(run: Soak) -> dict[str, Any]:
    """What became of the run."""
    log = run.server.said().splitlines()
    return {
        "answers": dict(run.counts),
        "failures": dict(+run.failures),
        "queries of the SQL console": dict(run.queries),
        "kills": len(run.away),
        "s until a page with another weight is whole: median, 95 % within": [
            at(sorted(run.seconds), share) for share in (0.5, 0.95)
        ],
        "longest away, s": round(max(run.away, default=0.0), 1),
        "memory, MiB": {
            "median": round(sorted(run.memory)[len(run.memory) // 2]),
            "most": round(max(run.memory)),
        },
        "errors in the log": dict(
            Counter(_error(line) for line in log if '"level": "error"' in line)
        ),
    }


def _error(line: str) -> str:
    told = json.loads(line)
    path = str(told.get("path", "")).split("/")
    return " ".join(
        [told["logger"], told["message"], "/".join(path[:4]), str(told.get("status", ""))]
    ).strip()


def soaked(minutes: float, readers: int = 4, calm: bool = False) -> dict[str, Any]:
    """A server of its own, soaked for so long."""
    with tempfile.TemporaryDirectory(prefix="leaderboard-soak-") as folder:
        server = Server(database=folder)
        try:
            return numbers(asyncio.run(soak(server, minutes, readers, calm)))
        finally:
            server.kill()


def main() -> int:
    """Run it and print what became of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--readers", type=int, default=4, help="sessions that move weights")
    parser.add_argument(
        "--calm", action="store_true", help="readers and kills alone, as `make load` has it"
    )
    outcome = soaked(**vars(parser.parse_args()))
    print(json.dumps(outcome, indent=2))
    return 1 if outcome["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
