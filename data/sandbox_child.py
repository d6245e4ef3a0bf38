"""The other side of data/sandbox.py: runs one query in a process that has given up what it does not need.

Started with `python -I` in an empty folder and without an environment, it imports nothing of the project. It reads
{"path", "sql", "seconds", "rows", "bytes", …} as JSON from its input, lowers its own limits, and only then looks at
the query. Its answer is one line of JSON: {"columns", "types", "rows", "truncated"} or {"refused": sentence}; none
when its time is over.
"""

from __future__ import annotations

import json
import math
import re
import resource
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

import duckdb

NODES = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
"""What a query may consist of; a WITH can carry INSERT, UPDATE and DELETE."""
SHOWN = {'"tables"', "__show_tables_expanded"}
"""What SHOW may list; it also knows databases and variables."""
SERVER = {"current_catalog", "current_role", "current_user", "session_user", "user"}
"""Words that the engine reads as functions where no column is called so."""


class Refused(Exception):
    """A query that is not run; the text says why, `there` what could have been asked for."""

    def __init__(self, text: str, there: str = "") -> None:
        super().__init__(text)
        self.there = there


@dataclass(frozen=True)
class Open:
    """What a query may name, in lower case: functions, relations (`schema.name`, or `name` where that is enough)."""

    functions: frozenset[str]
    table_functions: frozenset[str]
    relations: frozenset[str]
    internal: frozenset[str]
    """Relations of the engine that are not open, as found without a schema: no part of a query may be called so."""
    near: tuple[str, ...]
    """The tables that need no schema before their name, as they are written."""


def lower_limits(seconds: float, spent: float, address_space: int) -> None:
    """Give up processor time, memory, files and files' sizes.

    An alarm ends the process after `seconds`, whatever the engine is doing and even if the parent has died; `spent` are
    seconds of processor time that its start may have taken.
    """
    end = math.ceil(seconds + spent)
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


def connect(path: str, schema: str, memory: str) -> duckdb.DuckDBPyConnection:
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
    }
    con = duckdb.connect(path, read_only=True, config=config)
    known = f"SELECT 1 FROM duckdb_schemas() WHERE schema_name = {literal(schema)}"  # noqa: S608
    if con.execute(known).fetchone():
        con.execute(f"SET search_path = 'main,{schema}'")
    con.execute("SET lock_configuration = true")
    return con


def opened(con: duckdb.DuckDBPyConnection, schema: str, lists: dict[str, list[str]]) -> Open:
    """What is open in this database: its own tables and views, and what of the engine's stands in the lists."""
    listed = (
        "SELECT schema_name, table_name, internal FROM duckdb_tables() "
        "UNION ALL SELECT schema_name, view_name, internal FROM duckdb_views()"
    )
    found = con.execute(listed).fetchall()
    own = {(place, name) for place, name, inside in found if not inside}
    near = {name for place, name in own if place in ("main", schema)}
    relations = {f"{place}.{name}".lower() for place, name in own} | {name.lower() for name in near}
    internal = {name.lower() for place, name, inside in found if inside and place in ("main", "pg_catalog")}
    return Open(
        functions=frozenset(lists["functions"]),
        table_functions=frozenset(lists["table_functions"]),
        relations=frozenset(relations | set(lists["catalogue"])),
        internal=frozenset(internal - relations),
        near=tuple(sorted(near)),
    )


def statement_of(con: duckdb.DuckDBPyConnection, sql: str, allowed: Open) -> tuple[duckdb.Statement, list[str]]:
    """The one SELECT in a text, when everything in it may be run, and the tables it names. Raises Refused."""
    statements = con.extract_statements(sql)
    if len(statements) != 1:
        raise Refused(f"found {len(statements)} statements, expected one SELECT")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise Refused(f"found {statements[0].type.name}, expected one SELECT")
    row = con.execute(f"SELECT json_serialize_sql({literal(sql)})").fetchone()
    tree = json.loads(row[0]) if row else {"error": True}
    if tree["error"]:
        raise Refused("found something that is not a plain SELECT")
    nodes = list(walk(tree["statements"]))
    parts = {str(e["key"]).lower() for n in nodes for e in n.get("cte_map", {}).get("map", [])}
    if parts & allowed.internal:
        raise Refused(f"{min(parts & allowed.internal)[:60]} is a name of the engine: call this part otherwise")
    named: list[str] = []
    for node in nodes:
        check(node, allowed)
        if node.get("type") in ("BASE_TABLE", "SHOW_REF") and node.get("table_name"):
            named += relation(node, allowed, parts)
    return statements[0], sorted(set(named))


