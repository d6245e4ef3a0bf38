"""The only place that opens connections to DuckDB, and the two ways across: tables in, tables out."""

# ruff: noqa: S608

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd

from components.errors import UnknownName
from data import per_sample, sampling
from data.columns import PER_SAMPLE, RUNS, SUITE_KEYS
from data.engine import CLOSED
from data.frames import assemble, read_back, run_frame
from data.manifest import Manifest, manifest_of
from data.per_sample import PerSample, Use
from data.problems import Problem
from data.registry import NotServed, Size, Suite, Tables
from data.relations import (
    BESIDE_SUITES,
    SIZES,
    over_all,
    samples_definition,
    samples_of,
    schema_name,
    selected,
    stored,
    table_of,
)

HERE = Path(__file__).parent


def connect(path: Path, *, writable: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database, read-only unless asked otherwise."""
    # small blocks: many small tables and indexes would each take a block of 256 KiB
    config: dict[str, Any] = {**CLOSED, "default_block_size": "16384"} if writable else {**CLOSED}
    con = duckdb.connect(str(path), read_only=not writable, config=config)
    con.execute("SET enable_progress_bar = false")  # `python -c` counts as a terminal
    return con


@cache
def shape() -> bytes:
    """What decides how a database is laid out, for its version."""
    files = ("columns.py", "relations.py", "blocks.py", "sampling.py", "per_sample.py")
    return b"".join((HERE / name).read_bytes() for name in files)


# --- tables in


def write(
    con: duckdb.DuckDBPyConnection,
    suites: Sequence[Tables],
    refused: Sequence[NotServed] = (),
    *,
    samples: bool = True,
) -> None:
    """Put in every suite, the problems of those refused, and the aggregates of all runs.

    Without `samples`, values of single samples stay where they are.
    """
    con.execute("BEGIN")
    con.execute(BESIDE_SUITES)
    all_stored = [(tables, stored(tables)) for tables in suites]
    for position, (tables, own) in enumerate(all_stored, start=1):
        _write_suite(con, tables, own, position)
        if tables.per_sample is not None:
            con.execute(samples_definition(tables))
            if samples:
                values = f"INSERT INTO {samples_of(tables.suite.id)} BY NAME SELECT * FROM incoming"
                per_sample.put(tables.per_sample, con, values)
    for statement in over_all(all_stored):
        con.execute(statement)
    _append(con, "not_served", pd.DataFrame(_problems(refused)))
    con.execute("COMMIT")
    for tables in suites:  # rows have their numbers only once they are committed
        sampling.keep(con, tables)


def _problems(refused: Sequence[NotServed]) -> list[dict[str, object]]:
    return [
        {"folder": f, "position": p, "name": r.folder, "suite": r.suite, "file": problem.file, "line": problem.line}
        | {"column_name": problem.column, "found": problem.found, "expected": problem.expected}
        for f, r in enumerate(refused, start=1)
        for p, problem in enumerate(r.problems, start=1)
    ]


def _write_suite(
    con: duckdb.DuckDBPyConnection, tables: Tables, own: Mapping[str, pd.DataFrame], position: int
) -> None:
    suite = {k: v for k, v in vars(tables.suite).items() if k != "private"} | vars(tables.size)
    _append(con, "suite", pd.DataFrame([{**suite, "position": position, "data_version": tables.data_version}]))
    entries = [{"suite": tables.suite.id, "name": name, **entry} for name, entry in manifest_of(tables).items()]
    _append(con, "manifest", pd.DataFrame(entries))
    con.execute(f"CREATE SCHEMA {schema_name(tables.suite.id)}")
    for name, frame in own.items():
        con.register("incoming", frame)
        con.execute(f"CREATE TABLE {table_of(tables.suite.id, name)} AS {selected(tables, name, frame)}")
        con.unregister("incoming")


def _append(con: duckdb.DuckDBPyConnection, relation: str, frame: pd.DataFrame) -> None:
    if len(frame):
        con.append(relation, frame, by_name=True)


# --- tables out


def read_suites(con: duckdb.DuckDBPyConnection) -> list[Suite]:
    """The suites of a database, in the order in which they are offered."""
    found = con.execute(f"SELECT {', '.join(SUITE_KEYS)} FROM suite ORDER BY position, id")
    return [Suite(**dict(zip(SUITE_KEYS, row, strict=True))) for row in found.fetchall()]


def read_sizes(con: duckdb.DuckDBPyConnection) -> dict[str, Size]:
    """How much each suite holds, without reading its tables."""
    rows = con.execute(f"SELECT id, {', '.join(SIZES)} FROM suite ORDER BY position").fetchall()
    return {suite: Size(*counts) for suite, *counts in rows}


def read_not_served(con: duckdb.DuckDBPyConnection) -> list[NotServed]:
    """The folders whose suites are refused, in the order in which they were named."""
    found: dict[int, tuple[str, str, list[Problem]]] = {}
    rows = con.execute("SELECT * EXCLUDE (position) FROM not_served ORDER BY folder, position").fetchall()
    for folder, name, suite, *problem in rows:
        found.setdefault(folder, (name, suite, []))[2].append(Problem(*problem))
    return [NotServed(name, suite, tuple(problems)) for name, suite, problems in found.values()]


def data_version(con: duckdb.DuckDBPyConnection, suite_id: str) -> str:
    """First 12 hex digits of the SHA-256 of a suite's files. Raises UnknownName."""
    versions = dict(con.execute("SELECT id, data_version FROM suite ORDER BY position, id").fetchall())
    if suite_id not in versions:
        raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(versions) or 'none'}")
    return str(versions[suite_id])


