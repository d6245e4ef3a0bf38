"""Reading the database: the suites, their tables, named queries. Read-only, one cursor per call, safe in threads."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

import duckdb
import pandas as pd

from components.errors import LeaderboardError, UnknownName
from data import build, database
from data.manifest import Stored, compare, history, manifest_of, stored_manifest
from data.registry import NotServed, Size, Suite, Tables

_opening = threading.Lock()
_connections: dict[str, duckdb.DuckDBPyConnection] = {}


def suites() -> list[Suite]:
    """Every suite, built-in ones first."""
    return list(_suites())


def not_served() -> list[NotServed]:
    """The folders whose suites are refused, with every problem of each."""
    with _cursor() as cursor:
        return database.read_not_served(cursor)


def sizes() -> dict[str, Size]:
    """How much each suite holds, without reading its tables."""
    rows = query("sizes").to_dict("records")
    return {str(r.pop("suite")): Size(**{str(k): int(v) for k, v in r.items()}) for r in rows}


def tables(suite_id: str) -> Tables:
    """A suite's tables, the same to the bit as `data.load.load_suite` of its folder. Raises UnknownName."""
    with _cursor() as cursor:
        return database.read_tables(cursor, suite_id)


@cache
def data_version(suite_id: str) -> str:
    """First 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""
    with _cursor() as cursor:
        row = database.run(cursor, "data_version", suite=suite_id).fetchone()
    if row is None:
        raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(s.id for s in suites())}")
    return str(row[0])


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
    return compare(old, manifest_of(tables(suite_id)))


def query(name: str, **bound: Any) -> pd.DataFrame:
    """The result of a named query (data/queries) with bound values. Raises UnknownName, LeaderboardError."""
    with _cursor() as cursor:
        try:
            return database.run(cursor, name, **bound).df()
        except duckdb.Error as error:
            raise LeaderboardError(f"the query {name} failed: {error}") from error


def close() -> None:
    """Close the connection; the next call looks for the database again. For tests and for changed tables."""
    with _opening:
        for con in _connections.values():
            con.close()
        _connections.clear()
    _suites.cache_clear()
    data_version.cache_clear()


@cache
def _suites() -> tuple[Suite, ...]:
    with _cursor() as cursor:
        return tuple(database.read_suites(cursor))


def _cursor() -> duckdb.DuckDBPyConnection:
    """A cursor of its own on the one read-only connection of this process, opened at the first call."""
    with _opening:
        if not _connections:
            _connections["database"] = database.connect(build.ensure())
        return _connections["database"].cursor()
