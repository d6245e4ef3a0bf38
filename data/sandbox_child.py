"""The other side of data/sandbox.py: runs one query in a process that has given up what it does not need.

Started with `python -I` in an empty folder and without an environment, it imports nothing of the project. It reads
{"path", "sql", "seconds", "rows", "bytes", …} as JSON from its input, lowers its own limits, and only then looks at
the query. Its answer is one line of JSON: {"columns", "types", "rows", "truncated"} or {"refused": sentence}.
"""

from __future__ import annotations

import json
import math
import re
import resource
import signal
import sys
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import duckdb

NODES = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
"""What a query may consist of; a WITH can carry INSERT, UPDATE and DELETE."""
TABLE_FUNCTIONS = {
    *("range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree", "histogram"),
    *("histogram_values", "pragma_table_info", "pragma_show", "pragma_version", "duckdb_tables", "duckdb_columns"),
    *("duckdb_constraints", "duckdb_types", "duckdb_functions", "duckdb_keywords"),
}
"""The functions that may stand in FROM. Others take files, pointers, or text that is run as a further query."""
INSIDE = ("duckdb_", "pragma_", "sqlite_", "pg_")
"""How relations begin that describe the server rather than the data."""


class Refused(Exception):
    """A query that is not run; the text says why, `there` what could have been asked for."""

    def __init__(self, text: str, there: str = "") -> None:
        super().__init__(text)
        self.there = there


def lower_limits(seconds: float, address_space: int) -> None:
    """Give up processor time, memory, files and files' sizes; the alarm ends the process even if its parent died."""
    end = math.ceil(seconds)
    for limit, value in (
        (resource.RLIMIT_CPU, end),
        (resource.RLIMIT_AS, address_space),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 32),
    ):
        resource.setrlimit(limit, (value, value))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)


def connect(path: str, schema: str, seconds: float, memory: str) -> duckdb.DuckDBPyConnection:
    """The database, read-only, on one thread, with nothing beside it in reach.

    Names are looked for in `main`, then in `schema` where it is there.
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
        "max_execution_time": str(int(seconds * 1000)),
    }
    con = duckdb.connect(path, read_only=True, config=config)
    known = "SELECT 1 FROM duckdb_schemas() WHERE schema_name = $schema"
    if con.execute(known, {"schema": schema}).fetchone():
        con.execute(f"SET search_path = 'main,{schema}'")
    con.execute("SET lock_configuration = true")
    return con


def statement_of(con: duckdb.DuckDBPyConnection, sql: str) -> tuple[duckdb.Statement, list[str]]:
    """The one SELECT in a text, when everything in it may be run, and the tables it names. Raises Refused."""
    statements = con.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise Refused(f"found {statements[0].type.name}, expected one SELECT")
    row = con.execute("SELECT json_serialize_sql($sql)", {"sql": sql}).fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    if tree["error"]:
        raise Refused("found something that is not a plain SELECT")
    named: list[str] = []
    for node in walk(tree["statements"]):
        check(node)
        if node.get("type") == "BASE_TABLE":
            parts = (str(node.get(part) or "") for part in ("schema_name", "table_name"))
            named.append(".".join(quoted(part) for part in parts if part))
    return statements[0], sorted(set(named))


def quoted(name: str) -> str:
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def there_is(con: duckdb.DuckDBPyConnection, error: duckdb.Error, named: list[str], schema: str) -> str:
    """After a name that is not there: the columns of the tables that are named, or all tables."""
    if isinstance(error, duckdb.CatalogException) and "Table" in str(error):
        listed = (
            "SELECT DISTINCT table_name FROM duckdb_columns() "
            "WHERE NOT internal AND schema_name IN ('main', $schema) ORDER BY ALL"
        )
        return "tables: " + ", ".join(row[0] for row in con.execute(listed, {"schema": schema}).fetchall())
    if not re.search(r"column.* not found|not have a column", str(error), re.IGNORECASE):
        return ""
    tables = []
    for name in named:
        try:
            columns = [str(row[0]) for row in con.execute(f"DESCRIBE {name}").fetchall()]
        except duckdb.Error:
            continue  # a name that the query itself gives to a part of it
        tables.append(f"{name.replace(chr(34), '')}: {', '.join(columns)}")
    return "\n".join(tables)


def walk(tree: Any) -> Iterator[dict[str, Any]]:
    """Every object of a syntax tree."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


