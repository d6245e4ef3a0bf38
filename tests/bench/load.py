"""`make load`: many readers move weights at once, then the server is killed under them and they come back.

Websocket clients on the loopback speak Streamlit's own protocol: each opens the leaderboard and, every two seconds,
sends what the weights board sends on release. An answer is whole when the script has finished and the address that
the server wrote holds the weights sent. One real browser works among them where one is installed. Nothing here passes
or fails; the exit status is 1 only when the run itself breaks.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import websockets

from tests.bench.run import at
from tests.browsers import installed
from tests.serving import Server
from tests.sessions import BackMsg, Session, trigger_id

ARRIVALS = 10.0
"""Seconds over which the readers arrive."""
METRICS = ("FA", "RA", "MIA", "AD", "JS")


@dataclass
class Reader(Session):
    """One session at the weights board: what it knows of its page, and what happened to it."""

    number: int = 0
    board: str = ""
    weighed: dict[str, float] = field(default_factory=dict)
    seq: int = 0
    seconds: list[float] = field(default_factory=list)
    ended: list[float] = field(default_factory=list)

    async def move(self, weights: dict[str, float]) -> None:
        """Send weights as the board does on release; the time until the page is whole goes into `seconds`."""
        self.seq += 1
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = trigger_id(self.board, "events")
        value = {"seq": self.seq, "weights": weights}
        state.json_trigger_value = json.dumps([{"event": "commit", "value": value}])
        begun = time.perf_counter()
        await self.run(message, self.parts["weights_board"])
        self.seconds.append(time.perf_counter() - begun)
        wanted = {m: w for m, w in weights.items() if w}
        if self.weights() != wanted:
            self.errors.append(f"sent {wanted}, the address has {self.weights()}")

    def weights(self) -> dict[str, float]:
        """The weights that the address names."""
        text = parse_qs(self.query).get("weights", [""])[0]
        return {m: float(w) for m, w in (part.split(":") for part in text.split(",") if part)}

    def note(self, element: Any) -> None:
        """Take up one element of the page, the board above all."""
        super().note(element)
        if element.WhichOneof("type") == "bidi_component":
            board = element.bidi_component
            if board.component_name.endswith("weights_board"):
                self.board, self.weighed = board.id, json.loads(board.json)[0]["weights"]


def some_weights(rng: random.Random) -> dict[str, float]:
    """Five weights in millionths that sum to one."""
    cuts = sorted(rng.sample(range(1, 1_000_000), 4))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, 1_000_000], strict=True)]
    return {m: p / 1_000_000 for m, p in zip(METRICS, parts, strict=True)}


async def read(reader: Reader, every: float, arrive: float, until: float, rng: random.Random) -> None:
    """Arrive after a while, open the page and move the weights every so often."""
    try:
        await asyncio.sleep(arrive)
        await reader.open()
        await asyncio.sleep(rng.random() * every)
        while time.monotonic() < until:
            begun = time.monotonic()
            await reader.move(some_weights(rng))
            reader.ended.append(time.monotonic())
            await asyncio.sleep(max(0.0, every - (time.monotonic() - begun)))
    except Exception as error:
        reader.errors.append(f"{type(error).__name__}: {error}")


async def come_back(reader: Reader, begun: float) -> float:
    """Reconnect until it works, and give the seconds it took; the view must be the one that was there."""
    before = reader.weights()
    while time.monotonic() - begun < 60:
        try:
            await reader.open()
        except (OSError, websockets.WebSocketException, TimeoutError):
            await asyncio.sleep(0.25)
            continue
        now = {m: w for m, w in reader.weighed.items() if w}
        if any(abs(now.get(m, 0.0) - w) > 1e-6 for m, w in before.items()):
            reader.errors.append(f"came back with {now} in place of {before}")
        return time.monotonic() - begun
    reader.errors.append("did not come back within a minute")
    return 60.0


def browse(url: str, every: float, stop: threading.Event, seconds: list[float], errors: list[str]) -> None:
    """A real browser among the others: a key on a weight, and the time until the address has the new weights."""
    from playwright.sync_api import sync_playwright

    found = installed()
    if found is None:
        return
    try:
        with sync_playwright() as p:
            page = p.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"]).new_page()
            page.goto(url)
            slider = page.get_by_role("slider").nth(1)
            slider.wait_for(timeout=60_000)
            while not stop.wait(every):
                before, begun = page.url, time.perf_counter()
                slider.press("ArrowLeft")
                page.wait_for_url(lambda address, before=before: address != before, timeout=30_000)
                seconds.append(time.perf_counter() - begun)
    except Exception as error:
        errors.append(f"browser: {type(error).__name__}: {error}")


async def load(server: Server, sessions: int, seconds: float, every: float, with_browser: bool) -> dict[str, Any]:
    """The whole run: readers at work, memory watched, the server killed and started again, readers coming back."""
    readers = [Reader(server.port, number=i) for i in range(sessions)]
    begun, until = time.monotonic(), time.monotonic() + seconds
    memory: list[tuple[float, float]] = []
    used: list[tuple[float, float]] = []
    stop, browsed, browser_errors = threading.Event(), [], []
    arguments = (f"http://127.0.0.1:{server.port}/leaderboard", every, stop, browsed, browser_errors)
    browser = threading.Thread(target=browse if with_browser else lambda *_: None, args=arguments)
    browser.start()

    settled_at = ARRIVALS + every

    async def watch() -> None:
        while time.monotonic() < until:
            memory.append((time.monotonic() - begun, server.memory()))
            used.append((time.monotonic() - begun, server.cpu()))
            await asyncio.sleep(1)
        used.append((time.monotonic() - begun, server.cpu()))

    work = [read(r, every, ARRIVALS * r.number / sessions, until, random.Random(r.number)) for r in readers]
    await asyncio.gather(watch(), *work)
    stop.set()
    await asyncio.to_thread(browser.join)
    errors = [e for r in readers for e in r.errors] + browser_errors
    done = sorted(s for r in readers for s in r.seconds)
    there = sorted(s for r in readers for s, end in zip(r.seconds, r.ended, strict=False) if end - begun > settled_at)

    server.kill()
    gone = time.monotonic()
    back = [asyncio.create_task(come_back(r, gone)) for r in readers if r.query]
    await asyncio.to_thread(server.start)
    up = time.monotonic() - gone
    times = sorted(await asyncio.gather(*back))
    settled = [m for t, m in memory if t > seconds / 3]
    (early, before), (late, after) = next((u for u in used if u[0] >= settled_at), used[0]), used[-1]
    within = sum(early < end - begun <= late for r in readers for end in r.ended)
    return {
        "changes": len(done),
        "p50": at(done, 0.50),
        "p95": at(done, 0.95),
        "longest": done[-1] if done else None,
        "there_p50": at(there, 0.50),
        "there_p95": at(there, 0.95),
        "cpu": (after - before) / max(1, within),
        "errors": errors,
        "memory_first": statistics.mean(settled[: len(settled) // 4]) if settled else None,
        "memory_last": statistics.mean(settled[-len(settled) // 4 :]) if settled else None,
        "browser_p50": at(sorted(browsed), 0.5),
        "browser_changes": len(browsed),
        "server_up": up,
        "back_p50": at(times, 0.5),
        "back_last": times[-1] if times else None,
        "back_errors": [e for r in readers for e in r.errors][len(errors) - len(browser_errors) :],
    }


def told(found: dict[str, Any], sessions: int, seconds: float, every: float) -> str:
    """The run as a Markdown table."""

    def ms(value: float | None, digits: int = 0) -> str:
        return "–" if value is None else f"{1000 * value:.{digits}f} ms"

    def mib(value: float | None) -> str:
        return "–" if value is None else f"{value:.0f} MiB"

    rows = [
        (f"changes of weights ({sessions} sessions, every {every:g} s for {seconds:g} s)", str(found["changes"])),
        (f"from sending to the page being whole once all are there ({ARRIVALS:g} s): median, 95 % within",
         f"{ms(found['there_p50'])}, {ms(found['there_p95'])}"),
        ("the same while they arrive included: median, 95 % within, longest",
         f"{ms(found['p50'])}, {ms(found['p95'])}, {ms(found['longest'])}"),
        ("processor time of the server per change, once all are there", ms(found["cpu"], 1)),
        ("errors", str(len(found["errors"]))),
        ("memory, after a third of the time and at the end",
         f"{mib(found['memory_first'])}, {mib(found['memory_last'])}"),
        (f"in a browser, from key to address, median of {found['browser_changes']}",
         ms(found["browser_p50"])),
        ("killed and started again: serving after", ms(found["server_up"])),
        ("sessions back with their view, median and last", f"{ms(found['back_p50'])}, {ms(found['back_last'])}"),
        ("sessions that came back with another view or not at all", str(len(found["back_errors"]))),
    ]  # fmt: skip
    return "\n".join(["| what | measured |", "| --- | ---: |", *(f"| {a} | {b} |" for a, b in rows)])


def main() -> int:
    """Run and print the table; further errors on the error stream."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--every", type=float, default=2)
    parser.add_argument("--no-browser", action="store_true", help="without the real browser among them")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="leaderboard-load-") as folder:
        server = Server(database=folder)
        try:
            found = asyncio.run(load(server, chosen.sessions, chosen.seconds, chosen.every, not chosen.no_browser))
        finally:
            server.kill()
    print(told(found, chosen.sessions, chosen.seconds, chosen.every))
    print(f"\n{os.cpu_count()} CPUs, load of the machine afterwards {os.getloadavg()[0]:.1f}")
    for error in [*found["errors"], *found["back_errors"]][:10]:
        print(error, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
