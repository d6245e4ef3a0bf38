"""Serves the leaderboard: `python -m components.web [--host 127.0.0.1] [--port 8501]`.

What is in the way of serving is one line of the log, and ends the process with status 1.
"""

import argparse
import contextlib
import gc
import logging
import socket
import sys

import uvicorn

from components.web.request_log import write_json_lines
from components.web.versions import unsupported
from data.errors import LeaderboardError


def main(arguments: list[str] | None = None) -> int:
    """Serve until stopped; return 1 if that cannot start."""
    parser = argparse.ArgumentParser(
        prog="python -m components.web", description="Serve the leaderboard."
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8501, help="port to listen on")
    chosen = parser.parse_args(arguments)
    address = (chosen.host, chosen.port)
    write_json_lines()
    log = logging.getLogger("leaderboard.server")
    if unsupported():
        log.critical(unsupported())
        return 1
    try:
        family = socket.AF_INET6 if ":" in chosen.host else socket.AF_INET
        socket.create_server(address, family=family).close()
    except (OSError, OverflowError) as error:
        log.critical("cannot listen on %s, port %d: %s", *address, error)
        return 1
    gc.disable()  # what is loaded stays, and walking it time and again takes a fifth of the start
    from data import store  # a port in use is reported before the engine is loaded

    try:
        store.suites()
    except LeaderboardError as error:
        log.critical("%s", error)
        return 1
    server = uvicorn.Server(
        uvicorn.Config(
            "app:app",
            host=chosen.host,
            port=chosen.port,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=4 * 2**20,  # bytes of a message
            limit_concurrency=400,  # open connections, beyond which requests are sent away (503)
            timeout_graceful_shutdown=10,  # seconds in which requests under way may end
        )
    )
    # the server has ended by the time it passes this on
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    return 0 if server.started else 1


if __name__ == "__main__":
    sys.exit(main())
