"""Reading the files of one upload in a process of its own: hostile ones can neither stall nor fill the server."""

from __future__ import annotations

import json
import logging
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from components.errors import LeaderboardError
from components.intake.limits import MAX_BYTES, MAX_FILES, MEMORY, SECONDS
from components.intake.reading.saves import Samples
from components.intake.reading.table import Answer, Request
from data.turns import Lanes, NoTurn, disposable

ROOT = Path(__file__).resolve().parents[2]
WAIT = 30.0
"""Seconds that files wait for their turns."""
_lanes = Lanes(quick=2.5)
log = logging.getLogger("leaderboard.intake")
_NO_ROOM = "the server has no room to read files at the moment: try again shortly"
_CODE = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from components.intake.reading.child import main; main()"


class FileRefused(LeaderboardError):
    """Files that could not be read; the message says what was found and what was expected."""


@dataclass(frozen=True)
class Sheet:
    """A table of texts as it was brought: `places` says where each row stands, `notices` what a reader must know of it.

    `suite` holds the files of a suite folder by name when that is what was brought; the table is then empty.
    `samples` are values by sample of the runs in `rows`; `above` is the heading over several columns that the name of
    each begins with, "" for a column without one.
    """

    name: str
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    places: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    suite: Mapping[str, str] = field(default_factory=dict)
    samples: tuple[Samples, ...] = ()
    above: tuple[str, ...] = ()


def read(files: Sequence[tuple[str, bytes]], client: str = "", seconds: float = SECONDS, memory: int = MEMORY) -> Sheet:
    """Read files by name as one table, or as the folder of a suite. Nothing is written to disk. Raises FileRefused.

    `client` is who brought them: one upload of each is read at a time.
    """
    size = sum(len(content) for _, content in files)
    if not files:
        raise FileRefused("found no file, expected at least one")
    if len(files) > MAX_FILES:
        raise FileRefused(f"found {len(files)} files, expected at most {MAX_FILES}")
    if size > MAX_BYTES:
        raise FileRefused(f"found {size:,} bytes, expected at most {MAX_BYTES:,}")
    try:
        answer = _lanes.run(client, lambda s: _ask(files, s, memory), seconds, WAIT)
    except NoTurn:
        raise FileRefused("other files are being read: try again in a moment") from None
    if answer is None:
        raise FileRefused(f"reading took longer than {seconds:g} s, expected a smaller or plainer file")
    if answer.refused:
        raise FileRefused(answer.refused)
    name = files[0][0] if len(files) == 1 else f"{files[0][0]} and {len(files) - 1} more"
    if answer.suite:
        return Sheet(name, suite=answer.suite)
    rows = tuple(tuple(row) for row in answer.rows)
    samples = tuple(
        Samples(
            row=int(s["row"]),
            **{k: str(s[k]) for k in ("metric", "field", "index", "value")},
        )
        for s in answer.samples
    )
    return Sheet(
        name,
        tuple(answer.header),
        rows,
        tuple(answer.places),
        tuple(answer.notices),
        samples=samples,
        above=tuple(answer.above),
    )


def _ask(files: Sequence[tuple[str, bytes]], seconds: float, memory: int) -> Answer | None:
    """Start a child, hand it the files, and take its answer; None when its time was over. Raises FileRefused."""
    request = Request(names=[n for n, _ in files], sizes=[len(c) for _, c in files], seconds=seconds, memory=memory)
    message = b"".join([json.dumps(vars(request)).encode(), b"\n", *(content for _, content in files)])
    try:
        child = disposable(["-c", _CODE], message, seconds, "/")
        if child.returncode == 0:
            return Answer(**json.loads(child.stdout))
    except subprocess.TimeoutExpired:
        raise FileRefused("the server is too busy to read files: try again in a moment") from None
    except (OSError, MemoryError) as error:
        log.warning("an upload could not be read: %s", error or "not enough memory")
        return Answer(refused=_NO_ROOM)
    if child.returncode == -signal.SIGALRM:
        return None
    too_much = "found a file that needs more memory than one may have, or is damaged, expected a plain table"
    return Answer(refused=too_much)
