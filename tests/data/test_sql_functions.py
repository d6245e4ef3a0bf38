"""Every function and relation of the installed engine: on the list, or refused; what is on it tells nothing else."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from data import build, sandbox
from data.sandbox_child import Open, Refused, connect, message_of, opened, statement_of
from data.sql_functions import CATALOGUE, FUNCTIONS, TABLE_FUNCTIONS

ROOT = Path(__file__).resolve().parents[2]
NO_SCALARS = {"unnest"}
"""Names that the parser knows by itself."""
RELATIONS = ("duckdb_databases", "pg_settings", "FROM duckdb_databases()", "allowed_paths")


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
def allowed(con: duckdb.DuckDBPyConnection) -> Open:
    return opened(con, "unified_unlearning", sandbox.OPEN)


@pytest.fixture(scope="module")
def catalogued(con: duckdb.DuckDBPyConnection) -> dict[str, set[str]]:
    """The names of the engine's functions by kind, in lower case."""
    listed = "SELECT function_type, list(DISTINCT lower(function_name)) FROM duckdb_functions() GROUP BY 1"
    return {str(kind): set(names) for kind, names in con.execute(listed).fetchall()}


def refused(con: duckdb.DuckDBPyConnection, sql: str, allowed: Open) -> bool:
    try:
        statement_of(con, sql, allowed)
    except Refused:
        return True
    return False


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def in_expressions(catalogued: dict[str, set[str]]) -> set[str]:
    return set().union(*(catalogued[kind] for kind in ("scalar", "aggregate", "macro")))


def in_from(catalogued: dict[str, set[str]]) -> set[str]:
    return set().union(*(catalogued[kind] for kind in ("table", "table_macro", "pragma")))


def test_what_is_on_the_lists_is_in_the_engine(catalogued: dict[str, set[str]]) -> None:
    assert in_expressions(catalogued) >= FUNCTIONS - NO_SCALARS
    assert in_from(catalogued) >= TABLE_FUNCTIONS


@pytest.mark.parametrize(
    "form",
    [
        "SELECT {}()",
        "SELECT {}(1, 'x')",
        "SELECT {}(1) OVER ()",
        "SELECT main.{}(1)",
        "FROM run WHERE {}(1)",
        "SELECT [1 FOR x IN [1] IF {}(x)]",
        "SELECT (SELECT list_transform([1], lambda x: {}(x)))",
        "PIVOT run ON method IN ('salun') USING {}(seed)",
        "SELECT COLUMNS(c -> {}(c)) FROM run",
    ],
)
def test_every_other_function_is_refused_wherever_it_stands(
    con: duckdb.DuckDBPyConnection, allowed: Open, catalogued: dict[str, set[str]], form: str
) -> None:
    others = in_expressions(catalogued) - FUNCTIONS
    assert {"current_setting", "json_serialize_plan", "getvariable", "sleep_ms", "list_aggregate"} <= others
    # what has a syntax of its own never reaches the check as a function
    syntax = {"is distinct from", "is not distinct from"}
    assert [n for n in sorted(others - syntax) if not refused(con, form.format(quoted(n)), allowed)] == []
    assert [n for n in sorted(FUNCTIONS) if refused(con, form.format(quoted(n)), allowed)] == []


def test_every_other_table_function_is_refused(
    con: duckdb.DuckDBPyConnection, allowed: Open, catalogued: dict[str, set[str]]
) -> None:
    every = in_from(catalogued) | in_expressions(catalogued)
    others = every - TABLE_FUNCTIONS
    assert {"histogram", "histogram_values", "query", "query_table", "read_csv", "summary"} <= others
    for form in ("FROM {}('run')", "SELECT (FROM {}('run'))", "FROM run, LATERAL {}(seed)", "FROM main.{}('run')"):
        assert [n for n in sorted(others) if not refused(con, form.format(quoted(n)), allowed)] == []


def test_every_other_word_and_relation_of_the_engine_is_refused(
    con: duckdb.DuckDBPyConnection, allowed: Open, catalogued: dict[str, set[str]]
) -> None:
    listed = (
        "SELECT schema_name || '.' || view_name FROM duckdb_views() WHERE internal "
        "UNION SELECT view_name FROM duckdb_views() WHERE internal AND schema_name <> 'information_schema'"
    )
    views = {str(name) for (name,) in con.execute(listed).fetchall()}
    assert {"duckdb_databases", "pg_catalog.pg_settings", "main.duckdb_databases", "sqlite_master"} <= views
    for form in ("FROM {}", "DESCRIBE {}", "SUMMARIZE {}", "FROM system.{}", "SELECT (SELECT x FROM {} x)"):
        answered = {n for n in views if not refused(con, form.format(n), allowed)}
        assert answered == (set() if "system" in form else CATALOGUE)
    shadows = [f"WITH {n} AS (FROM run) FROM {n}" for n in sorted(views - CATALOGUE) if "." not in n]
    assert [q for q in shadows if not refused(con, q, allowed)] == []
    for shown in ("DATABASES", "VARIABLES", "SCHEMAS"):
        assert refused(con, f"SHOW {shown}", allowed)
        assert refused(con, f"FROM (SHOW {shown})", allowed)
    # a word without parentheses is a function where no column is called so
    told = []
    for name in sorted(in_expressions(catalogued) - FUNCTIONS):
        if name.isidentifier() and not refused(con, f"SELECT {name}", allowed):
            try:
                told.append((name, con.execute(f"SELECT {name}").fetchall()))
            except duckdb.Error:
                continue
    assert told == []


