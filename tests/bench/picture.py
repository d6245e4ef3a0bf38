"""`make picture`: the picture of the README, taken from the running app: `picture.py OUT`."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.browsers import installed  # noqa: E402

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SIZE = {"width": 1440, "height": 900}
DRAWN = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const still = app?.getAttribute("data-test-script-state") === "notRunning";
  return still && !document.querySelector('[data-testid="stSkeleton"]');
}"""


@contextmanager
def served() -> Iterator[str]:
    """The app, served on a free port of this machine: its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "components.web", "--port", str(port)]
    server = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/_stcore/health")
        yield address
    finally:
        server.terminate()
        server.wait()


def main(out: Path) -> None:
    with served() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=installed(), args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{address}/leaderboard")
        page.wait_for_function(DRAWN, timeout=60_000)
        page.wait_for_timeout(2_000)
        page.screenshot(path=out)
        browser.close()


def wait_for(address: str, seconds: float = 60) -> None:
    """Wait until an address answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except OSError:  # refused, reset, or slow while it starts
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
