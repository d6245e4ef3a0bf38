"""Python apart from the server and its environment: untrusted input is read there, nothing is written."""

import subprocess
import sys
import threading
from collections.abc import Sequence

STARTING = 10.0
"""Seconds that a process may take to start, before the time of its work begins."""


class Busy(Exception):
    """All processes that may run at a time went on running for as long as there was to wait."""


def disposable(
    slots: threading.Semaphore, wait: float, program: Sequence[str], message: bytes, seconds: float
) -> subprocess.CompletedProcess[bytes]:
    """Run Python in `/` without an environment, with a message as input; return its output and status.

    It waits `wait` seconds for one of the `slots`. Raises Busy if none became free, subprocess.TimeoutExpired if the
    process outlives its start and `seconds`, and OSError if the machine cannot start it.
    """
    if not slots.acquire(timeout=wait):
        raise Busy
    try:
        return subprocess.run(
            [sys.executable, "-I", "-B", "-X", "utf8", *program],
            input=message,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            env={},
            close_fds=True,
            start_new_session=True,
            timeout=STARTING + seconds,
            check=False,
        )
    finally:
        slots.release()