def put_in(con: duckdb.DuckDBPyConnection, suite_id: str) -> Manifest:
    """Rows and fingerprint of every table of a suite as they were when it was put in."""
    rows = con.execute("SELECT name, rows, fingerprint FROM manifest WHERE suite = $1 ORDER BY name", [suite_id])
    return {name: {"rows": rows, "fingerprint": mark} for name, rows, mark in rows.fetchall()}


def read_tables(
    con: duckdb.DuckDBPyConnection,
    suite_id: str,
    *,
    sampled: bool = False,
    rows_of: Callable[[str], str] | None = None,
) -> Tables:
    """A suite as it was put in, to the bit and in order; `sampled`, with the runs that pages start from (sampling.py).

    `rows_of` gives the query for the rows of a table, where this is not the table in the schema of the suite.

    Raises UnknownName.
    """
    version = data_version(con, suite_id)
    rows_of = rows_of or (lambda name: f"FROM {table_of(suite_id, name)}")
    drawn = sampling.kept(con, suite_id) if sampled else None
    frames = {}
    for name in put_in(con, suite_id).keys() - {RUNS.name, PER_SAMPLE.name}:
        read = con.execute(rows_of(name))
        columns = [column for column, *_ in read.description]
        frames[name] = read_back(name, dict(zip(columns, zip(*read.fetchall(), strict=True), strict=True)))
    if drawn is None:
        frames[RUNS.name] = run_frame(con.execute(rows_of(RUNS.name)).df())
    else:
        frames[RUNS.name] = run_frame(drawn[0].drop(columns="run_id")).assign(run_id=drawn[0]["run_id"].astype("int64"))
    suite = next(s for s in read_suites(con) if s.id == suite_id)
    tables = assemble(suite, frames, version)
    return tables if drawn is None else replace(tables, whole=drawn[1])


def stored_samples(con: duckdb.DuckDBPyConnection, suite_id: str, use: Use) -> PerSample | None:
    """The values of single samples of a suite, which `use` reads; None where it has none."""
    entry = put_in(con, suite_id).get(PER_SAMPLE.name)
    return None if entry is None else PerSample(entry["rows"], use, entry["fingerprint"])
