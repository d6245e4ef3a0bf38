"""What a change of a weight costs the server, beside another state of the project, key by key in
turn.

`bench_weights.py [--other FOLDER] [SUITE …]`: FOLDER is a checkout with its own `.venv` and
database. Each server has just started, no weights were asked for before, and what a page at rest
takes is subtracted. Medians over keys."""

import argparse
import re
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Page

from tests.bench.run import ROOT, browser, figure
from tests.serving import SERVE, Server

SUITES = ("unified_unlearning", "tofu", "tofu_seeds")
ROUNDS, KEYS, REST = 4, 22, 0.6
"""A round moves another slider; after each key a page has REST seconds."""
WEIGHT = re.compile("^Weight of ")


def served(folder: Path) -> Server:
    """The state in a folder, run by its own Python."""
    own_python = folder / ".venv" / "bin" / "python"
    python = str(own_python) if own_python.exists() else sys.executable
    start = "import os, sys; os.execv(sys.argv[1], sys.argv[1:])"
    return Server(folder, "-c", start, python, *SERVE, database=folder / "build", PYTHONPATH="")


def spent(server: Server) -> float:
    """Milliseconds of processor that a server has taken, by Linux's clock of its process."""
    return 1000 * time.clock_gettime(~server.process.pid << 3 | 2)


def change(page: Page, slider: int, server: Server) -> float:
    """Press a key on the slider of a weight; gives what the server took."""
    page.get_by_role("slider", name=WEIGHT).nth(slider).focus()
    before = spent(server)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1000 * REST)
    return spent(server) - before


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("suites", nargs="*", default=SUITES, metavar="SUITE")
    parser.add_argument("--other", type=Path)
    chosen = parser.parse_args()
    folders = [ROOT, *([chosen.other.resolve()] if chosen.other else [])]
    for suite in chosen.suites:
        with ExitStack() as stack:
            servers = [stack.enter_context(served(folder)) for folder in folders]
            _, chromium = stack.enter_context(browser(servers[0].url))
            pages = [chromium.new_page(viewport={"width": 1440, "height": 900}) for _ in servers]
            idle = []
            for page, server in zip(pages, servers, strict=True):
                page.goto(f"{server.url}/leaderboard?suite={suite}")
                page.get_by_role("slider", name=WEIGHT).first.wait_for()
                page.wait_for_timeout(3000)
                for _ in range(4):
                    change(page, 0, server)
                before = spent(server)
                page.wait_for_timeout(4000)
                idle.append((spent(server) - before) / 4 * REST)
            took: list[list[float]] = [[] for _ in servers]
            for turn in range(ROUNDS * KEYS):
                for i in range(len(servers)) if turn % 2 else reversed(range(len(servers))):
                    sliders = pages[i].get_by_role("slider", name=WEIGHT).count()
                    took[i].append(change(pages[i], turn // KEYS % sliders, servers[i]) - idle[i])
            now, *others = (statistics.median(milliseconds) for milliseconds in took)
            peer = {"peer": "the other state", "peer_value": others[0]} if others else {}
            figure(f"{suite}, a change of weight", now, "ms", **peer)


if __name__ == "__main__":
    main()
