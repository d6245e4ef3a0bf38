"""A process that is kept, and a fork of it for each piece of work: what a visitor brought is looked
at there, with bounds on time and memory, and the imports are paid once.

A fork writes no file, has nothing of the server's environment, and ends with who asked."""

import contextlib
import gc
import logging
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from data.disposable import ROOT, STARTING, Busy, lower_limits

log = logging.getLogger("leaderboard.data")
PROCESSOR_SECONDS = 3
"""Time of the processor that one piece of work may take."""
MAX_SECONDS = 30.0
"""Time on the clock: forks give way to the server, so a busy machine stretches their time."""
MEMORY = 2**30
"""Address space of a fork, with what the kept process has imported."""
MAX_WAIT = 30.0
"""Seconds that a piece of work waits for a place."""
LOOK = 0.2
"""Seconds between two looks at whether the answer is still wanted."""
_NICENESS = 10
_DONE, _FAILED = b"1", b"0"


class Exceeded(Exception):
    """A piece of work that took more time or memory than one may have."""


class Left(Exception):
    """Who asked has left, and the work has been ended."""


class Kept:
    """The kept process: `main` of a module, which gets `prepared` first and then forks for each
    message. It starts with the first message and again when it has ended."""

    def __init__(self, module: str, prepared: bytes, places: int = 2) -> None:
        self._module = module
        self._prepared = prepared
        self._places = threading.Semaphore(places)
        self._starting = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def ask(self, message: bytes, is_wanted: Callable[[], bool]) -> bytes:
        """Return the answer to a message. Raises Busy, Exceeded, Left, and RuntimeError where the
        work itself failed."""
        self._wait_for_place(is_wanted)
        try:
            connection, end_of_fork = socket.socketpair()
            with connection:
                with end_of_fork:
                    self._hand_over(end_of_fork)
                return _answer_of(connection, message, is_wanted)
        except OSError as error:
            log.warning("no process could be had to read files: %s", error)
            raise Busy("the server has no room to read files at the moment: try again") from None
        finally:
            self._places.release()

    def end(self) -> None:
        """End the process; forks that work end with their time."""
        with self._starting:
            if self._process is not None and self._control is not None:
                self._control.close()
                self._process.wait()
                self._process = None

    def _wait_for_place(self, is_wanted: Callable[[], bool]) -> None:
        until = time.monotonic() + MAX_WAIT
        while not self._places.acquire(timeout=LOOK):
            if not is_wanted():
                raise Left
            if time.monotonic() > until:
                raise Busy("other files are being read: try again in a moment")

    def _hand_over(self, end_of_fork: socket.socket) -> None:
        """Give the process the end of a connection for its next fork."""
        with self._starting:
            if self._process is None or self._process.poll() is not None:
                self._start()
            assert self._control is not None
            socket.send_fds(self._control, [b"."], [end_of_fork.fileno()])

    def _start(self) -> None:
        code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); "
        code += f"from {self._module} import main; main()"
        self._control, end_of_process = socket.socketpair()
        with end_of_process:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-B", "-X", "utf8", "-c", code],
                stdin=end_of_process.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
                close_fds=True,
                start_new_session=True,
            )
        self._control.sendall(len(self._prepared).to_bytes(8, "big"))
        self._control.sendall(self._prepared)


def _answer_of(connection: socket.socket, message: bytes, is_wanted: Callable[[], bool]) -> bytes:
    """Send a fork its message and return its answer; end it when nobody wants that any more."""
    until = time.monotonic() + STARTING + MAX_SECONDS
    number = b""
    while len(number) < 8:
        number += _part(connection, until, is_wanted, 8 - len(number))
    try:
        connection.settimeout(MAX_SECONDS)
        connection.sendall(message)
        connection.shutdown(socket.SHUT_WR)
        parts = []
        while part := _part(connection, until, is_wanted, 2**20):
            parts.append(part)
    except (Left, Busy):
        with contextlib.suppress(ProcessLookupError):  # it has just ended
            os.kill(int.from_bytes(number, "big"), signal.SIGKILL)
        raise
    except (ConnectionError, TimeoutError):
        parts = []
    answer = b"".join(parts)
    if answer.startswith(_FAILED):
        raise RuntimeError(answer[1:].decode())
    if not answer.startswith(_DONE):
        raise Exceeded
    return answer[1:]


def _part(
    connection: socket.socket, until: float, is_wanted: Callable[[], bool], most: int
) -> bytes:
    """Return the next bytes of an answer, none at its end."""
    while not select.select([connection], [], [], LOOK)[0]:
        if not is_wanted():
            raise Left
        if time.monotonic() > until:
            raise Busy("the server is too busy to read files: try again in a moment")
    return connection.recv(most)


def serve(prepare: Callable[[bytes], Callable[[bytes], bytes]]) -> None:
    """Be the kept process: prepare the work, then do it in a fork for each message."""
    control = socket.socket(fileno=0)
    size = int.from_bytes(_whole(control, 8), "big")
    work = prepare(_whole(control, size))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for forks
    gc.collect()
    gc.freeze()
    while True:
        _, descriptors, _, _ = socket.recv_fds(control, 1, 1)
        if not descriptors:
            return
        if os.fork() == 0:
            control.close()
            _work(socket.socket(fileno=descriptors[0]), work)
        os.close(descriptors[0])


def _whole(connection: socket.socket, size: int) -> bytes:
    received = bytearray()
    while len(received) < size:
        part = connection.recv(min(2**20, size - len(received)))
        if not part:
            sys.exit()
        received += part
    return bytes(received)


def _work(connection: socket.socket, work: Callable[[bytes], bytes]) -> None:
    """Answer one message and end; a failure of the work is told by its kind and its line alone."""
    status = 1
    try:
        os.nice(_NICENESS)
        lower_limits(MAX_SECONDS, MEMORY, PROCESSOR_SECONDS)
        connection.sendall(os.getpid().to_bytes(8, "big"))
        parts = []
        while part := connection.recv(2**20):
            parts.append(part)
        connection.sendall(_DONE + work(b"".join(parts)))
        status = 0
    except MemoryError:
        status = 2  # an answer that does not come says so
    except Exception as error:
        connection.sendall(_FAILED + _where(error).encode())
    finally:
        os._exit(status)


def _where(error: Exception) -> str:
    """Return the kind of an error and the line that raised it, without any text of a visitor."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return type(error).__name__
    file_name = Path(trace.tb_frame.f_code.co_filename)
    return f"{type(error).__name__} in {file_name.name}, line {trace.tb_lineno}"
