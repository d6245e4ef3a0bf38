"""The other side of data/sandbox.py: one query in a process that has given up what it does not
need.

It reads {"path", "sql", "seconds", "rows", "bytes", …} as JSON from its input, lowers its own
limits, and only then looks at the query. Its answer is one line of JSON: {"columns", "types",
"rows", "truncated"} or {"refused": sentence}; none when its time is over."""

# ruff: noqa: S608

import contextlib
import json
import math
import re
import resource
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import duckdb

from data import quoting
from data.disposable import STARTING, lower_limits
from data.engine import CLOSED

TABLE_FUNCTIONS = (
    "duckdb_columns",
    "duckdb_constraints",
    "duckdb_functions",
    "duckdb_keywords",
    "duckdb_tables",
    "duckdb_types",
    "generate_series",
    "json_each",
    "json_tree",
    "pragma_table_info",
    "pragma_version",
    "range",
    "repeat",
    "repeat_row",
    "unnest",
)
"""What may be called in FROM: others take addresses of memory, or the name of a relation as
text."""
SETTINGS = frozenset({"current_setting", "json_serialize_plan"})
"""Functions that reveal settings of the engine, and with them where the database is."""
CATALOGUE = frozenset({"duckdb_columns", "duckdb_constraints", "duckdb_tables"})
"""The views of the engine that may be read without a schema: they describe tables, not the
server."""
TABLES = '"tables"'
"""What SHOW may list; it also knows databases and variables."""
MAX_QUOTED = 60
"""Longest name that a refusal repeats."""
BATCH = 64
"""Rows that are fetched at a time."""


class Refused(Exception):
    """A query that is not run; the text says why, `available` what could have been asked for."""

    def __init__(self, text: str, available: str = "") -> None:
        super().__init__(text)
        self.available = available


def give_up_files() -> None:
    """Open no further file, and no connection to anywhere."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def connect(database: str, schema: str, memory: str) -> duckdb.DuckDBPyConnection:
    """Open the database read-only, on one thread, with nothing else in reach.

    Names are looked up in `main`, then in `schema` where it exists.
    """
    config: dict[str, str | bool | int | float | list[str]] = {
        **CLOSED,
        "allow_persistent_secrets": "false",
        "temp_directory": "",
        "threads": "1",
        "memory_limit": memory,
    }
    connection = duckdb.connect(database, read_only=True, config=config)
    is_schema = f"schema_name = {quoting.literal(schema)}"
    if connection.execute(f"SELECT 1 FROM duckdb_schemas() WHERE {is_schema}").fetchone():
        connection.execute(f"SET search_path = 'main,{schema}'")
    connection.execute("SET lock_configuration = true")
    return connection


def internal_views(connection: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the views of the engine that describe the server, in lower case."""
    query = (
        "SELECT lower(view_name) FROM duckdb_views() WHERE internal AND schema_name <>"
        " 'information_schema'"
    )
    return _texts(connection, query) - CATALOGUE


def _texts(connection: duckdb.DuckDBPyConnection, query: str) -> set[str]:
    """Return the first column of a query."""
    return {str(row[0]) for row in connection.execute(query).fetchall()}


