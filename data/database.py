"""What is written to the database and read from it: tables in, tables out."""

from collections.abc import Sequence
from dataclasses import dataclass
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
from data.relations import BESIDE_SUITES, Frames, over_all, schema_of, selected, stored, table_of


def connect(database: Path, *, writable: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database, read-only unless asked otherwise. Raises duckdb.Error."""
    # small blocks: many small tables would each take a block of 256 KiB
    config: dict[str, str | bool | int | float | list[str]] = {**CLOSED}
    if writable:
        config["default_block_size"] = "16384"
    connection = duckdb.connect(str(database), read_only=not writable, config=config)
    connection.execute("SET enable_progress_bar = false")  # `python -c` counts as a terminal
    return connection


@cache
def layout() -> bytes:
    """Return the code that decides how a database is laid out, for its version."""
    source_files = ("columns.py", "frames.py", "relations.py")
    return b"".join(
        Path(__file__).with_name(source_file).read_bytes() for source_file in source_files
    )


def write(
    connection: duckdb.DuckDBPyConnection,
    suites: Sequence[Tables],
    refused: Sequence[NotServed] = (),
) -> None:
    """Write every suite, views over all of them, and the problems of those refused, in one
    transaction."""
    connection.execute("BEGIN")
    connection.execute(BESIDE_SUITES)
    suites_with_frames = [(tables, stored(tables)) for tables in suites]
    for position, (tables, frames) in enumerate(suites_with_frames, start=1):
        record = [getattr(tables.suite, key) for key in SUITE_KEYS]
        row = [position, *record, tables.data_version, *vars(tables.size).values()]
        connection.append("suite", pd.DataFrame([row]))
        _write_frames(connection, tables.suite.id, frames)
    for statement in over_all(suites_with_frames):
        connection.execute(statement)
    problems = []
    for position, folder in enumerate(refused, start=1):
        for problem_position, problem in enumerate(folder.problems, start=1):
            place = (position, problem_position, folder.folder, folder.suite)
            problems.append((*place, *vars(problem).values()))
    if problems:
        connection.append("not_served", pd.DataFrame(problems))
    connection.execute("COMMIT")


def _write_frames(connection: duckdb.DuckDBPyConnection, suite_id: str, frames: Frames) -> None:
    connection.execute(f"CREATE SCHEMA {quoting.name(schema_of(suite_id))}")
    for frame_name, frame in frames.items():
        connection.register("incoming", frame)
        query = selected(frame_name, frame)
        connection.execute(f"CREATE TABLE {table_of(suite_id, frame_name)} AS {query}")
        connection.unregister("incoming")


@dataclass(frozen=True)
class ServedSuite:
    """A suite of a database without its tables."""

    record: Suite
    data_version: str
    size: Size


class ServedSuites(dict[str, ServedSuite]):
    """The suites of a database by id, as they are offered."""

    def __missing__(self, suite_id: str) -> ServedSuite:
        """Raise UnknownName."""
        raise UnknownName(
            f"unknown suite {suite_id!r}: expected one of {', '.join(self) or 'none'}"
        )


def read_suites(connection: duckdb.DuckDBPyConnection) -> ServedSuites:
    """Return the suites of a database, without reading their tables."""
    suites = ServedSuites()
    query = "SELECT * EXCLUDE (position) FROM suite ORDER BY position"
    for row in connection.execute(query).fetchall():
        record = Suite(*row[: len(SUITE_KEYS)])
        version, *sizes = row[len(SUITE_KEYS) :]
        suites[record.id] = ServedSuite(record, version, Size(*sizes))
    return suites


def read_not_served(connection: duckdb.DuckDBPyConnection) -> list[NotServed]:
    """Return the folders whose suites are refused, in the order in which they were named."""
    query = "SELECT * EXCLUDE (position) FROM not_served ORDER BY folder, position"
    refused: dict[int, NotServed] = {}
    for folder, folder_name, suite, *cells in connection.execute(query).fetchall():
        earlier = refused[folder].problems if folder in refused else ()
        refused[folder] = NotServed(folder_name, suite, (*earlier, Problem(*cells)))
    return list(refused.values())


def read_tables(connection: duckdb.DuckDBPyConnection, suite_id: str) -> Tables:
    """Return a suite as it was written, to the bit and in order. Raises UnknownName."""
    suite = read_suites(connection)[suite_id]
    runs = connection.execute(f"FROM {table_of(suite_id, RUNS.name)}").df()
    frames = {RUNS.name: run_frame(runs)}
    extra_tables = connection.execute(
        "SELECT table_name FROM duckdb_tables() WHERE schema_name = $1 AND table_name <> $2",
        [schema_of(suite_id), RUNS.name],
    )
    for (extra_name,) in extra_tables.fetchall():
        rows = connection.execute(f"FROM {table_of(suite_id, extra_name)}")
        headings = [heading for heading, *_ in rows.description]
        columns = zip(*rows.fetchall(), strict=True)
        frames[extra_name] = read_back(extra_name, dict(zip(headings, columns, strict=True)))
    return assemble(suite.record, frames, suite.data_version)
