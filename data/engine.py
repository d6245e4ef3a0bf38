"""What every engine is started with, and the one that checks the texts of files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

import duckdb

# A missing table must fail instead of reading a Python variable of that name, and nothing may leave
# the machine.
ENGINE: Mapping[str, str] = {
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
CLOSED: Mapping[str, str] = {**ENGINE, "enable_external_access": "false"}
"""Settings of an engine that opens no file beside its own database."""


@cache
def _shared() -> duckdb.DuckDBPyConnection:
    # one thread begins at once, and starting an engine takes ten times as long as opening a cursor
    return duckdb.connect(":memory:", config={**CLOSED, "threads": "1"})


@contextmanager
def scratch() -> Iterator[duckdb.DuckDBPyConnection]:
    """Give a cursor whose temporary tables nobody else sees and which are gone with it."""
    with _shared().cursor() as con:
        yield con
