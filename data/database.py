"""What is written to the database and read from it: tables in, tables out."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import duckdb
import pandas as pd

from data import quoting
from data.columns import RUNS, SUITE_KEYS
from data.engine import CLOSED
from data.errors import UnknownName
from data.frames import assemble, read_back, run_frame
from data.problems import Problem
from data.registry import NotServed, Size, Suite, Tables
from data.relations import BESIDE_SUITES, over_all, schema_of, selected, stored, table_of

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
    return b"".join(
        (HERE / name).read_bytes() for name in ("columns.py", "frames.py", "relations.py")
    )


def write(
    con: duckdb.DuckDBPyConnection, suites: Sequence[Tables], refused: Sequence[NotServed] = ()
) -> None:
    """Write every suite, views over all of them, and the problems of those refused, in one
    transaction."""
    con.execute("BEGIN")
    con.execute(BESIDE_SUITES)
    all_stored = [(tables, stored(tables)) for tables in suites]
    for position, (tables, own) in enumerate(all_stored, start=1):
        _write_suite(con, tables, own, position)
    for statement in over_all(all_stored):
        con.execute(statement)
    problems = [
        (folder, place, one.folder, one.suite, *vars(problem).values())
        for folder, one in enumerate(refused, start=1)
        for place, problem in enumerate(one.problems, start=1)
    ]
    if problems:
        con.append("not_served", pd.DataFrame(problems))
    con.execute("COMMIT")


def _write_suite(
    con: duckdb.DuckDBPyConnection, tables: Tables, own: Mapping[str, pd.DataFrame], position: int
) -> None:
    record = (getattr(tables.suite, key) for key in SUITE_KEYS)
    con.append(
        "suite",
        pd.DataFrame([(position, *record, tables.data_version, *vars(tables.size).values())]),
    )
    con.execute(f"CREATE SCHEMA {quoting.name(schema_of(tables.suite.id))}")
    for name, frame in own.items():
        con.register("incoming", frame)
        con.execute(f"CREATE TABLE {table_of(tables.suite.id, name)} AS {selected(name, frame)}")
        con.unregister("incoming")


class Listed(dict[str, tuple[Suite, str, Size]]):
    """The suites of a database by id, as they are offered: record, data version, size. Raises
    UnknownName."""

    def __missing__(self, suite_id: str) -> tuple[Suite, str, Size]:
        """Raise UnknownName."""
        raise UnknownName(
            f"unknown suite {suite_id!r}: expected one of {', '.join(self) or 'none'}"
        )


def read_suites(con: duckdb.DuckDBPyConnection) -> Listed:
    """Return the suites of a database, without reading their tables."""
    rows = con.execute("SELECT * EXCLUDE (position) FROM suite ORDER BY position").fetchall()
    n = len(SUITE_KEYS)
    return Listed({row[0]: (Suite(*row[:n]), row[n], Size(*row[n + 1 :])) for row in rows})


def read_not_served(con: duckdb.DuckDBPyConnection) -> list[NotServed]:
    """Return the folders whose suites are refused, in the order in which they were named."""
    found: dict[int, tuple[str, str, list[Problem]]] = {}
    rows = con.execute(
        "SELECT * EXCLUDE (position) FROM not_served ORDER BY folder, position"
    ).fetchall()
    for folder, name, suite, *problem in rows:
        found.setdefault(folder, (name, suite, []))[2].append(Problem(*problem))
    return [NotServed(name, suite, tuple(problems)) for name, suite, problems in found.values()]


def read_tables(con: duckdb.DuckDBPyConnection, suite_id: str) -> Tables:
    """Return a suite as it was written, to the bit and in order. Raises UnknownName."""
    suite, version, _ = read_suites(con)[suite_id]
    there = "SELECT table_name FROM duckdb_tables() WHERE schema_name = $1 AND table_name <> $2"
    frames = {RUNS.name: run_frame(con.execute(f"FROM {table_of(suite_id, RUNS.name)}").df())}
    for (name,) in con.execute(there, [schema_of(suite_id), RUNS.name]).fetchall():
        rows = con.execute(f"FROM {table_of(suite_id, name)}")
        columns = [column for column, *_ in rows.description]
        frames[name] = read_back(
            name, dict(zip(columns, zip(*rows.fetchall(), strict=True), strict=True))
        )
    return assemble(suite, frames, version)
