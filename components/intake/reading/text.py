"""Bytes as text (UTF-8 with or without a mark, UTF-16 with one, as a last resort Windows-1252, which is told), and
tables as text: separated by commas, semicolons, tabs or bars, pasted or from a file.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence

from components.intake.reading.table import Refused, Table, from_rows

NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_SAMPLE = 25
_LONGEST = 1_000_000
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_CONTROL = {chr(i) for i in range(32)} - set("\t\n\r\f")


def decoded(content: bytes, notices: list[str]) -> str:
    """The text of a file with every line end as \\n. Notes each reading that is a guess. Raises Refused."""
    mark = next((code for beginning, code in _MARKS if content.startswith(beginning)), "")
    if mark:
        text = _strictly(content, mark)
        if mark != "utf-8-sig":
            notices.append(f"read as {mark.upper()}, as the mark at its beginning says")
    else:
        text = _narrow(content, notices)
    strange = sum(text.count(c) for c in _CONTROL)
    if strange > max(8, len(text) // 1000):
        raise Refused("found bytes that are no text, expected a table as text, JSON, Parquet or Excel (.xlsx)")
    if strange:
        text = "".join(" " if c in _CONTROL else c for c in text)
        notices.append(f"{strange} control characters were read as blanks")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        place = error.start
        raise Refused(f"found bytes that are not {encoding.upper()} at byte {place:,}, expected UTF-8 text") from None


def _narrow(content: bytes, notices: list[str]) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = content[error.start]
    text = content.decode("cp1252", errors="replace")
    notices.append(
        f"it is not UTF-8 (byte 0x{byte:02x} in line {line}) and was read as Windows-1252 (Latin-1): look at names "
        "with accents"
    )
    return text


def read_delimited(text: str, notices: list[str]) -> Table:
    """A table of any of the four separators, found by which of them divides the rows most evenly. Raises Refused."""
    csv.field_size_limit(_LONGEST)
    lines = text.split("\n")
    comments = 0
    while comments < len(lines) and lines[comments].startswith("#"):
        comments += 1
    if comments:
        notices.append(f"{comments} lines that begin with # were passed over")
    body = "\n".join(lines[comments:])
    if not body.strip():
        raise Refused("found an empty file, expected column names and rows")
    separator = _separator(body)
    if not separator:
        notices.append("columns are separated by two or more blanks")
        return from_rows(_blanks(body, comments), notices)
    if separator != ",":
        notices.append(f"columns are separated by {NAMES[separator]}")
    rows = _rows(body, separator, comments)
    return from_rows(_unframed(rows) if separator == "|" else rows, notices)


def _rows(text: str, separator: str, before: int) -> Iterator[tuple[str, Sequence[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)
    last = 0
    try:
        for fields in reader:
            yield f"line {before + last + 1}", fields
            last = reader.line_num
    except csv.Error as error:
        raise Refused(f"found in line {before + last + 1} no row of a table ({error}), expected cells") from None


def _separator(text: str) -> str:
    """The separator that splits most of the first rows into the same number of cells, two or more.

    "" where none of them does and columns are set apart by blanks, as they are printed.
    """
    sample = "\n".join([line for line in text[:200_000].split("\n") if line.strip()][:_SAMPLE])
    best, top = ",", (0.0, 0)
    for separator in NAMES:
        try:
            counts = [len(f) for f in csv.reader(io.StringIO(sample), delimiter=separator) if f]
        except csv.Error:
            continue
        usual = max(set(counts), key=counts.count, default=0)
        score = (counts.count(usual) / len(counts) if counts and usual > 1 else 0.0, usual)
        if score > top:
            best, top = separator, score
    if not top[0] and len([line for line in sample.split("\n") if re.search(r"\S {2,}\S", line)]) > 1:
        return ""
    return best


def _blanks(text: str, before: int) -> Iterator[tuple[str, Sequence[str]]]:
    """Rows of a printed table; the column of row names, over which nothing is printed, gets an empty name."""
    rows = [(f"line {before + i}", re.split(r" {2,}", line.strip())) for i, line in enumerate(text.split("\n"), 1)]
    filled = [row for _, row in rows if any(row)]
    if len(filled) > 1 and {len(row) for row in filled[1:]} == {len(filled[0]) + 1}:
        filled[0].insert(0, "")
    yield from rows


def _unframed(rows: Iterator[tuple[str, Sequence[str]]]) -> Iterator[tuple[str, Sequence[str]]]:
    """Rows of a Markdown table without the bars at both ends and the rule under the header."""
    for place, fields in rows:
        cells = [f.strip() for f in fields]
        if len(cells) > 2 and not cells[0] and not cells[-1]:
            cells = cells[1:-1]
        if cells and all(c and not set(c) - set("-: ") for c in cells):
            continue
        yield place, cells
