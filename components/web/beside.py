"""What stands next to the pages: the mark, what crawlers ask for, and the answer where there is no page."""

from pathlib import Path

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from components import markup
from components.answers.record import Page
from components.defaults import NAME, TAGLINE
from components.markup import tag, text
from components.pages import BY_LINK, PAGES

MARK = "favicon.png"
"""Bars of a ranking, the last of which is being forgotten. Streamlit's own start page asks for it at this address."""
LISTED = [page for page in PAGES if page not in BY_LINK]
"""The pages that the menu has."""


async def _mark(request: Request) -> Response:
    return FileResponse(Path(__file__).with_name(MARK), headers={"Cache-Control": "public, max-age=86400"})


async def _robots(request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /api/\nDisallow: /share\n")


async def _nowhere(request: Request) -> Response:
    """Answer with what was asked for and the address of every page."""
    path = request.path_params["elsewhere"]
    up = "../" * path.count("/") or "./"
    groups: dict[str, list[Page]] = {}
    for page in LISTED:
        groups.setdefault(page.group, []).append(page)
    body = markup.document(
        f"No page here · {NAME}",
        tag("p", tag("a", tag("img", src=up + MARK, alt="", width=24, height=24), text(f" {NAME}"), href=up)),
        tag("h1", text("There is no page here")),
        tag("p", tag("code", text(f"/{path}")), text(" is none of the addresses below.")),
        *(_group(name, pages, up) for name, pages in groups.items()),
        head=tag("link", rel="icon", href=up + MARK) + tag("meta", name="robots", content="noindex"),
        style="img { vertical-align: text-bottom; }",
    )
    return HTMLResponse(body, 404)


def _group(name: str, pages: list[Page], up: str) -> str:
    lines = [
        tag("li", tag("a", text(page.title), href=up + page.path), text(f": {page.question if page.path else TAGLINE}"))
        for page in pages
    ]
    return (tag("h2", text(name)) if name else "") + tag("ul", *lines)


class _Elsewhere(Convertor[str]):
    """What no other route takes, Streamlit's own addresses apart; it redirects trailing slashes itself."""

    regex = r"(?!(?:_stcore|media|component|static|app/static)(?:/|$))(?!.*/_stcore/).*[^/]"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("elsewhere", _Elsewhere())
ROUTES: list[BaseRoute] = [
    Route(f"/{MARK}", _mark),
    Route("/favicon.ico", _mark),
    Route("/robots.txt", _robots),
]
NOWHERE: list[BaseRoute] = [Route("/{elsewhere:elsewhere}", _nowhere)]
"""After all others."""
