"""Reading the files of a suite folder: sizes, bytes, encoding and CSV, with the line of every
cell."""

import csv
import hashlib
import io
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data.problems import Problems

MAX_BYTES = 30_000_000
"""Largest CSV file that is read."""
MAX_FILES = 40
"""Most CSV files of a folder."""
MAX_ROWS = 200_000
"""Most rows of a CSV file."""
MAX_COLUMNS = 500
SUITE_FILE = "suite.toml"


@dataclass(frozen=True, eq=False)
class RawTable:
    """A table as text: header, rows of equal length, and the line of the file on which each row
    begins."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    lines: Sequence[int]
    header_line: int = 1

    def line(self, row: int, column: int) -> int:
        """Return the line on which a cell begins; earlier cells of the row may hold line breaks."""
        return self.lines[row] + sum(_breaks(cell) for cell in self.rows[row][:column])


def read_bytes(folder: Path, problems: Problems) -> dict[str, bytes]:
    """Return the bytes of suite.toml and of every CSV file of a folder, by file name in sorted
    order.

    Sub-folders and other files are left alone. Links, devices, unreadable files and files above
    MAX_BYTES are noted as problems without being read."""
    try:
        listing = sorted(os.listdir(folder))
    except OSError as error:
        problems.add(
            "", None, None, f"no folder that can be read ({error.strerror})", "a suite folder"
        )
        return {}
    names = [
        n for n in listing if n == SUITE_FILE or (n.endswith(".csv") and not n.startswith("."))
    ]
    if len(names) > MAX_FILES:
        problems.add("", None, None, f"{len(names)} files", f"at most {MAX_FILES}")
        return {}
    contents = {name: _read(folder / name, problems) for name in names}
    return {name: content for name, content in contents.items() if content is not None}


def _read(path: Path, problems: Problems) -> bytes | None:
    """Return the bytes of a file inside its folder, or None after noting a problem."""
    name = path.name
    if path.is_symlink():
        problems.add(name, None, None, "a link", "a file inside the folder")
        return None
    # non-blocking, so that a named pipe cannot hold the check; not following links keeps it inside
    # the folder
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, flags)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                problems.add(name, None, None, "a folder or device", "a file")
            elif status.st_size > MAX_BYTES:
                problems.add(
                    name, None, None, f"{status.st_size:,} bytes", f"at most {MAX_BYTES:,} bytes"
                )
            else:
                with os.fdopen(handle, "rb", closefd=False) as file:
                    return file.read(status.st_size)
        finally:
            os.close(handle)
    except OSError as error:
        problems.add(
            name, None, None, f"a file that cannot be read ({error.strerror})", "a readable file"
        )
    return None


def data_version(contents: Mapping[str, bytes]) -> str:
    """Return 12 hex digits of the SHA-256 over the sorted names, lengths and bytes of a suite's
    files."""
    digest = hashlib.sha256()
    for name in sorted(contents):
        digest.update(f"{name}\0{len(contents[name])}\0".encode() + contents[name])
    return digest.hexdigest()[:12]


def decode(name: str, content: bytes, problems: Problems) -> str | None:
    """Return the text of a file without a byte order mark, or None after noting that it is not
    UTF-8."""
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
        problems.add(
            name,
            line,
            None,
            f"the byte 0x{content[error.start]:02x}, which is not UTF-8",
            "UTF-8 text",
        )
        return None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        problems.add(name, line, None, "a NUL character", "UTF-8 text")
        return None
    return text


def read_csv(name: str, content: bytes, problems: Problems) -> RawTable | None:
    """Return the table in a CSV file (RFC 4180, blank lines ignored), or None if it has no usable
    header.

    Rows with the wrong number of fields are noted and left out.
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
                    problems.add(
                        name, line, None, f"{len(header):,} columns", f"at most {MAX_COLUMNS}"
                    )
                    return None
            elif len(fields) != len(header):
                skipped += 1
                problems.add(
                    name,
                    line,
                    None,
                    _fields(len(fields)),
                    f"{_fields(len(header))}, as in the header",
                )
            elif len(rows) == MAX_ROWS:
                problems.add(
                    name, line, None, f"more than {MAX_ROWS:,} rows", f"at most {MAX_ROWS:,}"
                )
                return None
            else:
                rows.append(fields)
                lines.append(line)
    except csv.Error as error:
        problems.add(
            name,
            before + 1,
            None,
            f"a line that is not CSV ({error})",
            "fields separated by commas",
        )
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
