"""/changes.atom: what changed in every public suite, as a feed."""

from __future__ import annotations

import asyncio
import os
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from components.api.answers import entity_tag
from components.api.files import VARIABLE
from components.api.reply import busy, reply, unchanged
from components.api.request import public_suites
from components.api.work import ANSWERS, Full
from components.errors import Unavailable
from components.served import Served
from components.views import CHANGES
from components.views.changes.feed import FILE, MEDIA, atom
from components.views.changes.result import changes_of


async def feed(request: Request) -> Response:
    """The feed; its addresses begin with LEADERBOARD_URL or are relative: what a request calls its host is not used."""
    place = os.environ.get(VARIABLE, "").rstrip("/")
    try:
        served = await asyncio.to_thread(public_suites)
        etag = entity_tag(FILE, place, *(t.data_version for t in served.suites))
        if unchanged(request, etag):
            return reply(b"", "", etag, status=304)
        body = await ANSWERS.get(etag, partial(_feed, served, f"{place}/" if place else ""))
    except Full:
        return busy()
    except Unavailable as error:
        return busy(str(error))
    return reply(body, f"{MEDIA}; charset=utf-8", etag)


def _feed(served: Served, place: str) -> bytes:
    def page(suite_id: str) -> str:
        return f"{place}{CHANGES.path}" + (f"?suite={suite_id}" if suite_id else "")

    return atom([changes_of(t) for t in served.suites], f"{place}{FILE}", page)


ROUTES: list[BaseRoute] = [Route(f"/{FILE}", feed)]
