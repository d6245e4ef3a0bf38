"""The values of single samples of a suite, wherever they are: in files, in a frame, in the database, in a lake.

There may be many millions, so they are never held in memory: callers query the engine that reads them.
"""

# ruff: noqa: S608

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import BinaryIO, Protocol, TypeVar

import duckdb
import pandas as pd
import pyarrow.parquet as pq

from data.columns import PER_SAMPLE
from data.engine import CLOSED

COLUMNS = tuple(c.name for c in PER_SAMPLE.columns)
ORDER = ("metric", "field", "panel", "method", "benchmark", "seed", "sample")
"""Values of one metric and method are side by side, so that two methods are read without all others."""
_AS_TEXTS = ", ".join(c if c in ("seed", "value") else f"CAST({c} AS VARCHAR) AS {c}" for c in COLUMNS)
"""The columns with ids as texts, whatever codes a relation has for them."""
AT_ONCE = 100_000
"""Rows that are copied from one engine to another at a time."""
T = TypeVar("T")


class Use(Protocol):
    """Calls `ask` with an engine and the relation in it, a name or a query, that has the values with `COLUMNS`."""

    def __call__(self, ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        """The result of `ask`."""


@dataclass(frozen=True, eq=False)
class PerSample:
    """How many values there are, and how they are read. `known` is their fingerprint where that was kept."""

    rows: int
    use: Use
    known: str = ""

    @cached_property
    def fingerprint(self) -> str:
        """12 hex digits that follow from the values, whatever their order."""
        return self.known or self.use(summed)


def summed(con: duckdb.DuckDBPyConnection, relation: str) -> str:
    """The fingerprint of a relation: the sum of half the MD5 of every row, which other releases of the engine share."""
    texts = ", ".join(f"CAST({c} AS VARCHAR)" for c in COLUMNS)
    row = con.execute(f"SELECT sum(md5_number_lower(concat_ws(chr(0), {texts}))) FROM ({rows_of(relation)})").fetchone()
    return f"{int((row or (0,))[0] or 0) % 16**12:012x}"


def of_frame(frame: pd.DataFrame) -> PerSample:
    """Values held in memory, as few as a reader uploads; columns as in `COLUMNS`."""

    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        with duckdb.connect(":memory:", config={**CLOSED}) as con:
            con.register("own_values", frame)
            return ask(con, "own_values")

    return PerSample(len(frame), use)


def with_frame(base: PerSample | None, frame: pd.DataFrame) -> PerSample:
    """The values of a suite and, beside them, those held in memory: these go to an engine for one question alone."""
    if base is None:
        return of_frame(frame)
    before = base

    def use(ask: Callable[[duckdb.DuckDBPyConnection, str], T]) -> T:
        def both(con: duckdb.DuckDBPyConnection, relation: str) -> T:
            con.register("own_values", frame)
            return ask(
                con, f"SELECT {_AS_TEXTS} FROM ({rows_of(relation)}) UNION ALL SELECT {_AS_TEXTS} FROM own_values"
            )

        return before.use(both)

    return PerSample(before.rows + len(frame), use)


def put(values: PerSample, con: duckdb.DuckDBPyConnection, statement: str) -> None:
    """Run a statement that reads all values, in `ORDER`, as the relation `incoming`; no more than some at a time."""

    def write(source: duckdb.DuckDBPyConnection, relation: str) -> None:
        con.register("incoming", ordered(source, relation).to_arrow_reader(AT_ONCE))
        try:
            con.execute(statement)
        finally:
            con.unregister("incoming")

    values.use(write)


def whole(values: PerSample) -> pd.DataFrame:
    """All values in one frame, where they are few."""

    def read(con: duckdb.DuckDBPyConnection, relation: str) -> pd.DataFrame:
        frame: pd.DataFrame = ordered(con, relation).df()
        return frame

    return values.use(read)


def write_parquet(values: PerSample, out: Path | BinaryIO) -> None:
    """Write all values as a Parquet file."""

    def write(con: duckdb.DuckDBPyConnection, relation: str) -> None:
        rows = ordered(con, relation).to_arrow_reader(AT_ONCE)
        with pq.ParquetWriter(out, rows.schema) as writer:
            for batch in rows:
                writer.write_batch(batch)

    values.use(write)


def ordered(con: duckdb.DuckDBPyConnection, relation: str) -> duckdb.DuckDBPyConnection:
    """A query for all values, ids as texts, in `ORDER`."""
    return con.execute(f"SELECT {_AS_TEXTS} FROM ({rows_of(relation)}) ORDER BY {', '.join(ORDER)}")


def rows_of(relation: str) -> str:
    """A query for the rows of a relation, which is a name or a query."""
    return relation if relation.startswith("SELECT ") else f"FROM {relation}"
