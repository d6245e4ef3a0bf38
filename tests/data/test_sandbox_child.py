"""Every function and relation of the installed engine, asked of the served database: nothing tells of the server."""

import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import duckdb
import pytest

from data import build
from data.sandbox_child import CATALOGUE, TABLE_FUNCTIONS, Refused, connect, internal_views, message_of, statement_of
from tests.data.conftest import SECRET

ROOT = Path(__file__).resolve().parents[2]
RELATIONS = ("duckdb_databases", "pg_settings", "FROM duckdb_databases()", "allowed_paths", "home_directory")


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
    names = {str(name) for (name,) in con.execute("SELECT lower(function_name) FROM duckdb_functions()").fetchall()}
    # these wait, and what a fixed address of memory holds ends the process: the child has its own end for both
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


def test_only_some_functions_stand_in_from(con: duckdb.DuckDBPyConnection, functions: list[str]) -> None:
    others = set(functions) - set(TABLE_FUNCTIONS)
    assert set(functions) >= set(TABLE_FUNCTIONS)
    assert {"arrow_scan", "histogram_values", "query", "query_table", "read_csv"} <= others
    assert [n for n in sorted(others) if not refused(con, f"FROM {quoted(n)}('run')")] == []
    for form in ("SELECT (FROM {}('run'))", "FROM run, LATERAL {}(seed)", "FROM main.{}('run')"):
        assert [n for n in sorted(others)[::20] if not refused(con, form.format(quoted(n)))] == []


def test_relations_that_describe_the_server_are_refused(con: duckdb.DuckDBPyConnection) -> None:
    views = internal_views(con)
    assert {"duckdb_databases", "pg_settings", "sqlite_master"} <= views
    assert not views & CATALOGUE
    forms = ("FROM {}", "DESCRIBE {}", "SUMMARIZE {}", "FROM main.{}", "FROM system.{}", "SELECT (SELECT x FROM {} x)")
    forms += ("WITH {0} AS (FROM run) FROM {0}", "FROM pg_catalog.{}", "FROM system.main.{}")
    assert [f.format(n) for n in views for f in forms if not refused(con, f.format(n))] == []
    for shown in ("DATABASES", "VARIABLES", "SCHEMAS"):
        assert refused(con, f"SHOW {shown}")
        assert refused(con, f"FROM (SHOW {shown})")


def test_names_of_ones_own_are_free(con: duckdb.DuckDBPyConnection) -> None:
    for name in ("summary", "tables", "columns", "range", "x"):
        assert not refused(con, f"WITH {name} AS (FROM run) FROM {name}")


ARGUMENTS = (
    *("", *(f"'{r}'" for r in RELATIONS), "'pg_settings', setting", "duckdb_databases, path"),
    *("'duckdb_databases', path", "'duckdb_databases', 'path'", "['duckdb_databases'], 1"),
)
FEW = ("'duckdb_databases'", "'allowed_paths'", "'FROM duckdb_databases()'")


@pytest.mark.parametrize(
    "arguments", [FEW, pytest.param(ARGUMENTS, marks=pytest.mark.long)], ids=["few arguments", "every argument"]
)
def test_nothing_that_is_answered_tells_of_the_server(
    con: duckdb.DuckDBPyConnection, path: Path, functions: list[str], arguments: tuple[str, ...]
) -> None:
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
    queries += [f"{verb} {r}" for (r,) in con.execute(listed).fetchall() for verb in ("FROM", "DESCRIBE")]
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


