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

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from components import markup, scripts
from components.answers.record import Drawn, Page
from components.defaults import NAME
from components.markup import tag
from components.pages import LEADERBOARD, PAGES
from components.plotting.theme import DARK, LIGHT
from components.selection import BY_NAME
from components.web import streamlit_private
from components.web.api.reply import unchanged
from components.web.share.words import DATA
from data.names import names

ALWAYS = ("BidiComponent", "Html", "Selectbox", "Multiselect", "DownloadButton")
"""Elements of Streamlit, by the names of its build, that nearly every first screen has."""
_STYLE, _SCRIPT = Path(__file__).with_name("style.css"), Path(__file__).with_name("start_page.js")
FIGURE = "PlotlyChart"
DRAWN: Mapping[Drawn | None, tuple[str, ...]] = {None: (), "board": (), "figure": (FIGURE,), "table": ("DataFrame",)}
OURS: Mapping[Drawn | None, tuple[str, ...]] = {"board": ("weights_board",), "figure": ("figure_export",)}
"""Components of ours, by their names, that it has as well."""


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
    wanted = [f"./{file}" for file in streamlit_private.files((*ALWAYS, *DRAWN[page.draws]))]
    wanted += filter(None, map(scripts.address, OURS.get(page.draws, ())))
    links = "".join(f'<link rel="modulepreload" crossorigin href="{address}">' for address in wanted)
    before = f'<style>{_ground()}</style><script data-figures="./{figures()}">{script()}</script>'
    text = text.replace("<head>", f"<head>{before}", 1)
    text = text.replace("</head>", f"{links}</head>", 1)
    text = text.replace('<div id="root">', f'{_head(page, title)}<div id="root">', 1)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come into the head
    return text.replace("</body>", f"<style>{_STYLE.read_text(encoding='utf-8')}</style></body>", 1).encode()


def _head(page: Page, title: str) -> str:
    """The head of a page as Streamlit will draw it."""
    question = "" if page.start else tag("p", markup.text(page.question))
    return tag("header", tag("h1", markup.text(title)), question, id="first") if title else ""


def _title(page: Page, request: Request) -> str:
    """What a page is called; empty for one about a name that the files do not list, such as a reader's."""
    return page.title if page.kind is None else names(page.kind).label(request.query_params.get("id", ""))


def _ground() -> str:
    """The theme's colours before Streamlit sends them."""
    ground = f"background: light-dark({LIGHT.background}, {DARK.background})"
    ink = f"--first-ink: light-dark({LIGHT.ink}, {DARK.ink})"
    return f':root {{ color-scheme: light dark; {ground}; {ink}; --name: "{NAME}"; }}'


def _route(page: Page, path: str) -> BaseRoute:
    @cache
    def prepared(title: str) -> tuple[bytes, str]:
        body = document(page, title)
        return body, f'"{hashlib.sha256(body).hexdigest()[:32]}"'

    async def answer(request: Request) -> Response:
        if path == "/" and any(name in BY_NAME or name == DATA for name in request.query_params):
            # a link made when the leaderboard was here; relative, so that a prefix which a proxy has taken off stays
            query = request.scope["query_string"].decode("latin-1")
            return Response(status_code=307, headers={"Location": f"./{LEADERBOARD.path}?{query}"})
        body, tag = prepared(_title(page, request))
        headers = {"Cache-Control": "no-cache", "ETag": tag}
        if unchanged(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="text/html", headers=headers)

    return Route(path, answer)


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


ROUTES = [_route(page, f"/{page.path}") for page in PAGES]
if not streamlit_private.start_page():
    ROUTES.clear()  # Streamlit answers with what it has instead
