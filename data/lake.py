"""The database as a lake that several machines share: DuckLake, its catalogue in PostgreSQL, Parquet files on a store.

LEADERBOARD_DATABASE=ducklake:postgres:dbname=… host=… names it, LEADERBOARD_STORE where the files are: a folder, or
s3://bucket/folder with the address and keys that programs of object stores read (AWS_ENDPOINT_URL and others).
Maintainers put suites in, each time in one transaction, which is one snapshot; its note says which data versions it
brought, so that each can be opened again. A server copies what it serves into a file of its own (data/build.py) and
follows the lake (data/connection.py): pages and the SQL of readers never meet the catalogue or its password.
"""

# ruff: noqa: S608
import hashlib
import importlib.util
import json
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import duckdb

from components.errors import LeaderboardError, UnknownName
from data import database, per_sample, quoting
from data.columns import PER_SAMPLE, RUNS
from data.engine import ENGINE
from data.manifest import manifest_of
from data.per_sample import Use
from data.registry import RUN_KEYS, Tables
from data.relations import table_of

VARIABLE = "LEADERBOARD_DATABASE"
STORE = "LEADERBOARD_STORE"
PREFIX = "ducklake:"
INSTALL = "pip install -r data/lake-requirements.txt"
OBJECTS = "s3://"
EXTENSIONS, OF_OBJECTS = ("ducklake", "postgres_scanner"), "httpfs"
TRIES = 40
"""How often a transaction is retried after a conflict."""
_SECRET = re.compile(
    r"(password|passwd|sslpassword)(\s*=\s*)('(?:\\.|[^'\\])*'|[^\s;'\"]+)|(://[^:/@\s]*):[^@\s]*@", re.I
)
T = TypeVar("T")
Snapshots = Mapping[tuple[str, str], int]


def address() -> str:
    """The lake that LEADERBOARD_DATABASE names; empty where it names a folder, or nothing."""
    named = os.environ.get(VARIABLE, "").strip()
    return named if named.startswith(PREFIX) else ""


