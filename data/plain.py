"""Ids, numbers and files of a suite with the standard library alone, for processes that must start
fast."""

import datetime
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from math import isfinite

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")
MAX_ID = 60


def number(text: str) -> float | None:
    """Return a finite decimal number, or None: no nan, inf, blanks, underscores or decimal
    commas."""
    if not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if isfinite(value) else None


def identifier(
    text: str, taken: Iterable[str] = (), fallback: str = "x", *, in_any_case: bool = False
) -> str:
    """Return an id made of a name (letters, digits and _, a letter first), with a number if it is
    taken.

    With `in_any_case` an id is also taken by one that differs from it by case alone.
    """
    fold = str.casefold if in_any_case else str
    ascii_text = ""
    for character in unicodedata.normalize("NFKD", text):
        if character.isascii() and character.isalnum():
            ascii_text += character
        elif not unicodedata.combining(character):
            ascii_text += "_"
    base = re.sub(r"__+", "_", ascii_text).strip("_")[:MAX_ID] or fallback
    if not base[0].isalpha():
        base = f"{fallback}_{base}"
    taken_ids = {fold(name) for name in taken}
    free = base
    suffix = 2
    while fold(free) in taken_ids:
        free = f"{base}_{suffix}"
        suffix += 1
    return free


def suite_record(name: str, title: str, description: str) -> dict[str, str | int]:
    """Return the keys of suite.toml for results without further facts."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return {
        "id": name,
        "title": title,
        "description": description,
        "paper": "not stated",
        "url": "",
        "authors": "not stated",
        "year": today.year,
        "source_url": "",
        "licence": "not stated",
        "retrieved": today.isoformat(),
    }


def toml_text(record: Mapping[str, str | int]) -> str:
    """Return keys and values as TOML."""
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in record.items())
    # JSON strings are TOML strings once the one control character that JSON lets pass is escaped
    return "".join(lines).replace("\x7f", "\\u007f")
