"""The only place that opens connections to DuckDB, and the two ways across: tables in, tables out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd

from components.errors import LeaderboardError, UnknownName
from data import per_sample, sampling
from data.columns import KNOWN_EXTRAS, PER_SAMPLE, PUBLISHED, TABLES, Kind
from data.engine import CLOSED
from data.files import MAX_ROWS
from data.frames import assemble, column_kinds, fingerprint_of_columns, frames_of, run_frame, typed
from data.manifest import Manifest, manifest_of
from data.per_sample import PerSample, Use
from data.problems import Problem
from data.registry import RUN_KEYS, NotServed, Suite, Tables
from data.views import over_all, run_columns, runs_of, samples_of, views

HERE = Path(__file__).parent


class DamagedDatabase(LeaderboardError):
    """A database that cannot be opened, or does not hold what was put into it."""


def connect(path: Path, *, writable: bool = False) -> duckdb.DuckDBPyConnection:
    """Open a database, read-only unless asked otherwise."""
    # small blocks: many small tables and indexes would each take a block of 256 KiB
    config: dict[str, Any] = {**CLOSED, "default_block_size": "16384"} if writable else {**CLOSED}
    con = duckdb.connect(str(path), read_only=not writable, config=config)
    con.execute("SET enable_progress_bar = false")  # `python -c` counts as a terminal
    return con


@cache
def sql(name: str) -> str:
    """The text of a named query, data/queries/<name>.sql. Raises UnknownName."""
    queries = {p.stem: p for p in (HERE / "queries").glob("*.sql")}
    if name not in queries:
        raise UnknownName(f"unknown query {name!r}: expected one of {', '.join(sorted(queries))}")
    return queries[name].read_text(encoding="utf-8")


def schema() -> str:
    """The text of schema.sql."""
    return (HERE / "schema.sql").read_text(encoding="utf-8")


def shape() -> bytes:
    """What decides how a database is laid out, for its version: the schema, and the code that makes the rest."""
    return b"".join(
        [schema().encode(), *((HERE / name).read_bytes() for name in ("views.py", "sampling.py", "per_sample.py"))]
    )


def run(con: duckdb.DuckDBPyConnection, name: str, **bound: Any) -> duckdb.DuckDBPyConnection:
    """Run a named query with bound values."""
    return con.execute(sql(name), bound or None)


# --- tables in


def write(
    con: duckdb.DuckDBPyConnection,
    suites: Sequence[Tables],
    version: str,
    refused: Sequence[NotServed] = (),
    *,
    samples: bool = True,
) -> None:
    """Create the schema and put in every suite, what is said of those refused, and what all runs come to.

    Without `samples`, values of single samples stay where they are.
    """
    con.execute("BEGIN")
    con.execute(schema())
    for position, tables in enumerate(suites, start=1):
        _write_suite(con, tables, position)
        for statement in views(tables):
            con.execute(statement)
        _write_runs(con, tables)
        if samples and tables.per_sample is not None:
            values = f"INSERT INTO {samples_of(tables.suite.id)} BY NAME SELECT * FROM incoming"  # noqa: S608
            per_sample.put(tables.per_sample, con, values)
    for statement in over_all(suites):
        con.execute(statement)
    _append(con, "not_served", pd.DataFrame(_problems(refused)))
    con.execute("COMMIT")
    for tables in suites:  # rows have their numbers only once they are committed
        sampling.keep(con, tables)
    _append(con, "database", pd.DataFrame({"version": [version], "contents": [contents(con)]}))


def _problems(refused: Sequence[NotServed]) -> list[dict[str, object]]:
    return [
        {"folder": f, "position": p, "name": r.folder, "suite": r.suite, "file": problem.file, "line": problem.line}
        | {"column_name": problem.column, "found": problem.found, "expected": problem.expected}
        for f, r in enumerate(refused, start=1)
        for p, problem in enumerate(r.problems, start=1)
    ]


def _write_suite(con: duckdb.DuckDBPyConnection, tables: Tables, position: int) -> None:
    suite = {k: v for k, v in vars(tables.suite).items() if k != "private"}
    _append(con, "suite", pd.DataFrame([{**suite, "position": position, "data_version": tables.data_version}]))
    manifest = pd.DataFrame([{"name": n, **entry} for n, entry in manifest_of(tables).items()])
    _append(con, "manifest", manifest, tables.suite.id)
    for name, frame in frames_of(tables).items():
        if name == "runs":
            continue
        if name in TABLES:
            # an optional id that is empty points nowhere
            optional = [c.name for c in TABLES[name].columns if c.refers and not c.required]
            nulls = {c: frame[c].astype(object).where(frame[c] != "", None) for c in optional}
            _append(con, TABLES[name].relation, _numbered(frame.assign(**nulls)), tables.suite.id)
        else:
            _append(con, "extra", _cells(name, frame), tables.suite.id)


def _write_runs(con: duckdb.DuckDBPyConnection, tables: Tables) -> None:
    """The runs by position, since SQL cannot tell all names of metrics apart."""
    frame = tables.runs[[*RUN_KEYS, *(m.id for m in tables.metrics)]]
    con.register("runs_of_frame", frame.set_axis([f"c{i}" for i in range(frame.shape[1])], axis=1))
    ids, rest = [f"CAST(c{i} AS VARCHAR)" for i in range(3)], [f"c{i}" for i in range(4, frame.shape[1])]
    numbers = [f"CASE WHEN NOT isnan({c}) THEN {c} END" for c in rest]
    values = ", ".join([*ids, "c3", *numbers])
    con.execute(f"INSERT INTO {runs_of(tables.suite.id)} SELECT {values} FROM runs_of_frame")  # noqa: S608
    con.unregister("runs_of_frame")


def _append(con: duckdb.DuckDBPyConnection, relation: str, frame: pd.DataFrame, suite: str | None = None) -> None:
    if suite is not None:
        frame = frame.assign(suite=suite)
    if len(frame):
        con.append(relation, frame, by_name=True)


def _numbered(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.assign(position=np.arange(1, len(frame) + 1))


def _cells(name: str, frame: pd.DataFrame) -> pd.DataFrame:
    parts = []
    for at, column in enumerate(frame.columns, start=1):
        numeric = frame[column].dtype.kind == "f"
        values = frame[column].astype(object)
        values = values.where(frame[column].notna(), None)
        part = {"text": None if numeric else values, "number": frame[column] if numeric else None}
        parts.append(
            _numbered(pd.DataFrame(part, index=frame.index)).assign(
                name=name, column_position=at, column_name=column, numeric=numeric
            )
        )
    cells = pd.concat(parts, ignore_index=True)
    return cells.astype({"text": object, "number": float})


# --- tables out


def read_suites(con: duckdb.DuckDBPyConnection) -> list[Suite]:
    """The suites of a database, in the order in which they are offered."""
    result = run(con, "suites")
    names = [d[0] for d in result.description]
    return [Suite(**dict(zip(names, row, strict=True))) for row in result.fetchall()]


def read_not_served(con: duckdb.DuckDBPyConnection) -> list[NotServed]:
    """The folders whose suites are refused, in the order in which they were named."""
    told: dict[int, tuple[str, str, list[Problem]]] = {}
    for folder, name, suite, *problem in run(con, "not_served").fetchall():
        told.setdefault(folder, (name, suite, []))[2].append(Problem(*problem))
    return [NotServed(name, suite, tuple(problems)) for name, suite, problems in told.values()]


def read_tables(con: duckdb.DuckDBPyConnection, suite_id: str, *, sampled: bool = False, runs: str = "") -> Tables:
    """A suite as it was put in, to the bit and in order; `sampled`, with the runs that pages start from (sampling.py).

    `runs` is the query for its runs where these are in no table of their own schema (lake.py).

    Raises UnknownName.
    """
    suites = {s.id: s for s in read_suites(con)}
    if suite_id not in suites:
        raise UnknownName(f"unknown suite {suite_id!r}: expected one of {', '.join(suites) or 'none'}")
    frames = {}
    for name in ("metrics", "methods", "benchmarks", "panels", PUBLISHED.name, *(t.name for t in KNOWN_EXTRAS)):
        frame = _read_frame(con, name, suite_id, column_kinds(name))
        if len(frame):
            frames[name] = frame
    metric_ids = list(frames["metrics"]["id"])
    some = sampling.kept(con, suite_id, metric_ids) if sampled else None
    if some is None:
        whole = con.execute(runs or f"FROM {runs_of(suite_id)}").df()
        frames["runs"] = run_frame(whole.set_axis([*RUN_KEYS, *metric_ids], axis=1))
    else:
        frames["runs"] = run_frame(some[0].drop(columns="run_id")).assign(run_id=some[0]["run_id"].astype("int64"))
    frames.update(_read_extras(con, suite_id))
    row = run(con, "data_version", suite=suite_id).fetchone()
    assert row is not None
    tables = assemble(suites[suite_id], frames, row[0])
    return tables if some is None else replace(tables, whole=some[1])


def stored_samples(con: duckdb.DuckDBPyConnection, suite_id: str, use: Use) -> PerSample | None:
    """The values of single samples of a suite, which `use` reads; None where it brings none."""
    kept = {name: (rows, mark) for name, rows, mark in run(con, "manifest", suite=suite_id).fetchall()}
    rows, mark = kept.get(PER_SAMPLE.name, (0, ""))
    return PerSample(int(rows), use, str(mark)) if mark else None


def _read_frame(con: duckdb.DuckDBPyConnection, name: str, suite_id: str, kinds: Mapping[str, Kind]) -> pd.DataFrame:
    rows = run(con, name, suite=suite_id).fetchall()
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(kinds)
    return typed(dict(zip(kinds, columns, strict=True)), kinds)


def _read_extras(con: duckdb.DuckDBPyConnection, suite_id: str) -> dict[str, pd.DataFrame]:
    read = run(con, "extras", suite=suite_id).fetchnumpy()
    names, heads = np.asarray(read["name"]), np.asarray(read["column_name"])
    begins = np.flatnonzero((names[1:] != names[:-1]) | (heads[1:] != heads[:-1])) + 1
    columns: dict[str, dict[str, Any]] = {}
    kinds: dict[str, dict[str, Kind]] = {}
    for rows in np.split(np.arange(len(names)), begins) if len(names) else ():
        name, head, numeric = names[rows[0]], heads[rows[0]], bool(read["numeric"][rows[0]])
        cells = np.ma.asarray(read["number" if numeric else "text"][rows])
        values = cells.data.astype(object)
        values[np.ma.getmaskarray(cells)] = None
        columns.setdefault(name, {})[head] = values
        kinds.setdefault(name, {})[head] = "number" if numeric else "text"
    return {name: typed(columns[name], kinds[name]) for name in columns}


def contents(con: duckdb.DuckDBPyConnection) -> str:
    """All tables but `database`, summed up by the engine: how many rows each has, and the sum of their hashes."""
    names = [name for (name,) in run(con, "tables").fetchall()]
    sums = (f"SELECT {at}, count(*), sum(hash(t)) FROM {name} t" for at, name in enumerate(names))  # noqa: S608
    return " ".join(
        f"{names[at]}:{rows}:{total}" for at, rows, total in con.execute(" UNION ALL ".join(sums)).fetchall()
    )


def intact(con: duckdb.DuckDBPyConnection, version: str) -> bool:
    """Whether every row of every table is still the one that was put in, in a hundredth of the time of `verify`.

    Another release of the engine may hash otherwise: where this is False, `verify` decides.
    """
    return con.execute("FROM database").fetchall() == [(version, contents(con))]


def verify(con: duckdb.DuckDBPyConnection, version: str) -> None:
    """Read everything back and compare it with what was put in. Raises DamagedDatabase."""
    versions = run(con, "version").fetchall()
    if versions != [(version,)]:
        raise DamagedDatabase(f"found the version {versions}, expected {version}")
    for suite in read_suites(con):
        rows = run(con, "manifest", suite=suite.id).fetchall()
        expected: Manifest = {name: {"rows": rows, "fingerprint": fingerprint} for name, rows, fingerprint in rows}
        found = dict(_manifest(con, suite.id))
        if PER_SAMPLE.name in expected:
            row = con.execute(f"SELECT count(*) FROM {samples_of(suite.id)}").fetchone()  # noqa: S608
            summed = per_sample.summed(con, samples_of(suite.id))
            found[PER_SAMPLE.name] = {"rows": int((row or (0,))[0]), "fingerprint": summed}
        if found != expected:
            raise DamagedDatabase(f"the tables of {suite.id} are not those that were put in")


def _manifest(con: duckdb.DuckDBPyConnection, suite_id: str) -> Manifest:
    """What a suite holds; of very many runs one column is in memory at a time."""
    table = runs_of(suite_id)
    [(rows,)] = con.execute(f"SELECT count(*) FROM {table}").fetchall()  # noqa: S608
    if rows <= MAX_ROWS:
        return manifest_of(read_tables(con, suite_id))
    tables = read_tables(con, suite_id, runs=f"FROM {table} LIMIT 0")
    names = dict(zip(run_columns(tables), [*RUN_KEYS, *(m.id for m in tables.metrics)], strict=True))

    def columns() -> Iterator[tuple[str, pd.Series]]:
        yield "run_id", pd.Series(np.arange(1, rows + 1))
        for column, name in names.items():
            yield name, con.execute(f"SELECT {column} FROM {table}").df().iloc[:, 0]  # noqa: S608

    return {**manifest_of(tables), "runs": {"rows": rows, "fingerprint": fingerprint_of_columns(columns())}}
