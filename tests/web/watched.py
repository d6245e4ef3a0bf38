"""The server with an eye on its sockets, and a route that fails: `watched.py PORT FILE [OPTION]`.

With an option it is `streamlit run` with that option instead. FILE gets a line for each name that
is looked up and for each socket that is opened outward; the file named in WRITES for each file that
is opened to be written."""

import asyncio
import os
import socket
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

PORT, FILE, WRITES = sys.argv[1], Path(sys.argv[2]), os.environ.get("WRITES", "")
OUTWARD = (
    "socket.connect",
    "socket.sendto",
    "socket.sendmsg",
    "socket.getaddrinfo",
    "socket.gethostbyname",
)


def note(event: str, arguments: tuple[Any, ...]) -> None:
    # to a process of our own
    is_local = bool(arguments) and getattr(arguments[0], "family", None) == socket.AF_UNIX
    if event in OUTWARD and not is_local:
        with FILE.open("a", encoding="utf-8") as lines:
            lines.write(
                f"{event}"
                f" {arguments[-1] if 'connect' in event or 'send' in event else arguments[0]}\n"
            )
    to_write = (
        event == "open"
        and not isinstance(arguments[0], int)
        and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    )
    if WRITES and to_write and str(arguments[0]) not in (WRITES, os.devnull):
        with open(WRITES, "a", encoding="utf-8") as lines:
            lines.write(f"{arguments[0]}\n")


sys.addaudithook(note)

from starlette.requests import Request  # noqa: E402
from starlette.responses import Response  # noqa: E402
from starlette.routing import Route  # noqa: E402
from streamlit.logger import get_logger  # noqa: E402
from streamlit.web.cli import main as streamlit  # noqa: E402

from components.web import service  # noqa: E402
from components.web.__main__ import main  # noqa: E402


def fail() -> None:
    raise ZeroDivisionError("one line\nand another")


class Unraisable:
    def __del__(self) -> None:
        fail()


async def wreck(request: Request) -> Response:
    """Fail in every way that writes to the error stream."""
    warnings.warn("a warning\nof two lines", stacklevel=1)
    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    Unraisable().__str__()
    asyncio.get_running_loop().call_soon(fail)
    await asyncio.sleep(0)
    get_logger("made.later").error("of Streamlit\n%s", "two lines")
    raise ZeroDivisionError("secret detail")


async def body(request: Request) -> Response:
    """Wait for all of a body."""
    return Response(await request.body())


if sys.argv[3:]:
    sys.argv[:] = ["streamlit", "run", "app.py", "--server.port", PORT, *sys.argv[3:]]
    streamlit()
service.ROUTES[:0] = [Route("/wreck", wreck), Route("/body", body, methods=["POST"])]
sys.exit(main(["--port", PORT]))
