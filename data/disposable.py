"""Python apart from the server and its environment: untrusted input is read there, nothing is
written."""

import logging
import math
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STARTING = 10.0
"""Seconds that a process may take to start, before the time of its work begins."""
log = logging.getLogger("leaderboard.data")


class Busy(Exception):
    """Why no process could be had, in words."""


def disposable(
    module: str,
    free_slots: threading.Semaphore,
    max_wait: float,
    message: bytes,
    seconds: float,
    others: str,
    task: str,
) -> subprocess.CompletedProcess[bytes]:
    """Run `main` of a module in `/` without an environment, with a message as input; return its
    output and status.

    It waits `max_wait` seconds for one of the `free_slots`. Raises Busy if `others` hold all of
    them, if the process outlives its start and `seconds`, or if the machine cannot start it: then
    nobody could do the `task`."""
    child_code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {module} import main; main()"
    if not free_slots.acquire(timeout=max_wait):
        raise Busy(f"other {others}: try again in a moment")
    try:
        return subprocess.run(
            [sys.executable, "-I", "-B", "-X", "utf8", "-c", child_code],
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
    except subprocess.TimeoutExpired:
        raise Busy(f"the server is too busy to {task}: try again in a moment") from None
    except (OSError, MemoryError) as error:
        log.warning("no process could be started to %s: %s", task, error or "not enough memory")
        raise Busy(f"the server has no room to {task} at the moment: try again shortly") from None
    finally:
        free_slots.release()


def lower_limits(seconds: float, address_space: int, processor_seconds: float) -> None:
    """Give up processor time, memory, files and files' sizes, in the process that reads.

    An alarm ends it after `seconds` on the clock, whatever it is doing and even if the parent has
    died; `processor_seconds` count what its start took."""
    for limited_resource, limit_value in (
        (resource.RLIMIT_CPU, math.ceil(processor_seconds)),
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        resource.setrlimit(limited_resource, (limit_value, limit_value))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)
