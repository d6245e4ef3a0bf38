"""What is written to the database and read from it: tables in, tables out."""

# ruff: noqa: S608

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import duckdb
import pandas as pd

from components.errors import UnknownName
from data import quoting
from data.columns import RUNS, SUITE_KEYS
from data.engine import CLOSED
from data.frames import assemble, read_back, run_frame
from data.problems import Problem
from data.registry import NotServed, Size, Suite, Tables
from data.relations import BESIDE_SUITES, SIZES, over_all, schema_of, selected, stored, table_of

HERE = Path(__file__).parent


def connect(path: Path, *, writable: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database, read-only unless asked otherwise. Raises duckdb.Error."""
    # small blocks: many small tables would each take a block of 256 KiB
    config: dict[str, str | bool | int | float | list[str]] = {**CLOSED}
    if writable:
        config["default_block_size"] = "16384"
    con = duckdb.connect(str(path), read_only=not writable, config=config)
    con.execute("SET enable_progress_bar = false")  # `python -c` counts as a terminal
    return con


@cache
def layout() -> bytes:
    """Return the code that decides how a database is laid out, for its version."""
    return b"".join((HERE / name).read_bytes() for name in ("columns.py", "frames.py", "relations.py"))


def write(con: duckdb.DuckDBPyConnection, suites: Sequence[Tables], refused: Sequence[NotServed] = ()) -> None:
    """Write every suite, views over all of them, and the problems of those refused, in one transaction."""
    con.execute("BEGIN")
    con.execute(BESIDE_SUITES)
    all_stored = [(tables, stored(tables)) for tables in suites]
    for position, (tables, own) in enumerate(all_stored, start=1):
        _write_suite(con, tables, own, position)
    for statement in over_all(all_stored):
        con.execute(statement)
    _append(con, "not_served", [row for number, one in enumerate(refused, start=1) for row in _problems(one, number)])
    con.execute("COMMIT")


def _write_suite(
    con: duckdb.DuckDBPyConnection, tables: Tables, own: Mapping[str, pd.DataFrame], position: int
) -> None:
    record = {key: getattr(tables.suite, key) for key in SUITE_KEYS} | vars(tables.size)
    _append(con, "suite", [{**record, "position": position, "data_version": tables.data_version}])
    con.execute(f"CREATE SCHEMA {quoting.name(schema_of(tables.suite.id))}")
    for name, frame in own.items():
        con.register("incoming", frame)
        con.execute(f"CREATE TABLE {table_of(tables.suite.id, name)} AS {selected(name, frame)}")
        con.unregister("incoming")


def _problems(refused: NotServed, number: int) -> list[dict[str, object]]:
    return [
        {"folder": number, "position": position, "name": refused.folder, "suite": refused.suite}
        | {"file": problem.file, "line": problem.line, "column_name": problem.column}
        | {"found": problem.found, "expected": problem.expected}
        for position, problem in enumerate(refused.problems, start=1)
    ]


def _append(con: duckdb.DuckDBPyConnection, relation: str, rows: Sequence[Mapping[str, object]]) -> None:
    if rows:
        con.append(relation, pd.DataFrame(rows), by_name=True)


def read_suites(con: duckdb.DuckDBPyConnection) -> list[Suite]:
    """Return the suites of a database, in the order in which they are offered."""
    found = con.execute(f"SELECT {', '.join(SUITE_KEYS)} FROM suite ORDER BY position")
    return [Suite(**dict(zip(SUITE_KEYS, row, strict=True))) for row in found.fetchall()]


def read_sizes(con: duckdb.DuckDBPyConnection) -> dict[str, Size]:
    """Return how much each suite holds, without reading its tables."""
    rows = con.execute(f"SELECT id, {', '.join(SIZES)} FROM suite ORDER BY position").fetchall()
    return {suite: Size(*counts) for suite, *counts in rows}


def read_not_served(con: duckdb.DuckDBPyConnection) -> list[NotServed]:
    """Return the folders whose suites are refused, in the order in which they were named."""
    found: dict[int, tuple[str, str, list[Problem]]] = {}
    rows = con.execute("SELECT * EXCLUDE (position) FROM not_served ORDER BY folder, position").fetchall()
    for folder, name, suite, *problem in rows:
        found.setdefault(folder, (name, suite, []))[2].append(Problem(*problem))
    return [NotServed(name, suite, tuple(problems)) for name, suite, problems in found.values()]


def data_version(con: duckdb.DuckDBPyConnection, suite_id: str) -> str:
    """Return the first 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""
    versions = dict(con.execute("SELECT id, data_version FROM suite ORDER BY position").fetchall())
    if suite_id not in versions:
        raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(versions) or 'none'}")
    return str(versions[suite_id])


def read_tables(con: duckdb.DuckDBPyConnection, suite_id: str) -> Tables:
    """Return a suite as it was written, to the bit and in order. Raises UnknownName."""
    version = data_version(con, suite_id)
    there = "SELECT table_name FROM duckdb_tables() WHERE schema_name = $1 AND table_name <> $2"
    frames = {RUNS.name: run_frame(con.execute(f"FROM {table_of(suite_id, RUNS.name)}").df())}
    for (name,) in con.execute(there, [schema_of(suite_id), RUNS.name]).fetchall():
        rows = con.execute(f"FROM {table_of(suite_id, name)}")
        columns = [column for column, *_ in rows.description]
        frames[name] = read_back(name, dict(zip(columns, zip(*rows.fetchall(), strict=True), strict=True)))
    suite = next(s for s in read_suites(con) if s.id == suite_id)
    return assemble(suite, frames, version)
