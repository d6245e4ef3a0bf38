"""/share and /share.png: a link that shows what it leads to before it is opened.

Programs that preview links read title, description and picture; a reader's browser goes on to the page at once.
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from components import pages
from components.answers.leaderboard.ranking import compute as ranking
from components.answers.record import Page, read_asks
from components.defaults import NAME, TAGLINE
from components.errors import LeaderboardError, Unavailable, UnknownName
from components.markup import document, tag, text
from components.resolved import Resolved
from components.selection import parse
from components.served import Served, View
from components.web.api.answers import entity_tag
from components.web.api.files import address
from components.web.api.reply import RETRY, reply, unanswered, unchanged
from components.web.api.request import MAX_QUERY, Failed, public_suites, public_tables
from components.web.share import words
from components.web.share.picture import SIZE, picture

log = logging.getLogger("leaderboard.share")
PAGE = "page"
"""The parameter that names the page shared."""
PATIENCE = 5.0
"""Seconds for which programs that preview links wait; a later preview says less, but appears."""


@dataclass(frozen=True, eq=False)
class Shared:
    """What a link shares: the view, the page, the query as it came, and the tag of what is answered.

    `brief`: without what has to be computed.
    """

    resolved: View
    page: Page
    query: Sequence[tuple[str, str]]
    place: str
    etag: str
    brief: bool = False


async def preview(request: Request) -> Response:
    """The HTML of a shared link."""
    return await _answer(request, _html, "text/html; charset=utf-8")


async def image(request: Request) -> Response:
    """The picture of a shared link."""
    return await _answer(request, _png, "image/png")


async def _answer(request: Request, make: Callable[[Shared], bytes], media: str) -> Response:
    if len(request.url.query) > MAX_QUERY:
        return PlainTextResponse(f"At most {MAX_QUERY:,} characters of query.\n", 414)
    place, headers = address(request) if make is _html else ("", {})
    try:
        pairs = request.query_params.multi_items()
        shared = await asyncio.to_thread(read, pairs, place, media)
        if unchanged(request, shared.etag):
            return reply(b"", "", shared.etag, headers, status=304)
        try:
            body = await asyncio.wait_for(asyncio.to_thread(make, shared), PATIENCE)
        except TimeoutError:
            brief = await asyncio.to_thread(make, replace(shared, brief=True))
            return Response(brief, media_type=media, headers={**headers, "Cache-Control": "no-store"})
    except ClientDisconnect as error:
        return unanswered(error)
    except Unavailable as error:
        return PlainTextResponse(f"{error}\n", 503, {"Retry-After": str(RETRY)})
    except LeaderboardError as error:
        return PlainTextResponse(f"{error}\n", 400)
    except Exception:
        log.exception("a preview failed")
        return PlainTextResponse("This preview failed; the failure was written to the log.\n", 500)
    return reply(body, media, shared.etag, headers)


def read(pairs: Sequence[tuple[str, str]], place: str, media: str) -> Shared:
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
    everything = public_suites(opened)
    view: View = everything
    if not page.spans:
        view = Resolved(tables, parse({**query, "suite": tables.suite.id}, tables)[0], opened=opened, among=everything)
    versions = " ".join(t.data_version for t in everything.suites)
    etag = entity_tag(media, place, page.path, json.dumps(pairs), versions)
    return Shared(view, page, [p for p in pairs if p[0] != PAGE], place, etag)


def _png(shared: Shared) -> bytes:
    resolved, page = shared.resolved, shared.page
    title, lead, basis = words.title_of(resolved, page), " ".join(_lead(shared)), words.basis_of(resolved, page)
    if shared.brief or isinstance(resolved, Served):
        return picture(title, lead or TAGLINE, None, resolved.labels, basis)
    return picture(title, lead, resolved.of(ranking), resolved.labels, basis)


def _lead(shared: Shared) -> Sequence[str]:
    if shared.brief:
        return []
    try:
        return shared.page.leads(shared.resolved)
    except UnknownName:
        return []


def _html(shared: Shared) -> bytes:
    resolved, page = shared.resolved, shared.page
    line = urlencode(list(shared.query), safe=":,")
    target = f"./{page.path}" + (f"?{line}" if line else "")
    lead = " ".join(_lead(shared)) or TAGLINE
    title = words.title_of(resolved, page)
    description = f"{lead} {words.basis_of(resolved, page)}."
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
    body = tag(
        "main",
        tag("h1", text(title)),
        tag("p", text(description)),
        tag("p", tag("a", "Open this view", href=target)),
        tag("img", src=picture_at, alt=lead, width=SIZE[0], height=SIZE[1]),
    )
    return document(title, body, head=head).encode()


def _graph(values: Mapping[str, object]) -> list[str]:
    return [tag("meta", property=f"og:{name}", content=value) for name, value in values.items()]


ROUTES: list[BaseRoute] = [Route("/share", preview), Route("/share.png", image)]
