"""What is beside the pages: the mark, what crawlers ask for, and the answer where there is no page."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from components import markup
from components.answers.record import Page
from components.defaults import NAME, TAGLINE
from components.markup import tag, text
from components.pages import BY_LINK, PAGES
from components.web.api.files import address

MARK = "favicon.png"
"""Where the mark is served; Streamlit's own start page asks for it there."""
_A_DAY = {"Cache-Control": "public, max-age=86400"}


@cache
def mark() -> bytes:
    """The mark as a PNG: bars of a ranking, the last of which is being forgotten."""
    return Path(__file__).with_name(MARK).read_bytes()


def listed() -> list[Page]:
    """The pages that a menu has."""
    return [page for page in PAGES if page not in BY_LINK]


async def _mark(request: Request) -> Response:
    return Response(mark(), media_type="image/png", headers=_A_DAY)


async def _robots(request: Request) -> Response:
    here, headers = address(request)
    lines = ["User-agent: *", "Disallow: /api/", "Disallow: /share", f"Sitemap: {here}/sitemap.xml"]
    return PlainTextResponse("\n".join(lines) + "\n", headers=headers)


async def _sitemap(request: Request) -> Response:
    here, headers = address(request)
    places = "".join(tag("url", tag("loc", text(f"{here}/{page.path}"))) for page in listed())
    body = f'<?xml version="1.0" encoding="UTF-8"?>\n{tag("urlset", places, xmlns=_SITEMAP)}\n'
    return Response(body, media_type="application/xml", headers=headers)


_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


async def _nowhere(request: Request) -> Response:
    up = "../" * (request.path_params["elsewhere"].count("/")) or "./"
    return HTMLResponse(nowhere(request.path_params["elsewhere"], up), 404)


def nowhere(path: str, up: str) -> str:
    """What is shown where there is no page: what was asked for, and every page. `up` leads to the first one."""
    groups: dict[str, list[Page]] = {}
    for page in listed():
        groups.setdefault(page.group, []).append(page)
    return markup.document(
        f"No page here · {NAME}",
        tag("p", tag("a", tag("img", src=up + MARK, alt="", width=24, height=24), text(f" {NAME}"), href=up)),
        tag("h1", text("There is no page here")),
        tag("p", tag("code", text(f"/{path}")), text(" is none of the addresses below.")),
        *(_group(name, pages, up) for name, pages in groups.items()),
        head=tag("link", rel="icon", href=up + MARK) + tag("meta", name="robots", content="noindex"),
        style="img { vertical-align: text-bottom; }",
    )


def _group(name: str, pages: Iterable[Page], up: str) -> str:
    lines = [
        tag("li", tag("a", text(page.title), href=up + page.path), text(f": {page.question if page.path else TAGLINE}"))
        for page in pages
    ]
    return (tag("h2", text(name)) if name else "") + tag("ul", *lines)


class _Elsewhere(Convertor[str]):
    """What is left when all other addresses are taken: nothing of Streamlit's own, which redirects trailing slashes."""

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
    Route("/sitemap.xml", _sitemap),
]
NOWHERE: list[BaseRoute] = [Route("/{elsewhere:elsewhere}", _nowhere)]
"""After all others."""