READING = (
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM 'secret.csv'",
    "SELECT * FROM '{folder}/secret.csv'",
    "SELECT * FROM '{folder}/secret.parquet'",
    'SELECT * FROM "{folder}/secret.json"',
    "SELECT * FROM read_csv('{folder}/secret.csv')",
    "SELECT * FROM read_csv_auto('{folder}/*.csv')",
    "SELECT * FROM read_csv(['{folder}/secret.csv'])",
    "SELECT * FROM Read_Csv/* */('{folder}/secret.csv')",
    "SELECT * FROM system.main.read_csv('{folder}/secret.csv')",
    "SELECT * FROM \"read_csv\"('{folder}/secret.csv')",
    "SELECT * FROM read_text('{folder}/secret.csv')",
    "SELECT * FROM read_text('/proc/self/environ')",
    "SELECT * FROM read_text('/proc/self/cmdline')",
    "SELECT * FROM read_text('file://{folder}/secret.csv')",
    "SELECT * FROM read_blob('{folder}/secret.csv')",
    "SELECT * FROM read_blob('/proc/self/mem')",
    "SELECT * FROM read_blob('../../../../etc/passwd')",
    "SELECT * FROM read_json('{folder}/secret.json')",
    "SELECT * FROM read_ndjson_objects('{folder}/secret.json')",
    "SELECT * FROM read_parquet('{folder}/secret.parquet')",
    "SELECT * FROM parquet_scan('{folder}/secret.parquet')",
    "SELECT * FROM parquet_metadata('{folder}/secret.parquet')",
    "SELECT * FROM parquet_kv_metadata('{folder}/secret.parquet')",
    "SELECT * FROM read_duckdb('{folder}/secret.duckdb')",
    "SELECT * FROM sniff_csv('{folder}/secret.csv')",
    "SELECT * FROM glob('{folder}/*')",
    "SELECT * FROM glob('/*')",
    "WITH t AS (SELECT * FROM read_text('{folder}/secret.csv')) SELECT * FROM t",
    "SELECT (SELECT content FROM read_text('{folder}/secret.csv'))",
    "SELECT * FROM run WHERE EXISTS (FROM read_text('{folder}/secret.csv'))",
    "SELECT * FROM run, LATERAL (SELECT * FROM read_text('{folder}/secret.csv'))",
    "FROM query('FROM read_text(''{folder}/secret.csv'')')",
    "FROM query('FROM read_' || 'text(''{folder}/secret.csv'')')",
    "FROM query_table(['{folder}/secret.csv'])",
    "FROM json_execute_serialized_sql(json_serialize_sql('FROM read_text(''{folder}/secret.csv'')'))",
    "SUMMARIZE FROM read_csv('{folder}/secret.csv')",
    "DESCRIBE FROM read_csv('{folder}/secret.csv')",
    "PIVOT (FROM read_csv('{folder}/secret.csv')) ON word IN ('x')",
    "SELECT getenv('SECRET')",
    "SELECT * FROM 'http://127.0.0.1:1/x.csv'",
    "SELECT * FROM read_csv('http://127.0.0.1:1/x.csv')",
    "SELECT * FROM read_parquet('s3://bucket/x.parquet')",
    "SELECT * FROM read_text('https://example.org/')",
    "FROM postgres_scan('host=127.0.0.1', 'public', 'x')",
    "FROM sqlite_scan('{folder}/secret.duckdb', 'secret')",
    "SELECT * FROM duckdb_databases()",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM duckdb_databases",
    "SELECT * FROM pragma_database_list",
    "FROM duckdb_secrets()",
    "FROM which_secret('s3://x', 's3')",
    "FROM duckdb_logs()",
    "FROM duckdb_extensions()",
    "FROM sandbox",
    "FROM request",
    "FROM con",
    "FROM secret_frame",
    "FROM arrow_scan(1, 2, 3)",
    "FROM arrow_scan_dumb(140000000000000::UBIGINT, 0, 0)",
    "FROM pandas_scan(1)",
    "FROM python_map_function(1)",
    "SELECT 1::POINTER",
)


