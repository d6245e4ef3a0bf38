"""The start page of each page of ours: Streamlit's, `start_page.js` first, and style in it, so that
nothing moves; and what it answers before the app has come."""

from __future__ import annotations

import asyncio
import logging
import re
import zlib
from asyncio import Future
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from components.answers.record import Page, answers_in
from components.choices.query import CHOICE_BY_NAME
from components.defaults import NAME
from components.links import DATA_VERSION, with_query
from components.pages import COMPARE, DATA, LEADERBOARD, MOVED, PAGES, STABILITY, by_path
from components.plotting.theme import DARK, LIGHT
from components.scripts import lasting
from components.served import View
from components.web import streamlit_private
from components.web.api.answers import entity_tag
from components.web.api.files import address
from components.web.api.lines import ANSWERS
from components.web.api.reply import MAX_QUERY, unchanged
from components.web.first_answer import (
    FirstAnswer,
    asked,
    body,
    file_of,
    first_answer,
    head_tags,
)
from data.errors import LeaderboardError

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
SCRIPT = Path(__file__).with_name("start_page.js").read_text(encoding="utf-8")
"""What runs before Streamlit's own script."""
log = logging.getLogger("leaderboard.documents")
NO_SCRIPTS = "<noscript><p>Weights, filters and figures need JavaScript.</p></noscript>"
AT_ONCE = 0.05
"""Seconds in which an answer that is kept is there: the document waits for it."""
PATIENCE = 1.0
"""Seconds that the end of a document waits for an answer that is still computed."""
_TITLE = re.compile("<title>.*?</title>", re.DOTALL)
_WITHOUT_SCRIPTS = re.compile("<noscript>.*?</noscript>", re.DOTALL)
_APP_SCRIPT = re.compile(r'<script type="module"[^>]*></script>')
_ROOT = '<div id="root"></div>'
_SCRIPT_PATH = re.compile(r"(?<=/)static/js/[\w.-]+\.js$")
FIGURES = streamlit_private.code("figure")
_EARLY_SCRIPTS = {DATA.path: streamlit_private.code("grid")}
"""What draws the first screen of a page, by its address."""
for page in PAGES:
    for answer in answers_in(page.first):
        if any(part.draw for part in answer.parts):
            _EARLY_SCRIPTS[page.path] = FIGURES


def inline_scripts() -> list[str]:
    """Return the scripts in the start pages: ours, and Streamlit's line for crawlers."""
    inline = re.compile("<script>(.*?)</script>", re.DOTALL)
    return [SCRIPT, *inline.findall(streamlit_private.start_page())]


@dataclass(frozen=True)
class Frame:
    """The start page of a page around what it answers first: `before_head` ends where title and
    previews stand, `before_answer` behind the root of the app, which starts without waiting for the
    answer."""

    before_head: str
    before_answer: str
    after_answer: str


@cache
def frame(early_script: str = "") -> Frame:
    """Return the start page, which asks for a script before Streamlit does: for what draws its
    first screen."""
    # the ground, which Streamlit sends later
    ground = f"light-dark({LIGHT.background}, {DARK.background})"
    root_style = f'--ground: {ground}; background: var(--ground); --name: "{NAME}"'
    first_elements = f"<style>:root {{ color-scheme: light dark; {root_style}; }}</style>"
    first_elements += f'<script data-figures="{FIGURES}">{SCRIPT}</script>'
    if early_script:
        first_elements += f'<link rel="modulepreload" crossorigin href="./{early_script}">'
    page_text = _WITHOUT_SCRIPTS.sub("", _TITLE.sub("", streamlit_private.start_page()))
    before_head, _, rest = page_text.partition("<head>")
    app_script = _APP_SCRIPT.search(rest)
    if app_script:
        rest = rest.replace(app_script[0], "", 1)
    before_root, root, after_root = rest.partition(_ROOT)
    # behind the head, so that of two rules that weigh the same ours holds; Streamlit's come into it
    before_answer = f"{before_root}<style>{STYLE}</style>{root}"
    if app_script:
        before_answer += app_script[0].replace("<script ", "<script async ", 1)
    return Frame(f"{before_head}<head>{first_elements}", before_answer, NO_SCRIPTS + after_root)