def check(node: dict[str, Any]) -> None:
    """Refuse a part of a query that changes something or reaches beyond the tables. Raises Refused."""
    kind = node.get("type")
    if isinstance(kind, str) and kind.endswith("_NODE") and kind not in NODES:
        raise Refused(f"found {kind.split('_')[0]} inside the query, expected SELECT only")
    if kind == "TABLE_FUNCTION":
        name = str(node["function"].get("function_name", "")).lower()
        if name not in TABLE_FUNCTIONS:
            raise Refused(f"the function {name[:60]} may not stand in FROM here: only the tables can be read")
    if kind == "BASE_TABLE":
        name = str(node.get("table_name", "")).lower()
        if name.startswith(INSIDE) and name not in TABLE_FUNCTIONS:
            raise Refused(f"{name[:60]} describes the server and is not open")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Run the query of a request. Raises Refused and errors of DuckDB."""
    with connect(request["path"], request["schema"], request["seconds"], request["memory"]) as con:
        statement, named = statement_of(con, request["sql"])
        try:
            con.execute(statement)
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            raise Refused(message_of(error, request["path"]), there_is(con, error, named, request["schema"])) from error
        columns = [str(d[0]) for d in con.description]
        types = [str(d[1]) for d in con.description]
        if len(columns) > request["columns"]:
            raise Refused(f"found {len(columns)} columns, expected at most {request['columns']}")
        if any(map(is_time, types)):
            con.execute(as_text(con, request["sql"], types))
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
    return {"columns": columns, "types": types, "rows": [json.loads(r) for r in rows], "truncated": truncated}


def is_time(kind: str) -> bool:
    """Whether a type holds points in time, in a list or structure too."""
    return "DATE" in kind or "TIMESTAMP" in kind


def as_text(con: duckdb.DuckDBPyConnection, sql: str, types: list[str]) -> str:
    """The same query with points in time as DuckDB writes them: Python has no infinite ones, and years 1 to 9999."""
    row = con.execute("SELECT json_deserialize_sql(json_serialize_sql($sql))", {"sql": sql}).fetchone()
    assert row is not None
    names = [f"c{i}" for i in range(len(types))]
    cells = (f"CAST({n} AS VARCHAR) AS {n}" if is_time(t) else n for n, t in zip(names, types, strict=True))
    # the reader's own query, which may be anything that statement_of lets through
    return f"SELECT {', '.join(cells)} FROM ({row[0]}) AS q({', '.join(names)})"  # noqa: S608


def cell(value: Any) -> Any:
    """A value as JSON has it. Integers beyond 2^53 and what is not finite become text, nested values JSON text."""
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
    if isinstance(value, (date, datetime, time)):
        return value.isoformat()
    return str(value)


def message_of(error: Exception, path: str) -> str:
    """What an error of DuckDB says to whoever wrote the query."""
    text = str(error)
    if "Python exception" in text or isinstance(error, OverflowError):
        return "a column has a type that cannot be shown: cast it to VARCHAR"
    return text.replace(path, "the database")


def main() -> None:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.read())
    lower_limits(request["kill_after"], request["address_space"])
    try:
        result = answer(request)
    except (MemoryError, duckdb.OutOfMemoryException):
        result = {"refused": "the query needs more memory than a query may have"}
    except duckdb.InterruptException:
        result = {"refused": f"the query took longer than {request['seconds']:g} s"}
    except Refused as error:
        result = {"refused": str(error), "there": error.there}
    except (duckdb.Error, UnicodeError, RecursionError, ValueError, OverflowError) as error:
        result = {"refused": message_of(error, request["path"])}
    sys.stdout.write(json.dumps(result, ensure_ascii=True))


if __name__ == "__main__":
    main()