def relation(node: dict[str, Any], allowed: Open, parts: set[str]) -> list[str]:
    """The table that a part of a query names, as SQL takes it; none for a part of the query itself. Raises Refused."""
    catalogue, schema, name = (str(node.get(part) or "") for part in ("catalog_name", "schema_name", "table_name"))
    whole = ".".join(part for part in (schema, name) if part)
    if (node["type"] == "SHOW_REF" and name in SHOWN) or (schema in ("", "recurring") and name.lower() in parts):
        return []
    if whole.lower() in allowed.relations and not catalogue:
        return [".".join(quoted(part) for part in (schema, name) if part)]
    if name.lower() in allowed.internal or node.get("show_type") == "SHOW_SPECIAL":
        raise Refused(f"{name[:60]} describes the server and is not open")
    raise Refused(f"Table with name {whole[:60]} does not exist", "tables: " + ", ".join(allowed.near))


def quoted(name: str) -> str:
    """A name as SQL takes it."""
    return '"' + name.replace('"', '""') + '"'


def literal(value: str) -> str:
    """A text as SQL takes it. A bound one would let the engine load NumPy and pandas, .3 s of a child's processor."""
    return "'" + value.replace("'", "''") + "'"


def there_is(con: duckdb.DuckDBPyConnection, error: duckdb.Error, named: list[str]) -> str:
    """After a column that is not there: those of the tables that are named."""
    if not re.search(r"column.* not found|not have a column", str(error), re.IGNORECASE):
        return ""
    tables = []
    for name in named:
        columns = [str(row[0]) for row in con.execute(f"DESCRIBE {name}").fetchall()]
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


def check(node: dict[str, Any], allowed: Open) -> None:
    """Refuse a part of a query that changes something or calls what is not open. Raises Refused."""
    kind = node.get("type")
    if isinstance(kind, str) and kind.endswith("_NODE") and kind not in NODES:
        raise Refused(f"found {kind.split('_')[0]} inside the query, expected SELECT only")
    if kind == "TABLE_FUNCTION":
        name = str(node["function"].get("function_name", "")).lower()
        if name not in allowed.table_functions:
            named = ", ".join(sorted(allowed.table_functions))
            raise Refused(f"the function {name[:60]} may not stand in FROM here: only the tables can be read", named)
    name = str(node.get("function_name") or "").lower()
    if name and name not in allowed.functions | allowed.table_functions:
        raise Refused(f"the function {name[:60]} is not open here")
    if kind == "COLUMN_REF" and len(node["column_names"]) == 1 and node["column_names"][0].lower() in SERVER:
        name = node["column_names"][0]
        raise Refused(f"{name} describes the server: write table.{name} for a column of this name")


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Run the query of a request. Raises Refused and errors of DuckDB."""
    with connect(request["path"], request["schema"], request["memory"]) as con:
        allowed = opened(con, request["schema"], request["open"])
        statement, named = statement_of(con, request["sql"], allowed)
        try:
            con.execute(statement)
        except (duckdb.BinderException, duckdb.CatalogException) as error:
            raise Refused(message_of(error, request), there_is(con, error, named)) from error
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
    row = con.execute(f"SELECT json_deserialize_sql(json_serialize_sql({literal(sql)}))").fetchone()
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


def message_of(error: Exception, request: dict[str, Any]) -> str:
    """What an error of DuckDB says to whoever wrote the query, without any path that is not their own.

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
    return re.sub(r"(?:/[^\s/'\"]+){2,}", lambda path: path[0] if path[0] in request["sql"] else "…", text)


def main() -> None:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.read())
    lower_limits(request["seconds"], request["spent"], request["address_space"])
    try:
        result = answer(request)
    except (MemoryError, duckdb.OutOfMemoryException):
        result = {"refused": "the query needs more memory than a query may have"}
    except Refused as error:
        result = {"refused": str(error), "there": error.there}
    except (duckdb.Error, UnicodeError, RecursionError, ValueError, OverflowError) as error:
        result = {"refused": message_of(error, request)}
    sys.stdout.write(json.dumps(result, ensure_ascii=True))


if __name__ == "__main__":
    main()
