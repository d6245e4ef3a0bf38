"""What stands next to the pages: the mark, what crawlers ask for, and the answer where there is no
page."""

from pathlib import Path

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from components.defaults import NAME
from components.markup import document, tag, text

MARK = "favicon.png"
"""Bars of a ranking, the last of which is being forgotten. Streamlit's own start page asks for it
at this address."""


async def _mark(request: Request) -> Response:
    headers = {"Cache-Control": "public, max-age=86400"}
    return FileResponse(Path(__file__).with_name(MARK), headers=headers)


async def _robots(request: Request) -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /api/\nDisallow: /share\n")


async def _nowhere(request: Request) -> Response:
    path = request.path_params["elsewhere"]
    way_to_start = "../" * path.count("/") or "./"
    link_to_start = tag("a", text(NAME.lower()), href=way_to_start)
    body = document(
        f"No page here · {NAME}",
        tag("h1", "There is no page here"),
        tag("p", tag("code", text(f"/{path}")), " is no address of the ", link_to_start, "."),
        head=tag("link", rel="icon", href=way_to_start + MARK),
    )
    return HTMLResponse(body, 404)


class _Elsewhere(Convertor[str]):
    """What no other route takes, Streamlit's own addresses apart; it redirects trailing slashes
    itself."""

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
