"""Eight sessions that bring the worst tables again and again leave room for others, and nothing
behind."""

import asyncio
import os
import random
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
import websockets

from tests.bench.run import at
from tests.serving import Server
from tests.sessions import Reader, Session, calc_hash, some_weights
from tests.worst_tables import WORST

MINUTE = 60.0
UPLOADERS = 8
MAX_CHANGE = 0.5
"""Seconds within which 95 % of others' changes of a weight are whole."""
MAX_HEALTH = 1.0
QUIET_AFTER = 10.0
MAX_BUSY = 0.1
"""Share of a core that the server may take when all have left."""


async def bring(server: Server, number: int, until: float) -> int:
    """Bring one table after another, each in a session that leaves as soon as it is read."""
    names = list(WORST)
    random.Random(number).shuffle(names)
    n_brought = 0
    while time.monotonic() < until:
        name = names[n_brought % len(names)]
        session = Session(server.port, page=calc_hash("your-results"))
        with suppress(websockets.WebSocketException, TimeoutError, OSError):
            await session.open()
            await asyncio.wait_for(session.upload(name, WORST[name]), until - time.monotonic())
        await session.close()
        assert session.errors == [], name
        n_brought += 1
    return n_brought


async def change(server: Server, until: float) -> list[float]:
    """Change weights every half second; the seconds that each change took."""
    reader, chance = Reader(server.port), random.Random(1)
    await reader.open()
    while time.monotonic() < until:
        await reader.move(some_weights(chance))
        await asyncio.sleep(0.5)
    await reader.close()
    assert reader.errors == []
    return reader.seconds


def health(server: Server) -> float:
    began = time.monotonic()
    urllib.request.urlopen(f"{server.url}/health", timeout=60).close()
    return time.monotonic() - began


async def asked(server: Server, until: float) -> list[float]:
    """The seconds that each look at the health took."""
    seconds = []
    while time.monotonic() < until:
        seconds.append(await asyncio.to_thread(health, server))
        await asyncio.sleep(0.5)
    return seconds


def processor_time(server: Server) -> float:
    """Seconds of the processor that the server and its processes have taken so far."""
    ticks, waiting = 0, [str(server.process.pid)]
    while waiting:
        place = Path("/proc") / waiting.pop()
        with suppress(OSError):
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:13]))
            for thread in (place / "task").iterdir():
                waiting += (thread / "children").read_text().split()
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.long
def test_eight_who_bring_the_worst_tables_leave_room_for_others() -> None:
    async def all_at_once(server: Server) -> tuple[list[int], list[float], list[float]]:
        warm = time.monotonic() + 5
        await change(server, warm)
        until = time.monotonic() + MINUTE
        *brought, changes, looks = await asyncio.gather(
            *(bring(server, number, until) for number in range(UPLOADERS)),
            change(server, until),
            asked(server, until),
        )
        return brought, changes, looks

    with Server() as server:
        health(server)
        brought, changes, looks = asyncio.run(all_at_once(server))
        time.sleep(QUIET_AFTER)
        before = processor_time(server)
        time.sleep(3)
        busy = (processor_time(server) - before) / 3
        said = server.said()
    print(sum(brought), "tables;", "change p50, p95:", at(sorted(changes), 0.5), end=" ")
    print(at(sorted(changes), 0.95), "health:", max(looks), "busy:", busy, "log:", len(said))
    assert sum(brought) > UPLOADERS
    assert at(sorted(changes), 0.95) <= MAX_CHANGE
    assert max(looks) < MAX_HEALTH
    assert busy < MAX_BUSY
    assert '"level": "error"' not in said
