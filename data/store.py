"""Reading the database: the suites and their tables. Read-only, one cursor per call, safe in threads.

Whatever reads raises Unavailable while a database that was spoilt cannot be built again (data/connection.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import duckdb
import pandas as pd

from components.errors import Unavailable
from data import build, database, lake, run_pages, sampling
from data.connection import Connection
from data.manifest import Manifest, Stored, compare, history, stored_manifest
from data.per_sample import Use
from data.registry import NotServed, Size, Suite, Tables
from data.relations import samples_of

_connection = Connection()
REPLACED = "The tables were replaced while they were read: load the page again."
T = TypeVar("T")
_checked: set[Path] = set()
"""Databases of older versions that this process has found whole."""


def suites() -> list[Suite]:
    """Every suite, built-in ones first."""
    return list(_connection.kept("suites", database.read_suites))


def not_served() -> list[NotServed]:
    """The folders whose suites are refused, with every problem of each."""
    return _connection.read(database.read_not_served)


def sizes() -> dict[str, Size]:
    """How much each suite holds, without reading its tables."""
    return dict(_connection.kept("sizes", database.read_sizes))


def state() -> str:
    """The name of the lake's state that is served; empty for a database built from files."""
    return _connection.state()


def opens(suite_id: str, version: str) -> bool:
    """Whether an older data version of a suite can be opened: a lake keeps each as a snapshot."""
    return _connection.snapshot(suite_id, version) is not None


def tables(suite_id: str, version: str = "") -> Tables:
    """A suite's tables, to the bit those that `data.load.load_suite` reads from its folder, but for very many runs.

    Of these, `runs` has some and `whole` has the aggregates of all (data/sampling.py). `version` is an older one, that
    `opens` knows. Raises UnknownName, and LeaderboardError when a lake that holds the older version cannot be read.
    """

    def ask(cursor: duckdb.DuckDBPyConnection) -> Tables:
        found = database.read_tables(cursor, suite_id, sampled=True)
        return replace(found, per_sample=database.stored_samples(cursor, suite_id, _use(suite_id, found.data_version)))

    if not _is_older(suite_id, version):
        return _connection.read(ask)
    whole = _as_it_was(suite_id, version)
    if not sampling.too_many(whole.runs):
        return whole
    with database.connect(_older(suite_id, version, whole)) as older:
        return ask(older)


def _is_older(suite_id: str, version: str) -> bool:
    return bool(version) and opens(suite_id, version) and version != data_version(suite_id)


def _as_it_was(suite_id: str, version: str) -> Tables:
    """All of a suite at an older data version that `opens` knows. Raises LeaderboardError, UnknownName."""
    number = _connection.snapshot(suite_id, version)
    if number is None:
        raise Unavailable(REPLACED)
    return lake.read_at(suite_id, number)


def _use(suite_id: str, version: str) -> Use:
    """How the values of single samples of this data version of a suite are read."""

    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        return _of_version(suite_id, version, lambda cursor: ask(cursor, samples_of(suite_id)))

    return use


def _of_version(suite_id: str, version: str, ask: Callable[[duckdb.DuckDBPyConnection], T]) -> T:
    """What a data version of a suite answers: the one served, or an older one that `opens` knows."""
    if _is_older(suite_id, version):
        with database.connect(_older(suite_id, version)) as older:
            return ask(older)

    def same(cursor: duckdb.DuckDBPyConnection) -> T:
        if database.data_version(cursor, suite_id) != version:
            raise Unavailable(REPLACED)
        return ask(cursor)

    return _connection.read(same)


def run_page(suite: Tables, wanted: Mapping[str, Sequence[str]], page: int) -> pd.DataFrame:
    """A page of all runs of a large suite that is served, with these ids in its columns (data/run_pages.py)."""
    return _of_version(suite.suite.id, suite.data_version, lambda cursor: run_pages.read(cursor, suite, wanted, page))


def run_count(suite: Tables, wanted: Mapping[str, Sequence[str]]) -> int:
    """How many runs all these pages have."""
    return _of_version(suite.suite.id, suite.data_version, lambda cursor: run_pages.count(cursor, suite, wanted))


def write_runs(suite: Tables, path: Path) -> None:
    """Write all runs of a large suite that is served as a Parquet file (data/run_pages.py)."""
    _of_version(suite.suite.id, suite.data_version, lambda cursor: run_pages.write(cursor, suite, path))


def data_version(suite_id: str) -> str:
    """First 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""
    return _connection.kept(f"data version of {suite_id}", lambda cursor: database.data_version(cursor, suite_id))


def versions(suite_id: str) -> tuple[Stored, ...]:
    """The dated data versions of a suite up to the one served, oldest first. Raises UnknownName."""
    return history(suite_id, data_version(suite_id))


def changes(suite_id: str, old_version: str) -> list[str]:
    """What changed between a suite's older data version and the one served, as sentences; empty when nothing did.

    Raises UnknownName for an unknown suite. `old_version` may be any text, as it comes from a link.
    """
    if old_version == data_version(suite_id):
        return []
    old = stored_manifest(suite_id, old_version)
    if old is None:
        return ["No record is kept of that version, so what changed cannot be said."]
    return compare(old, manifest(suite_id))


def manifest(suite_id: str) -> Manifest:
    """Rows and fingerprint of every table of a suite that is served."""
    return _connection.read(lambda cursor: database.put_in(cursor, suite_id))


def path(suite_id: str = "", version: str = "") -> Path:
    """The path of the database that is served, built again when it is gone. Raises Unavailable while it cannot be.

    Of an older data version that `opens` knows: the path of one that holds this suite alone.
    """
    if not _is_older(suite_id, version):
        return _connection.path()
    return _older(suite_id, version)


def _older(suite_id: str, version: str, whole: Tables | None = None) -> Path:
    """The path of the database of an older version; `whole` are its tables, where they are loaded."""
    there = build.older_path(version)
    if there not in _checked or not there.exists():
        _checked.add(build.build_older(whole or _as_it_was(suite_id, version)))
    return there


def close() -> None:
    """Close the connection; the next call looks for the database again. At the end, for tests, for changed tables."""
    _connection.close()
