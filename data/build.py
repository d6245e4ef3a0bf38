"""Builds the database from the tables: `python -m data.build [--suite FOLDER]`.

The database is named after the version of all tables and of the code that lays it out. It is built
in a folder of its own and renamed to its place, so that a killed build leaves nothing that could be
taken for a database. One process builds at a time; whoever waited finds the database there, or
builds it if the other was killed. Where LEADERBOARD_DATABASE names a lake (data/lake.py), the
command puts the tables into that, and servers build from it."""

import argparse
import fcntl
import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb

from data import lake
from data.columns import SETTINGS
from data.database import connect, layout, read_not_served, write
from data.errors import LeaderboardError
from data.folders import FIRST, FIRST_VARIABLE, id_of, suite_folders
from data.load import examine_files
from data.problems import Problem, Problems
from data.raw_files import SUITE_FILE, data_version, read_bytes
from data.registry import NotServed, Tables

log = logging.getLogger("leaderboard.data")

COPIES = "LEADERBOARD_COPIES"
DEFAULT = Path(__file__).parent.parent / "build"
OLD_DATABASES = 3
"""Databases of other versions that stay beside the current one, the latest first."""
_NAME = re.compile(r"leaderboard-[0-9a-f]{12}\.duckdb")
_UNFINISHED = "leaderboard-unfinished-"


@dataclass(frozen=True, eq=False)
class Found:
    """A suite before the check. `suite` is its id, "" if it cannot be read; `problems` are those of
    reading."""

    folder: str
    suite: str
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, eq=False)
class Loaded:
    """Suites after the check: those that are served, each with its files, and those that are
    refused."""

    suites: tuple[tuple[Found, Tables], ...]
    refused: tuple[NotServed, ...]

    @property
    def tables(self) -> list[Tables]:
        """Return the suites that are served."""
        return [tables for _, tables in self.suites]


def in_folders(folders: Sequence[Path]) -> list[Found]:
    """Read the files of suite folders."""
    found = []
    for folder in folders:
        problems = Problems()
        files = read_bytes(folder, problems)
        found.append(Found(folder.name, id_of(folder), files, tuple(problems.all)))
    return found


def in_lake() -> list[Found]:
    """Read the files of the suites of the lake. Raises LeaderboardError."""
    return [Found(suite, suite, files) for suite, files in sorted(lake.read().items())]


def load(found: Sequence[Found]) -> Loaded:
    """Check suites; one that is refused stops no other. Raises LeaderboardError when none is
    left."""
    suites: dict[str, tuple[Found, Tables]] = {}
    refused = []
    for one in found:
        tables, problems = examine_files(one.files, Problems(one.problems))
        # SQL takes ids that differ by case alone for one
        if (
            tables is not None
            and suites.setdefault(tables.suite.id.casefold(), (one, tables))[0] is not one
        ):
            told = f"the id {tables.suite.id}, which a suite named before has"
            problems = [Problem(SUITE_FILE, None, "id", told, "an id of its own")]
        if problems:
            refused.append(NotServed(one.folder, one.suite, tuple(problems)))
    if not suites:
        raise LeaderboardError(
            "\n".join(["no suite can be served", *(r.sentence for r in refused)])
        )
    return Loaded(tuple(sorted(suites.values(), key=lambda own: _listed(own[1]))), tuple(refused))


def _listed(tables: Tables) -> tuple[bool, int, int]:
    """Return the place of a suite in a list: the first one, then multimodal ones, of text, of
    images, each by year."""
    return (
        tables.suite.id != (_wanted() or FIRST),
        SETTINGS.index(tables.reference_panel.setting),
        -tables.suite.year,
    )


def load_all() -> Loaded:
    """Read and check the suites of all folders. Raises LeaderboardError as `load` does."""
    return load(in_folders(suite_folders()))


def database_path(found: Sequence[Found]) -> Path:
    """Return where the database of suites lies: where LEADERBOARD_DATABASE says, else in build/
    here.

    A server on a lake keeps its own in the folder of LEADERBOARD_COPIES. The name has 12 hex digits
    over the layout of the database, the suite that is first, and the data version of each suite
    with what could not be read of it. Raises LeaderboardError if none has the id of
    LEADERBOARD_FIRST, unless the id of one cannot be read."""
    wanted, known = _wanted(), [one.suite for one in found]
    if wanted and wanted not in known and "" not in known:
        told = f"found no suite with this id, expected one of {', '.join(known)}"
        raise LeaderboardError(f"{FIRST_VARIABLE} names {wanted!r}: {told}")
    digest = hashlib.sha256(layout() + wanted.encode())
    for one in found:
        digest.update(
            "\0".join([data_version(one.files), *(p.message for p in one.problems), ""]).encode()
        )
    named = os.environ.get(_variable(), "")
    folder = Path(named).expanduser().resolve() if named else DEFAULT
    return folder / f"leaderboard-{digest.hexdigest()[:12]}.duckdb"


