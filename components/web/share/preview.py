"""/share and /share.png: a link that shows what it leads to before it is opened.

Programs that preview links read title, description and picture; a visitor's browser goes on to the
page at once."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
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
from components.served import View
from components.web.api.answers import entity_tag
from components.web.api.files import address
from components.web.api.reply import Failed, Reply, answered
from components.web.api.request import public_suites, public_tables
from components.web.share import words
from components.web.share.picture import SIZE, picture
from data.errors import UnknownName


async def _preview(request: Request) -> Response:
    app_address, headers = address(request)
    make = partial(_html, app_address=app_address)
    read = partial(_reply, request, make, "text/html; charset=utf-8", app_address)
    return await answered(request, lambda: replace(read(), headers=headers))


async def _image(request: Request) -> Response:
    return await answered(request, partial(_reply, request, _png, "image/png"))


def _reply(
    request: Request,
    make_body: Callable[[View, Page, dict[str, str]], str | bytes],
    media_type: str,
    app_address: str = "",
) -> Reply:
    query = dict(request.query_params)
    view, page = read(query)
    etag_of_page = entity_tag(media_type, app_address, page.path, json.dumps(query))
    return Reply(lambda: make_body(view, page, query), media_type, etag_of_page)


def read(query: Mapping[str, str]) -> tuple[View, Page]:
    """Read a shared link as a page would: what cannot be read keeps its default."""
    page = pages.by_path(query.get(PAGE, ""))
    if page is None or not page.path:  # links without a page are those of the leaderboard
        page = pages.LEADERBOARD
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


def _first_sentences(view: View, page: Page) -> str:
    try:
        return " ".join(page.leads(view)) or TAGLINE
    except UnknownName:
        return TAGLINE


def _png(view: View, page: Page, query: Mapping[str, str]) -> bytes:
    contenders = view.of(ranking).rows if isinstance(view, Resolved) else ()
    return picture(
        words.title_of(view, page),
        _first_sentences(view, page),
        contenders,
        view.labels,
        words.basis_of(view),
    )


def _html(view: View, page: Page, query: Mapping[str, str], app_address: str) -> str:
    choices = {
        property_name: value for property_name, value in query.items() if property_name != PAGE
    }
    target = with_query(page.path, choices)
    title = words.title_of(view, page)
    sentences = _first_sentences(view, page)
    description = f"{sentences} {words.basis_of(view)}."
    property_values = {
        "title": title,
        "description": description,
        "type": "website",
        "site_name": NAME,
        "image": with_query(f"{app_address}/share.png", {**choices, PAGE: page.path}),
        "url": f"{app_address}/{target}",
        "image:alt": sentences,
        "image:width": SIZE[0],
        "image:height": SIZE[1],
    }
    meta_tags = [
        tag("meta", http_equiv="refresh", content=f"0; url=./{target}"),
        tag("meta", name="description", content=description),
        tag("meta", name="twitter:card", content="summary_large_image"),
    ]
    for property_name, content in property_values.items():
        meta_tags.append(tag("meta", property=f"og:{property_name}", content=content))
    main = tag(
        "main",
        tag("h1", text(title)),
        tag("p", text(description)),
        tag("p", tag("a", "Open this view", href=f"./{target}")),
    )
    return document(title, main, head="".join(meta_tags))


ROUTES: list[BaseRoute] = [Route("/share", _preview), Route("/share.png", _image)]
