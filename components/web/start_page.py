"""The start page of each page of ours: Streamlit's, `start_page.js` first, and style in it, so that
nothing moves."""

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
from components.pages import COMPARE, DATA, LEADERBOARD, MOVED, PAGES, STABILITY
from components.plotting.theme import DARK, LIGHT
from components.scripts import lasting
from components.web import streamlit_private
from components.web.api.reply import unchanged

STYLE = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
SCRIPT = Path(__file__).with_name("start_page.js").read_text(encoding="utf-8")
"""What runs before Streamlit's own script."""
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


@cache
def document(early_script: str = "") -> bytes:
    """Return the start page, which asks for a script before Streamlit does: for what draws its
    first screen."""
    # the ground, which Streamlit sends later
    ground = f"background: light-dark({LIGHT.background}, {DARK.background})"
    first_elements = (
        f'<style>:root {{ color-scheme: light dark; {ground}; --name: "{NAME}"; }}</style>'
    )
    first_elements += f'<script data-figures="{FIGURES}">{SCRIPT}</script>'
    if early_script:
        first_elements += f'<link rel="modulepreload" crossorigin href="./{early_script}">'
    page_text = streamlit_private.start_page().replace("<head>", f"<head>{first_elements}", 1)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come
    # into the head
    return page_text.replace("</body>", f"<style>{STYLE}</style></body>", 1).encode()


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
    body = document(_EARLY_SCRIPTS.get(path, ""))
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if unchanged(request, tag):
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="text/html", headers=headers)


# without Streamlit's own start page under its name Streamlit answers with what it has instead
PATHS = [*(page.path for page in PAGES), *MOVED] if streamlit_private.start_page() else []
ROUTES: list[BaseRoute] = [Route(f"/{path}", _answer) for path in PATHS]
