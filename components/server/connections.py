"""Connections that do not get on: a request has to arrive whole in time, and no more are open than can be served.

Websockets that fall silent are closed by the pings of the server. Of their messages what is small goes as it is, since
to compress it costs more than its bytes.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Sequence
from typing import Any

from h11 import IDLE, SEND_BODY
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import BINARY, TEXT, Frame
from websockets.typing import ExtensionParameter

HEAD, BODY = 15.0, 120.0
"""Seconds for all of a request's head, and for all of its body."""
UNREAD = 30.0
"""Seconds for which a visitor may leave what is sent unread, or unconfirmed, before the connection is dropped."""
MOST = 400
"""Open connections from which on requests are sent away (503); twice as many are not even listened to."""
SMALL = 1024
"""Bytes up to which a message is not compressed. Two kinds of message may mix (RFC 7692, section 6)."""
log = logging.getLogger("leaderboard.connections")


class Connection(H11Protocol):
    """One connection, closed when its visitor owes the rest of a request for too long."""

    _owed: asyncio.TimerHandle | None = None
    _waiting: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a first request, or close at once."""
        super().connection_made(transport)
        if len(self.connections) > 2 * MOST:
            transport.abort()
            return
        raw = transport.get_extra_info("socket")
        if raw is not None and raw.family != socket.AF_UNIX:
            # asyncio does this for sockets that name their protocol; those accepted here do not, and each answer of
            # two writes, head and body, would wait 40 ms for the word that the first one has arrived
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * UNREAD))
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what arrived and look at what is still owed."""
        super().data_received(data)
        self._wait()

    def on_response_complete(self) -> None:
        """Between two requests the server's own limit on idle connections counts, until the next one begins."""
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is owed any more."""
        super().connection_lost(exc)
        self._until(None)

    def _should_upgrade(self) -> bool:
        # the server counts requests alone; as one of them a websocket too many gets the answer of a request too many
        return super()._should_upgrade() and len(self.connections) < MOST

    def _wait(self) -> None:
        """Start the clock of what is waited for, unless it runs already."""
        state = self.conn.their_state
        idle = state is IDLE and self.timeout_keep_alive_task is not None
        # what became a websocket has a protocol of its own and owes nothing here
        handed_on = self.transport.get_protocol() is not self
        waiting = None if idle or handed_on else {IDLE: HEAD, SEND_BODY: BODY}.get(state)
        if waiting != self._waiting:
            self._until(waiting)

    def _until(self, seconds: float | None) -> None:
        if self._owed is not None:
            self._owed.cancel()
        self._waiting = seconds
        self._owed = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        log.info("closed: the rest of a request did not arrive in %g s", self._waiting)
        if self.conn.their_state is IDLE and self.conn.trailing_data[0]:
            self.transport.write(b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            self.transport.close()
        else:
            self.transport.abort()  # nothing was asked, or the app is told that its visitor left


class Sparing(PerMessageDeflate):
    """Compresses whole messages that are large."""

    def encode(self, frame: Frame) -> Frame:
        """A frame as it is sent."""
        small = frame.fin and frame.opcode in (BINARY, TEXT) and len(frame.data) <= SMALL
        return frame if small else super().encode(frame)


class _Factory(ServerPerMessageDeflateFactory):
    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, agreed = super().process_request_params(params, accepted_extensions)
        return answer, Sparing(
            agreed.remote_no_context_takeover,
            agreed.local_no_context_takeover,
            agreed.remote_max_window_bits,
            agreed.local_max_window_bits,
            agreed.compress_settings,
        )


class Messages(WebSocketsSansIOProtocol):
    """Uvicorn's websockets with this compression."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.available_extensions = [
            _Factory(server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5})
        ]