def statement_of(
    connection: duckdb.DuckDBPyConnection, sql: str, internal: set[str]
) -> tuple[duckdb.Statement, list[str]]:
    """Return the one SELECT in a text and the tables it names. Raises Refused if it may not be
    run."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise Refused(f"found {statements[0].type.name}, expected one SELECT")
    # a bound text would make the engine load NumPy and pandas (.3 s)
    [(json_text,)] = connection.execute(
        f"SELECT json_serialize_sql({quoting.literal(sql)})"
    ).fetchall()
    syntax_tree = json.loads(json_text)
    if syntax_tree["error"]:
        raise Refused("found something that is not a plain SELECT")
    tables = set()
    for table_node in walk(syntax_tree["statements"]):
        check(table_node, internal)
        if table_node.get("type") in ("BASE_TABLE", "SHOW_REF") and table_node.get("table_name"):
            name_parts = filter(None, (table_node.get("schema_name"), table_node["table_name"]))
            tables.add(".".join(map(quoting.name, name_parts)))
    return statements[0], sorted(tables)


def check(table_node: dict[str, Any], internal: set[str]) -> None:
    """Refuse a part of a query that reveals the server or calls a closed function. Raises
    Refused."""
    table_name = str(table_node.get("table_name") or "").lower()
    function = str(table_node.get("function_name") or "").lower()
    if table_node.get("type") == "TABLE_FUNCTION":
        function = str(table_node["function"].get("function_name", "")).lower()
        if function not in TABLE_FUNCTIONS:
            raise Refused(
                f"the function {function[:MAX_QUOTED]} may not stand in FROM here: only the tables"
                " can be read",
                ", ".join(TABLE_FUNCTIONS),
            )
    if function in SETTINGS:
        raise Refused(f"the function {function} is not open here")
    # a part of the query of such a name hides the view in one place and not in another
    common_names = {
        str(entry["key"]).lower() for entry in table_node.get("cte_map", {}).get("map", [])
    }
    common_names = (common_names | {table_name}) & internal
    shows_server = (
        table_node.get("type") == "SHOW_REF" and table_name.startswith('"') and table_name != TABLES
    )
    if common_names or shows_server:
        nearest_name = min(common_names, default=table_name)
        raise Refused(f"{nearest_name[:MAX_QUOTED]} describes the server and is not open")


def alternatives(
    connection: duckdb.DuckDBPyConnection, error: duckdb.Error, tables: list[str], schema: str
) -> str:
    """Return the tables if one was not found, or the columns of those named if a column was not
    found."""
    if re.search(r"Table with name .* does not exist", str(error)):
        is_near = f"schema_name IN ('main', {quoting.literal(schema)}) AND NOT internal"
        near_names = _texts(connection, f"SELECT table_name FROM duckdb_tables() WHERE {is_near}")
        near_names |= _texts(connection, f"SELECT view_name FROM duckdb_views() WHERE {is_near}")
        return f"tables: {', '.join(sorted(near_names))}"
    alternative_lines = []
    if re.search(r"column.* not found|not have a column", str(error), re.IGNORECASE):
        for table in tables:
            with contextlib.suppress(duckdb.Error):  # a part of the query itself
                rows = connection.execute(f"DESCRIBE {table}").fetchall()
                columns = ", ".join(str(row[0]) for row in rows)
                alternative_lines.append(f"{table.replace(chr(34), '')}: {columns}")
    return "\n".join(alternative_lines)


def walk(syntax_tree: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a syntax tree."""
    waiting = [syntax_tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Run the query of a request. Raises Refused and errors of DuckDB."""
    with connect(request["path"], request["schema"], request["memory"]) as connection:
        give_up_files()
        statement, tables = statement_of(connection, request["sql"], internal_views(connection))
        try:
            connection.execute(statement)
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            available = alternatives(connection, error, tables, request["schema"])
            raise Refused(message_of(error, request), available) from error
        columns = [str(column[0]) for column in connection.description]
        types = [str(column[1]) for column in connection.description]
        if len(columns) > request["columns"]:
            raise Refused(f"found {len(columns)} columns, expected at most {request['columns']}")
        if re.search("DATE|TIMESTAMP", " ".join(types)):  # Python has no infinite ones
            raise Refused("found a point in time, expected numbers and texts: cast it to VARCHAR")
        rows, is_truncated = first_rows(connection, request["rows"], request["bytes"])
    return {"columns": columns, "types": types, "rows": rows, "truncated": is_truncated}


def first_rows(
    connection: duckdb.DuckDBPyConnection, max_rows: int, max_bytes: int
) -> tuple[list[list[Any]], bool]:
    """Return the rows of the query that runs, as JSON has them, and whether there are more."""
    rows: list[list[Any]] = []
    n_bytes = 0
    while batch := connection.fetchmany(BATCH):
        for values in batch:
            row = [cell(value) for value in values]
            n_bytes += len(json.dumps(row, ensure_ascii=True, allow_nan=False))
            if len(rows) == max_rows or n_bytes > max_bytes:
                return rows, True
            rows.append(row)
    return rows, False


def cell(value: Any) -> Any:
    """Return a value as JSON has it: large integers, non-finite numbers and nested values as
    text."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) <= 2**53 else str(value)
    if isinstance(value, (float, Decimal)):
        number = float(value)
        return number if math.isfinite(number) else str(number)
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, (list, tuple, dict)):
        return json.dumps(value, default=str, ensure_ascii=False)
    return str(value)


def message_of(error: Exception, request: dict[str, Any]) -> str:
    """Return what an error of DuckDB says to the author of the query, without any path that is not
    in it.

    An internal error brings the functions of the engine on the stack, with the files they are in.
    """
    error_text = str(error)
    if "Python exception" in error_text or isinstance(error, OverflowError):
        return "a column has a type that cannot be shown: cast it to VARCHAR"
    if isinstance(error, duckdb.InternalException):
        return "the engine cannot answer this query: ask it another way"
    database_path = request["path"]
    error_text = error_text.replace(database_path, "the database").replace(
        database_path.rpartition("/")[0], "the database"
    )

    def masked(match: re.Match[str]) -> str:
        return match[0] if match[0] in request["sql"] else "…"

    return re.sub(r"(?:/[^\s/'\"]+){2,}", masked, error_text)


def main() -> None:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.read())
    seconds = request["seconds"]
    lower_limits(seconds, request["address_space"], seconds + STARTING)
    try:
        result = answer(request)
    except (MemoryError, duckdb.OutOfMemoryException):
        result = {"refused": "the query needs more memory than a query may have"}
    except Refused as error:
        result = {"refused": str(error), "available": error.available}
    except (duckdb.Error, UnicodeError, RecursionError, ValueError, OverflowError) as error:
        result = {"refused": message_of(error, request)}
    sys.stdout.write(json.dumps(result, ensure_ascii=True))
