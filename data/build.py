"""Builds the database from the tables: `python -m data.build [--manifest] [--suite FOLDER]`.

The database is named after the version of all tables and of the code that lays it out. It is built beside its place
and put there whole, so that a killed build leaves nothing that could be taken for a database, and of two builds at once
either may come last. Where LEADERBOARD_DATABASE names a lake (data/lake.py), the tables are put into that, and the
database is a copy of it.
"""

import argparse
import hashlib
import logging
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import duckdb

from components.errors import LeaderboardError
from data import lake
from data.database import connect, read_not_served, shape, write
from data.files import SUITE_FILE, data_version, parquet_files, read_bytes
from data.folders import id_of, suite_folders
from data.load import examine
from data.problems import Problem, Problems
from data.registry import NotServed, Tables
from data.versions import keep

log = logging.getLogger("leaderboard.data")

VARIABLE = lake.VARIABLE
COPIES = "LEADERBOARD_COPIES"
DEFAULT = Path(__file__).parent.parent / "build"
OLD_DATABASES = 3
"""Databases of other versions that stay beside the current one, the latest first."""
_NAME = re.compile(r"leaderboard-[0-9a-f]{12}\.duckdb")
_UNFINISHED = "leaderboard-unfinished-"
_LONGEST_BUILD = 86_400.0
"""Seconds after which an unfinished build was killed."""


def database_folder() -> Path:
    """The folder of the database: LEADERBOARD_DATABASE, of a lake's copies LEADERBOARD_COPIES, else build/ here."""
    named = os.environ.get(_place(), "")
    return Path(named).expanduser().resolve() if named else DEFAULT


def _place() -> str:
    """The variable that names the folder of the database."""
    return COPIES if lake.address() else VARIABLE


def database_path(version: str) -> Path:
    """The path of the database of a version."""
    return database_folder() / f"leaderboard-{version}.duckdb"


def version_of(data_versions: Iterable[str]) -> str:
    """The version of a database: first 12 hex digits over its layout and the data versions of its suites."""
    digest = hashlib.sha256(shape())
    for version in data_versions:
        digest.update(f"{version}\0".encode())
    return digest.hexdigest()[:12]


def current_version() -> str:
    """The version that the database of the files, or of the lake, as they are now must have."""
    if lake.address():
        with lake.connect() as con:
            return version_of(version for _, version in lake.versions(con))
    return version_of(_state(folder) for folder in suite_folders())


def _state(folder: Path) -> str:
    """The data version of a folder's files; where some cannot be read, also the problems of these."""
    problems = Problems()
    version = data_version({**read_bytes(folder, problems), **parquet_files(folder, problems)})
    return " ".join([version, *(p.message for p in problems.all)])


def ensure() -> Path:
    """The path of a database of the tables as they are now, built when there is none that opens.

    Raises LeaderboardError when no suite can be served or the place cannot be written.
    """
    path = database_path(current_version())
    return path if _opens(path) else build()


def build() -> Path:
    """Build the database of the tables as they are now."""
    loaded = _from_lake() if lake.address() else load_all()
    return _built(loaded, database_path(version_of(loaded.states)))


def older_path(data_version: str) -> Path:
    """The path of the database of one suite as it was, beside those that are served."""
    path = database_path(version_of((data_version,)))
    return path.parent / "older" / path.name


def build_older(tables: Tables) -> Path:
    """That database, built when there is none. `tables` hold all runs."""
    path = older_path(tables.data_version)
    return path if _opens(path) else _built(Loaded(((Path(), tables),), (), (tables.data_version,)), path)


def _opens(path: Path) -> bool:
    """Whether there is a database."""
    if not path.exists():  # the engine would open again what this process still has open
        return False
    try:
        connect(path).close()
    except duckdb.Error:
        return False
    return True


@dataclass(frozen=True, eq=False)
class Loaded:
    """Every folder, checked: `suites` with the folder of each, those `refused`, and the state of all in their order."""

    suites: tuple[tuple[Path, Tables], ...]
    refused: tuple[NotServed, ...]
    states: tuple[str, ...]

    @property
    def tables(self) -> list[Tables]:
        """The suites that are served."""
        return [tables for _, tables in self.suites]


def _from_lake() -> Loaded:
    suites = lake.read()
    return Loaded(tuple((Path(), t) for t in suites), (), tuple(t.data_version for t in suites))


