"""The app in a process of its own, as a visitor meets it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Server:
    """A server process of its own, as `make run` starts it, on a free port of the loopback interface."""

    def __init__(self, folder: Path = ROOT, *command: str, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(Path(os.environ["LEADERBOARD_DATABASE"]) / f"server-{self.port}.log", "w+b")  # noqa: SIM115
        start = command or ("-m", "components.web", "--port", "{port}")
        self.process = subprocess.Popen(
            [sys.executable, *(part.format(port=self.port) for part in start)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        self._wait()

    def _wait(self, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        said = self.said()
        self.stop()
        raise RuntimeError(f"The server did not come up:\n{said}")

    def said(self) -> str:
        """Everything the server wrote so far."""
        self.log.flush()
        return Path(self.log.name).read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End the process and wait for it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        self.log.close()


def alone(script: Path) -> Server:
    """A server of one page of the tests."""
    command = ("-m", "streamlit", "run", "tests/alone.py", "--server.port", "{port}")
    return Server(ROOT, *command, PAGE=str(script))
