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
from data.folders import FIRST_VARIABLE, id_of, suite_folders
from data.load import examine_files
from data.openings import opening_suite
from data.problems import Problem, Problems
from data.raw_files import SUITE_FILE, data_version, read_bytes
from data.registry import NotServed, Tables

log = logging.getLogger("leaderboard.data")

COPIES = "LEADERBOARD_COPIES"
DEFAULT = Path(__file__).parent.parent / "build"
MAX_OLD_DATABASES = 3
"""Databases of other versions that stay beside the current one, the latest first."""
_NAME = re.compile(r"leaderboard-[0-9a-f]{12}\.duckdb")
_UNFINISHED = "leaderboard-unfinished-"


@dataclass(frozen=True, eq=False)
class SuiteFiles:
    """A suite before the check. `suite` is its id, "" if it cannot be read; `problems` are those of
    reading."""

    folder: str
    suite: str
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, eq=False)
class CheckedSuites:
    """Suites after the check: those that are served, each with its files, and those that are
    refused."""

    served: tuple[tuple[SuiteFiles, Tables], ...]
    refused: tuple[NotServed, ...]

    @property
    def tables(self) -> list[Tables]:
        """Return the suites that are served."""
        return [tables for _, tables in self.served]


def in_folders(folders: Sequence[Path]) -> list[SuiteFiles]:
    """Read the files of suite folders."""
    suites = []
    for folder in folders:
        problems = Problems()
        file_contents = read_bytes(folder, problems)
        suites.append(SuiteFiles(folder.name, id_of(folder), file_contents, tuple(problems.all)))
    return suites


def in_lake() -> list[SuiteFiles]:
    """Read the files of the suites of the lake. Raises LeaderboardError."""
    return [
        SuiteFiles(suite, suite, file_contents)
        for suite, file_contents in sorted(lake.read().items())
    ]


def load(suites: Sequence[SuiteFiles]) -> CheckedSuites:
    """Check suites; a refused suite stops no other. Raises LeaderboardError when none is left."""
    served_by_id: dict[str, tuple[SuiteFiles, Tables]] = {}
    refused = []
    for suite in suites:
        tables, problems = examine_files(suite.files, Problems(suite.problems))
        if tables is not None:
            # SQL takes ids that differ by case alone for the same
            suite_id = tables.suite.id.casefold()
            if suite_id not in served_by_id:
                served_by_id[suite_id] = (suite, tables)
            else:
                actual = f"the id {tables.suite.id}, which a suite named before has"
                problems = [Problem(SUITE_FILE, None, "id", actual, "an id of its own")]
        if problems:
            refused.append(NotServed(suite.folder, suite.suite, tuple(problems)))
    if not served_by_id:
        sentences = [folder.sentence for folder in refused]
        raise LeaderboardError("\n".join(["no suite can be served", *sentences]))
    first_suite = _first_suite() or opening_suite("first")

    def position(suite: tuple[SuiteFiles, Tables]) -> tuple[bool, int, int]:
        record = suite[1].suite
        setting = SETTINGS.index(suite[1].reference_panel.setting)
        return record.id != first_suite, setting, -record.year

    return CheckedSuites(tuple(sorted(served_by_id.values(), key=position)), tuple(refused))


def load_all() -> CheckedSuites:
    """Read and check the suites of all folders. Raises LeaderboardError as `load` does."""
    return load(in_folders(suite_folders()))


def database_path(suites: Sequence[SuiteFiles]) -> Path:
    """Return where the database of suites lies: where LEADERBOARD_DATABASE says, else in build/
    here.

    A server on a lake keeps its own in the folder of LEADERBOARD_COPIES. The name has 12 hex digits
    over the layout of the database, the suite that is first, and the data version of each suite
    with what could not be read of it. Raises LeaderboardError if none has the id of
    LEADERBOARD_FIRST, unless the id of one cannot be read."""
    first_suite = _first_suite()
    suite_ids = [suite.suite for suite in suites]
    if first_suite and first_suite not in suite_ids and "" not in suite_ids:
        raise LeaderboardError(
            f"{FIRST_VARIABLE} names {first_suite!r}: found no suite with this id, expected one of"
            f" {', '.join(suite_ids)}"
        )
    opens_first = first_suite or opening_suite("first")
    digest = hashlib.sha256(layout() + opens_first.encode())
    for suite in suites:
        messages = [problem.message for problem in suite.problems]
        digest.update("\0".join([data_version(suite.files), *messages, ""]).encode())
    given_path = os.environ.get(_variable(), "")
    folder = Path(given_path).expanduser().resolve() if given_path else DEFAULT
    return folder / f"leaderboard-{digest.hexdigest()[:12]}.duckdb"


