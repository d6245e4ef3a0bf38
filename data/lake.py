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
EXTENSIONS = ("ducklake", "postgres_scanner")
MAX_TRIES = 40
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
    for variable in ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"):
        secret = os.environ.get(variable)
        if secret:
            text = text.replace(secret, "…")

    def without_secret(match: re.Match[str]) -> str:
        return f"{match[4]}:…@" if match[4] else f"{match[1]}{match[2]}…"

    return _SECRET.sub(without_secret, text.partition("\n")[0])


def snapshot() -> int:
    """Return the number of the newest snapshot: it rises with every transaction. Raises
    LeaderboardError."""
    with _connect() as connection:
        [(number,)] = connection.execute("SELECT id FROM lake.current_snapshot()").fetchall()
        return int(number)


def read() -> dict[str, Files]:
    """Return the files of every suite by id, of one snapshot. Raises LeaderboardError if there is
    none."""
    with _connect() as connection:
        connection.execute("BEGIN")
        files_of_suite = {suite: _files(connection, suite) for suite in _ids(connection)}
    if not files_of_suite:
        raise LeaderboardError(
            f"the lake that {VARIABLE} names holds no suites: python -m data.build puts them in"
        )
    return files_of_suite


def put(suites: Mapping[str, Files]) -> list[str]:
    """Put the checked files of suites in by id, in one transaction; return the ids of those that
    changed.

    Raises LeaderboardError.
    """
    with _connect(writable=True) as connection:
        for attempt in range(MAX_TRIES):
            try:
                return _put(connection, suites)
            except duckdb.TransactionException:
                # where it was the commit, nothing is left to end
                with suppress(duckdb.TransactionException):
                    connection.execute("ROLLBACK")
            time.sleep(random.uniform(0.05, 0.2 + 0.1 * attempt))
    raise LeaderboardError(
        f"others wrote to the lake all the time: nothing was put in after {MAX_TRIES} tries"
    )


def _put(connection: duckdb.DuckDBPyConnection, suites: Mapping[str, Files]) -> list[str]:
    connection.execute("BEGIN")
    earlier_ids = {suite.casefold(): suite for suite in _ids(connection)}
    changed = []
    for suite, files in suites.items():
        earlier = earlier_ids.get(suite.casefold(), "")
        if earlier not in ("", suite):  # SQL takes ids that differ by case alone for the same
            raise LeaderboardError(
                f"the lake holds a suite {earlier}: found the id {suite}, expected another one"
            )
        if earlier and data_version(_files(connection, suite)) == data_version(files):
            continue
        table = pa.table({"name": list(files), "content": list(files.values())})
        connection.register("files", table)
        connection.execute(f"CREATE OR REPLACE TABLE {_table(suite)} AS SELECT * FROM files")
        changed.append(suite)
    connection.execute("COMMIT" if changed else "ROLLBACK")
    return changed


def _ids(connection: duckdb.DuckDBPyConnection) -> list[str]:
    is_suite = "database_name = 'lake' AND schema_name = 'main'"
    names = connection.execute(f"SELECT table_name FROM duckdb_tables() WHERE {is_suite}")
    return [name for (name,) in names.fetchall()]


def _files(connection: duckdb.DuckDBPyConnection, suite: str) -> Files:
    return dict(connection.execute(f"FROM {_table(suite)}").fetchall())


def _table(suite: str) -> str:
    return f"lake.main.{quoting.name(suite)}"


@contextmanager
def _connect(*, writable: bool = False) -> Iterator[duckdb.DuckDBPyConnection]:
    """Open the lake. Raises LeaderboardError, which has no password, when it cannot be reached, or
    fails."""
    # rows that would lie in the catalogue belong to the store too
    options = ["DATA_INLINING_ROW_LIMIT 0"] if writable else ["READ_ONLY"]
    extensions = [*EXTENSIONS]
    store = os.environ.get(STORE, "").rstrip("/")
    has_objects = store.startswith("s3://")
    if has_objects:
        extensions.append("httpfs")
    elif store:
        store = str(Path(store).expanduser().resolve())
    if writable and store:
        options.append(f"DATA_PATH {quoting.literal(store + '/')}")
    try:
        with duckdb.connect(config={**ENGINE}) as connection:
            # on a slow machine it would print into what a command says
            connection.execute("SET enable_progress_bar = false")
            for name in extensions:
                connection.execute(f"LOAD {quoting.literal(str(_extension(name)))}")
            if has_objects:
                connection.execute(_secret_statement())
            lake = quoting.literal(address())
            connection.execute(f"ATTACH {lake} AS lake ({', '.join(options)})")
            yield connection
    except duckdb.Error as error:
        # not chained: a traceback in the log would say what is masked here
        raise LeaderboardError(
            f"the lake that {VARIABLE} names cannot be used: {masked(str(error))}"
        ) from None


def _secret_statement() -> str:
    """Return the statement that gives the keys of the object store to the engine, for one
    connection."""
    endpoint = urlsplit(os.environ.get("AWS_ENDPOINT_URL", ""))
    option_values = {
        "KEY_ID": os.environ.get("AWS_ACCESS_KEY_ID"),
        "SECRET": os.environ.get("AWS_SECRET_ACCESS_KEY"),
        "SESSION_TOKEN": os.environ.get("AWS_SESSION_TOKEN"),
        "REGION": os.environ.get("AWS_REGION"),
    }
    if endpoint.netloc:  # a store of one's own has no name for each bucket
        option_values |= {"ENDPOINT": endpoint.netloc, "URL_STYLE": "path"}
    options = ["TYPE s3"]
    for name, value in option_values.items():
        if value:
            options.append(f"{name} {quoting.literal(value)}")
    options.append(f"USE_SSL {endpoint.scheme != 'http'}")
    return f"CREATE SECRET ({', '.join(options)})"


def _extension(name: str) -> Path:
    """Return the path of an extension of the engine that came as a package. Raises
    LeaderboardError."""
    package = importlib.util.find_spec(f"duckdb_extension_{name}")
    if package is not None:
        folder = Path(package.origin or "").parent / f"extensions/v{duckdb.__version__}"
        path = folder / f"{name}.duckdb_extension"
        if path.is_file():
            return path
    raise LeaderboardError(
        f"{VARIABLE} names a lake, and the extension {name} of DuckDB {duckdb.__version__} is"
        f" missing: {INSTALL}"
    )
