"""Reading what a visitor brought and proposing what it means, in a process apart (`data.kept`).

Nothing of one visitor reaches another: each request has a fork of its own, which gets the files or
the work and answers with what they come to."""

import io
import logging
import pickle
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from components.intake.grid import Grid, Work, grid
from components.intake.known import Known, known
from components.intake.suite import Runs, runs_of
from data.disposable import Busy
from data.errors import LeaderboardError
from data.kept import PROCESSOR_SECONDS, Exceeded, Kept, Left, serve
from data.read.files import check_sizes, read
from data.read.sheet import FileRefused
from data.registry import Tables

Files = Sequence[tuple[str, bytes]]
log = logging.getLogger("leaderboard.intake")
EXCEEDED = (
    f"reading and judging took more than {PROCESSOR_SECONDS} s of the processor, or more memory"
    " than one may have, expected a smaller or plainer table"
)
FAILED = "the table could not be judged: this is a fault of the leaderboard, and it was noted"
_starting = threading.Lock()
_FOUND_OUT = ("proposals", "offers", "unused", "same", "mine")
"""What an answer tells of a grid, so that the server need not find it out."""
_SENT = ("components.intake.", "data.read.")
"""Modules whose classes an answer may hold."""


@dataclass(frozen=True)
class Understood:
    """What files or a work come to: the grid and its runs, None and none for a suite's folder."""

    work: Work
    grid: Grid | None
    runs: Runs


@dataclass(frozen=True)
class Request:
    """Files to be read in place of the table of a work, or none and the work itself."""

    files: tuple[tuple[str, bytes], ...]
    work: Work | None


def always() -> bool:
    """Nobody leaves a command or a test."""
    return True


def brought(
    files: Files, suites: Sequence[Tables], is_wanted: Callable[[], bool] = always
) -> Understood:
    """Return what files come to. Raises LeaderboardError."""
    check_sizes(files)
    return _asked(Request(tuple(files), None), suites, is_wanted)


def proposed(
    work: Work, suites: Sequence[Tables], is_wanted: Callable[[], bool] = always
) -> Understood:
    """Return what a work comes to. Raises LeaderboardError."""
    return _asked(Request((), work), suites, is_wanted)


def _asked(request: Request, suites: Sequence[Tables], is_wanted: Callable[[], bool]) -> Understood:
    process = _Process.of(suites)
    try:
        answer = process.kept.ask(pickle.dumps(request), is_wanted)
    except Busy as busy:
        raise FileRefused(str(busy)) from None
    except Exceeded:
        raise FileRefused(EXCEEDED) from None
    except Left:
        raise FileRefused("the session ended before its files were read") from None
    except RuntimeError as failure:
        log.error("a table could not be judged: %s", failure)
        raise FileRefused(FAILED) from None
    understood: Understood | str = _Reader(answer, process.suites).load()
    if isinstance(understood, str):
        raise FileRefused(understood)
    return understood


class _Process:
    """The kept process, which holds the public suites; other suites have another."""

    _last: "_Process | None" = None

    def __init__(self, suites: Sequence[Tables]) -> None:
        self.suites = tuple(suites)
        # copies without what others derive from a suite meanwhile
        plain_suites = tuple(replace(tables) for tables in self.suites)
        self.kept = Kept("components.intake.apart", pickle.dumps(plain_suites))

    @classmethod
    def of(cls, suites: Sequence[Tables]) -> "_Process":
        """Return the process that holds these suites."""
        with _starting:
            last = cls._last
            if last is None or list(map(id, last.suites)) != list(map(id, suites)):
                cls._last = _Process(suites)
                if last is not None:
                    last.kept.end()
            assert cls._last is not None
            return cls._last


class _Writer(pickle.Pickler):
    """Writes an answer; what both sides have is named and not sent: suites, and what is known
    where a table is added to the suite `into`."""

    def __init__(self, answer: io.BytesIO, into: str) -> None:
        super().__init__(answer)
        self._into = into

    def persistent_id(self, value: Any) -> tuple[str, str] | None:
        """Name what is known, and suites."""
        if isinstance(value, Known):
            return ("known", self._into)
        if isinstance(value, Tables):
            return ("suite", value.suite.id)
        return None


class _Reader(pickle.Unpickler):
    """Reads an answer, which may hold nothing but plain values and classes of tables."""

    def __init__(self, answer: bytes, suites: Sequence[Tables]) -> None:
        super().__init__(io.BytesIO(answer))
        self._suites = suites

    def persistent_load(self, name: Any) -> Any:
        """Return what is known, or a suite."""
        kind, suite_id = name
        suite = {tables.suite.id: tables for tables in self._suites}.get(suite_id)
        return known(self._suites, suite) if kind == "known" else suite

    def find_class(self, module: str, name: str) -> Any:
        """Return a class of tables. Raises UnpicklingError."""
        is_plain = (module, name) in (("builtins", "frozenset"), ("builtins", "set"))
        if is_plain or (module.startswith(_SENT) and name[0].isupper()):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"an answer holds {module}.{name}")


def main() -> None:
    """Be the process that reads and judges."""
    serve(_prepared)


def _prepared(content: bytes) -> Callable[[bytes], bytes]:
    suites: dict[str, Tables] = {tables.suite.id: tables for tables in pickle.loads(content)}
    whole = known(list(suites.values()))
    assert whole.names

    def work(message: bytes) -> bytes:
        request: Request = pickle.loads(message)
        try:
            understood: Understood | str = _understood(request, suites, whole)
        except LeaderboardError as refused:
            understood = str(refused)
        answer = io.BytesIO()
        into = request.work.place[0] if request.work else ""
        _Writer(answer, into).dump(understood)
        return answer.getvalue()

    return work


def _understood(request: Request, suites: Mapping[str, Tables], whole: Known) -> Understood:
    work = request.work or Work(read(request.files))
    if work.sheet.suite:
        return Understood(work, None, Runs())
    suite = suites.get(work.place[0])
    judged = whole if suite is None else known(list(suites.values()), suite)
    understood = grid(work, judged, suite)
    runs = runs_of(understood)
    for name in _FOUND_OUT:
        getattr(understood, name)
    understood.facts.forget()
    return Understood(work, understood, runs)
