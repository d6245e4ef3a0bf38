"""Ids, numbers and files of a suite with the standard library alone, for processes that must start
fast."""

import datetime
import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from math import isfinite

NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?")


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
    plain = unicodedata.normalize("NFKD", text)
    ascii_only = "".join(
        c if c.isascii() and c.isalnum() else "_" for c in plain if not unicodedata.combining(c)
    )
    base = re.sub(r"__+", "_", ascii_only).strip("_")[:60] or fallback
    if not base[0].isalpha():
        base = f"{fallback}_{base}"
    used, new, n = set(map(str.casefold, taken) if in_any_case else taken), base, 2
    while (new.casefold() if in_any_case else new) in used:
        new, n = f"{base}_{n}", n + 1
    return new


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
    # JSON strings are TOML strings once the one control character that JSON lets pass is escaped
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in record.items())
    return "".join(lines).replace("\x7f", "\\u007f")
