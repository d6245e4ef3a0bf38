"""/share.png, the picture of a shared view; and /share, an address of before that leads on to the
page, whose own document has title, description and picture."""

import json

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from components import pages
from components.answers.record import Page
from components.defaults import TAGLINE
from components.links import PAGE, with_query
from components.resolved import Resolved
from components.results.ranking import compute as ranking
from components.served import View
from components.web.api.answers import entity_tag
from components.web.api.reply import Failed, Reply, answered
from components.web.first_answer import asked
from components.web.share import words
from components.web.share.picture import picture
from data.errors import UnknownName


async def _leads_on(request: Request) -> Response:
    query = dict(request.query_params)
    page = _page(query)
    return RedirectResponse(with_query(f"./{page.path}", query), 308)


async def _image(request: Request) -> Response:
    return await answered(request, lambda: _reply(dict(request.query_params)))


def _reply(query: dict[str, str]) -> Reply:
    tag = entity_tag("image/png", json.dumps(query))
    page = _page(query)
    view = asked(page, query)
    if view is None:
        raise Failed(404, "A view of a suite that is not public has no picture.")
    return Reply(lambda: png(view, page), "image/png", tag)


def _page(query: dict[str, str]) -> Page:
    """Take the name of the page out of a query; links without one are those of the leaderboard."""
    page = pages.by_path(query.pop(PAGE, ""))
    return page if page is not None and page.path else pages.LEADERBOARD


def _first_sentences(view: View, page: Page) -> str:
    try:
        return " ".join(page.leads(view)) or TAGLINE
    except UnknownName:
        return TAGLINE


def png(view: View, page: Page) -> bytes:
    contenders = view.of(ranking).rows if isinstance(view, Resolved) else ()
    return picture(
        words.title_of(view, page),
        _first_sentences(view, page),
        contenders,
        view.labels,
        words.basis_of(view),
    )


ROUTES: list[BaseRoute] = [Route("/share", _leads_on), Route("/share.png", _image)]
