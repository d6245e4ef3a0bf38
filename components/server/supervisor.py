"""Several processes on one address: starts them, replaces one that ends, and stops all of them.

They share one listening socket, which this process opens and never serves from. The first one starts alone: it builds
and checks what the others then find, and where it cannot, nothing is served.
"""

from __future__ import annotations

import logging
import select
import signal
import socket
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from components.server.log import share

log = logging.getLogger("leaderboard.server")


@dataclass
class _Worker:
    """A process; its standard input is the other end of `link`, where it says that it serves and finds us gone."""

    number: int
    process: subprocess.Popen[bytes]
    link: socket.socket
    serves: bool = False


def supervise(listening: socket.socket, count: int) -> int:
    """Keep `count` processes serving until told to stop. The status is 1 when one of them cannot start."""
    woken, waking = socket.socketpair()
    waking.setblocking(False)
    signal.set_wakeup_fd(waking.fileno())
    for told in (signal.SIGTERM, signal.SIGINT):
        signal.signal(told, lambda *_: None)
    running: dict[socket.socket, _Worker] = {}
    with tempfile.TemporaryDirectory(prefix="leaderboard-workers-") as folder:
        share(Path(folder, "log"))
        try:
            return _keep(count, listening, Path(folder), running, woken)
        finally:
            listening.close()
            for worker in running.values():
                worker.process.terminate()
            for worker in running.values():
                worker.process.wait()


def _keep(
    count: int, listening: socket.socket, folder: Path, running: dict[socket.socket, _Worker], woken: socket.socket
) -> int:
    def begin(number: int) -> None:
        worker = _begin(number, count, listening, folder)
        running[worker.link] = worker

    begin(0)
    while True:
        heard = select.select([woken, *running], [], [])[0]
        if woken in heard:
            return 0
        for link in heard:
            if link.recv(1):
                running[link].serves = True
                for number in range(len(running), count):
                    begin(number)
                continue
            ended = running.pop(link)
            link.close()
            status = ended.process.wait()
            if not ended.serves:
                if status < 0:  # else it has told why itself
                    log.critical("worker %d was ended by signal %d before it served", ended.number, -status)
                return 1
            log.error("worker %d ended with status %d and is started again", ended.number, status)
            begin(ended.number)


def _begin(number: int, count: int, listening: socket.socket, folder: Path) -> _Worker:
    """Start one process, out of the reach of what a terminal sends to all of its own."""
    link, theirs = socket.socketpair()
    told = [str(number), str(count), str(listening.fileno()), str(folder)]
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "components.server.worker", *told],
            stdin=theirs.fileno(),
            pass_fds=[listening.fileno()],
            start_new_session=True,
        )
    return _Worker(number, process, link)
