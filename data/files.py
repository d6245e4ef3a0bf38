"""Reading the files of a suite folder: sizes, bytes, encoding and CSV, with the line of every cell."""

import csv
import hashlib
import io
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.problems import Problems

MAX_BYTES = 20_000_000
"""Largest CSV file that is read. 150 methods × 26 metrics × 10 benchmarks × 5 seeds take about 4 MB."""
MAX_FILES = 40
"""Most CSV files of a folder. Of Parquet files there may be any number, of any size."""
MAX_ROWS = 200_000
"""Most rows of a CSV file."""
MAX_COLUMNS = 500
PIECE = 1 << 20
"""Bytes of a large file that are read at a time."""
SUITE_FILE = "suite.toml"
PARQUET = ".parquet"
Content = bytes | Path
"""The bytes of a file, or its path where it may be large."""
IN_PARQUET = ("per_sample", "runs")
"""The tables that may be Parquet: one file, or several in a folder of their name."""


@dataclass(frozen=True, eq=False)
class RawTable:
    """A table as text: header, rows of equal length, and the line of the file on which each row begins."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    lines: Sequence[int]
    header_line: int = 1

    def line(self, row: int, column: int) -> int:
        """The line on which a cell begins; earlier cells of the row may hold line breaks."""
        return self.lines[row] + sum(_breaks(cell) for cell in self.rows[row][:column])


def read_bytes(folder: Path, problems: Problems) -> dict[str, bytes]:
    """The bytes of suite.toml and of every CSV file of a folder, by file name in sorted order.

    Links, devices, unreadable files and files above MAX_BYTES are noted as problems without being read.
    """
    try:
        listing = sorted(os.listdir(folder))
    except OSError as error:
        problems.add("", None, None, f"no folder that can be read ({error.strerror})", "a suite folder")
        return {}
    names = [n for n in listing if n == SUITE_FILE or (n.endswith(".csv") and not n.startswith("."))]
    if len(names) > MAX_FILES:
        problems.add("", None, None, f"{len(names)} files", f"at most {MAX_FILES}")
        return {}
    contents = {}
    for name in names:
        content = _read_one(folder / name, name, problems)
        if content is not None:
            contents[name] = content
    return contents


def parquet_files(folder: Path, problems: Problems) -> dict[str, Path]:
    """The Parquet files of a folder, `<table>.parquet` or `<table>/*.parquet`, by name in the folder in sorted order.

    Links, devices and files that cannot be opened are noted as problems, as is a table in two places.
    """
    found: dict[str, Path] = {}
    for table in IN_PARQUET:
        found |= _parquet_of(folder, table, problems)
    return {name: path for name, path in found.items() if _opens(path, name, problems)}


def of_table(table: str, files: Mapping[str, Path]) -> dict[str, Path]:
    """The Parquet files that hold a table."""
    return {n: p for n, p in files.items() if n == f"{table}{PARQUET}" or n.startswith(f"{table}/")}


def whole_name(table: str, files: Mapping[str, Path]) -> str:
    """What to call all files of a table together."""
    return next(iter(files)) if len(files) == 1 else f"{table}/*{PARQUET}"


def _parquet_of(folder: Path, table: str, problems: Problems) -> dict[str, Path]:
    alone, inside = f"{table}{PARQUET}", folder / table
    found = {alone: folder / alone} if os.path.lexists(folder / alone) else {}
    if inside.is_symlink():
        problems.add(table, None, None, "a link", "a folder inside the folder")
    elif inside.is_dir():
        try:
            names = sorted(n for n in os.listdir(inside) if n.endswith(PARQUET) and not n.startswith("."))
        except OSError as error:
            names = []
            problems.add(table, None, None, f"no folder that can be read ({error.strerror})", "a folder of files")
        found |= {f"{table}/{n}": inside / n for n in names}
    if alone in found and len(found) > 1:
        problems.add(alone, None, None, f"{table} in the folder {table} too", "them in one place")
    if found and os.path.lexists(folder / f"{table}.csv"):
        problems.add(next(iter(found)), None, None, f"{table} in {table}.csv too", "them in one place")
    return found


def _opens(path: Path, name: str, problems: Problems) -> bool:
    handle = _open(path, name, problems)
    if handle is not None:
        os.close(handle)
    return handle is not None


def _open(path: Path, name: str, problems: Problems) -> int | None:
    """A handle of a file inside the folder; None, with a problem noted, for anything else."""
    # non-blocking, so that a named pipe cannot hold the check; not following links keeps it inside the folder
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():
        problems.add(name, None, None, "a link", "a file inside the folder")
        return None
    try:
        handle = os.open(path, flags)
    except OSError as error:
        problems.add(name, None, None, f"a file that cannot be opened ({error.strerror})", "a readable file")
        return None
    if stat.S_ISREG(os.fstat(handle).st_mode):
        return handle
    os.close(handle)
    problems.add(name, None, None, "a folder or device", "a file")
    return None


def _read_one(path: Path, name: str, problems: Problems) -> bytes | None:
    handle = _open(path, name, problems)
    if handle is None:
        return None
    try:
        size = os.fstat(handle).st_size
        if size > MAX_BYTES:
            problems.add(name, None, None, f"{size:,} bytes", f"at most {MAX_BYTES:,} bytes")
        else:
            with os.fdopen(os.dup(handle), "rb") as file:
                return file.read(size)
    except OSError as error:
        problems.add(name, None, None, f"a file that cannot be read ({error.strerror})", "a readable file")
    finally:
        os.close(handle)
    return None


def size_of(content: Content) -> int:
    """Bytes of a file. Raises OSError."""
    return len(content) if isinstance(content, bytes) else content.stat().st_size


def pieces(content: Content) -> Iterator[bytes]:
    """The bytes of a file, no more than PIECE at a time. Raises OSError."""
    with io.BytesIO(content) if isinstance(content, bytes) else open(content, "rb") as file:
        while piece := file.read(PIECE):
            yield piece


def data_version(contents: Mapping[str, Content]) -> str:
    """First 12 hex digits of the SHA-256 over sorted names, lengths and bytes of a suite's files. Raises OSError."""
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name}\0{size_of(contents[name])}\0".encode())
        for piece in pieces(contents[name]):
            digest.update(piece)
    return digest.hexdigest()[:12]


