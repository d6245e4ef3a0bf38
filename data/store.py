"""Reading the database: the suites, their tables, named queries. Read-only, one cursor per call, safe in threads.

Whatever reads raises Unavailable while a database that was spoilt cannot be built again (data/connection.py).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from components.errors import LeaderboardError, UnknownName
from data import database
from data.connection import Connection
from data.manifest import Stored, compare, history, stored_manifest
from data.registry import NotServed, Size, Suite, Tables

_connection = Connection()


def suites() -> list[Suite]:
    """Every suite, built-in ones first."""
    return list(_connection.kept("suites", database.read_suites))


def not_served() -> list[NotServed]:
    """The folders whose suites are refused, with every problem of each."""
    return _connection.read(database.read_not_served)


def sizes() -> dict[str, Size]:
    """How much each suite holds, without reading its tables."""
    rows = query("sizes").to_dict("records")
    return {str(r.pop("suite")): Size(**{str(k): int(v) for k, v in r.items()}) for r in rows}


def tables(suite_id: str) -> Tables:
    """A suite's tables, the same to the bit as `data.load.load_suite` of its folder, but for the runs of a large suite.

    Of these, `runs` has some and `whole` says what all come to (data/sampling.py). Raises UnknownName.
    """
    return _connection.read(lambda cursor: database.read_tables(cursor, suite_id, sampled=True))


def data_version(suite_id: str) -> str:
    """First 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""

    def ask(cursor: duckdb.DuckDBPyConnection) -> str:
        row = database.run(cursor, "data_version", suite=suite_id).fetchone()
        if row is None:
            raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(s.id for s in suites())}")
        return str(row[0])

    return _connection.kept(f"data version of {suite_id}", ask)


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
    rows = query("manifest", suite=suite_id).to_dict("records")
    return compare(old, {str(r["name"]): {"rows": int(r["rows"]), "fingerprint": str(r["fingerprint"])} for r in rows})


def query(name: str, **bound: Any) -> pd.DataFrame:
    """The result of a named query (data/queries) with bound values. Raises UnknownName, LeaderboardError."""
    try:
        return _connection.read(lambda cursor: database.run(cursor, name, **bound).df())
    except duckdb.Error as error:
        raise LeaderboardError(f"the query {name} failed: {error}") from error


def path() -> Path:
    """Where the database stands that is served, built again when it is gone. Raises Unavailable while it cannot be."""
    return _connection.path()


def close() -> None:
    """Close the connection; the next call looks for the database again. At the end, for tests, for changed tables."""
    _connection.close()
