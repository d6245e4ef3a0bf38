"""The app as `make run` serves it, in a process of its own that can be measured, killed and started again."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVE = ("-m", "components.web", "--port", "{port}")


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
        """End it at once, as a crash does."""
        self.process.kill()
        self.process.wait()

    def cpu(self) -> float:
        """Processor time used so far, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024
