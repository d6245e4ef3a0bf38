"""Bytes as text (UTF-8, UTF-16 and UTF-32 with a mark, else Windows-1252 with a notice), and tables as plain text."""

import codecs
import csv
import re

from components.intake.reading.markup import bars
from components.intake.reading.sheet import FileRefused, Lines, Sheet, from_rows

_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_SAMPLE = 25
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32"}
_MARKS |= {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Encodings by the mark at the beginning; that of UTF-32 begins with that of UTF-16, so it comes first."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def decoded(content: bytes, notices: list[str]) -> str:
    """The text of a file with every line end as \\n. Adds a notice for each reading that is a guess.

    Raises FileRefused.
    """
    encoding = next((e for mark, e in _MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise FileRefused(f"found at byte {error.start:,} no {encoding.upper()}, expected UTF-8 text") from None
        line = content.count(b"\n", 0, error.start) + 1
        notices.append(
            f"it is not UTF-8 (byte 0x{content[error.start]:02x} in line {line}) and was read as Windows-1252 "
            "(Latin-1): look at names with accents"
        )
        text = content.decode("cp1252", errors="replace")
    text, strange = _CONTROL.subn(" ", text)
    if strange > max(8, len(text) // 1000):
        raise FileRefused("found bytes that are no text, expected a table as text, JSON, Parquet or Excel (.xlsx)")
    if strange:
        notices.append(f"{strange} control characters were read as blanks")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_delimited(text: str, notices: list[str]) -> Sheet:
    """A table separated by commas, semicolons, tabs, bars or blanks, whichever divides the rows most evenly.

    Raises FileRefused.
    """
    lines = text.split("\n")
    comments = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    if comments:
        notices.append(f"{comments} lines that begin with # were passed over")
    numbered = [(f"line {i}", line) for i, line in enumerate(lines[comments:], comments + 1)]
    sample = [line for _, line in numbered if line.strip()][:_SAMPLE]
    if not sample:
        raise FileRefused("found an empty file, expected column names and rows")
    separator = _separator(sample)
    if not separator:
        notices.append("columns are separated by two or more blanks")
        return from_rows(_blanks(numbered), notices)
    if separator != ",":
        notices.append(f"columns are separated by {_NAMES[separator]}")
    rows = ((place, bars(line)) for place, line in numbered)
    return from_rows(rows if separator == "|" else _cells(lines[comments:], separator, comments), notices)


def _cells(lines: list[str], separator: str, before: int) -> Lines:
    reader, last = csv.reader((f"{line}\n" for line in lines), delimiter=separator), 0
    try:
        for fields in reader:
            yield f"line {before + last + 1}", fields
            last = reader.line_num
    except csv.Error as error:
        raise FileRefused(f"found in line {before + last + 1} no row of a table ({error}), expected cells") from None


def _separator(sample: list[str]) -> str:
    """The separator that splits most of the first rows into the same number of cells, two or more; "" for blanks."""
    best, top = ",", (0.0, 0)
    for separator in _NAMES:
        try:
            counts = [len(f) for f in csv.reader(sample, delimiter=separator) if f]
        except csv.Error:
            continue
        usual = max(set(counts), key=counts.count, default=0)
        score = (counts.count(usual) / len(counts) if usual > 1 else 0.0, usual)
        if score > top:
            best, top = separator, score
    printed = sum(re.search(r"\S {2,}\S", line) is not None for line in sample) > 1
    return "" if printed and not top[0] else best


def _blanks(lines: list[tuple[str, str]]) -> Lines:
    """Rows of a printed table; the column of row names, over which nothing is printed, gets an empty name."""
    rows = [(place, re.split(r" {2,}", line.strip())) for place, line in lines]
    filled = [row for _, row in rows if any(row)]
    if len(filled) > 1 and {len(row) for row in filled[1:]} == {len(filled[0]) + 1}:
        filled[0].insert(0, "")
    return rows