def _wanted() -> str:
    """Return the id of the suite that is to be first, "" where none is named."""
    return os.environ.get(FIRST_VARIABLE, "").strip()


def _variable() -> str:
    """Return the variable that names the folder of the database."""
    return COPIES if lake.address() else lake.VARIABLE


def ensure() -> Path:
    """Return the path of a database of the tables as they are now, built if there is none that
    opens.

    Raises LeaderboardError if no suite can be served or the folder cannot be written.
    """
    found = in_lake() if lake.address() else in_folders(suite_folders())
    path = database_path(found)
    if not _opens(path):
        _build(load(found), path)
    elif any(path.parent.glob(f"{_UNFINISHED}*")):
        with _held(path.parent, wait=False) as held:
            _remove_others(path, held)
    return path


def _opens(path: Path) -> bool:
    """Return whether there is a database."""
    if not path.exists():  # the engine would open again what this process still has open
        return False
    try:
        connect(path).close()
    except duckdb.Error:
        return False
    return True


def _build(loaded: Loaded, path: Path) -> None:
    """Write a database and rename it, unless another process did. Raises LeaderboardError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _held(path.parent) as held:
            _remove_others(path, held)
            if _opens(path):
                return
            with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=path.parent) as folder:
                unfinished = Path(folder) / path.name
                with connect(unfinished, writable=True) as con:
                    write(con, loaded.tables, loaded.refused)
                    # closing would do it too, but raises nothing when the disk is full
                    con.execute("CHECKPOINT")
                os.replace(unfinished, path)
    except (OSError, duckdb.Error, MemoryError) as error:
        raise LeaderboardError(
            f"the database cannot be built in {path.parent} ({_first_line(error)}): set"
            f" {_variable()} to a folder that can be written, or build there beforehand with python"
            " -m data.build"
        ) from error
    log.info(
        "built %s: %d suites, %d runs",
        path,
        len(loaded.suites),
        sum(len(t.runs) for t in loaded.tables),
    )


@contextmanager
def _held(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """Hold a folder, so that no other process builds there; says whether it is held.

    A process that ends, or is killed, lets go. Some file systems have no locks: then builds do not
    wait for each other."""
    handle, held = os.open(folder, os.O_RDONLY), False
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
            held = True
        yield held
    finally:
        os.close(handle)


def _first_line(error: Exception) -> str:
    """Return what an error says; further lines of the engine name places in it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or "not enough memory"


def _remove_others(current: Path, held: bool) -> None:
    """Remove all but the latest old databases and, if the folder is held, unfinished ones.

    A process that still reads a removed database keeps its open file.
    """
    others = [
        p
        for p in current.parent.glob("leaderboard-*.duckdb")
        if p != current and _NAME.fullmatch(p.name)
    ]
    for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[OLD_DATABASES:]:
        old.unlink(missing_ok=True)
    for left in current.parent.glob(f"{_UNFINISHED}*") if held else ():
        shutil.rmtree(left, ignore_errors=True)


def _put(folder: Path | None) -> tuple[NotServed, ...]:
    """Put one or all suite folders into the lake; returns those refused. Raises
    LeaderboardError."""
    loaded = load_all() if folder is None else load(in_folders([folder]))
    put = lake.put({tables.suite.id: found.files for found, tables in loaded.suites})
    print(f"put into the lake: {', '.join(put)}" if put else "the lake holds this already")
    return loaded.refused


def main(arguments: list[str] | None = None) -> int:
    """Build the database, or put the tables into the lake; 0 when done, 1 when something is
    wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m data.build", description="Build the database from the tables."
    )
    parser.add_argument(
        "--suite",
        type=Path,
        help="put this folder alone into the lake, in place of its suite there",
    )
    folder = parser.parse_args(arguments).suite
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        if lake.address():
            refused = _put(folder)
        elif folder:
            raise LeaderboardError(
                f"--suite puts a folder into a lake, and {lake.VARIABLE} names none"
            )
        else:
            print(path := ensure())
            with connect(path) as con:
                refused = tuple(read_not_served(con))
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 1
    for one in refused:
        print(one.sentence, file=sys.stderr)
    return int(bool(lake.address()) and bool(refused))


if __name__ == "__main__":
    sys.exit(main())
