"""The shape of every answer: what may be kept for how long, and failures as sentences."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from components.choices.record import InvalidChoice
from components.formats.registry import JSON
from components.web.api.lines import ANSWERS, WHOLE
from data.errors import LeaderboardError, Unavailable

MAX_QUERY = 8_000
"""Longest query string, in characters as sent."""
MAX_AGE = 300
"""Seconds for which an answer may be used without asking again."""
RETRY = 5
"""Seconds after which it is worth asking again."""
PUBLIC = {
    "Cache-Control": f"public, max-age={MAX_AGE}",
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "ETag, Retry-After",
}
PRIVATE = {"Cache-Control": f"private, max-age={MAX_AGE}", "Vary": "Host"}
"""In place of some of PUBLIC if an answer repeats what its request calls this host: it is for that
visitor alone."""


class KeptBodies:
    """The bodies of the last answers by their entity tag, up to so many characters in all: who asks
    again does not wait for others."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._size = 0
        self._body_of_tag: OrderedDict[str, str | bytes] = OrderedDict()

    def get(self, etag: str) -> str | bytes | None:
        """Return a body that is kept, and keep it longest."""
        if etag in self._body_of_tag:
            self._body_of_tag.move_to_end(etag)
        return self._body_of_tag.get(etag)

    def keep(self, etag: str, body: str | bytes) -> None:
        """Keep a body, and let the oldest go."""
        if etag in self._body_of_tag or len(body) > self.most:
            return
        self._body_of_tag[etag] = body
        self._size += len(body)
        while self._size > self.most:
            _, oldest = self._body_of_tag.popitem(last=False)
            self._size -= len(oldest)


kept_bodies = KeptBodies(16_000_000)
"""Those of this server."""


class Failed(LeaderboardError):
    """A request that cannot be answered: the status, one sentence, and what is wrong with each
    parameter."""

    def __init__(self, status: int, sentence: str, problems: Sequence[InvalidChoice] = ()) -> None:
        super().__init__(sentence)
        self.status = status
        self.problems = tuple(problems)


@dataclass(frozen=True)
class Reply:
    """What answers a request: `make` computes its body.

    etag     changes whenever the body does
    headers  in addition to those of every answer
    whole    whether it takes so long that one is computed at a time
    """

    make: Callable[[], str | bytes]
    media: str
    etag: str
    headers: Mapping[str, str] = field(default_factory=dict)
    whole: bool = False


async def answered(request: Request, read: Callable[[], Reply]) -> Response:
    """Return the answer to a request, or why there is none.

    `read` runs in a thread; what it returns is computed in the line of such answers."""
    length = len(request.url.query)
    if length > MAX_QUERY:
        limits = f"Found a query of {length:,} characters, expected at most {MAX_QUERY:,}."
        return failure(414, limits)
    try:
        reply = await asyncio.to_thread(read)
        headers = {**PUBLIC, "ETag": reply.etag, **reply.headers}
        if unchanged(request, reply.etag):
            return Response(status_code=304, headers=headers)
        body = kept_bodies.get(reply.etag)
        if body is None:
            line = WHOLE if reply.whole else ANSWERS
            body = await line.computed(request, reply.make)
            if not reply.whole:
                kept_bodies.keep(reply.etag, body)
    except Failed as error:
        return failure(error.status, str(error), problems=error.problems)
    except Unavailable as error:
        return failure(503, str(error), {"Retry-After": str(RETRY)})
    except LeaderboardError as error:
        return failure(400, str(error))
    return Response(body, media_type=reply.media, headers=headers)


def failure(
    status: int,
    sentence: str,
    headers: Mapping[str, str] | None = None,
    problems: Sequence[InvalidChoice] = (),
) -> Response:
    """Return a failure as JSON: {"error": sentence, "problems": [{name, found, expected,
    used}]}."""
    body = json.dumps({"error": sentence, "problems": [problem.record for problem in problems]})
    shared_headers = {"Cache-Control": "no-store", "Access-Control-Allow-Origin": "*"}
    return Response(body, status, {**shared_headers, **(headers or {})}, JSON.media_type)


def unchanged(request: Request, etag: str) -> bool:
    """Return whether the visitor has this answer already (If-None-Match, weak comparison, RFC
    9110)."""
    tags = request.headers.get("if-none-match", "").replace("W/", "").replace(" ", "").split(",")
    return tags == ["*"] or etag.removeprefix("W/") in tags
