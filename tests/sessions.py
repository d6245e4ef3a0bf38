"""A reader without a browser: one websocket session in Streamlit's own protocol, and uploads."""

import asyncio
import http.client
import json
import random
import re
import time
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import websockets
from streamlit.components.v2.bidi_component.main import _make_trigger_id as trigger_id
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.util import calc_hash

__all__ = ["BackMsg", "Reader", "Session", "calc_hash", "table", "trigger_id"]
FINISHED = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
TOKEN = "_streamlit_xsrf"
WAIT = 60
"""Seconds without a word of the server after which a run counts as failed."""


@dataclass
class Session:
    """What a browser would know of its page. `errors` are exceptions shown and scripts that broke.

    `widgets` are the elements by kind, `texts` those of alerts and Markdown, `content` every
    element as it came; `parts` says to which part of the page (fragment) a component belongs, by
    name and id, or a popover, by its id; `cookies` are what the server has set."""

    port: int
    page: str = calc_hash("leaderboard")
    query: str = ""
    id: str = ""
    socket: Any = None
    errors: list[str] = field(default_factory=list)
    widgets: dict[str, list[Any]] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)
    content: list[bytes] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    async def open(self) -> None:
        """Connect and run the page with the address this session has."""
        await self.connect()
        await self.run(BackMsg())

    async def connect(self) -> None:
        """Connect as a page of this server does: after its health, take up the session if any."""
        await asyncio.to_thread(self.greet)
        again = ["PLACEHOLDER_AUTH_TOKEN", self.id] if self.id else []
        address = f"ws://127.0.0.1:{self.port}/_stcore/stream"
        self.socket = await websockets.connect(
            address,
            subprotocols=["streamlit", *again],
            max_size=None,
            origin=f"http://127.0.0.1:{self.port}",
            additional_headers={"Cookie": self.cookie},
        )

    def greet(self) -> None:
        """Ask for the health of the server and keep its cookies."""
        answer = ask(self.port, "GET", "/_stcore/health", b"", {"Cookie": self.cookie})
        for told in answer.headers.get_all("Set-Cookie") or []:
            name, _, value = told.partition(";")[0].partition("=")
            self.cookies[name] = value

    @property
    def cookie(self) -> str:
        """All cookies, as a request carries them."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    async def turn(self, path: str, query: str | None = None) -> None:
        """Go to another page of the app in the same session."""
        self.page, self.query = calc_hash(path), self.query if query is None else query
        await self.run(BackMsg())

    async def run(self, message: BackMsg, part: str = "") -> None:
        """Ask for a run of the page or a part and follow it to its end: see `widgets`, `texts`."""
        message.rerun_script.fragment_id = part
        message.rerun_script.query_string = self.query
        message.rerun_script.page_script_hash = self.page
        self.widgets, self.texts, self.content = {}, [], []
        await self.socket.send(message.SerializeToString())
        while True:
            answer = await self._hear()
            match answer.WhichOneof("type"):
                case "new_session":
                    self.id = answer.new_session.initialize.session_id
                case "navigation":
                    self.page = answer.navigation.page_script_hash
                case "page_info_changed":
                    self.query = answer.page_info_changed.query_string
                case "delta":
                    self.parts[answer.delta.add_block.popover.id] = answer.delta.fragment_id
                    element = answer.delta.new_element
                    self.note(element)
                    if element.WhichOneof("type") == "bidi_component":
                        name = element.bidi_component.component_name.rpartition(".")[2]
                        self.parts[name] = self.parts[element.bidi_component.id] = (
                            answer.delta.fragment_id
                        )
                case "script_finished":
                    if answer.script_finished in FINISHED:
                        return
                    if answer.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                        self.errors.append("the script broke")
                        return

    async def tell(self, component: str, event: str, value: object) -> None:
        """Have a component, by its id, send an event, and follow the run of its part."""
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = trigger_id(component, "events")
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        await self.run(message, self.parts[component])

    async def near(self, name: str) -> None:
        """Come near to what waits for that below the first screen."""
        (place,) = (c.id for c in self.widgets["bidi_component"] if c.id.endswith(f"-later_{name}"))
        await self.tell(place, "near", True)

    def note(self, element: Any) -> None:
        """Take up one element of the page."""
        kind = element.WhichOneof("type")
        if kind is None:
            return
        self.content.append(element.SerializeToString())
        self.widgets.setdefault(kind, []).append(getattr(element, kind))
        if kind == "exception":
            self.errors.append(element.exception.message)
        if kind in ("alert", "markdown"):
            self.texts.append(getattr(element, kind).body)

    async def upload(self, name: str, content: bytes) -> None:
        """Bring a file to the uploader of the page: an address, the bytes, then a run."""
        uploader = self.widgets["file_uploader"][0].id
        ask = BackMsg()
        ask.file_urls_request.request_id = uuid.uuid4().hex
        ask.file_urls_request.file_names.append(name)
        ask.file_urls_request.session_id = self.id
        await self.socket.send(ask.SerializeToString())
        while (answer := await self._hear()).WhichOneof("type") != "file_urls_response":
            pass
        (urls,) = answer.file_urls_response.file_urls
        status = await asyncio.to_thread(self.put, urls.upload_url, name, content)
        if status != 204:
            raise RuntimeError(f"the upload was answered with {status}")
        message = BackMsg()
        state = message.rerun_script.widget_states.widgets.add()
        state.id = uploader
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = name, len(content), urls.file_id
        info.file_urls.CopyFrom(urls)
        await self.run(message)

    def put(self, address: str, name: str, content: bytes) -> int:
        """Send the bytes of a file with the token of the server's own pages; gives the status."""
        edge = uuid.uuid4().hex
        head = (
            f'--{edge}\r\nContent-Disposition: form-data; name="file";'
            f" filename={json.dumps(name)}\r\n\r\n"
        )
        headers = {
            "Content-Type": f"multipart/form-data; boundary={edge}",
            "Cookie": self.cookie,
            "X-Xsrftoken": self.cookies.get(TOKEN, ""),
        }
        return ask(
            self.port,
            "PUT",
            address,
            head.encode() + content + f"\r\n--{edge}--\r\n".encode(),
            headers,
        ).status

    def shown(self, pattern: bytes) -> set[bytes]:
        """Everything on the page that a pattern matches."""
        return {match for part in self.content for match in re.findall(pattern, part)}

    async def close(self) -> None:
        """Close the connection as a tab that is closed does."""
        await self.socket.close(1001)

    async def _hear(self) -> Any:
        message = ForwardMsg()
        message.ParseFromString(await asyncio.wait_for(self.socket.recv(), WAIT))
        return message


