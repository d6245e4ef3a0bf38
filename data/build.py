"""Builds the database from the tables: `python -m data.build [--manifest]`.

The database is named after the version of all tables and of the schema, built beside its place under another
name, checked by reading everything back, and only then put in place. A lock lets one process build while others
wait for it; it falls with its process, so a killed build leaves nothing that could block or be taken for whole.
"""

from __future__ import annotations

import argparse
import errno
import fcntl
import hashlib
import logging
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from components.errors import LeaderboardError
from data.database import DamagedDatabase, connect, shape, verify, write
from data.files import data_version, read_bytes
from data.folders import suite_folders
from data.load import load_suite
from data.problems import Problems, SuiteProblems
from data.registry import Tables
from data.versions import keep

log = logging.getLogger("leaderboard.data")

VARIABLE = "LEADERBOARD_DATABASE"
DEFAULT = Path(__file__).parent.parent / "build"
OLD_DATABASES = 3
"""Databases of other versions that stay beside the current one, the latest first."""
_NAME = re.compile(r"leaderboard-[0-9a-f]{12}\.duckdb")


def database_folder() -> Path:
    """The folder of the database: LEADERBOARD_DATABASE, else build/ beside the code."""
    named = os.environ.get(VARIABLE, "")
    return Path(named).expanduser().resolve() if named else DEFAULT


def database_path(version: str) -> Path:
    """Where the database of a version stands."""
    return database_folder() / f"leaderboard-{version}.duckdb"


def version_of(data_versions: Iterable[str]) -> str:
    """The version of a database: first 12 hex digits over the schema, the views and the data versions of its suites."""
    digest = hashlib.sha256(shape())
    for version in data_versions:
        digest.update(f"{version}\0".encode())
    return digest.hexdigest()[:12]


def current_version() -> str:
    """The version that the database of the files as they are now must have.

    Raises LeaderboardError when a file cannot be read.
    """
    versions = []
    for folder in suite_folders():
        problems = Problems()
        versions.append(data_version(read_bytes(folder, problems)))
        if problems.all:
            raise SuiteProblems(problems.all, str(folder))
    return version_of(versions)


def ensure() -> Path:
    """The path of a sound database of the tables as they are now, built when there is none.

    Raises LeaderboardError when the tables are refused or the place cannot be written.
    """
    path = database_path(current_version())
    return build() if _flaw(path) else path


def build() -> Path:
    """Build the database unless a sound one is there by the time the lock is held."""
    suites = load_all()
    version = version_of(tables.data_version for tables in suites)
    path = database_path(version)
    if path.parent.exists() and not path.parent.is_dir():
        raise LeaderboardError(f"{VARIABLE} names {path.parent}: found a file, expected a folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(path.parent / "leaderboard.lock"):
            _sweep(path)
            flaw = _flaw(path)
            if flaw:
                if path.exists():
                    log.warning("the database %s is damaged and will be built again: %s", path, flaw)
                path.unlink(missing_ok=True)
                _build_into(path, suites, version)
    except OSError as error:
        raise LeaderboardError(
            f"the database cannot be written to {path.parent} ({error.strerror or error}): "
            f"set {VARIABLE} to a folder that can be written, or build there beforehand with python -m data.build"
        ) from error
    return path


def load_all() -> list[Tables]:
    """Every suite, checked. Raises LeaderboardError for refused suites and for two suites with one id."""
    by_id: dict[str, tuple[Path, Tables]] = {}
    for folder in suite_folders():
        tables = load_suite(folder)
        # SQL takes ids that differ by case alone for one
        other = by_id.setdefault(tables.suite.id.casefold(), (folder, tables))
        if other[0] != folder:
            raise LeaderboardError(f"found the suite {tables.suite.id} in {other[0]} and in {folder}, expected it once")
    return [tables for _, tables in by_id.values()]


def _build_into(path: Path, suites: list[Tables], version: str) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with connect(temporary, writable=True) as con:
            write(con, suites, version)
            # closing would do it too, but keeps silent when the disk is full, and leaves half of the tables in the log
            con.execute("CHECKPOINT")
        with connect(temporary) as con:
            verify(con, version)
    except (duckdb.Error, DamagedDatabase, MemoryError) as error:
        _sweep(path)
        if os.strerror(errno.ENOSPC) in str(error):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
        raise LeaderboardError(f"the database could not be built in {path.parent}: {_said(error)}") from error
    _flush(temporary)
    os.replace(temporary, path)
    _flush(path.parent)
    log.info("built %s: %d suites, %d runs", path, len(suites), sum(len(t.runs) for t in suites))


def _flaw(path: Path) -> str:
    """Why a database is not there or does not hold what was put in; empty when it does."""
    if not path.exists():
        return "it is not there"
    try:
        with connect(path) as con:
            verify(con, path.stem.removeprefix("leaderboard-"))
    except (duckdb.Error, DamagedDatabase) as error:
        return _said(error)
    return ""


def _said(error: Exception) -> str:
    """The first line of what the engine says; the others tell where in the engine it happened."""
    return str(error).partition("\n")[0] or "not enough memory"


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _sweep(current: Path) -> None:
    """Remove what killed builds left and all but the latest superseded databases. Called under the lock.

    A process that still reads a removed database keeps its open file.
    """
    for left in current.parent.glob("leaderboard-*.tmp*"):
        left.unlink(missing_ok=True)
    others = [p for p in current.parent.glob("leaderboard-*.duckdb") if p != current and _NAME.fullmatch(p.name)]
    for old in sorted(others, key=lambda p: p.stat().st_mtime, reverse=True)[OLD_DATABASES:]:
        old.unlink(missing_ok=True)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def main(arguments: list[str] | None = None) -> int:
    """Build the database, or with --manifest keep what the suites hold now."""
    parser = argparse.ArgumentParser(prog="python -m data.build", description="Build the database from the tables.")
    parser.add_argument("--manifest", action="store_true", help="keep what the tables hold now, for older links")
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    try:
        if chosen.manifest:
            for folder, tables in zip(suite_folders(), load_all(), strict=True):
                print(*keep(folder, tables), sep="\n")
        else:
            print(ensure())
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
