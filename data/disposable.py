"""Python apart from the server, its environment and its files: untrusted input is read there."""

import subprocess
import sys
import threading
from collections.abc import Sequence

STARTING = 10.0
"""Seconds that a process may take to start, before the time of its work begins."""


class Busy(Exception):
    """Others hold every place for as long as there was to wait."""


def disposable(
    places: threading.Semaphore, wait: float, program: Sequence[str], message: bytes, seconds: float, folder: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a program in `folder`, without an environment, with a message as input: only its output comes back.

    It holds one of the `places`, for which it waits `wait` seconds. Raises Busy when none became free, and
    subprocess.TimeoutExpired when the process outlives its start and `seconds`.
    """
    if not places.acquire(timeout=wait):
        raise Busy
    try:
        return subprocess.run(
            [sys.executable, "-I", "-B", "-X", "utf8", *program],
            input=message,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={},
            close_fds=True,
            start_new_session=True,
            timeout=STARTING + seconds,
            check=False,
        )
    finally:
        places.release()