def ask(
    port: int, method: str, path: str, body: bytes, headers: dict[str, str]
) -> http.client.HTTPResponse:
    """One request over a connection of its own; its answer has been read."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer
    finally:
        connection.close()


def table(name: str, methods: int) -> bytes:
    """So many methods, `name` and a number, on every benchmark of the first suite's first panel."""
    rows = [
        f"llava_multimodal,{benchmark},{name}{m},{seed},0.{m}1,0.{m}2,0.3{m},1{m}.5,0.0{m}3"
        for benchmark in ("mllmu_bench", "unlok_vqa", "mmubench")
        for m in range(methods)
        for seed in (42, 123)
    ]
    return "\n".join(["panel,benchmark,method,seed,FA,RA,MIA,AD,JS", *rows]).encode()


METRICS = ("model_utility", "forget_quality", "extraction_strength", "forget_prob", "forget_rouge")
"""Of the suite that opens first."""


@dataclass
class Reader(Session):
    """One session at the weights board: what it knows of its page, and what happened to it."""

    board: str = ""
    seq: int = 0
    seconds: list[float] = field(default_factory=list)

    async def move(self, weights: dict[str, float]) -> None:
        """Send weights as the board does; `seconds` gets the time until the page is whole."""
        self.seq += 1
        begun = time.perf_counter()
        await self.tell(self.board, "commit", {"seq": self.seq, "weights": weights})
        self.seconds.append(time.perf_counter() - begun)
        text = parse_qs(self.query).get("weights", [""])[0]
        wanted, now = (
            {m: w for m, w in weights.items() if w},
            dict(part.split(":") for part in text.split(",") if part),
        )
        if {m: float(w) for m, w in now.items()} != wanted:
            self.errors.append(f"sent {wanted}, the address has {now}")

    def note(self, element: Any) -> None:
        """Take up one element of the page, the board above all."""
        super().note(element)
        if element.bidi_component.component_name.endswith("weights_board"):
            self.board = element.bidi_component.id


def some_weights(rng: random.Random) -> dict[str, float]:
    """Five weights in millionths that sum to one."""
    cuts = sorted(rng.sample(range(1, 1_000_000), 4))
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, 1_000_000], strict=True)]
    return {m: p / 1_000_000 for m, p in zip(METRICS, parts, strict=True)}
