"""The start page of Streamlit for each page of ours: with its head to read, and what it needs asked for at once.

Streamlit asks for the code of an element (a figure, a table, a filter) when the first one arrives, which is after its
own code has run and the server has answered. Here the document names it (`streamlit_private`); as a header it would
take the 4 kB that a proxy has for all of them. The few rules of style that the theme cannot say are there too, so that
nothing moves when they arrive. `start_page.js` runs before Streamlit's own script. The code of figures, the largest
script by far, says that it is to be compiled ahead: a browser reads a function when it is first called, which for this
file keeps a page from being drawn for most of a second.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from components import markup, scripts
from components.answers.record import Page, answers_in
from components.defaults import NAME
from components.markup import tag
from components.pages import BY_LINK, COMPARE, LEADERBOARD, MOVED, PAGES, STABILITY, TRADEOFF, by_name
from components.plotting.theme import DARK, LIGHT
from components.selection import BY_NAME
from components.web import streamlit_private
from components.web.api.reply import unchanged
from components.web.share.words import DATA

ALWAYS = ("BidiComponent", "Html", "Selectbox", "Multiselect", "DownloadButton")
"""Elements of Streamlit, by the names of its build, that nearly every first screen has."""
_STYLE, _SCRIPT = Path(__file__).with_name("style.css"), Path(__file__).with_name("start_page.js")
FIGURE = "PlotlyChart"
HINT = b"//# allFunctionsCalledOnLoad\n"
"""One of V8's explicit compile hints; others ignore it."""


@cache
def figures() -> str:
    """The file that draws figures; empty where Streamlit's build does not name it."""
    return next(reversed(streamlit_private.files([FIGURE])), "")


@cache
def script() -> str:
    """What runs before Streamlit's own script."""
    return _SCRIPT.read_text(encoding="utf-8")


def inline_scripts() -> list[str]:
    """The scripts in the start pages, ours and Streamlit's (one line for crawlers)."""
    return [script(), *re.findall(r"<script>(.*?)</script>", streamlit_private.start_page(), re.DOTALL)]


def document(page: Page, title: str) -> bytes:
    """The start page of one page, with its head where its title is known."""
    text = streamlit_private.start_page()
    board = page in (LEADERBOARD, TRADEOFF)
    drawn = not board and any(part.draw for answer in answers_in(page.first) for part in answer.parts)
    wanted = [f"./{file}" for file in streamlit_private.files((*ALWAYS, *([FIGURE] if drawn else [])))]
    wanted += filter(None, [scripts.address("weights_board" if board else "figure_export")] if board or drawn else [])
    links = "".join(f'<link rel="modulepreload" crossorigin href="{address}">' for address in wanted)
    before = f'<style>{_ground()}</style><script data-figures="./{figures()}">{script()}</script>'
    text = text.replace("<head>", f"<head>{before}", 1)
    text = text.replace("</head>", f"{links}</head>", 1)
    text = text.replace('<div id="root">', f'{_head(page, title)}<div id="root">', 1)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come into the head
    return text.replace("</body>", f"<style>{_STYLE.read_text(encoding='utf-8')}</style></body>", 1).encode()


def _head(page: Page, title: str) -> str:
    """The head of a page as Streamlit will draw it."""
    if not title or not page.path:
        return ""
    line = tag("h1", markup.text(title)) + tag("p", markup.text(page.question))
    return tag("div", tag("header", line, class_="head"), id="first")


def _ground() -> str:
    """The theme's colours before Streamlit sends them."""
    ground = f"background: light-dark({LIGHT.background}, {DARK.background})"
    ink = f"--first-ink: light-dark({LIGHT.ink}, {DARK.ink})"
    return f':root {{ color-scheme: light dark; {ground}; {ink}; --name: "{NAME}"; }}'


def _leads_on(path: str, asked: Mapping[str, str]) -> str | None:
    """Return where an old address leads, relative, so that a prefix which a proxy has taken off stays; else None."""
    name, query = path.strip("/"), dict(asked)
    if name in MOVED:
        name = MOVED[name]
    elif not name and any(n in BY_NAME or n == DATA for n in query):
        name = LEADERBOARD.path  # a link made when the leaderboard was here
    elif name == STABILITY.path and "show" in query:
        name, query = (COMPARE.path, {}) if query.pop("show") == "pair" else (name, query)
    else:
        return None
    return f"./{name}{'?' if query else ''}{urlencode(query, safe=':,')}"


def _route(path: str, page: Page) -> BaseRoute:
    @cache
    def prepared() -> tuple[bytes, str]:
        body = document(page, "" if page in BY_LINK else page.title)
        return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'

    async def answer(request: Request) -> Response:
        there = _leads_on(path, request.query_params)
        if there is not None:
            return Response(status_code=307, headers={"Location": there})
        body, tag = prepared()
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if unchanged(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="text/html", headers=headers)

    return Route(f"/{path}", answer)


class Figures:
    """Answers with the code of figures, to be compiled ahead; Streamlit allows no route of ours there."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on every other request."""
        app = self.app
        if scope["type"] == "http" and scope["method"] == "GET" and figures() and scope["path"] == f"/{figures()}":
            script = HINT + (streamlit_private.build() / figures()).read_bytes()
            app = Response(script, media_type="text/javascript", headers=scripts.FOREVER)
        await app(scope, receive, send)


ROUTES = [_route(page.path, page) for page in PAGES]
ROUTES += [_route(old, by_name(new)) for old, new in MOVED.items()]
if not streamlit_private.start_page():
    ROUTES.clear()  # Streamlit answers with what it has instead
