"""One of several processes on one address: what came to it and belongs to another one it hands on, socket and all.

A reader's session, uploads and downloads are in the memory of one process, which a cookie names. Whoever accepted a
connection reads the head of a request; where another process is meant, that one is sent the socket together with the
bytes read, and nothing is forwarded afterwards. This is looked at for each request anew, since a proxy may send those
of many readers over one connection. The cookie is set with the answer to the health check, which Streamlit's page asks
for before each websocket and which no cache keeps. Without it (a page inside another site's, a program) the address
decides. It is no secret: a forged one chooses a process.
"""

from __future__ import annotations

import array
import asyncio
import itertools
import os
import socket
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from zlib import crc32

import h11
import uvicorn
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.server import ServerState

from components.server import log
from components.server.__main__ import serve
from components.server.connections import Connection
from components.server.turns import client_of

HEALTH = "/_stcore/health"
ROOM = 2**19
"""Bytes of one message: more than the largest head (64 KiB) and what is read at once (256 KiB)."""
AGAIN = 0.01
"""Seconds until a socket is offered again to a process that has enough to take up."""
Headers = Iterable[tuple[bytes, bytes]]
LINK = 0
"""Standard input: the supervisor is told there that this process serves; when it ends, the supervisor has."""


class Placed(Connection):
    """A connection that goes to the process of its next request. It may begin with a request that was handed on."""

    def __init__(
        self,
        here: Worker,
        begun: bytes,
        config: uvicorn.Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._here, self._begun, self._home = here, begun, here.number

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Read what came with it before anything else arrives."""
        super().connection_made(transport)
        if self._begun and not transport.is_closing():
            self.data_received(self._begun)

    def _should_upgrade(self) -> bool:
        # asked once the head of a request is read; what was handed on is at home wherever that is
        self._home = (
            self._here.number if self._begun else self._here.home(self.headers, self.scope["path"], self.client)
        )
        self._begun = b""
        return self._home != self._here.number or super()._should_upgrade()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave HTTP for a websocket, or for another process."""
        if self._home == self._here.number:
            super().handle_websocket_upgrade(event)
            return
        self.flow.pause_reading()
        first = b" ".join((event.method, event.target, b"HTTP/" + event.http_version))
        head = b"\r\n".join((first, *(b": ".join(header) for header in event.headers), b"", b""))
        self._hand_on(head + self.conn.trailing_data[0])

    def _hand_on(self, begun: bytes) -> None:
        """Send the socket to its home, when the answer before is on its way and there is room; else stay here."""
        if self.transport.is_closing():
            return
        try:
            if self.transport.get_write_buffer_size():
                raise BlockingIOError
            self._here.send(self._home, begun, self.transport.get_extra_info("socket").fileno())
        except BlockingIOError:
            self.loop.call_later(AGAIN, self._hand_on, begun)
        except OSError:  # that process has ended, or has not begun
            self.connections.discard(self)
            self._until(None)
            self.flow.resume_reading()
            again = Placed(self._here, begun, self.config, self.server_state, self.app_state, self.loop)
            self.transport.set_protocol(again)
            again.connection_made(self.transport)
        else:
            self.transport.abort()  # closes this end alone


class Worker(uvicorn.Server):
    """The server with a number, and a Unix socket of that name on which the others hand it connections."""

    def __init__(self, config: uvicorn.Config, number: int, count: int, folder: Path) -> None:
        super().__init__(config)
        self.number, self._count, self._folder = number, count, folder
        self._next: Iterator[int] = itertools.cycle([*range(number, count), *range(number)])
        self._numbers = {b"%d" % n: n for n in range(count)}
        self._cookie = ""
        self._outbox, self._inbox = (socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2))
        self._outbox.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        self._inbox.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        self._outbox.setblocking(False)
        self._inbox.setblocking(False)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, to take what is handed on, and to watch for the end of the supervisor."""
        assert sockets
        # cookies know no ports: two servers on one host have one each
        self._cookie = f"worker-{sockets[0].getsockname()[1]}"
        self.config.http_protocol_class = partial(Placed, self, b"")  # type: ignore[assignment]
        self.config.loaded_app = self._marked(self.config.loaded_app)
        await super().startup(sockets)
        place = self._folder / str(self.number)
        place.unlink(missing_ok=True)
        self._inbox.bind(str(place))
        loop = asyncio.get_running_loop()
        loop.add_reader(self._inbox, self._take)
        loop.add_reader(LINK, self._left_alone)
        os.write(LINK, b".")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, then end as one process does."""
        asyncio.get_running_loop().remove_reader(self._inbox)
        self._inbox.close()
        await super().shutdown(sockets)

    def home(self, headers: Headers, path: str, client: tuple[str, int] | None) -> int:
        """The number of the process that a request is for."""
        named = self._named(headers)
        if named is not None:
            return named
        if path == HEALTH:
            return next(self._next)
        told = [client_of(client[0]).encode() if client else b"", *(v for n, v in headers if n == b"x-forwarded-for")]
        return crc32(b",".join(told)) % self._count

    def send(self, number: int, begun: bytes, descriptor: int) -> None:
        """Hand a socket on. Raises BlockingIOError while there is no room, OSError where nobody takes it."""
        passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [descriptor]))]
        self._outbox.sendmsg([begun], passed, 0, str(self._folder / str(number)))

    def _take(self) -> None:
        begun, descriptors, _, _ = socket.recv_fds(self._inbox, ROOM, 1)
        for descriptor in descriptors:
            taking = asyncio.create_task(self._take_up(begun, socket.socket(fileno=descriptor)))
            self.server_state.tasks.add(taking)
            taking.add_done_callback(self.server_state.tasks.discard)

    async def _take_up(self, begun: bytes, taken: socket.socket) -> None:
        made = partial(Placed, self, begun, self.config, self.server_state, self.lifespan.state)
        await asyncio.get_running_loop().connect_accepted_socket(made, taken)

    def _left_alone(self) -> None:
        asyncio.get_running_loop().remove_reader(LINK)
        self.should_exit = True

    def _named(self, headers: Headers) -> int | None:
        """The process that a cookie names, if there is one of that number."""
        for cookie in (part for name, value in headers if name == b"cookie" for part in value.split(b";")):
            name, _, given = cookie.strip().partition(b"=")
            if name == self._cookie.encode() and given in self._numbers:
                return self._numbers[given]
        return None

    def _marked(self, app: ASGIApp) -> ASGIApp:
        """The app, which tells readers who are not at home elsewhere that they are here."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            async def mark(message: Message) -> None:
                if message["type"] == "http.response.start":
                    cookie = f"{self._cookie}={self.number}; Path=/; HttpOnly; SameSite=Lax"
                    MutableHeaders(scope=message).append("Set-Cookie", cookie)
                await send(message)

            for_health = scope["type"] == "http" and scope["path"] == HEALTH
            await app(scope, receive, mark if for_health and self._named(scope["headers"]) != self.number else send)

        return answer


def main(number: str, count: str, listening: str, folder: str) -> int:
    """Serve as one of `count` from the listening socket of that descriptor; the others are found in the folder."""
    log.start()
    log.share(Path(folder, "log"), int(number))
    with socket.socket(fileno=int(listening)) as shared:
        return serve(shared, lambda config: Worker(config, int(number), int(count), Path(folder)))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
