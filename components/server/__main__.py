"""Serves the leaderboard: `python -m components.server [--host 127.0.0.1] [--port 8501] [--workers 1]`.

What is in the way of serving is told in one line before anything is loaded, and ends the process with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Callable

import uvicorn

from components.errors import LeaderboardError
from components.server import connections
from components.server.log import start
from components.server.supervisor import supervise

log = logging.getLogger("leaderboard.server")
LONGEST_MESSAGE = 4 * 2**20
"""Bytes of a websocket message."""
FAREWELL = 10
"""Seconds in which requests under way may end after the server was told to stop."""


def main(arguments: list[str] | None = None) -> int:
    """Serve until told to stop. The status is 1 when that cannot begin."""
    parser = argparse.ArgumentParser(prog="python -m components.server", description="Serve the leaderboard.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8501, help="port to listen on")
    parser.add_argument("--workers", type=int, default=1, help="processes; each reader stays with one of them")
    chosen = parser.parse_args(arguments)
    if chosen.workers < 1:
        parser.error(f"--workers: found {chosen.workers}, expected 1 or more")
    start()
    if chosen.workers > 1 and not hasattr(socket, "send_fds"):
        log.critical("%d workers cannot share an address on this system: start without --workers", chosen.workers)
        return 1
    try:
        listening = _listen(chosen.host, chosen.port)
    except (OSError, OverflowError) as error:
        log.critical("cannot listen on %s, port %d: %s", chosen.host, chosen.port, error)
        return 1
    with listening:
        log.info("listening on http://%s:%d", chosen.host, listening.getsockname()[1])
        return serve(listening) if chosen.workers == 1 else supervise(listening, chosen.workers)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def serve(listening: socket.socket, made: Callable[[uvicorn.Config], uvicorn.Server] = uvicorn.Server) -> int:
    """Serve from a socket until told to stop. The status is 1 when that cannot begin."""
    gc.disable()  # what is loaded stays, and walking it time and again takes a fifth of the start
    from data import store  # a port in use is told before the engine is loaded

    try:
        store.suites()
    except LeaderboardError as error:
        log.critical("%s", error)
        return 1
    server = made(
        uvicorn.Config(
            "app:app",
            http=connections.Connection,
            ws=connections.Messages,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=LONGEST_MESSAGE,
            limit_concurrency=connections.MOST,
            timeout_graceful_shutdown=FAREWELL,
        )
    )
    with contextlib.suppress(KeyboardInterrupt):  # the server has ended by the time it passes this on
        server.run(sockets=[listening])
    return 0 if server.started else 1


if __name__ == "__main__":
    sys.exit(main())
