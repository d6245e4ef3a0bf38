"""/share and /share.png: a link that shows what it leads to before it is opened.

Programs that preview links read title, description and picture; a visitor's browser goes on to the page at once.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components import pages
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.record import Page, read_asks
from components.defaults import NAME, TAGLINE
from components.errors import UnknownName
from components.markup import document, tag, text
from components.resolved import Resolved
from components.selection import parse
from components.served import Served, View
from components.web.api.answers import entity_tag
from components.web.api.files import address
from components.web.api.reply import Failed, Question, answered
from components.web.api.request import MAX_QUERY, public_suites, public_tables
from components.web.share import words
from components.web.share.picture import SIZE, picture

PAGE = "page"
"""The parameter that names the page shared."""


@dataclass(frozen=True, eq=False)
class Shared:
    """What a link shares: the view, the page, the query as it came without the page, and the address of the app."""

    view: View
    page: Page
    query: Sequence[tuple[str, str]]
    place: str

    @property
    def lead(self) -> str:
        """What the page says first."""
        try:
            return " ".join(self.page.leads(self.view)) or TAGLINE
        except UnknownName:
            return TAGLINE


async def _preview(request: Request) -> Response:
    return await answered(request, partial(_question, request, _html, "text/html; charset=utf-8", *address(request)))


async def _image(request: Request) -> Response:
    return await answered(request, partial(_question, request, _png, "image/png", "", {}))


def _question(
    request: Request, make: Callable[[Shared], bytes], media: str, place: str, headers: Mapping[str, str]
) -> Question:
    if len(request.url.query) > MAX_QUERY:
        raise Failed(414, f"Found a query of more than {MAX_QUERY:,} characters, expected fewer.")
    pairs = request.query_params.multi_items()
    shared = read(pairs, place)
    versions = " ".join(t.data_version for t in public_suites().suites)
    etag = entity_tag(media, place, shared.page.path, json.dumps(pairs), versions)
    return Question(partial(make, shared), media, etag, headers)


def read(pairs: Sequence[tuple[str, str]], place: str) -> Shared:
    """Read a shared link as a page would: what cannot be read keeps its default."""
    query = dict(pairs)
    record = pages.by_path(query.pop(PAGE, ""))
    # the start shows no view: links without a page are those of the leaderboard
    page = record if record is not None and record.path else pages.LEADERBOARD
    try:
        tables = public_tables(query.get("suite"))
    except Failed:
        tables = public_tables(None)
    opened, _ = read_asks(page.asks, query, None if page.spans else tables)
    view: View = public_suites(opened)
    if isinstance(view, Served) and not page.spans:
        selection, _ = parse({**query, "suite": tables.suite.id}, tables)
        view = Resolved(tables, selection, opened=opened, among=view)
    return Shared(view, page, [p for p in pairs if p[0] != PAGE], place)


def _png(shared: Shared) -> bytes:
    view, page = shared.view, shared.page
    bars = None if isinstance(view, Served) else view.of(ranking)
    return picture(words.title_of(view, page), shared.lead, bars, view.labels, words.basis_of(view, page))


def _html(shared: Shared) -> bytes:
    view, page, lead = shared.view, shared.page, shared.lead
    line = urlencode(list(shared.query), safe=":,")
    target = f"./{page.path}" + (f"?{line}" if line else "")
    title, description = words.title_of(view, page), f"{lead} {words.basis_of(view, page)}."
    picture_at = f"{shared.place}/share.png?{urlencode([*shared.query, (PAGE, page.path)], safe=':,')}"
    head = "".join(
        [
            tag("meta", http_equiv="refresh", content=f"0; url={target}"),
            tag("meta", name="description", content=description),
            *_graph({"title": title, "description": description, "type": "website", "site_name": NAME}),
            *_graph({"url": f"{shared.place}/{target.removeprefix('./')}", "image": picture_at}),
            *_graph({"image:width": SIZE[0], "image:height": SIZE[1], "image:alt": lead}),
            tag("meta", name="twitter:card", content="summary_large_image"),
        ]
    )
    body = tag("h1", text(title)), tag("p", text(description)), tag("p", tag("a", "Open this view", href=target))
    return document(title, tag("main", *body), head=head).encode()


def _graph(values: Mapping[str, object]) -> list[str]:
    return [tag("meta", property=f"og:{name}", content=value) for name, value in values.items()]


ROUTES: list[BaseRoute] = [Route("/share", _preview), Route("/share.png", _image)]
