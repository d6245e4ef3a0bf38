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


def number(number_text: str) -> float | None:
    """Return a finite decimal number, or None: no nan, inf, blanks, underscores or decimal
    commas."""
    if not NUMBER.fullmatch(number_text):
        return None
    value = float(number_text)
    return value if isfinite(value) else None


def identifier(
    text: str, taken_names: Iterable[str] = (), fallback: str = "x", *, in_any_case: bool = False
) -> str:
    """Return an id made of a name (letters, digits and _, a letter first), with a number if it is
    taken.

    With `in_any_case` an id is also taken by one that differs from it by case alone.
    """
    fold_case = str.casefold if in_any_case else str
    ascii_text = ""
    for character in unicodedata.normalize("NFKD", text):
        if character.isascii() and character.isalnum():
            ascii_text += character
        elif not unicodedata.combining(character):
            ascii_text += "_"
    base_id = re.sub(r"__+", "_", ascii_text).strip("_")[:MAX_ID] or fallback
    if not base_id[0].isalpha():
        base_id = f"{fallback}_{base_id}"
    taken_ids = {fold_case(name) for name in taken_names}
    free_id = base_id
    suffix = 2
    while fold_case(free_id) in taken_ids:
        free_id = f"{base_id}_{suffix}"
        suffix += 1
    return free_id


def suite_record(suite_name: str, title: str, description: str) -> dict[str, str | int]:
    """Return the keys of suite.toml for results without further facts."""
    today = datetime.datetime.now(tz=datetime.UTC).date()
    return {
        "id": suite_name,
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
    toml_lines = (
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in record.items()
    )
    # JSON strings are TOML strings once the one control character that JSON lets pass is escaped
    return "".join(toml_lines).replace("\x7f", "\\u007f")
