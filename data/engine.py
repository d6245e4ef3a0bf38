"""What every engine is started with, and the one that checks files.

It sees nothing but the folders of these files, and writes only what does not fit into its memory, to a folder that is
gone with it.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

import duckdb

from data import quoting

# A missing table must fail instead of reading a Python variable of that name, and nothing may leave the machine.
ENGINE: Mapping[str, str] = {
    "python_enable_replacements": "false",
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
}
CLOSED: Mapping[str, str] = {**ENGINE, "enable_external_access": "false"}
"""The same for one that reads no other file."""
_numbers = count()
MEMORY = "1GB"
"""Memory of the engine; what does not fit goes to the disk."""


@cache
def _shared() -> duckdb.DuckDBPyConnection:
    """The engine for texts of CSV files, which are few: one thread begins at once, and starting one takes ten times as
    long as giving it another database.
    """
    return duckdb.connect(":memory:", config={**CLOSED, "threads": "1"})


@contextmanager
def engine(paths: Sequence[Path] = ()) -> Iterator[duckdb.DuckDBPyConnection]:
    """An engine of its own that reads nothing but the folders of these files; without any, an empty database."""
    if not paths:
        con, name = _shared().cursor(), f"engine{next(_numbers)}"
        con.execute(f"ATTACH ':memory:' AS {name}")
        con.execute(f"USE {name}")
        try:
            yield con
        finally:
            con.execute("USE memory")
            con.execute(f"DETACH {name}")
            con.close()
        return
    folders = ", ".join(quoting.literal(f"{folder}/") for folder in {p.parent for p in paths})
    with (
        tempfile.TemporaryDirectory(prefix="leaderboard-check-") as spill,
        duckdb.connect(":memory:", config={**ENGINE, "memory_limit": MEMORY, "temp_directory": spill}) as con,
    ):
        con.execute(f"SET allowed_directories = [{folders}]")
        con.execute("SET enable_external_access = false")
        con.execute("SET enable_progress_bar = false")
        con.execute("SET lock_configuration = true")
        yield con
