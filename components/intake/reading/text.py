"""Bytes as text: UTF-8 with or without a mark, UTF-16 with one, as a last resort Windows-1252 (told)."""

from __future__ import annotations

import codecs

from components.intake.reading.table import Refused

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
