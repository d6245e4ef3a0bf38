"""`make attack`: one visitor asks for the dearest answers on many connections; what do others notice?

Readers at the attacker's address and at another one ask what readers ask, each time something new. Then the attacker
hangs up, and the time until the server rests is taken. Nothing here passes or fails.
"""

import argparse
import http.client
import os
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from tests.bench.run import at
from tests.serving import Server

ATTACKER, OTHER = "127.0.0.1", "127.0.0.2"
PAUSE = 0.2
"""Seconds between two questions of a reader, and of an attacker who was sent away."""
REST = 0.05
"""A server that uses less than this share of a processor rests."""
KINDS: dict[str, Callable[[int], str]] = {
    "/leaderboard": lambda _: "/leaderboard",
    "/api/v1/leaderboard": lambda n: f"/api/v1/leaderboard?weights=FA:{n},RA:1",
    "/share": lambda n: f"/share?weights=FA:{n},RA:2",
    "/share.png": lambda n: f"/share.png?weights=FA:{n},RA:3",
}
"""What readers ask."""


@dataclass
class Told:
    """What became of the questions of one kind: seconds of those answered, how many had which status."""

    seconds: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)


def asked(port: int, source: str, path: str, held: list[http.client.HTTPConnection] | None = None) -> tuple[int, float]:
    """Ask once from this address; the status (0: no answer) and the seconds it took."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=300, source_address=(source, 0))
    begun = time.perf_counter()
    if held is not None:
        held.append(line)
    try:
        line.request("GET", path)
        reply = line.getresponse()
        reply.read()
        return reply.status, time.perf_counter() - begun
    except (OSError, http.client.HTTPException):
        return 0, time.perf_counter() - begun
    finally:
        if held is not None:
            held.remove(line)
        line.close()


def attack(
    port: int,
    query: str,
    numbers: "count[int]",
    stop: threading.Event,
    told: Told,
    held: list[http.client.HTTPConnection],
) -> None:
    """Ask for a dear answer again and again, each with new draws."""
    while not stop.is_set():
        status, seconds = asked(port, ATTACKER, f"/api/v1/report?{query}&rng={next(numbers)}", held)
        told.statuses[status] += 1
        told.seconds.append(seconds)
        if status != 200:
            stop.wait(PAUSE)


def read(port: int, source: str, start: int, stop: threading.Event, told: dict[str, Told]) -> None:
    """Ask what readers ask until the end."""
    for n in count(start):
        for kind, path in KINDS.items():
            status, seconds = asked(port, source, path(n))
            told[kind].statuses[status] += 1
            told[kind].seconds.append(seconds)
            if stop.wait(PAUSE):
                return


def rest(server: Server) -> float:
    """Seconds until the server rests."""
    begun = ended = time.monotonic()
    while time.monotonic() - ended < 2 and time.monotonic() - begun < 600:
        before = server.cpu()
        time.sleep(0.5)
        if server.cpu() - before > REST * 0.5:
            ended = time.monotonic()
    return ended - begun


def main() -> int:
    """Attack a server of its own and print what readers noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--threads", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--query", default="suite=calibration&draws=20000", help="of the report the attacker asks for")
    chosen = parser.parse_args()
    stop, numbers, heavy, held = threading.Event(), count(1), Told(), []
    readers = {source: {kind: Told() for kind in KINDS} for source in (ATTACKER, OTHER)}
    with tempfile.TemporaryDirectory(prefix="leaderboard-attack-") as folder:
        server = Server(database=folder)
        try:
            for path in ("/api/v1/leaderboard", "/share", "/share.png"):
                asked(server.port, ATTACKER, path)
            work = [
                threading.Thread(target=attack, args=(server.port, chosen.query, numbers, stop, heavy, held))
                for _ in range(chosen.threads)
            ]
            work += [
                threading.Thread(target=read, args=(server.port, source, 1 + 100_000 * i, stop, told))
                for i, (source, told) in enumerate(readers.items())
            ]
            for thread in work:
                thread.start()
            time.sleep(chosen.seconds)
            stop.set()
            for line in list(held):
                if line.sock is not None:
                    line.sock.shutdown(socket.SHUT_RDWR)
            ended = rest(server)
            memory = server.memory()
            for thread in work:
                thread.join()
        finally:
            server.kill()
    print(
        "| asked from | what | answered | median | 95 % within | longest |\n| --- | --- | ---: | ---: | ---: | ---: |"
    )
    for source, kinds in readers.items():
        whose = "the attacker's address" if source == ATTACKER else "another address"
        for kind, told in kinds.items():
            row(whose, kind, told)
    row("the attacker", "dear reports", heavy)
    print(f"\nStatuses of the dear reports: {dict(sorted(heavy.statuses.items()))} (0: hung up)")
    print(f"The server rested {ended:.1f} s after the attacker had left; it holds {memory:.0f} MiB")
    print(f"{os.cpu_count()} CPUs, load of the machine afterwards {os.getloadavg()[0]:.1f}")
    return 0


def row(whose: str, kind: str, told: Told) -> None:
    """One line of the table; the times are those of all answers, refusals included."""
    times, total = sorted(told.seconds), sum(told.statuses.values())
    shown = " | ".join("–" if t is None else f"{t:.2f} s" for t in (at(times, 0.5), at(times, 0.95), at(times, 1)))
    print(f"| {whose} | {kind} | {told.statuses[200]} of {total} | {shown} |")


if __name__ == "__main__":
    sys.exit(main())
