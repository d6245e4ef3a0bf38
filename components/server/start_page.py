"""The start page of Streamlit for each page of ours: with what its first screen needs asked for at once.

Streamlit asks for the code of an element (a figure, a table, a filter) when the first one arrives, which is after its
own code has run and the server has answered. Which files those are its build says in its own manifest. The few rules of
style that the theme cannot say stand in the document, so that nothing moves when they arrive.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.api.reply import unchanged
from components.server import scripts
from components.views import PAGES
from components.views.record import Drawn, Page

ALWAYS = ("BidiComponent", "Html", "Selectbox", "Multiselect", "DownloadButton")
"""Elements of Streamlit, by the names of its build, that stand on every first screen or nearly so."""
LARGE = 15_000
"""Bytes of a file that is asked for before the document is read."""
_STYLE = Path(__file__).with_name("style.css")
DRAWN: Mapping[Drawn | None, tuple[str, ...]] = {
    None: (),
    "board": (),
    "figure": ("PlotlyChart",),
    "table": ("DataFrame",),
}


@dataclass(frozen=True)
class Chunk:
    """One file of Streamlit's build: its address in the package, the chunks it imports and those it may ask for."""

    name: str
    file: str
    imports: tuple[str, ...]
    later: tuple[str, ...]


def static() -> Path:
    """The folder of Streamlit's own start page."""
    package = importlib.util.find_spec("streamlit")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "static"


@cache
def chunks() -> Mapping[str, Chunk]:
    """What Streamlit's build consists of, by the keys of its manifest."""
    listed = json.loads((static() / "manifest.json").read_text(encoding="utf-8"))
    return {
        key: Chunk(c.get("name", ""), c["file"], tuple(c.get("imports", ())), tuple(c.get("dynamicImports", ())))
        for key, c in listed.items()
    }


def files(elements: Iterable[str]) -> list[str]:
    """The files that these elements need beside those that the start page asks for itself, without doubles."""
    known = chunks()
    index = known["index.html"]
    by_name = {known[key].name: key for key in index.later}
    there = _with_imports(["index.html"])
    wanted = _with_imports([by_name[e] for e in elements if e in by_name])
    return [known[key].file for key in wanted if key not in there]


def _with_imports(keys: Sequence[str]) -> dict[str, None]:
    """These chunks and all they import, imports first."""
    found: dict[str, None] = {}

    def add(key: str) -> None:
        if key not in found:
            for imported in chunks()[key].imports:
                if imported != "index.html" or key == "index.html":
                    add(imported)
            found[key] = None

    for key in keys:
        add(key)
    return found


def document(page: Page) -> tuple[bytes, str]:
    """The start page of one page and the Link header that goes with it.

    The header names the large files, the document the others: servers in front of this one refuse large headers.
    """
    text = (static() / "index.html").read_text(encoding="utf-8")
    style = f"<style>{_STYLE.read_text(encoding='utf-8')}</style>"
    wanted = files((*ALWAYS, *DRAWN[page.draws]))
    board = [scripts.address("weights_board")] if page.draws == "board" else []
    large = [file for file in wanted if (static() / file).stat().st_size > LARGE]
    early = [*board, *(f"./{file}" for file in large)]
    header = ", ".join(f"<{file}>; rel=modulepreload; crossorigin" for file in early)
    links = "".join(f'<link rel="modulepreload" crossorigin href="./{file}">' for file in wanted if file not in large)
    # the style at the end, so that of two rules that weigh the same ours holds; Streamlit's come into the head
    return text.replace("</head>", f"{links}</head>", 1).replace("</body>", f"{style}</body>", 1).encode(), header


def _route(page: Page) -> BaseRoute:
    @cache
    def prepared() -> tuple[bytes, str, str]:
        body, links = document(page)
        return body, links, f'"{hashlib.sha256(body + links.encode()).hexdigest()[:32]}"'

    async def answer(request: Request) -> Response:
        body, links, tag = prepared()
        headers = {"Cache-Control": "no-cache", "ETag": tag, "Link": links}
        if unchanged(request, tag):
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="text/html", headers=headers)

    return Route(f"/{page.path}", answer)


ROUTES = [_route(page) for page in PAGES]