WRITING = (
    "COPY (SELECT 1) TO '{folder}/out.csv'",
    "COPY (SELECT 1) TO '{database}.wal'",
    "COPY run TO '/dev/stdout'",
    "COPY run FROM '{folder}/secret.csv'",
    "EXPORT DATABASE '{folder}/out'",
    "IMPORT DATABASE '{folder}'",
    "ATTACH '{folder}/secret.duckdb' AS s",
    "ATTACH ':memory:' AS s",
    "DETACH x",
    "USE memory",
    "INSTALL httpfs",
    "FORCE INSTALL spatial FROM community",
    "LOAD httpfs",
    "LOAD '{folder}/secret.csv'",
    "SET threads = 8",
    "SET enable_external_access = true",
    "SET GLOBAL lock_configuration = false",
    "RESET lock_configuration",
    "SET VARIABLE x = 1",
    "PRAGMA threads = 8",
    "PRAGMA database_list",
    "PRAGMA enable_external_access = 1",
    "PRAGMA enable_profiling = 'json'",
    "CALL pragma_table_info('run')",
    "CALL pragma_version()",
    "CALL checkpoint()",
    "CHECKPOINT",
    "FORCE CHECKPOINT",
    "FROM checkpoint()",
    "FROM force_checkpoint()",
    "VACUUM",
    "ANALYZE",
    "BEGIN",
    "COMMIT",
    "INSERT INTO run VALUES ('x', 1, 'x', 'x', 'x', 1)",
    "UPDATE score SET value = 0",
    "DELETE FROM score",
    "TRUNCATE score",
    "MERGE INTO score USING score s ON false WHEN NOT MATCHED THEN INSERT VALUES ('x', 1, 'x', 1)",
    "DROP TABLE score",
    "ALTER TABLE score ADD COLUMN x INTEGER",
    "CREATE TABLE x (i INTEGER)",
    "CREATE TEMP TABLE x AS SELECT 1",
    "CREATE VIEW x AS SELECT 1",
    "CREATE MACRO x() AS 1",
    "CREATE SECRET s (TYPE s3)",
    "CREATE PERSISTENT SECRET s (TYPE s3)",
    "CREATE TYPE x AS ENUM ('a')",
    "CREATE SEQUENCE x",
    "COMMENT ON TABLE run IS 'x'",
    "PREPARE x AS SELECT 1",
    "EXECUTE x",
    "DEALLOCATE x",
    "EXPLAIN ANALYZE DELETE FROM score",
    "EXPLAIN SELECT 1",
    "PIVOT run ON method USING count(*)",
    "SELECT 1; SELECT 2",
    "SELECT 1; DROP TABLE score",
    "SELECT 1 /* ; */; /* */ DELETE FROM score -- x",
    "SELECT 1;\u00a0DELETE FROM score",
    "/* SELECT */ DELETE FROM score",
    "--\nDELETE FROM score",
    "-- SELECT 1\rDELETE FROM score",
    "/* /* nested */ SELECT 1 */ DELETE FROM score",
    "WITH x AS (INSERT INTO run VALUES ('x', 1, 'x', 'x', 'x', 1) RETURNING *) SELECT * FROM x",
    "WITH x AS (DELETE FROM score RETURNING *) SELECT * FROM x",
    "WITH x AS (UPDATE score SET value = 0 RETURNING *) SELECT * FROM x",
    "WITH x AS MATERIALIZED (DELETE FROM score) SELECT 1",
    "SELECT * FROM (DELETE FROM score RETURNING *)",
    "FROM enable_logging()",
    "FROM enable_profiling('json', '{folder}/profile.json')",
    "FROM truncate_duckdb_logs()",
    "FROM register_external_resource('x')",
    "FROM copy_database('a', 'b')",
    "SELECT nextval('x')",
    "SELECT set_config('threads', '8')",
    "SELECT lo_import('/etc/passwd')",
    "SELECT system('id')",
)


@pytest.mark.parametrize("queries", [READING, WRITING], ids=["reading", "writing"])
def test_no_query_reads_or_writes_beside_the_tables(
    con: duckdb.DuckDBPyConnection, path: Path, secret: Path, queries: tuple[str, ...]
) -> None:
    secret_frame = {"word": [SECRET]}
    assert secret_frame
    before = {p: p.read_bytes() for p in (path, *secret.iterdir())}
    answered, told = [], ""
    for query in queries:
        sql = query.replace("{folder}", str(secret)).replace("{database}", str(path))
        try:
            statement, _ = statement_of(con, sql, internal(con))
            answered.append((query, con.execute(statement).fetchmany(5)))
        except (Refused, duckdb.Error) as error:
            told += str(error)
    assert answered == []
    assert SECRET not in told
    assert {p: p.read_bytes() for p in (path, *secret.iterdir())} == before


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
        "FROM run LIMIT 1",
        "TABLE run",
        "VALUES (1)",
        "DESCRIBE run",
        "SHOW TABLES",
        "SUMMARIZE metric",
        "PIVOT run ON method IN ('salun') USING count(*)",
        "SELECT * FROM duckdb_columns() LIMIT 1",
        "SELECT * FROM pragma_table_info('run')",
        "WITH RECURSIVE t AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM t WHERE i < 9) SELECT * FROM t",
        "SELECT /* a ; in a comment */ 'a ; in a text';",
        "SELECT 1 UNION SELECT 2 ORDER BY 1",
        "SELECT median(value) OVER (PARTITION BY metric_id) FROM score LIMIT 1",
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
def test_what_a_reader_of_tables_writes_is_open(con: duckdb.DuckDBPyConnection, query: str) -> None:
    statement, _ = statement_of(con, query, internal(con))
    assert con.execute(statement).fetchone()
