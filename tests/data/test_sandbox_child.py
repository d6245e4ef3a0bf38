"""Every function and relation of the engine, asked of the database: none tells of the server."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import duckdb
import pytest

from data import build
from data.sandbox_child import (
    CATALOGUE,
    TABLE_FUNCTIONS,
    Refused,
    connect,
    internal_views,
    message_of,
    statement_of,
)
from tests.cases import stored
from tests.data.conftest import SECRET

ROOT = Path(__file__).resolve().parents[2]
RELATIONS = (
    "duckdb_databases",
    "pg_settings",
    "FROM duckdb_databases()",
    "allowed_paths",
    "home_directory",
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the database: one process cannot open a file with two configurations."""
    return shutil.copy(build.ensure(), tmp_path_factory.mktemp("served") / "served.duckdb")


@pytest.fixture(scope="module")
def con(path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The database as the child of a query opens it."""
    with connect(str(path), "unified_unlearning", "256MB") as con:
        yield con


@pytest.fixture(scope="module")
def functions(con: duckdb.DuckDBPyConnection) -> list[str]:
    """The names of all functions of the engine, in lower case."""
    names = {
        str(name)
        for (name,) in con.execute("SELECT lower(function_name) FROM duckdb_functions()").fetchall()
    }
    # these wait, and what a fixed address of memory holds ends the process: the child has its own
    # end for both
    return sorted(names - {"sleep_ms", "pg_sleep"})


@cache
def internal(con: duckdb.DuckDBPyConnection) -> set[str]:
    return internal_views(con)


def refused(con: duckdb.DuckDBPyConnection, sql: str) -> bool:
    try:
        statement_of(con, sql, internal(con))
    except (Refused, duckdb.ParserException):
        return True
    return False


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def test_only_some_functions_stand_in_from(con, functions):
    others = set(functions) - set(TABLE_FUNCTIONS)
    assert set(functions) >= set(TABLE_FUNCTIONS)
    assert {"arrow_scan", "histogram_values", "query", "query_table", "read_csv"} <= others
    assert [n for n in sorted(others) if not refused(con, f"FROM {quoted(n)}('run')")] == []
    for form in ("SELECT (FROM {}('run'))", "FROM run, LATERAL {}(seed)", "FROM main.{}('run')"):
        assert [n for n in sorted(others)[::20] if not refused(con, form.format(quoted(n)))] == []


def test_relations_that_describe_the_server_are_refused(con):
    views = internal_views(con)
    assert {"duckdb_databases", "pg_settings", "sqlite_master"} <= views
    assert not views & CATALOGUE
    forms = (
        "FROM {}",
        "DESCRIBE {}",
        "SUMMARIZE {}",
        "FROM main.{}",
        "FROM system.{}",
        "SELECT (SELECT x FROM {} x)",
    )
    forms += ("WITH {0} AS (FROM run) FROM {0}", "FROM pg_catalog.{}", "FROM system.main.{}")
    assert [f.format(n) for n in views for f in forms if not refused(con, f.format(n))] == []
    for shown in ("DATABASES", "VARIABLES", "SCHEMAS"):
        assert refused(con, f"SHOW {shown}")
        assert refused(con, f"FROM (SHOW {shown})")


def test_names_of_ones_own_are_free(con):
    for name in ("summary", "tables", "columns", "range", "x"):
        assert not refused(con, f"WITH {name} AS (FROM run) FROM {name}")


ARGUMENTS = (
    *("", *(f"'{r}'" for r in RELATIONS), "'pg_settings', setting", "duckdb_databases, path"),
    *("'duckdb_databases', path", "'duckdb_databases', 'path'", "['duckdb_databases'], 1"),
)
FEW = ("'duckdb_databases'", "'allowed_paths'", "'FROM duckdb_databases()'")


@pytest.mark.parametrize(
    "arguments",
    [FEW, pytest.param(ARGUMENTS, marks=pytest.mark.long)],
    ids=["few arguments", "every argument"],
)
def test_nothing_that_is_answered_tells_of_the_server(con, path, functions, arguments):
    words = (str(path), str(path.parent), str(ROOT), str(Path.home()) + "/")

    def tells(text: str) -> list[str]:
        return [w for w in words if w in text]

    # what the engine tells when asked otherwise: this is what is looked for
    assert tells(str(con.execute("FROM histogram_values('duckdb_databases', path)").fetchall()))
    assert tells(str(con.execute("SELECT current_setting('allowed_paths')").fetchall()))
    queries = [f"SELECT {quoted(n)}({a})" for n in functions for a in arguments]
    queries += [f"SELECT {n}" for n in functions if n.isidentifier()]
    queries += [f"FROM {n}({a})" for n in TABLE_FUNCTIONS for a in ARGUMENTS]
    listed = "SELECT schema_name || '.' || view_name FROM duckdb_views()"
    queries += [
        f"{verb} {r}" for (r,) in con.execute(listed).fetchall() for verb in ("FROM", "DESCRIBE")
    ]
    queries += ["SHOW TABLES", "SHOW ALL TABLES", "DESCRIBE", "SHOW TABLES FROM main"]
    answered, told = 0, {}
    for query in queries:
        if refused(con, query):
            continue
        try:
            text = json.dumps(con.execute(query).fetchmany(5_000), default=str)
            answered += 1
        except duckdb.Error as error:
            text = message_of(error, {"path": str(path), "sql": query})
        if tells(text):
            told[query] = tells(text)
    assert told == {}
    assert answered > 100


QUERIES = stored("data/queries.json")


@pytest.mark.parametrize("kind", ["reading", "writing"])
def test_no_query_reads_or_writes_beside_the_tables(con, path, secret, kind):
    secret_frame = {"word": [SECRET]}
    assert secret_frame
    before = {p: p.read_bytes() for p in (path, *secret.iterdir())}
    answered, told = [], ""
    for query in QUERIES[kind]:
        sql = query.replace("{folder}", str(secret)).replace("{database}", str(path))
        try:
            statement, _ = statement_of(con, sql, internal(con))
            answered.append((query, con.execute(statement).fetchmany(5)))
        except (Refused, duckdb.Error) as error:
            told += str(error)
    assert answered == []
    assert SECRET not in told
    assert {p: p.read_bytes() for p in (path, *secret.iterdir())} == before


def test_no_error_names_a_path_that_its_query_does_not(path):
    # an error inside the engine brings the engine's files, function by function of its stack
    inside = duckdb.InternalException(
        "INTERNAL Error: x\n\nStack Trace:\n\n/opt/_duckdb.so(_ZN6duckdb9ExceptionE+0x7c)"
    )
    assert message_of(inside, {"path": str(path), "sql": "SELECT 1"}).endswith("ask it another way")
    error = duckdb.IOException(
        f"IO Error: {path} and {path.parent}/x.wal, /opt/engine/lib/y.so, not '/etc/passwd'"
    )
    message = message_of(error, {"path": str(path), "sql": "SELECT '/etc/passwd'::INTEGER"})
    assert message == "IO Error: the database and the database/x.wal, … not '/etc/passwd'"


@pytest.mark.parametrize("query", QUERIES["open"])
def test_what_a_reader_of_tables_writes_is_open(con, query):
    statement, _ = statement_of(con, query, internal(con))
    assert con.execute(statement).fetchone()