def _first_suite() -> str:
    """Return the id of the suite that LEADERBOARD_FIRST names, "" if it names none."""
    return os.environ.get(FIRST_VARIABLE, "").strip()


def _variable() -> str:
    """Return the variable that names the folder of the database."""
    return COPIES if lake.address() else lake.VARIABLE


def ensure() -> Path:
    """Return the path of a database of the tables as they are now, built if there is none that
    opens.

    Raises LeaderboardError if no suite can be served or the folder cannot be written.
    """
    suites = in_lake() if lake.address() else in_folders(suite_folders())
    database = database_path(suites)
    if not _opens(database):
        _build(load(suites), database)
    elif any(database.parent.glob(f"{_UNFINISHED}*")):
        with _lock(database.parent, waits=False) as is_locked:
            _remove_others(database, is_locked)
    return database


def _opens(database: Path) -> bool:
    """Return whether there is a database."""
    if not database.exists():  # the engine would open again what this process still has open
        return False
    try:
        connect(database).close()
    except duckdb.Error:
        return False
    return True


def _build(suites: CheckedSuites, database: Path) -> None:
    """Write a database and rename it, unless another process did. Raises LeaderboardError."""
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with _lock(database.parent) as is_locked:
            _remove_others(database, is_locked)
            if _opens(database):
                return
            with tempfile.TemporaryDirectory(prefix=_UNFINISHED, dir=database.parent) as folder:
                unfinished = Path(folder) / database.name
                with connect(unfinished, writable=True) as connection:
                    write(connection, suites.tables, suites.refused)
                    # closing would do it too, but raises nothing when the disk is full
                    connection.execute("CHECKPOINT")
                os.replace(unfinished, database)
    except (OSError, duckdb.Error, MemoryError) as error:
        raise LeaderboardError(
            f"the database cannot be built in {database.parent} ({_first_line(error)}): set"
            f" {_variable()} to a folder that can be written, or build there beforehand with python"
            " -m data.build"
        ) from error
    n_runs = sum(len(tables.runs) for tables in suites.tables)
    log.info("built %s: %d suites, %d runs", database, len(suites.served), n_runs)


@contextmanager
def _lock(folder: Path, *, waits: bool = True) -> Iterator[bool]:
    """Lock a folder, so that no other process builds there; yield whether it is locked.

    A process that ends, or is killed, lets go. Some file systems have no locks: then builds do not
    wait for each other."""
    handle = os.open(folder, os.O_RDONLY)
    is_locked = False
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_locked = True
        yield is_locked
    finally:
        os.close(handle)


def _first_line(error: Exception) -> str:
    """Return what an error says; further lines of the engine name places in it."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).partition("\n")[0] or "not enough memory"


def _remove_others(current: Path, is_locked: bool) -> None:
    """Remove all but the latest old databases and, if the folder is locked, unfinished ones.

    A process that still reads a removed database keeps its open file.
    """
    old_databases = [
        old_database
        for old_database in current.parent.glob("leaderboard-*.duckdb")
        if old_database != current and _NAME.fullmatch(old_database.name)
    ]
    old_databases.sort(key=lambda old_database: old_database.stat().st_mtime, reverse=True)
    for old_database in old_databases[MAX_OLD_DATABASES:]:
        old_database.unlink(missing_ok=True)
    if is_locked:
        for folder in current.parent.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(folder, ignore_errors=True)


def _put(folder: Path | None) -> tuple[NotServed, ...]:
    """Put one or all suite folders into the lake; return those refused. Raises LeaderboardError."""
    suites = load_all() if folder is None else load(in_folders([folder]))
    changed = lake.put({tables.suite.id: suite.files for suite, tables in suites.served})
    if changed:
        print(f"put into the lake: {', '.join(changed)}")
    else:
        print("the lake holds this already")
    return suites.refused


def main(arguments: list[str] | None = None) -> int:
    """Build the database, or put the tables into the lake.

    Return 0 when done, 1 when something is wrong.
    """
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
            database = ensure()
            print(database)
            with connect(database) as connection:
                refused = tuple(read_not_served(connection))
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 1
    for refused_folder in refused:
        print(refused_folder.sentence, file=sys.stderr)
    return int(bool(lake.address() and refused))


if __name__ == "__main__":
    sys.exit(main())
