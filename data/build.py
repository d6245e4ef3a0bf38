"""Builds the database from the tables: `python -m data.build [--manifest] [--suite FOLDER]`.

The database is named after the version of all tables and of the schema, built beside its place under another
name, checked by reading everything back, and only then put in place. A lock lets one process build while others
wait for it; it falls with its process, so a killed build leaves nothing that could block or be taken for whole.
Where LEADERBOARD_DATABASE names a lake (data/lake.py), the tables are put into that, and the database is a copy of it.
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
from dataclasses import dataclass
from pathlib import Path

import duckdb

from components.errors import LeaderboardError
from data import lake
from data.database import DamagedDatabase, connect, intact, read_not_served, shape, verify, write
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


def database_folder() -> Path:
    """The folder of the database: LEADERBOARD_DATABASE, of a lake's copies LEADERBOARD_COPIES, else build/ here."""
    named = os.environ.get(_place(), "")
    return Path(named).expanduser().resolve() if named else DEFAULT


def _place() -> str:
    """The variable that names the folder of the database."""
    return COPIES if lake.address() else VARIABLE


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
    """The version that the database of the files, or of the lake, as they are now must have."""
    if lake.address():
        with lake.connect() as con:
            return version_of(version for _, version in lake.versions(con))
    return version_of(_state(folder) for folder in suite_folders())


def _state(folder: Path) -> str:
    """The data version of a folder's files; where some cannot be read, of what can and what is said of the others."""
    problems = Problems()
    version = data_version({**read_bytes(folder, problems), **parquet_files(folder, problems)})
    return " ".join([version, *(p.message for p in problems.all)])


def ensure() -> Path:
    """The path of a sound database of the tables as they are now, built when there is none.

    Raises LeaderboardError when no suite can be served or the place cannot be written.
    """
    path = database_path(current_version())
    return build() if _flaw(path) else path


def build() -> Path:
    """Build the database unless a sound one is there by the time the lock is held."""
    loaded = _from_lake() if lake.address() else load_all()
    return _built(loaded, database_path(version_of(loaded.states)))


def older_path(data_version: str) -> Path:
    """Where the database of one suite stands as it was, beside those that are served."""
    path = database_path(version_of((data_version,)))
    return path.parent / "older" / path.name


def build_older(tables: Tables) -> Path:
    """That database, built when there is none. `tables` hold all runs."""
    return _built(Loaded(((Path(), tables),), (), (tables.data_version,)), older_path(tables.data_version))


def _built(loaded: Loaded, path: Path) -> Path:
    version = version_of(loaded.states)
    if path.parent.exists() and not path.parent.is_dir():
        raise LeaderboardError(f"{_place()} names {path.parent}: found a file, expected a folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _lock(path.parent / "leaderboard.lock"):
            _sweep(path)
            flaw = _flaw(path)
            if flaw:
                if path.exists():
                    log.warning("the database %s is damaged and will be built again: %s", path, flaw)
                path.unlink(missing_ok=True)
                _build_into(path, loaded, version)
    except OSError as error:
        raise LeaderboardError(
            f"the database cannot be written to {path.parent} ({error.strerror or error}): "
            f"set {_place()} to a folder that can be written, or build there beforehand with python -m data.build"
        ) from error
    return path


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


def _build_into(path: Path, loaded: Loaded, version: str) -> None:
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with connect(temporary, writable=True) as con:
            write(con, loaded.tables, version, loaded.refused)
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
    log.info("built %s: %d suites, %d runs", path, len(loaded.suites), sum(len(t.runs) for t in loaded.tables))


def _flaw(path: Path) -> str:
    """Why a database is not there or does not hold what was put in; empty when it does."""
    if not path.exists():
        return "it is not there"
    try:
        with connect(path) as con:
            version = path.stem.removeprefix("leaderboard-")
            if not intact(con, version):
                verify(con, version)
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


def _put(folder: Path | None) -> tuple[NotServed, ...]:
    """Put a suite folder, or all of them, into the lake; gives back those that are refused. Raises LeaderboardError."""
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
        for one in refused:
            print(one.sentence, file=sys.stderr)
    except duckdb.Error as error:
        print(f"the database cannot be read: {_said(error)}", file=sys.stderr)
        return 1
    except LeaderboardError as error:
        print(error, file=sys.stderr)
        return 1
    return int(bool(chosen.manifest or lake.address()) and bool(refused))


if __name__ == "__main__":
    sys.exit(main())
