"""Whether pages can be drawn: /health runs one, which Streamlit's own /_stcore/health does not."""

import asyncio
import logging
import runpy
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from components.pages import LEADERBOARD
from components.resolved import Resolved
from components.results.ranking import compute
from components.selection import default_selection
from components.web.api.request import public_tables

ROOT = Path(__file__).resolve().parents[2]
_thread = ThreadPoolExecutor(1, thread_name_prefix="health")
"""Its own: health is asked for while answers are computed, too, and one page runs at a time."""
log = logging.getLogger("leaderboard.health")


def run_page() -> None:
    """Run what is around every page, and the leaderboard, as Streamlit runs a script outside a
    server.

    Raises whatever keeps them from being drawn.
    """
    tables = public_tables(None)  # pages would say in words that data are missing
    Resolved(tables, default_selection(tables)).of(compute)
    runpy.run_path(str(ROOT / "components" / "shell.py"))
    runpy.run_path(str(ROOT / "pages" / f"{LEADERBOARD.name}.py"))


async def healthy(request: Request | None = None) -> Response:
    """Answer whether a page can be drawn, and log why not."""
    try:
        await asyncio.get_running_loop().run_in_executor(_thread, run_page)
    except Exception:
        log.exception("no page can be drawn")
        return PlainTextResponse("No page can be drawn; why was written to the log.\n", 503)
    return PlainTextResponse("ok\n")


ROUTES: list[BaseRoute] = [Route("/health", healthy)]
