"""The other side of data/sandbox.py: one query in a process that has given up what it does not
need.

It reads {"path", "sql", "seconds", "rows", "bytes", …} as JSON from its input, lowers its own
limits, and only then looks at the query. Its answer is one line of JSON: {"columns", "types",
"rows", "truncated"} or {"refused": sentence}; none when its time is over."""

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
from data.disposable import lower_limits

TABLE_FUNCTIONS = (
    *(
        "duckdb_columns",
        "duckdb_constraints",
        "duckdb_functions",
        "duckdb_keywords",
        "duckdb_tables",
        "duckdb_types",
    ),
    *(
        "generate_series",
        "json_each",
        "json_tree",
        "pragma_table_info",
        "pragma_version",
        "range",
        "repeat",
    ),
    *("repeat_row", "unnest"),
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


class Refused(Exception):
    """A query that is not run; the text says why, `available` what could have been asked for."""

    def __init__(self, text: str, available: str = "") -> None:
        super().__init__(text)
        self.available = available


def give_up_files() -> None:
    """Open no further file, and no connection to anywhere."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))


def connect(path: str, schema: str, memory: str) -> duckdb.DuckDBPyConnection:
    """Open the database read-only, on one thread, with nothing else in reach.

    Names are looked up in `main`, then in `schema` where it exists.
    """
    config: dict[str, str | bool | int | float | list[str]] = {
        "python_enable_replacements": "false",
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_persistent_secrets": "false",
        "temp_directory": "",
        "threads": "1",
        "memory_limit": memory,
    }
    con = duckdb.connect(path, read_only=True, config=config)
    known = f"SELECT 1 FROM duckdb_schemas() WHERE schema_name = {quoting.literal(schema)}"  # noqa: S608
    if con.execute(known).fetchone():
        con.execute(f"SET search_path = 'main,{schema}'")
    con.execute("SET lock_configuration = true")
    return con


def internal_views(con: duckdb.DuckDBPyConnection) -> set[str]:
    """Return the views of the engine that describe the server, in lower case."""
    listed = (
        "SELECT lower(view_name) FROM duckdb_views() WHERE internal AND schema_name <>"
        " 'information_schema'"
    )
    return {str(name) for (name,) in con.execute(listed).fetchall()} - CATALOGUE


def statement_of(
    con: duckdb.DuckDBPyConnection, sql: str, internal: set[str]
) -> tuple[duckdb.Statement, list[str]]:
    """Return the one SELECT in a text and the tables it names. Raises Refused if it may not be
    run."""
    statements = con.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise Refused(f"found {statements[0].type.name}, expected one SELECT")
    # a bound text would make the engine load NumPy and pandas (.3 s)
    row = con.execute(f"SELECT json_serialize_sql({quoting.literal(sql)})").fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    if tree["error"]:
        raise Refused("found something that is not a plain SELECT")
    named = set()
    for node in walk(tree["statements"]):
        check(node, internal)
        if node.get("type") in ("BASE_TABLE", "SHOW_REF") and node.get("table_name"):
            named.add(
                ".".join(
                    quoting.name(part)
                    for part in (node.get("schema_name"), node["table_name"])
                    if part
                )
            )
    return statements[0], sorted(named)


def check(node: dict[str, Any], internal: set[str]) -> None:
    """Refuse a part of a query that reveals the server or calls a closed function. Raises
    Refused."""
    table, function = (
        str(node.get(name) or "").lower() for name in ("table_name", "function_name")
    )
    if node.get("type") == "TABLE_FUNCTION":
        function = str(node["function"].get("function_name", "")).lower()
        if function not in TABLE_FUNCTIONS:
            named = ", ".join(TABLE_FUNCTIONS)
            raise Refused(
                f"the function {function[:60]} may not stand in FROM here: only the tables can be"
                " read",
                named,
            )
    if function in SETTINGS:
        raise Refused(f"the function {function} is not open here")
    special = node.get("type") == "SHOW_REF" and table.startswith('"') and table != TABLES
    # a part of the query of such a name hides the view in one place and not in another
    parts = {str(e["key"]).lower() for e in node.get("cte_map", {}).get("map", [])} | {table}
    if special or parts & internal:
        raise Refused(
            f"{min(parts & internal, default=table)[:60]} describes the server and is not open"
        )


def there_is(
    con: duckdb.DuckDBPyConnection, error: duckdb.Error, named: list[str], schema: str
) -> str:
    """Return the tables if one was not found, or the columns of those named if a column was not
    found."""
    if re.search(r"Table with name .* does not exist", str(error)):
        near = f"schema_name IN ('main', {quoting.literal(schema)}) AND NOT internal"
        both = f"SELECT table_name AS n FROM duckdb_tables() WHERE {near} UNION SELECT view_name FROM duckdb_views()"  # noqa: S608
        return "tables: " + ", ".join(
            n for (n,) in con.execute(f"{both} WHERE {near} ORDER BY n").fetchall()
        )
    tables = []
    if re.search(r"column.* not found|not have a column", str(error), re.IGNORECASE):
        for name in named:
            with contextlib.suppress(duckdb.Error):  # a part of the query itself
                columns = ", ".join(
                    str(row[0]) for row in con.execute(f"DESCRIBE {name}").fetchall()
                )
                tables.append(f"{name.replace(chr(34), '')}: {columns}")
    return "\n".join(tables)


def walk(tree: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a syntax tree."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Run the query of a request. Raises Refused and errors of DuckDB."""
    with connect(request["path"], request["schema"], request["memory"]) as con:
        give_up_files()
        statement, named = statement_of(con, request["sql"], internal_views(con))
        try:
            con.execute(statement)
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            raise Refused(
                message_of(error, request), there_is(con, error, named, request["schema"])
            ) from error
        columns = [str(d[0]) for d in con.description]
        types = [str(d[1]) for d in con.description]
        if len(columns) > request["columns"]:
            raise Refused(f"found {len(columns)} columns, expected at most {request['columns']}")
        if any(
            "DATE" in kind or "TIMESTAMP" in kind for kind in types
        ):  # Python has no infinite ones
            raise Refused("found a point in time, expected numbers and texts: cast it to VARCHAR")
        rows: list[str] = []
        size, truncated = 0, False
        while not truncated and (part := con.fetchmany(64)):
            for values in part:
                row = json.dumps([cell(v) for v in values], ensure_ascii=True, allow_nan=False)
                size += len(row)
                truncated = len(rows) == request["rows"] or size > request["bytes"]
                if truncated:
                    break
                rows.append(row)
    return {
        "columns": columns,
        "types": types,
        "rows": [json.loads(r) for r in rows],
        "truncated": truncated,
    }


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
    text = str(error)
    if "Python exception" in text or isinstance(error, OverflowError):
        return "a column has a type that cannot be shown: cast it to VARCHAR"
    if isinstance(error, duckdb.InternalException):
        return "the engine cannot answer this query: ask it another way"
    place = request["path"]
    for name in (place, place.rpartition("/")[0]):
        text = text.replace(name, "the database")
    return re.sub(
        r"(?:/[^\s/'\"]+){2,}", lambda path: path[0] if path[0] in request["sql"] else "…", text
    )


def main() -> None:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.read())
    lower_limits(request["seconds"], request["address_space"])
    try:
        result = answer(request)
    except (MemoryError, duckdb.OutOfMemoryException):
        result = {"refused": "the query needs more memory than a query may have"}
    except Refused as error:
        result = {"refused": str(error), "available": error.available}
    except (duckdb.Error, UnicodeError, RecursionError, ValueError, OverflowError) as error:
        result = {"refused": message_of(error, request)}
    sys.stdout.write(json.dumps(result, ensure_ascii=True))
