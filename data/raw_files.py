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

from data.problems import Problems, counted

MAX_BYTES = 30_000_000
"""Largest CSV file that is read."""
MAX_FILES = 40
"""Most files of a folder, suite.toml among them."""
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

    def texts(self, column: str) -> list[str]:
        """Return the texts of a column, the first of this name."""
        column_index = self.header.index(column)
        return [row[column_index] for row in self.rows]

    def line(self, row: int, column: int) -> int:
        """Return the line on which a cell begins; earlier cells of the row may hold line breaks."""
        earlier = "\0".join(self.rows[row][:column])
        n_breaks = earlier.count("\n") + earlier.count("\r") - earlier.count("\r\n")
        return self.lines[row] + n_breaks


def read_bytes(folder: Path, problems: Problems) -> dict[str, bytes]:
    """Return the bytes of suite.toml and of every CSV file of a folder, by file name in sorted
    order.

    Sub-folders and other files are left alone. Links, devices, unreadable files and files above
    MAX_BYTES are noted as problems without being read."""
    try:
        listing = sorted(os.listdir(folder))
    except OSError as error:
        problems.add("", f"no folder that can be read ({error.strerror})", "a suite folder")
        return {}
    file_names = [
        file_name
        for file_name in listing
        if file_name == SUITE_FILE or (file_name.endswith(".csv") and not file_name.startswith("."))
    ]
    if len(file_names) > MAX_FILES:
        problems.add("", f"{len(file_names)} files", f"at most {MAX_FILES}")
        return {}
    contents = {}
    for file_name in file_names:
        content = _read(folder / file_name, problems)
        if content is not None:
            contents[file_name] = content
    return contents


def _read(file_path: Path, problems: Problems) -> bytes | None:
    """Return the bytes of a file inside its folder, or None after noting a problem."""
    if file_path.is_symlink():
        problems.add(file_path.name, "a link", "a file inside the folder")
        return None
    # non-blocking, so that a named pipe cannot hold the check; not following links keeps it inside
    # the folder
    open_flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(file_path, open_flags)
        try:
            status = os.fstat(handle)
            if not stat.S_ISREG(status.st_mode):
                problems.add(file_path.name, "a folder or device", "a file")
            elif _has_size(file_path.name, status.st_size, problems):
                with os.fdopen(handle, "rb", closefd=False) as opened_file:
                    return opened_file.read(status.st_size)
        finally:
            os.close(handle)
    except OSError as error:
        actual = f"a file that cannot be read ({error.strerror})"
        problems.add(file_path.name, actual, "a readable file")
    return None


def _has_size(file_name: str, n_bytes: int, problems: Problems) -> bool:
    if n_bytes > MAX_BYTES:
        problems.add(file_name, f"{n_bytes:,} bytes", f"at most {MAX_BYTES:,} bytes")
    return n_bytes <= MAX_BYTES


def data_version(contents: Mapping[str, bytes]) -> str:
    """Return 12 hex digits of the SHA-256 over the sorted names, lengths and bytes of a suite's
    files."""
    digest = hashlib.sha256()
    for file_name in sorted(contents):
        digest.update(f"{file_name}\0{len(contents[file_name])}\0".encode() + contents[file_name])
    return digest.hexdigest()[:12]


def decode(file_name: str, content: bytes, problems: Problems) -> str | None:
    """Return the text of a file without a byte order mark, or None after noting that it is not
    UTF-8."""
    if not _has_size(file_name, len(content), problems):
        return None
    if not content.strip():
        expected = "a header line and at least one row" if file_name.endswith(".csv") else "keys"
        problems.add(file_name, "an empty file", expected)
        return None
    try:
        decoded_text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line_number = content.count(b"\n", 0, error.start) + 1
        actual = f"the byte 0x{content[error.start]:02x}, which is not UTF-8"
        problems.add(file_name, actual, "UTF-8 text", line_number)
        return None
    if "\0" in decoded_text:
        line_number = decoded_text.count("\n", 0, decoded_text.index("\0")) + 1
        problems.add(file_name, "a NUL character", "UTF-8 text", line_number)
        return None
    return decoded_text


def read_csv(file_name: str, content: bytes, problems: Problems) -> RawTable | None:
    """Return the table in a CSV file (RFC 4180, blank lines ignored), or None if it has no usable
    header.

    Rows with the wrong number of fields are noted and left out.
    """
    csv_text = decode(file_name, content, problems)
    if csv_text is None:
        return None
    header: list[str] = []
    header_line = 0
    rows: list[list[str]] = []
    line_numbers: list[int] = []
    n_before = problems.count
    reader = csv.reader(io.StringIO(csv_text, newline=""), strict=True)
    next_line = 1
    try:
        for fields in reader:
            line_number = next_line
            next_line = reader.line_num + 1
            if not fields:
                continue
            if not header:
                header = fields
                header_line = line_number
                if len(header) > MAX_COLUMNS:
                    actual = f"{len(header):,} columns"
                    problems.add(file_name, actual, f"at most {MAX_COLUMNS}", line_number)
                    return None
            elif len(fields) != len(header):
                expected = f"{counted(len(header), 'field')}, as in the header"
                problems.add(file_name, counted(len(fields), "field"), expected, line_number)
            elif len(rows) == MAX_ROWS:
                problems.add(
                    file_name, f"more than {MAX_ROWS:,} rows", f"at most {MAX_ROWS:,}", line_number
                )
                return None
            else:
                rows.append(fields)
                line_numbers.append(line_number)
    except csv.Error as error:
        actual = f"a line that is not CSV ({error})"
        problems.add(file_name, actual, "fields separated by commas", next_line)
        return None
    if not header:
        problems.add(file_name, "an empty file", "a header line and at least one row")
        return None
    if not rows and problems.count == n_before:
        problems.add(file_name, "a header without rows", "at least one row", header_line)
    return RawTable(header, rows, line_numbers, header_line)
