"""The start page of Streamlit for each page of ours: with its head to read, its style, and `start_page.js` first.

The few rules of style that the theme cannot say are in the document, so that nothing moves when they arrive. What the
script starts early is what was measured to save more than a tenth (.github/MEASURED.md).
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

from components import markup
from components.answers.record import Page
from components.defaults import NAME
from components.markup import tag
from components.pages import BY_LINK, COMPARE, LEADERBOARD, MOVED, OVERVIEW, PAGES, STABILITY, by_name
from components.plotting.theme import DARK, LIGHT
from components.selection import BY_NAME
from components.web import streamlit_private
from components.web.api.reply import unchanged
from components.web.share.words import DATA

_STYLE, _SCRIPT = Path(__file__).with_name("style.css"), Path(__file__).with_name("start_page.js")


@cache
def script() -> str:
    """Return what runs before Streamlit's own script."""
    return _SCRIPT.read_text(encoding="utf-8")


def inline_scripts() -> list[str]:
    """Return the scripts in the start pages: ours, and Streamlit's line for crawlers."""
    return [script(), *re.findall(r"<script>(.*?)</script>", streamlit_private.start_page(), re.DOTALL)]


def document(page: Page) -> bytes:
    """Return the start page of a page."""
    text = streamlit_private.start_page()
    before = f'<style>{_ground()}</style><script data-figures="{streamlit_private.figures()}">{script()}</script>'
    text = text.replace("<head>", f"<head>{before}", 1)
    text = text.replace('<div id="root">', f'{_head(page)}<div id="root">', 1)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come into the head
    return text.replace("</body>", f"<style>{_STYLE.read_text(encoding='utf-8')}</style></body>", 1).encode()


def _head(page: Page) -> str:
    """Return the head of a page as Streamlit will draw it, empty if it depends on the data or is not seen."""
    line = tag("h1", markup.text(page.title)) + tag("p", markup.text(page.question))
    seen = page not in (OVERVIEW, LEADERBOARD, *BY_LINK)
    return tag("div", tag("header", line, class_="head") if seen else "", id="first")


def _ground() -> str:
    """Return the theme's colours, which Streamlit sends later."""
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
        body = document(page)
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


# without Streamlit's own start page under its name Streamlit answers with what it has instead
_ADDRESSES = {page.path: page for page in PAGES} | {old: by_name(new) for old, new in MOVED.items()}
ROUTES = [_route(path, page) for path, page in _ADDRESSES.items() if streamlit_private.start_page()]
