"""Running untrusted SQL: one query, one disposable process, nothing but the public tables.

DuckDB's own locks do not hold against everything a SELECT can ask for (sleeping, memory taken
outside its accounts), so each query runs in a child that gives up processor time, memory, files,
network and environment before it looks at the query (data/sandbox_child.py), and is killed when it
outlives its time."""

import json
import re
import signal
import threading
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from data import store
from data.disposable import Busy, disposable
from data.errors import LeaderboardError
from data.registry import ID_PATTERN
from data.relations import schema_of


@dataclass(frozen=True)
class Limits:
    """What one query may use. `seconds` are those from its start to the end of its answer.

    `memory` is DuckDB's own account, `address_space` (bytes) the wall behind it.
    """

    seconds: float = 2.0
    rows: int = 1_000
    columns: int = 200
    bytes: int = 1_000_000
    characters: int = 4_000
    memory: str = "256MB"
    address_space: int = 2**30


LIMITS = Limits()
MAX_MESSAGE = 1_000
MAX_AVAILABLE = 4_000
WAIT = 20.0
"""Seconds a query waits for others to end."""
_slots = threading.Semaphore(2)
"""Queries that run at a time."""


class QueryRefused(LeaderboardError):
    """A query that was not run to its end; the message says why.

    `available` lists what could have been asked for: the columns of the tables in the query, or the
    tables."""

    def __init__(self, message: str, available: str = "") -> None:
        super().__init__(message)
        self.available = available


class TooBusy(QueryRefused):
    """Others' queries go on running, or the machine is too busy to start one."""


@dataclass(frozen=True)
class Result:
    """The rows of a query as None, bool, int, float or str. `truncated`: there was more than
    LIMITS."""

    columns: tuple[str, ...]
    types: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool


def run(
    query: str, database: Path | None = None, limits: Limits = LIMITS, suite: str = ""
) -> Result:
    """Run one SELECT on a database, the one served when None. Raises QueryRefused, TooBusy.

    `suite` is the one whose own tables are found without its name in front (`runs`); the relations
    that hold all suites (`run`, `published`) come before them."""
    if not query.strip():
        raise QueryRefused("found no query, expected one SELECT")
    if len(query) > limits.characters:
        raise QueryRefused(
            f"found {len(query):,} characters, expected at most {limits.characters:,}"
        )
    if re.search("[\0\ud800-\udfff]", query):
        raise QueryRefused("found a character that is no text, expected one SELECT")
    schema = schema_of(suite) if ID_PATTERN.match(suite) else ""
    request = {
        "path": str(database or store.path()),
        "schema": schema,
        "sql": query,
        **asdict(limits),
    }
    answer = _ask(request, limits.seconds)
    if "refused" in answer:
        available = _shortened(answer.get("available", ""), MAX_AVAILABLE)
        raise QueryRefused(_shortened(answer["refused"], MAX_MESSAGE), available)
    return Result(
        columns=tuple(answer["columns"]),
        types=tuple(answer["types"]),
        rows=tuple(map(tuple, answer["rows"])),
        truncated=answer["truncated"],
    )


def _ask(request: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Send a new child the request and return its answer. Nothing is written to disk. Raises
    TooBusy."""
    try:
        child = disposable(
            "data.sandbox_child",
            _slots,
            WAIT,
            json.dumps(request).encode(),
            seconds,
            others="queries are running",
            task="run a query",
        )
    except Busy as error:
        raise TooBusy(str(error)) from None
    if child.returncode == -signal.SIGALRM:
        return {"refused": f"the query took longer than {seconds:g} s"}
    if child.returncode == 0:
        answer: dict[str, Any] = json.loads(child.stdout)
        return answer
    return {"refused": "the query needs more memory than a query may have, or is nested too deeply"}


def _shortened(long_text: str, max_length: int) -> str:
    return long_text if len(long_text) <= max_length else long_text[: max_length - 1] + "…"
