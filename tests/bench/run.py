"""`make bench`: runs every bench_*.py beside this file in a process of its own; and what all
measurements share.

A benchmark is a script that tells its numbers by `figure`. Nothing here passes or fails; exit 1
only when a script breaks. All figures of a run stand in build/bench.json with the machine."""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DRAWN = (HERE / "drawn.js").read_text(encoding="utf-8")
"""Whether a page of the app stands still."""


def figure(
    what: str,
    value: float,
    unit: str = "s",
    *,
    budget: float | None = None,
    peer: str = "",
    peer_value: float = 0.0,
) -> None:
    """Print one number, beside a peer of the same run with their ratio, and its budget."""
    told: dict[str, Any] = {"what": what, "value": round(value, 4), "unit": unit}
    if budget is not None:
        told["budget"] = budget
    if peer and peer_value:
        ratio = value / peer_value
        told |= {"peer": peer, "peer_value": round(peer_value, 4), "ratio": ratio}
    print(json.dumps(told), flush=True)


def best(work: Callable[[], object], rounds: int = 3) -> float:
    """Return the seconds of the fastest of some rounds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def at(values: list[float], share: float) -> float | None:
    """Return the value below which a share of sorted values lies; None without any."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else None


@contextmanager
def browser(url: str = "") -> Iterator[tuple[str, Any]]:
    """The address of the app, served from the database of `make build`, and a browser."""
    from contextlib import ExitStack

    from playwright.sync_api import sync_playwright

    from tests.browsers import FLAGS, installed
    from tests.serving import Server

    (ROOT / "build").mkdir(exist_ok=True)
    with ExitStack() as stack:
        here = url or stack.enter_context(Server(database=ROOT / "build")).url
        play = stack.enter_context(sync_playwright())
        yield here, play.chromium.launch(executable_path=installed(), args=FLAGS)


def main(patterns: list[str]) -> int:
    files = sorted(HERE.glob("bench_*.py"))
    scripts = [p for p in files if not patterns or any(x in p.name for x in patterns)]
    rows: list[dict[str, Any]] = []
    broken: list[str] = []
    for script in scripts:
        print(f"— {script.name}", flush=True)
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, script], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
        )
        lines = done.stdout.splitlines()
        figures = [json.loads(line) for line in lines if line.startswith("{")]
        rows += [{"script": script.stem, **row} for row in figures]
        print("\n".join(line for line in lines if not line.startswith("{")))
        if figures:
            print(pd.DataFrame(figures).to_string(index=False, na_rep=""), flush=True)
        if done.returncode:
            broken.append(script.name)
    place = ROOT / "build"
    place.mkdir(exist_ok=True)
    machine = {"python": platform.python_version(), "machine": platform.machine()}
    machine["cpus"] = str(os.cpu_count())
    told = json.dumps({"machine": machine, "figures": rows}, indent=1)
    (place / "bench.json").write_text(told, encoding="utf-8")
    if broken:
        print(f"failed: {', '.join(broken)}", file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
