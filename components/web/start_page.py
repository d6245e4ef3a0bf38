"""The start page of each page of ours: Streamlit's, `start_page.js` first, and style in it, so that
nothing moves."""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from components.answers.record import answers_in
from components.choices.query import CHOICE_BY_NAME
from components.defaults import NAME
from components.links import DATA_VERSION, with_query
from components.pages import COMPARE, LEADERBOARD, MOVED, PAGES, STABILITY
from components.plotting.theme import DARK, LIGHT
from components.scripts import lasting
from components.web import streamlit_private
from components.web.api.reply import unchanged

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
SCRIPT = Path(__file__).with_name("start_page.js").read_text(encoding="utf-8")
"""What runs before Streamlit's own script."""
FIGURES = streamlit_private.code("figure")
_EARLY = {
    page.path: FIGURES
    for page in PAGES
    for one in answers_in(page.first)
    if any(p.draw for p in one.parts)
}
_EARLY["data"] = streamlit_private.code("grid")


def inline_scripts() -> list[str]:
    """Return the scripts in the start pages: ours, and Streamlit's line for crawlers."""
    return [
        SCRIPT,
        *re.findall(r"<script>(.*?)</script>", streamlit_private.start_page(), re.DOTALL),
    ]


@cache
def document(early: str = "") -> bytes:
    """Return the start page, which asks for a script before Streamlit does: for what draws its
    first screen."""
    ground = (  # which Streamlit sends later
        f"background: light-dark({LIGHT.background}, {DARK.background})"
    )
    first = f'<style>:root {{ color-scheme: light dark; {ground}; --name: "{NAME}"; }}</style>'
    first += f'<script data-figures="{FIGURES}">{SCRIPT}</script>'
    first += f'<link rel="modulepreload" crossorigin href="./{early}">' if early else ""
    text = streamlit_private.start_page().replace("<head>", f"<head>{first}", 1)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come
    # into the head
    return text.replace("</body>", f"<style>{STYLE}</style></body>", 1).encode()


def _leads_on(name: str, asked: Mapping[str, str]) -> str | None:
    """Return where an old address leads, relative, so that a prefix which a proxy has taken off
    stays; else None."""
    query = dict(asked)
    if name in MOVED:
        name = MOVED[name]
    elif not name and any(n in CHOICE_BY_NAME or n == DATA_VERSION for n in query):
        name = LEADERBOARD.path  # a link made when the leaderboard was here
    elif name == STABILITY.path and "show" in query:
        name, query = (COMPARE.path, {}) if query.pop("show") == "pair" else (name, query)
    else:
        return None
    return with_query(f"./{name}", query)


def compressed_once(app: ASGIApp) -> ASGIApp:
    """Answer for Streamlit's scripts in its place: it compresses each for each visitor, a seventh
    of an opening."""

    async def answered(scope: Scope, receive: Receive, send: Send) -> None:
        answer = app
        asked = (
            re.search(r"/(static/js/[\w.-]+\.js)$", scope["path"])
            if scope["type"] == "http"
            else None
        )
        if asked and (file := streamlit_private.build() / asked[1]).is_file():
            answer = await asyncio.to_thread(lasting, file, Request(scope))
        await answer(scope, receive, send)

    return answered


async def _answer(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    if (there := _leads_on(name, request.query_params)) is not None:
        return Response(status_code=307, headers={"Location": there})
    body = document(_EARLY.get(name, ""))
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if unchanged(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="text/html", headers=headers)


# without Streamlit's own start page under its name Streamlit answers with what it has instead
PATHS = [*(page.path for page in PAGES), *MOVED] if streamlit_private.start_page() else []
ROUTES: list[BaseRoute] = [Route(f"/{path}", _answer) for path in PATHS]
