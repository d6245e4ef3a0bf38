"""The app in a process of its own, which can be measured, killed and started again."""

import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SERVE = ("-m", "components.web", "--port", "{port}")


class Server:
    """A server as `make run` starts it, on a free port of the loopback interface, until the end of
    a `with` or `stop`.

    `folder` is where it works, `command` follows Python, and `{port}` in it is the port. With
    `database`, its database and its log are in that folder, else where all tests have theirs."""

    def __init__(
        self,
        folder: Path = ROOT,
        *command: str,
        database: Path | str | None = None,
        **environment: str,
    ) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.place = Path(database or os.environ["LEADERBOARD_DATABASE"])
        self.log = self.place / f"server-{self.port}.log"
        self._folder, self._command = folder, command or SERVE
        self._environment = {
            "PYTHONPATH": str(ROOT),
            "LEADERBOARD_DATABASE": str(self.place),
            **environment,
        }
        self.start()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, seconds: float = 120) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, *(part.format(port=self.port) for part in self._command)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=self._folder,
                env={**os.environ, **self._environment},
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < end:
            if self.answers():
                return
            time.sleep(0.02)
        self.stop()
        raise RuntimeError(f"The server did not come up:\n{self.said()}")

    def answers(self) -> bool:
        """Whether its health check is answered."""
        try:
            urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=2).close()
        except OSError:
            return False
        return True

    def said(self) -> str:
        """Everything the server wrote so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End the process and wait for it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    def kill(self) -> None:
        """End it at once, as a crash does."""
        self.process.kill()
        self.process.wait()

    def memory(self) -> float:
        """Resident memory in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


class Shared(NamedTuple):
    """Where a server answers that several processes use, and what it writes to."""

    url: str
    log: Path


@contextmanager
def shared(name: str, start: Callable[[Path], Server] = Server) -> Iterator[Shared]:
    """The server that all workers of a run use: the first to come starts it, and ends it when the
    others are done.

    It works in another folder than the project's, as it may anywhere.
    """
    place = Path(os.environ["LEADERBOARD_DATABASE"]) / f"{name}.shared"
    with (
        place.with_suffix(".starting").open("w") as starting,
        place.with_suffix(".used").open("w") as used,
    ):
        fcntl.flock(starting, fcntl.LOCK_EX)
        mine = None if place.exists() else start(place.parent)
        if mine:
            place.write_text(f"{mine.url}\n{mine.log}", encoding="utf-8")
        fcntl.flock(used, fcntl.LOCK_SH)
        fcntl.flock(starting, fcntl.LOCK_UN)
        url, log = place.read_text(encoding="utf-8").split("\n")
        yield Shared(url, Path(log))
        if mine:
            fcntl.flock(starting, fcntl.LOCK_EX)
            fcntl.flock(used, fcntl.LOCK_EX)
            place.unlink()
            mine.stop()


def alone(script: Path, database: Path | str | None = None) -> Server:
    """A server of one page of the tests."""
    command = ("-m", "streamlit", "run", "tests/alone.py", "--server.port", "{port}")
    return Server(ROOT, *command, database=database, PAGE=str(script))
