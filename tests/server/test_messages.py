"""Small messages are not compressed, large ones are, and a browser reads both in one connection."""

from __future__ import annotations

import asyncio
import os

from uvicorn import Config
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import BINARY, Frame
from websockets.uri import parse_uri

from components.server.connections import SMALL, Messages


def test_small_messages_go_as_they_are_and_all_are_read_as_sent() -> None:
    async def app(scope: object, receive: object, send: object) -> None: ...

    loop = asyncio.new_event_loop()
    server = Messages(Config(app, ws=Messages, lifespan="off"), ServerState(), {}, loop).conn
    loop.close()
    client = ClientProtocol(parse_uri("ws://localhost/"), extensions=[ClientPerMessageDeflateFactory()])
    client.send_request(client.connect())
    server.receive_data(b"".join(client.data_to_send()))
    (request,) = server.events_received()
    server.send_response(server.accept(request))
    client.receive_data(b"".join(server.data_to_send()))
    client.events_received()
    noise = os.urandom(SMALL)
    sent = [b"a" * SMALL, b"a" * (SMALL + 1), noise, noise + noise, b"", b"a" * 10 * SMALL]
    sizes = []
    for content in sent:
        server.send_binary(content)
        wire = b"".join(server.data_to_send())
        sizes.append(len(wire))
        client.receive_data(wire)
    read = [bytes(f.data) for f in client.events_received() if isinstance(f, Frame) and f.opcode is BINARY]
    assert read == sent
    assert [size < len(content) for size, content in zip(sizes, sent, strict=True)] == [0, 1, 0, 1, 0, 1]
