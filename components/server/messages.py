"""Websocket messages: what is small goes as it is, since to compress it costs more than its bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import BINARY, TEXT, Frame
from websockets.typing import ExtensionParameter

SMALL = 1024
"""Bytes up to which a message is not compressed. Two kinds of message may mix (RFC 7692, section 6)."""


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
