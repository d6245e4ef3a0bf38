"""Bytes as text (UTF-8, UTF-16 and UTF-32 with a mark, else Windows-1252 with a notice), and tables
as plain text."""

import codecs
import csv
import re

from data.read.cells import clean
from data.read.limits import MAX_CELL
from data.read.sheet import FileRefused, Rectangle, check_size, several

_SAMPLE = 25
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
}
_MARKS |= {codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Encodings by the mark at the beginning; that of UTF-32 begins with that of UTF-16, so it comes
first."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def decoded(content: bytes, notices: list[str]) -> str:
    r"""Return the text of a file with every line end as \n; a notice for each guess.

    Raises FileRefused.
    """
    encoding = next((e for mark, e in _MARKS.items() if content.startswith(mark)), "utf-8")
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8":
            raise FileRefused(
                f"found at byte {error.start:,} no {encoding.upper()}, expected UTF-8 text"
            ) from None
        line = content.count(b"\n", 0, error.start) + 1
        notices.append(
            f"line {line} is not UTF-8 and was read as Windows-1252 (Latin-1): look at names with"
            " accents"
        )
        text = content.decode("cp1252", errors="replace")
    text, strange = _CONTROL.subn(" ", text)
    if strange > max(8, len(text) // 1000):
        raise FileRefused(
            "found bytes that are no text, expected a table as text, JSON, Parquet or Excel (.xlsx)"
        )
    if strange:
        notices.append(f"{strange} control characters were read as blanks")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_delimited(text: str) -> Rectangle:
    """Read cells separated by commas, semicolons, tabs, bars or blanks, as divides the rows most
    evenly.

    Raises FileRefused.
    """
    lines = [line if line.strip() and not line.startswith("#") else "" for line in text.split("\n")]
    sample = [line for line in lines if line.strip()][:_SAMPLE]
    if not sample:
        raise FileRefused("found an empty file, expected column names and rows")
    separator = _separator(sample)
    rows: list[list[str]] = []
    places: list[str] = []
    for number, cells in _blanks(lines) if not separator else _cells(lines, separator):
        if any(cells):
            rows.append([clean(c) for c in cells])
            places.append(f"line {number}")
            check_size(len(rows), 1)
    wide = len(rows[0]) if rows else 0
    body = [len(row) for row in rows[1:]]
    if body and wide > 1 and min(body) >= wide + 2:
        raise FileRefused(
            f"found more cells than the {wide} columns of the header in {several(places[1:])},"
            " expected as many; a decimal comma in a file separated by commas does this: separate"
            " columns by semicolons or tabs"
        )
    above = " ".join(line.lstrip("# ") for line in text.split("\n") if line.startswith("#"))
    return Rectangle(rows, places, above, notices=_notices(lines, rows, places))


def _notices(lines: list[str], rows: list[list[str]], places: list[str]) -> list[str]:
    """Return what was not read as it stands, and where: a quote without its end, cells cut."""
    notices = []
    if _has_open_quote(lines):
        odd = next(number for number, line in enumerate(lines, 1) if line.count('"') % 2)
        notices.append(f"line {odd}: a quote is never closed, so quotes were read as letters")
    cut = [place for place, row in zip(places, rows, strict=True) if max(map(len, row)) > MAX_CELL]
    if cut:
        notices.append(f"{several(cut)}: a cell was cut after {MAX_CELL} characters")
    return notices


def _has_open_quote(lines: list[str]) -> bool:
    return sum(line.count('"') for line in lines) % 2 == 1


def _cells(lines: list[str], separator: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line; where a quote is never closed, quotes are letters."""
    reader = csv.reader(
        (f"{line}\n" for line in lines),
        delimiter=separator,
        skipinitialspace=True,
        quoting=csv.QUOTE_NONE if _has_open_quote(lines) else csv.QUOTE_MINIMAL,
    )
    last = 0
    found = []
    try:
        for fields in reader:
            found.append((last + 1, fields))
            last = reader.line_num
    except csv.Error as error:
        raise FileRefused(
            f"found in line {last + 1} no row of a table ({error}), expected cells"
        ) from None
    return found


def _separator(sample: list[str]) -> str:
    """Return what splits most of the first rows into the same number of cells, two or more; "" for
    blanks."""
    best, top = ",", (0.0, 0)
    for separator in ",;\t|":
        try:
            counts = [len(f) for f in csv.reader(sample, delimiter=separator) if f]
        except csv.Error:
            continue
        usual = max(set(counts), key=counts.count, default=0)
        score = (counts.count(usual) / len(counts) if usual > 1 else 0.0, usual)
        if score > top:
            best, top = separator, score
    printed = sum(re.search(r"\S {2,}\S", line) is not None for line in sample)
    return "" if printed > 1 and top[0] < 0.6 else best


def _blanks(lines: list[str]) -> list[tuple[int, list[str]]]:
    """Return rows of a printed table; the column of row names, over which nothing is printed, gets
    an empty name."""
    rows = [
        (n, re.split(r" {2,}|\t", line.strip())) for n, line in enumerate(lines, 1) if line.strip()
    ]
    if len(rows) > 1 and {len(row) for _, row in rows[1:]} == {len(rows[0][1]) + 1}:
        rows[0][1].insert(0, "")
    return rows
