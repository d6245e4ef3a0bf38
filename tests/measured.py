"""The app as `make run` serves it, in a process of its own that can be measured, killed and started again."""

from __future__ import annotations

import array
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.serving import workers

ROOT = Path(__file__).resolve().parents[1]
PAGE = os.sysconf("SC_PAGE_SIZE")
SERVE = ("-m", "components.server", "--port", "{port}")


class Measured:
    """Its database and log are in `folder`; `command` follows Python, `{port}` stands for the port."""

    def __init__(self, folder: Path, command: tuple[str, ...] = SERVE, **environment: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder, self.command, self.environment = folder, command, environment
        self.start()

    def start(self) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, *(part.format(port=self.port) for part in self.command)]
        environment = {**os.environ, "LEADERBOARD_DATABASE": str(self.folder), **self.environment}
        log = self.log.open("ab")
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        log.close()
        for _ in range(600):
            if self.answers():
                return
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            time.sleep(0.1)
        self.kill()
        raise RuntimeError("the server did not come up within a minute")

    def answers(self) -> bool:
        """Whether its health check is answered."""
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1).close()
        except OSError:
            return False
        return True

    @property
    def log(self) -> Path:
        """What it writes."""
        return self.folder / "server.log"

    def kill(self) -> None:
        """End it at once, as a crash does; of several processes all."""
        for process in self._processes():
            os.kill(process, signal.SIGKILL)
        self.process.wait()

    def cpu(self) -> float:
        """Processor time used so far, in seconds."""
        used = 0
        for process in self._processes():
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            used += int(fields[11]) + int(fields[12])
        return used / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MiB; of several processes each one's share of what they have in common."""
        processes = self._processes()
        shown, name = ("status", "VmRSS:") if len(processes) == 1 else ("smaps_rollup", "Pss:")
        texts = [Path(f"/proc/{process}/{shown}").read_text() for process in processes]
        return sum(int(text.split(name)[1].split()[0]) for text in texts) / 1024

    def _processes(self) -> list[int]:
        """None once it has ended."""
        if self.process.poll() is not None:
            return []
        return [self.process.pid, *workers(self.process.pid).values()]

    def copies(self, word: bytes) -> int:
        """How often a word stands in the memory that the process can write to, in use or not."""
        found, place = 0, Path(f"/proc/{self.process.pid}")
        with (place / "mem").open("rb", 0) as memory, (place / "pagemap").open("rb", 0) as pages:
            for line in (place / "maps").read_text().splitlines():
                bounds, rights = line.split()[:2]
                if rights.startswith("rw"):
                    first, last = (int(b, 16) // PAGE for b in bounds.split("-"))
                    there = array.array("Q", os.pread(pages.fileno(), 8 * (last - first), 8 * first))
                    found += sum(run.count(word) for run in _runs(memory.fileno(), first, there))
        return found


def _runs(memory: int, first: int, there: array.array[int]) -> Iterator[bytes]:
    """The pages of a mapping that exist, in pieces of neighbours; reading others would make them."""
    at = 0
    while at < len(there):
        begun = at
        while at < len(there) and there[at] >> 62:
            at += 1
        if at > begun:
            yield os.pread(memory, PAGE * (at - begun), PAGE * (first + begun))
        at += at == begun
