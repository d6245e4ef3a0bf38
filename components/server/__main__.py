"""Serves the leaderboard: `python -m components.server [--host 127.0.0.1] [--port 8501]`.

What is in the way of serving is told in one line before anything is loaded, and ends the process with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import logging
import socket
import sys

import uvicorn

from components.errors import LeaderboardError
from components.server import connections
from components.server.log import start

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
    chosen = parser.parse_args(arguments)
    start()
    try:
        listening = _listen(chosen.host, chosen.port)
    except (OSError, OverflowError) as error:
        log.critical("cannot listen on %s, port %d: %s", chosen.host, chosen.port, error)
        return 1
    with listening:
        log.info("listening on http://%s:%d", chosen.host, listening.getsockname()[1])
        return _serve(listening)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)


def _serve(listening: socket.socket) -> int:
    gc.disable()  # what is loaded stays, and walking it time and again takes a fifth of the start
    from data import store  # a port in use is told before the engine is loaded

    try:
        store.suites()
    except LeaderboardError as error:
        log.critical("%s", error)
        return 1
    server = uvicorn.Server(
        uvicorn.Config(
            "app:app",
            http=connections.Connection,
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
