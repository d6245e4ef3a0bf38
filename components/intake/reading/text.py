"""Bytes as text: UTF-8 with or without a mark, UTF-16, and as a last resort Windows-1252, which is told."""

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
    elif wide := _wide(content):
        text = _strictly(content, wide)
        notices.append(f"read as {wide.upper()}: it has no mark, but every second byte is empty")
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


def _wide(content: bytes) -> str:
    """UTF-16 without a mark: every second byte of Latin text is 0."""
    start = content[:4000]
    if len(start) < 8 or len(content) % 2:
        return ""
    even, odd = start[::2].count(0), start[1::2].count(0)
    half = len(start) // 2
    if odd > 0.7 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.7 * half and odd < 0.05 * half else ""


def _narrow(content: bytes, notices: list[str]) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = content[error.start]
    text = content.decode("cp1252", errors="replace")
    notices.append(
        f"it is not UTF-8 (byte 0x{found:02x} in line {line}) and was read as Windows-1252 (Latin-1): look at names "
        "with accents"
    )
    return text
