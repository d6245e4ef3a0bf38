"""/share and /share.png: a link that shows what it leads to before it is opened.

Programs that preview links read title, description and picture; a visitor's browser goes on to the
page at once."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components import pages
from components.answers.record import Page
from components.choices.query import parse
from components.choices.record import read_opened
from components.defaults import NAME, TAGLINE
from components.links import PAGE, known_choices, with_query
from components.markup import document, tag, text
from components.resolved import Resolved
from components.results.ranking import compute as ranking
from components.served import Served, View
from components.web.api.answers import entity_tag
from components.web.api.files import address
from components.web.api.reply import Failed, Question, answered
from components.web.api.request import public_suites, public_tables
from components.web.share import words
from components.web.share.picture import SIZE, picture
from data.errors import UnknownName

Pairs = Sequence[tuple[str, str]]


async def _preview(request: Request) -> Response:
    return await answered(
        request, partial(_question, request, _html, "text/html; charset=utf-8", *address(request))
    )


async def _image(request: Request) -> Response:
    return await answered(request, partial(_question, request, _png, "image/png", "", {}))


def _question(
    request: Request,
    make: Callable[[View, Page, Pairs, str], bytes],
    media: str,
    place: str,
    headers: Mapping[str, str],
) -> Question:
    pairs = request.query_params.multi_items()
    view, page = read(dict(pairs))
    etag = entity_tag(media, place, page.path, json.dumps(pairs))
    return Question(
        lambda: make(view, page, [p for p in pairs if p[0] != PAGE], place), media, etag, headers
    )


def read(query: dict[str, str]) -> tuple[View, Page]:
    """Read a shared link as a page would: what cannot be read keeps its default."""
    record = pages.by_path(query.pop(PAGE, ""))
    # the start shows no view: links without a page are those of the leaderboard
    page = record if record is not None and record.path else pages.LEADERBOARD
    try:
        tables = public_tables(query.get("suite"))
    except Failed:
        tables = public_tables(None)
    opened, _ = read_opened(page.opens, query, None if page.spans else tables)
    among = public_suites(opened)
    if page.spans:
        return among, page
    selection, _ = parse({**known_choices(page, query), "suite": tables.suite.id}, tables)
    return Resolved(tables, selection, opened=opened, among=among), page


def _lead(view: View, page: Page) -> str:
    """Return what a page says first."""
    try:
        return " ".join(page.leads(view)) or TAGLINE
    except UnknownName:
        return TAGLINE


def _png(view: View, page: Page, query: Pairs, place: str) -> bytes:
    bars = () if isinstance(view, Served) else view.of(ranking).rows
    return picture(
        words.title_of(view, page), _lead(view, page), bars, view.labels, words.basis_of(view, page)
    )


def _html(view: View, page: Page, query: Pairs, place: str) -> bytes:
    lead = _lead(view, page)
    texts = dict(query)
    target = with_query(f"./{page.path}", texts)
    title, description = words.title_of(view, page), f"{lead} {words.basis_of(view, page)}."
    picture_at = with_query(f"{place}/share.png", {**texts, PAGE: page.path})
    graph = {
        "title": title,
        "description": description,
        "type": "website",
        "site_name": NAME,
        "image": picture_at,
    }
    graph |= {"url": f"{place}/{target.removeprefix('./')}", "image:alt": lead}
    graph |= {"image:width": str(SIZE[0]), "image:height": str(SIZE[1])}
    head = "".join(
        [
            tag("meta", http_equiv="refresh", content=f"0; url={target}"),
            tag("meta", name="description", content=description),
            *(tag("meta", property=f"og:{name}", content=value) for name, value in graph.items()),
            tag("meta", name="twitter:card", content="summary_large_image"),
        ]
    )
    body = (
        tag("h1", text(title)),
        tag("p", text(description)),
        tag("p", tag("a", "Open this view", href=target)),
    )
    return document(title, tag("main", *body), head=head).encode()


ROUTES: list[BaseRoute] = [Route("/share", _preview), Route("/share.png", _image)]