def load_all() -> Loaded:
    """Every suite, checked; one that is refused stops no other. Raises LeaderboardError when none is left."""
    suites: dict[str, tuple[Path, Tables]] = {}
    refused, states = [], []
    for folder in suite_folders():
        tables, problems = examine(folder)
        states.append(_state(folder) if tables is None else tables.data_version)
        # SQL takes ids that differ by case alone for one
        if tables is not None and suites.setdefault(tables.suite.id.casefold(), (folder, tables))[0] != folder:
            found = f"the id {tables.suite.id}, which a suite named before has"
            problems = [Problem(SUITE_FILE, None, "id", found, "an id of its own")]
        if problems:
            refused.append(NotServed(folder.name, id_of(folder), tuple(problems)))
    if not suites:
        raise LeaderboardError("\n".join(["no suite can be served", *(r.sentence for r in refused)]))
    return Loaded(tuple(suites.values()), tuple(refused), tuple(states))


def _built(loaded: Loaded, path: Path) -> Path:
    """Write a database beside its place and put it there whole. Raises LeaderboardError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _remove_others(path)
        with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=path.parent) as folder:
            unfinished = Path(folder) / path.name
            with connect(unfinished, writable=True) as con:
                write(con, loaded.tables, loaded.refused)
                # closing would do it too, but raises nothing when the disk is full
                con.execute("CHECKPOINT")
            os.replace(unfinished, path)
    except (OSError, duckdb.Error, MemoryError) as error:
        raise LeaderboardError(
            f"the database cannot be built in {path.parent} ({_first_line(error)}): set {_place()} to a folder that "
            "can be written, or build there beforehand with python -m data.build"
        ) from error
    log.info("built %s: %d suites, %d runs", path, len(loaded.suites), sum(len(t.runs) for t in loaded.tables))
    return path


def _first_line(error: Exception) -> str:
    """What an error says; further lines of the engine name places in it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or "not enough memory"


def _remove_others(current: Path) -> None:
    """Remove all but the latest superseded databases, and what killed builds left.

    A process that still reads a removed database keeps its open file.
    """
    others = [p for p in current.parent.glob("leaderboard-*.duckdb") if p != current and _NAME.fullmatch(p.name)]
    for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[OLD_DATABASES:]:
        old.unlink(missing_ok=True)
    for left in current.parent.glob(f"{_UNFINISHED}*"):
        if left.stat().st_mtime < time.time() - _LONGEST_BUILD:
            shutil.rmtree(left, ignore_errors=True)


def _put(folder: Path | None) -> tuple[NotServed, ...]:
    """Put a suite folder, or all of them, into the lake; returns those that are refused. Raises LeaderboardError."""
    if folder is None:
        loaded = load_all()
        suites, refused = loaded.tables, loaded.refused
    else:
        tables, problems = examine(folder)
        if tables is None or problems:
            raise LeaderboardError(NotServed(folder.name, id_of(folder), tuple(problems)).sentence)
        suites, refused = [tables], ()
    put = lake.put(suites)
    print(f"put into the lake: {', '.join(put)}" if put else "the lake holds this already")
    return refused


def main(arguments: list[str] | None = None) -> int:
    """Build the database, or with --manifest keep what the suites hold now."""
    parser = argparse.ArgumentParser(prog="python -m data.build", description="Build the database from the tables.")
    parser.add_argument("--manifest", action="store_true", help="keep what the tables hold now, for older links")
    parser.add_argument("--suite", type=Path, help="put this folder alone into the lake, in place of its suite there")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        if chosen.manifest:
            loaded = load_all()
            for folder, tables in loaded.suites:
                print(*keep(folder, tables), sep="\n")
            refused = loaded.refused
        elif chosen.suite and not lake.address():
            raise LeaderboardError(f"--suite puts a folder into a lake, and {VARIABLE} names none")
        elif lake.address():
            refused = _put(chosen.suite)
        else:
            print(path := ensure())
            with connect(path) as con:
                refused = tuple(read_not_served(con))
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 1
    for one in refused:
        print(one.sentence, file=sys.stderr)
    return int(bool(chosen.manifest or lake.address()) and bool(refused))


if __name__ == "__main__":
    sys.exit(main())