def masked(text: str) -> str:
    """A message of the engine, in one line and without any password."""
    for secret in filter(None, map(os.environ.get, ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"))):
        text = text.replace(secret, "…")
    return _SECRET.sub(lambda m: f"{m[4]}:…@" if m[4] else f"{m[1]}{m[2]}…", text.partition("\n")[0])


@contextmanager
def connect(*, writable: bool = False, at: int | None = None) -> Iterator[duckdb.DuckDBPyConnection]:
    """The lake, whose tables need no schema before their names; read-only unless asked otherwise, `at` a snapshot.

    Raises LeaderboardError when it cannot be reached, or fails. No message has a password.
    """
    options = ["DATA_INLINING_ROW_LIMIT 0"] if writable else ["READ_ONLY"]
    store = os.environ.get(STORE, "")
    objects = store.startswith(OBJECTS)
    if writable and store:
        place = store.rstrip("/") if objects else str(Path(store).expanduser().resolve())
        options.append(f"DATA_PATH {quoting.literal(place + '/')}")
    if at is not None:
        options.append(f"SNAPSHOT_VERSION {at:d}")
    try:
        with duckdb.connect(config={**ENGINE}) as con:
            for name in (*EXTENSIONS, OF_OBJECTS) if objects else EXTENSIONS:
                con.execute(f"LOAD {quoting.literal(str(_extension(name)))}")
            if objects:
                con.execute(_keys())
            con.execute(f"ATTACH {quoting.literal(address())} AS lake ({', '.join(options)})")
            yield con
    except duckdb.Error as error:
        # not chained: a traceback in the log would say what is masked here
        raise LeaderboardError(f"the lake that {VARIABLE} names cannot be used: {masked(str(error))}") from None


def _keys() -> str:
    """The statement that names the object store and its keys to the engine, for this connection alone."""
    address = urlsplit(os.environ.get("AWS_ENDPOINT_URL", ""))
    given = {
        "KEY_ID": os.environ.get("AWS_ACCESS_KEY_ID"),
        "SECRET": os.environ.get("AWS_SECRET_ACCESS_KEY"),
        "SESSION_TOKEN": os.environ.get("AWS_SESSION_TOKEN"),
        "REGION": os.environ.get("AWS_REGION"),
        # a store of one's own has no name for each bucket
        **({"ENDPOINT": address.netloc, "URL_STYLE": "path"} if address.netloc else {}),
    }
    options = "".join(f", {name} {quoting.literal(value)}" for name, value in given.items() if value)
    return f"CREATE SECRET (TYPE s3{options}, USE_SSL {address.scheme != 'http'})"


def _extension(name: str) -> Path:
    """The path of an extension of the engine that came as a package: nothing is fetched. Raises LeaderboardError."""
    found = importlib.util.find_spec(f"duckdb_extension_{name}")
    path = (
        Path(found.origin or "").parent / f"extensions/v{duckdb.__version__}/{name}.duckdb_extension" if found else None
    )
    if path is None or not path.is_file():
        raise LeaderboardError(
            f"{VARIABLE} names a lake, and the extension {name} of DuckDB {duckdb.__version__} is missing: {INSTALL}"
        )
    return path


@cache
def schema() -> str:
    """The schema of the lake for suites that lie like this: later code with another shape writes beside it."""
    return f"tables_{hashlib.sha256(database.shape()).hexdigest()[:8]}"


# --- out


def snapshot(con: duckdb.DuckDBPyConnection) -> int:
    """The number of the latest snapshot."""
    row = con.execute("SELECT id FROM lake.current_snapshot()").fetchone()
    assert row is not None
    return int(row[0])


def snapshots(con: duckdb.DuckDBPyConnection) -> Snapshots:
    """The snapshot that brought each data version of each suite, those that are still kept."""
    noted = "SELECT snapshot_id, commit_extra_info FROM lake.snapshots() WHERE commit_message = $1 ORDER BY snapshot_id"
    found: dict[tuple[str, str], int] = {}
    for number, note in con.execute(noted, [_message()]).fetchall():
        found.update({(suite, version): int(number) for suite, version in json.loads(note).items()})
    return found


def versions(con: duckdb.DuckDBPyConnection) -> list[tuple[str, str]]:
    """Id and data version of every suite, in the order in which they are offered. Raises LeaderboardError for none."""
    found = []
    if _made(con):
        con.execute(f"USE lake.{schema()}")
        found = con.execute("SELECT id, data_version FROM suite ORDER BY position, id").fetchall()
    if not found:
        raise LeaderboardError(f"the lake that {VARIABLE} names holds no suites: python -m data.build puts them in")
    return [(str(suite), str(version)) for suite, version in found]


def read() -> list[Tables]:
    """Every suite of the latest snapshot, in the order in which they are offered. Raises LeaderboardError."""
    with connect() as con:
        con.execute("BEGIN")
        number = snapshot(con)
        return [_whole(con, suite, version, number) for suite, version in versions(con)]


def read_at(suite_id: str, number: int) -> Tables:
    """A suite as it was at a snapshot. Raises LeaderboardError, UnknownName."""
    with connect(at=number) as con:
        there = dict(versions(con))
        if suite_id not in there:
            raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(there)}")
        return _whole(con, suite_id, there[suite_id], number)


def _whole(con: duckdb.DuckDBPyConnection, suite_id: str, version: str, number: int) -> Tables:
    """A suite that holds what was put in, as it was at a snapshot; values of single samples stay in the lake until
    somebody asks for them. Raises LeaderboardError.
    """
    tables = database.read_tables(con, suite_id, rows_of=lambda name: _rows(suite_id, name))
    tables = replace(tables, per_sample=database.stored_samples(con, suite_id, _use(suite_id, number)))
    if manifest_of(tables) != database.put_in(con, suite_id):
        raise LeaderboardError(f"the lake's tables of {suite_id} {version} are not those that were put in")
    return tables


def _use(suite_id: str, number: int) -> Use:
    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        with connect(at=number) as con:
            con.execute(f"USE lake.{schema()}")
            return ask(con, _table(suite_id, PER_SAMPLE.name))

    return use


# --- in


def put(suites: Sequence[Tables]) -> list[str]:
    """Put suites in, all in one transaction, each in the place of one with its id; returns the ids that changed.

    Every writer replaces the one row of `turn`, so that of two at once one comes first and the other begins again.
    Raises LeaderboardError.
    """
    with database.connect(Path(":memory:"), writable=True) as checked:
        database.write(checked, suites, samples=False)
        with connect(writable=True) as con:
            for attempt in range(TRIES):
                try:
                    return _put(con, checked, suites)
                except duckdb.TransactionException:
                    with suppress(duckdb.TransactionException):  # where it was the commit, nothing is left to end
                        con.execute("ROLLBACK")
                time.sleep(random.uniform(0.05, 0.2 + 0.1 * attempt))
    raise LeaderboardError(f"others wrote to the lake all the time: nothing was put in after {TRIES} tries")


def _put(con: duckdb.DuckDBPyConnection, checked: duckdb.DuckDBPyConnection, suites: Sequence[Tables]) -> list[str]:
    con.execute("BEGIN")
    if not _made(con):
        con.execute(f"CREATE SCHEMA lake.{schema()}")
        con.execute(f"CREATE TABLE lake.{schema()}.turn (versions VARCHAR NOT NULL)")
        for table in ("suite", "manifest"):
            _copy(con, checked, f"SELECT * FROM {table} LIMIT 0", f"CREATE TABLE lake.{schema()}.{table} AS")
    con.execute(f"USE lake.{schema()}")
    found = con.execute("SELECT id, data_version, position FROM suite").fetchall()
    there = {str(suite): (str(version), int(place)) for suite, version, place in found}
    # SQL takes ids that differ by case alone for one
    folded = {suite.casefold(): suite for suite in there}
    for tables in suites:
        known = folded.get(tables.suite.id.casefold(), tables.suite.id)
        if known != tables.suite.id:
            raise LeaderboardError(
                f"the lake holds a suite {known}: found the id {tables.suite.id}, expected another one"
            )
    new = {t.suite.id: t for t in suites if there.get(t.suite.id, ("", 0))[0] != t.data_version}
    if not new:
        con.execute("ROLLBACK")
        return []
    last = max((place for _, place in there.values()), default=0)
    for suite in new:
        last += suite not in there
        _replace(con, checked, suite, there[suite][1] if suite in there else last)
        values = new[suite].per_sample
        if values is not None:
            per_sample.put(values, con, f"CREATE TABLE {_table(suite, PER_SAMPLE.name)} AS SELECT * FROM incoming")
    added = json.dumps({suite: tables.data_version for suite, tables in new.items()})
    con.execute("DELETE FROM turn")
    con.execute("INSERT INTO turn VALUES ($1)", [added])
    con.execute("CALL lake.set_commit_message('data.build', $1, extra_info => $2)", [_message(), added])
    con.execute("COMMIT")
    return list(new)


def _replace(con: duckdb.DuckDBPyConnection, checked: duckdb.DuckDBPyConnection, suite: str, place: int) -> None:
    """Replace the tables of a suite."""
    before = con.execute("SELECT name FROM manifest WHERE suite = $1", [suite]).fetchall()
    for (name,) in before:
        con.execute(f"DROP TABLE {_table(suite, name)}")
    con.execute("DELETE FROM suite WHERE id = $1", [suite])
    con.execute("DELETE FROM manifest WHERE suite = $1", [suite])
    own = f"SELECT * REPLACE ({place:d}::INTEGER AS position) FROM suite WHERE id = {quoting.literal(suite)}"
    _copy(con, checked, own, "INSERT INTO suite BY NAME")
    listed = f"FROM manifest WHERE suite = {quoting.literal(suite)}"
    _copy(con, checked, f"SELECT * {listed}", "INSERT INTO manifest BY NAME")
    for (name,) in checked.execute(f"SELECT name {listed}").fetchall():
        if name != PER_SAMPLE.name:
            ids = ", ".join(f"CAST({c} AS VARCHAR) AS {c}" for c in RUN_KEYS[:3]) if name == RUNS.name else ""
            texts = f"REPLACE ({ids})" if ids else ""
            rows = f"SELECT rowid AS _row, * {texts} FROM {table_of(suite, name)} ORDER BY rowid"
            _copy(con, checked, rows, f"CREATE TABLE {_table(suite, name)} AS")


def _copy(con: duckdb.DuckDBPyConnection, checked: duckdb.DuckDBPyConnection, rows: str, into: str) -> None:
    """Run a statement of the lake on rows that the other engine has."""
    con.register("incoming", checked.execute(rows).to_arrow_table())
    con.execute(f"{into} SELECT * FROM incoming")
    con.unregister("incoming")


def _table(suite: str, name: str) -> str:
    """The table of the lake that holds a table of a suite."""
    return quoting.name(f"{name} of {suite}")


def _rows(suite: str, name: str) -> str:
    """The query for the rows of such a table, in the order of its file."""
    return f"SELECT * EXCLUDE (_row) FROM {_table(suite, name)} ORDER BY _row"


def _made(con: duckdb.DuckDBPyConnection) -> bool:
    """Whether the relations of this code are in the lake."""
    there = "SELECT 1 FROM duckdb_tables() WHERE database_name = 'lake' AND schema_name = $1 AND table_name = 'suite'"
    return con.execute(there, [schema()]).fetchone() is not None


def _message() -> str:
    """What marks the snapshots that can be opened by this code."""
    return f"suites in {schema()}"