def decode(name: str, content: bytes, problems: Problems) -> str | None:
    """The text of a file, a byte order mark removed; None, with a problem noted, when it is not UTF-8."""
    if len(content) > MAX_BYTES:
        problems.add(name, None, None, f"{len(content):,} bytes", f"at most {MAX_BYTES:,} bytes")
        return None
    if not content.strip():
        expected = "a header line and at least one row" if name.endswith(".csv") else "keys"
        problems.add(name, None, None, "an empty file", expected)
        return None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        problems.add(name, line, None, f"the byte 0x{content[error.start]:02x}, which is not UTF-8", "UTF-8 text")
        return None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problems.add(name, line, None, "a NUL character", "UTF-8 text")
        return None
    return text


def read_csv(name: str, content: bytes, problems: Problems) -> RawTable | None:
    """The table in a CSV file (RFC 4180; blank lines are ignored).

    Rows with the wrong number of fields are noted and left out. None when it has no text or no usable header.
    """
    text = decode(name, content, problems)
    if text is None:
        return None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    rows: list[list[str]] = []
    lines: list[int] = []
    header_line = before = skipped = 0
    try:
        for fields in reader:
            line, before = before + 1, reader.line_num
            if not fields:
                continue
            if header is None:
                header, header_line = fields, line
                if len(header) > MAX_COLUMNS:
                    problems.add(name, line, None, f"{len(header):,} columns", f"at most {MAX_COLUMNS}")
                    return None
            elif len(fields) != len(header):
                skipped += 1
                problems.add(name, line, None, _fields(len(fields)), f"{_fields(len(header))}, as in the header")
            elif len(rows) == MAX_ROWS:
                problems.add(name, line, None, f"more than {MAX_ROWS:,} rows", f"at most {MAX_ROWS:,}")
                return None
            else:
                rows.append(fields)
                lines.append(line)
    except csv.Error as error:
        problems.add(name, before + 1, None, f"a line that is not CSV ({error})", "fields separated by commas")
        return None
    if header is None:
        problems.add(name, None, None, "an empty file", "a header line and at least one row")
        return None
    if not rows and not skipped:
        problems.add(name, header_line, None, "a header without rows", "at least one row")
    return RawTable(header, rows, lines, header_line)


def _fields(n: int) -> str:
    return "1 field" if n == 1 else f"{n} fields"


def _breaks(cell: str) -> int:
    return cell.count("\n") + cell.count("\r") - cell.count("\r\n")
