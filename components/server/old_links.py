"""Links made when the leaderboard stood at /: with a choice in them they go on opening it."""

from __future__ import annotations

from urllib.parse import parse_qsl

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from components.selection import BY_NAME
from components.share.words import DATA
from components.views import LEADERBOARD


class OldLinks:
    """Sends / with a choice of a view, or with the data version of a shared one, to the leaderboard."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with the leaderboard's address."""
        app = self.app
        if scope["type"] == "http" and scope["path"].removeprefix(scope.get("root_path", "")) == "/":
            query = scope["query_string"].decode("latin-1")
            if any(name in BY_NAME or name == DATA for name, _ in parse_qsl(query, keep_blank_values=True)):
                # relative, so that a prefix which a proxy has taken off stays
                app = Response(status_code=307, headers={"Location": f"./{LEADERBOARD.path}?{query}"})
        await app(scope, receive, send)
