"""The suites that several machines share: DuckLake over PostgreSQL and a folder or an object store.

LEADERBOARD_DATABASE=ducklake:postgres:dbname=… host=… names it, LEADERBOARD_STORE where the files
are: a folder, or s3://bucket/folder with the address and keys that programs of object stores read
(AWS_ENDPOINT_URL and others). It holds a table for each suite with the files of its folder. Writers
replace the tables of some suites in one transaction; of two who write one suite at once the later
one begins again. Servers build a database of their own from it, as from folders, so that pages and
the SQL of users never meet the catalogue or its password."""

# ruff: noqa: S608
import importlib.util
import os
import random
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import pyarrow as pa

from data import quoting
from data.engine import ENGINE
from data.errors import LeaderboardError
from data.raw_files import data_version

VARIABLE = "LEADERBOARD_DATABASE"
STORE = "LEADERBOARD_STORE"
PREFIX = "ducklake:"
INSTALL = "pip install -r data/lake-requirements.txt"
OBJECTS = "s3://"
EXTENSIONS = ("ducklake", "postgres_scanner")
TRIES = 40
"""How often a transaction is tried after conflicts."""
Files = Mapping[str, bytes]
"""The files of a suite by name."""
_SECRET = re.compile(
    r"(password|passwd|sslpassword)(\s*=\s*)('(?:\\.|[^'\\])*'|[^\s;'\"]+)|(://[^:/@\s]*):[^@\s]*@",
    re.I,
)


def address() -> str:
    """Return the lake that LEADERBOARD_DATABASE names, "" if it names a folder or nothing."""
    named = os.environ.get(VARIABLE, "").strip()
    return named if named.startswith(PREFIX) else ""


def masked(text: str) -> str:
    """Return a message of the engine in one line and without any password."""
    for secret in filter(None, map(os.environ.get, ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"))):
        text = text.replace(secret, "…")
    return _SECRET.sub(
        lambda m: f"{m[4]}:…@" if m[4] else f"{m[1]}{m[2]}…", text.partition("\n")[0]
    )


def snapshot() -> int:
    """Return the number of the newest snapshot: it rises with every transaction. Raises
    LeaderboardError."""
    with _connect() as con:
        [(number,)] = con.execute("SELECT id FROM lake.current_snapshot()").fetchall()
        return int(number)


def read() -> dict[str, Files]:
    """Return the files of every suite by id, of one snapshot. Raises LeaderboardError if there is
    none."""
    with _connect() as con:
        con.execute("BEGIN")
        found: dict[str, Files] = {
            s: dict(con.execute(f"FROM {_table(s)}").fetchall()) for s in _ids(con)
        }
    if not found:
        raise LeaderboardError(
            f"the lake that {VARIABLE} names holds no suites: python -m data.build puts them in"
        )
    return found


def put(suites: Mapping[str, Files]) -> list[str]:
    """Put the checked files of suites in by id, in one transaction; returns the ids of those that
    changed.

    Raises LeaderboardError.
    """
    with _connect(writable=True) as con:
        for attempt in range(TRIES):
            try:
                return _put(con, suites)
            except duckdb.TransactionException:
                with suppress(
                    duckdb.TransactionException
                ):  # where it was the commit, nothing is left to end
                    con.execute("ROLLBACK")
            time.sleep(random.uniform(0.05, 0.2 + 0.1 * attempt))
    raise LeaderboardError(
        f"others wrote to the lake all the time: nothing was put in after {TRIES} tries"
    )


def _put(con: duckdb.DuckDBPyConnection, suites: Mapping[str, Files]) -> list[str]:
    con.execute("BEGIN")
    there, changed = {suite.casefold(): suite for suite in _ids(con)}, []
    for suite, files in suites.items():
        known = there.get(suite.casefold())
        if known is not None and known != suite:  # SQL takes ids that differ by case alone for one
            raise LeaderboardError(
                f"the lake holds a suite {known}: found the id {suite}, expected another one"
            )
        if known is None or data_version(
            dict(con.execute(f"FROM {_table(suite)}").fetchall())
        ) != data_version(files):
            con.register("files", pa.table({"name": [*files], "content": [*files.values()]}))
            con.execute(f"CREATE OR REPLACE TABLE {_table(suite)} AS SELECT * FROM files")
            changed.append(suite)
    con.execute("COMMIT" if changed else "ROLLBACK")
    return changed


def _ids(con: duckdb.DuckDBPyConnection) -> list[str]:
    own = "database_name = 'lake' AND schema_name = 'main'"
    return [
        str(name)
        for (name,) in con.execute(f"SELECT table_name FROM duckdb_tables() WHERE {own}").fetchall()
    ]


def _table(suite: str) -> str:
    return f"lake.main.{quoting.name(suite)}"


@contextmanager
def _connect(*, writable: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the lake. Raises LeaderboardError, which has no password, when it cannot be reached, or
    fails."""
    # rows that would lie in the catalogue belong to the store too
    options = ["DATA_INLINING_ROW_LIMIT 0"] if writable else ["READ_ONLY"]
    store = os.environ.get(STORE, "")
    objects = store.startswith(OBJECTS)
    if writable and store:
        place = store.rstrip("/") if objects else str(Path(store).expanduser().resolve())
        options.append(f"DATA_PATH {quoting.literal(place + '/')}")
    try:
        with duckdb.connect(config={**ENGINE}) as con:
            for name in (*EXTENSIONS, "httpfs") if objects else EXTENSIONS:
                con.execute(f"LOAD {quoting.literal(str(_extension(name)))}")
            if objects:
                con.execute(_keys())
            con.execute(f"ATTACH {quoting.literal(address())} AS lake ({', '.join(options)})")
            yield con
    except duckdb.Error as error:
        # not chained: a traceback in the log would say what is masked here
        raise LeaderboardError(
            f"the lake that {VARIABLE} names cannot be used: {masked(str(error))}"
        ) from None


def _keys() -> str:
    """Return the statement that gives the keys of the object store to the engine, for one
    connection."""
    endpoint = urlsplit(os.environ.get("AWS_ENDPOINT_URL", ""))
    given = {
        "KEY_ID": os.environ.get("AWS_ACCESS_KEY_ID"),
        "SECRET": os.environ.get("AWS_SECRET_ACCESS_KEY"),
        "SESSION_TOKEN": os.environ.get("AWS_SESSION_TOKEN"),
        "REGION": os.environ.get("AWS_REGION"),
        # a store of one's own has no name for each bucket
        **({"ENDPOINT": endpoint.netloc, "URL_STYLE": "path"} if endpoint.netloc else {}),
    }
    options = "".join(
        f", {name} {quoting.literal(value)}" for name, value in given.items() if value
    )
    return f"CREATE SECRET (TYPE s3{options}, USE_SSL {endpoint.scheme != 'http'})"


def _extension(name: str) -> Path:
    """Return the path of an extension of the engine that came as a package. Raises
    LeaderboardError."""
    found = importlib.util.find_spec(f"duckdb_extension_{name}")
    path = (
        Path(found.origin or "").parent
        / f"extensions/v{duckdb.__version__}/{name}.duckdb_extension"
        if found
        else None
    )
    if path is None or not path.is_file():
        raise LeaderboardError(
            f"{VARIABLE} names a lake, and the extension {name} of DuckDB {duckdb.__version__} is"
            f" missing: {INSTALL}"
        )
    return path
