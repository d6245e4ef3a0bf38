"""A server from the start of its process to its first numbers, beside a bare Streamlit server, in turn in one run.

`bench_cold.py [--rounds N]`. The suite is `tofu`, 150 methods x 21 metrics, and the database is there, as once
installed. Each round starts three processes: a bare page, the leaderboard that is asked over HTTP, and the leaderboard
whose page a session opens, both as soon as they serve. Medians of seconds; ratios to the start of the bare server.
"""

import argparse
import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.bench.bench_opening import bare  # noqa: E402
from tests.serving import Server  # noqa: E402
from tests.sessions import Session  # noqa: E402

SUITE = "tofu"
BARE, SERVING = "bare Streamlit server", "process to serving"
ASKED, ANSWER = "process to first answer over HTTP", "serving to first answer over HTTP"
PAGE = "serving to first page in a session"
BUDGETS = {SERVING: 3.0, ANSWER: 1.0}
PATIENCE = 120


def get(port: int, path: str) -> None:
    """A whole answer; it has to be right."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, f"{path}: {answer.status}"
    finally:
        connection.close()


async def opened(port: int) -> None:
    """The leaderboard of the suite, to the end of its first run."""
    session = Session(port, query=f"?suite={SUITE}")
    await session.open()
    assert not session.errors, session.errors
    await session.close()


def main() -> None:
    """Start everything in turn, then print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    taken: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory(prefix="leaderboard-cold-") as folder:
        build, environment = [sys.executable, "-m", "data.build"], {**os.environ, "LEADERBOARD_DATABASE": folder}
        subprocess.run(build, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True)
        for turn in range(rounds + 1):  # the first fills the caches of the disk and is not counted
            found: dict[str, float] = {}
            begun = time.perf_counter()
            with bare():
                found[BARE] = time.perf_counter() - begun
            begun = time.perf_counter()
            with Server(database=folder) as server:
                found[SERVING] = time.perf_counter() - begun
                begun = time.perf_counter()
                get(server.port, f"/api/v1/leaderboard?suite={SUITE}")
                found[ANSWER] = time.perf_counter() - begun
                found[ASKED] = found[SERVING] + found[ANSWER]
            with Server(database=folder) as server:
                begun = time.perf_counter()
                asyncio.run(opened(server.port))
                found[PAGE] = time.perf_counter() - begun
            for what, seconds in found.items() if turn else ():
                taken[what].append(seconds)
    base = statistics.median(taken[BARE])
    for what in (SERVING, ASKED, ANSWER, PAGE):
        value = statistics.median(taken[what])
        told = {"what": f"{what}, cold, {SUITE}", "value": value, "unit": "s", "budget": BUDGETS.get(what)}
        print(f"{what:36}{value:7.2f} s, {value / base:.2f} times the start of a bare server ({base:.2f} s)")
        print(json.dumps({**told, "peer": BARE, "peer_value": base, "ratio": value / base}), flush=True)


if __name__ == "__main__":
    main()