def _address_now(requested_path: str, requested_choices: Mapping[str, str]) -> str | None:
    """Return where an old address leads, relative, so that a prefix which a proxy has taken off
    stays; None for an address of today."""
    query = dict(requested_choices)
    if requested_path in MOVED:
        return with_query(f"./{MOVED[requested_path]}", query)
    if not requested_path and {*CHOICE_BY_NAME, DATA_VERSION} & query.keys():
        # a link made when the leaderboard was here
        return with_query(f"./{LEADERBOARD.path}", query)
    if requested_path == STABILITY.path and "show" in query:
        if query.pop("show") == "pair":
            return f"./{COMPARE.path}"
        return with_query(f"./{requested_path}", query)
    return None


def compressed_once(wrapped_app: ASGIApp) -> ASGIApp:
    """Answer for Streamlit's scripts in its place: it compresses each for each visitor, a seventh
    of an opening."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        script = _SCRIPT_PATH.search(scope["path"]) if scope["type"] == "http" else None
        script_file = streamlit_private.build() / script[0] if script else None
        if script_file and script_file.is_file():
            response = await lasting(script_file, Request(scope))
            await response(scope, receive, send)
        else:
            await wrapped_app(scope, receive, send)

    return answer


async def _answer(request: Request) -> Response:
    path = request.url.path.rpartition("/")[2]
    address_now = _address_now(path, request.query_params)
    if address_now is not None:
        return Response(status_code=307, headers={"Location": address_now})
    page = by_path(path)
    assert page is not None
    place, headers = address(request)
    around = frame(_EARLY_SCRIPTS.get(path, ""))
    tag = entity_tag(str(around), place, path, request.url.query)
    caches = ["no-cache"]
    if headers:  # the document repeats what its request calls this host
        caches.append("private")
    headers = {**headers, "Cache-Control": ", ".join(caches), "ETag": tag}
    if unchanged(request, tag):
        return Response(status_code=304, headers=headers)
    query = dict(request.query_params)
    view = await asyncio.to_thread(_view, page, query)
    heading = partial(head_tags, page, view, place=place, query=request.url.query)
    if view is None:
        whole = around.before_head + heading("") + around.before_answer + around.after_answer
        return HTMLResponse(whole, headers=headers)
    make_answer = partial(first_answer, page, view, file_of(page, query))
    answering = asyncio.ensure_future(ANSWERS.computed(request, make_answer))
    await asyncio.wait([answering], timeout=AT_ONCE)
    if answering.done():
        answer = _answer_of(answering)
        if answer is not None:
            before = around.before_head + heading(answer.description) + around.before_answer
            whole = before + body(page, answer) + around.after_answer
            return HTMLResponse(whole, headers=headers)
    before = around.before_head + heading(page.question) + around.before_answer
    chunks = _answered_late(before, page, answering, around.after_answer)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        chunks = _compressed(chunks)
    del headers["ETag"]  # whether the answer came in time is no part of it
    return StreamingResponse(chunks, media_type="text/html", headers=headers)


def _view(page: Page, query: dict[str, str]) -> View | None:
    """Return the view that an address asks for; None where the app itself says why there is
    none."""
    if len(str(query)) > MAX_QUERY:
        return None
    try:
        return asked(page, query)
    except LeaderboardError:
        return None


def _answer_of(answering: Future[FirstAnswer]) -> FirstAnswer | None:
    """Return an answer that is there; None if it failed, which the log says: the app has its own
    words for it."""
    try:
        return answering.result()
    except (LeaderboardError, ClientDisconnect):
        return None
    except Exception:
        log.exception("a first answer failed")
        return None


async def _answered_late(
    before: str, page: Page, answering: Future[FirstAnswer], after: str
) -> AsyncIterator[bytes]:
    """Yield what is known of a document, and the answer if it comes soon: the app has it anyway."""
    yield before.encode()
    await asyncio.wait([answering], timeout=PATIENCE)
    if answering.done():
        answer = _answer_of(answering)
        if answer is not None:
            yield body(page, answer).encode()
    else:
        answering.cancel()
    yield after.encode()


async def _compressed(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Compress chunk by chunk: the middleware would hold the first one back until the last."""
    compressor = zlib.compressobj(4, wbits=zlib.MAX_WBITS | 16)
    async for chunk in chunks:
        yield compressor.compress(chunk) + compressor.flush(zlib.Z_SYNC_FLUSH)
    yield compressor.flush()


# without Streamlit's own start page under its name Streamlit answers with what it has instead
PATHS = [*(page.path for page in PAGES), *MOVED] if streamlit_private.start_page() else []
ROUTES: list[BaseRoute] = [Route(f"/{path}", _answer) for path in PATHS]