def test_names_of_ones_own_are_free(con: duckdb.DuckDBPyConnection, allowed: Open) -> None:
    for name in ("summary", "tables", "columns", "range", "x"):
        assert not refused(con, f"WITH {name} AS (FROM run) FROM {name}", allowed)


def test_nothing_that_is_open_tells_of_the_server(con: duckdb.DuckDBPyConnection, allowed: Open, path: Path) -> None:
    words = (str(path), str(path.parent), str(ROOT), str(Path.home()), "allowed_directories", "extension_directory")

    def tells(text: str) -> list[str]:
        return [w for w in words if w in text]

    # what the engine tells when asked otherwise: this is what is looked for
    assert tells(str(con.execute("FROM histogram_values('duckdb_databases', path)").fetchall()))
    assert tells(str(con.execute("SELECT list(name) FROM duckdb_settings()").fetchall()))
    arguments = ["", *(f"'{r}'" for r in RELATIONS), "'pg_settings', setting", "duckdb_databases, path"]
    arguments += ["'duckdb_databases', path", "'duckdb_databases', 'path'", "['duckdb_databases'], 1"]
    queries = [f"SELECT {quoted(n)}({a})" for n in sorted(FUNCTIONS) for a in arguments]
    queries += [f"FROM {n}({a})" for n in sorted(TABLE_FUNCTIONS) for a in arguments]
    queries += [f"{verb} {r}" for r in sorted(allowed.relations) for verb in ("FROM", "DESCRIBE")]
    queries += ["SHOW TABLES", "SHOW ALL TABLES", "DESCRIBE", "SHOW TABLES FROM main"]
    answered, told = 0, {}
    for query in queries:
        if refused(con, query, allowed):
            continue
        try:
            text = json.dumps(con.execute(query).fetchmany(5_000), default=str)
            answered += 1
        except duckdb.Error as error:
            text = message_of(error, {"path": str(path), "sql": query})
        if tells(text):
            told[query] = tells(text)
    assert told == {}
    assert answered > 500


def test_no_error_names_a_path_that_its_query_does_not(path: Path) -> None:
    # an error inside the engine brings the engine's files, function by function of its stack
    inside = duckdb.InternalException(
        "INTERNAL Error: x\n\nStack Trace:\n\n/opt/_duckdb.so(_ZN6duckdb9ExceptionE+0x7c)"
    )
    assert message_of(inside, {"path": str(path), "sql": "SELECT 1"}).endswith("ask it another way")
    error = duckdb.IOException(f"IO Error: {path} and {path.parent}/x.wal, /opt/engine/lib/y.so, not '/etc/passwd'")
    said = message_of(error, {"path": str(path), "sql": "SELECT '/etc/passwd'::INTEGER"})
    assert said == "IO Error: the database and the database/x.wal, … not '/etc/passwd'"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT NULLIF(seed, 1), CASE WHEN seed > 1 THEN 1 END, seed IN (1, 2), seed BETWEEN 1 AND 2 FROM run",
        "SELECT method LIKE 's%', method ILIKE 'S%', method SIMILAR TO 's.*', method GLOB 's*', -seed FROM run",
        "SELECT seed IS DISTINCT FROM 1, seed // 2, seed ** 2, 'a' || 'b', NOT true, ~seed, seed << 1 FROM run",
        "SELECT EXTRACT(year FROM DATE '2026-11-20'), DATE '2026-11-20' + INTERVAL 1 DAY, CURRENT_DATE",
        "SELECT POSITION('a' IN method), TRIM(method), SUBSTRING(method FROM 1 FOR 2), method[1:2], method[1] FROM run",
        "SELECT [x * 2 FOR x IN [1, 2] IF x > 1], {'a': 1}.a, MAP {'a': 1}['a'], [1, 2][1], ROW(1, 2), ARRAY[1, 2]",
        "SELECT quantile_cont(value, 0.9), mode() WITHIN GROUP (ORDER BY metric_id) FROM score",
        "SELECT rank() OVER w, lag(value) OVER w, sum(value) OVER w FROM score WINDOW w AS (ORDER BY value)",
        "SELECT method, GROUPING(method), count(*) FILTER (WHERE seed > 1) FROM run GROUP BY ROLLUP (method)",
        "UNPIVOT (SELECT 1 AS a, 2 AS b) ON a, b",
        "SELECT unnest([1, 2]), try_cast('x' AS INTEGER), TRY(1 / 0), coalesce(NULL, 1), ifnull(NULL, 1)",
        "SELECT COLUMNS('.*e'), * EXCLUDE (seed), * REPLACE (seed + 1 AS seed) FROM run",
        "SELECT CAST(method AS VARCHAR) COLLATE NOCASE, (SELECT max(value) FROM score) FROM run ORDER BY ALL",
        "SELECT histogram(seed), list_sum(list(seed ORDER BY seed)), json_object('a', 1) ->> 'a' FROM run",
    ],
)
def test_what_a_reader_of_tables_writes_is_open(con: duckdb.DuckDBPyConnection, allowed: Open, query: str) -> None:
    statement, _ = statement_of(con, query, allowed)
    assert con.execute(statement).fetchone()
