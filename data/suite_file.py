"""The record of a suite: what suite.toml must hold."""

import datetime
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from data.cell_rules import URL
from data.columns import SUITE_KEYS
from data.problems import Problems, quoted
from data.raw_files import SUITE_FILE, decode
from data.registry import ID_PATTERN, Suite


def read_suite(
    contents: Mapping[str, bytes], problems: Problems, *, private: bool = False
) -> Suite | None:
    """Return the record of a suite from its files, None after noting problems."""
    if SUITE_FILE not in contents:
        if not problems.noted(SUITE_FILE):
            problems.add(SUITE_FILE, "no such file", "the suite's own record as TOML")
        return None
    suite_text = decode(SUITE_FILE, contents[SUITE_FILE], problems)
    record = None if suite_text is None else _parsed(suite_text, problems)
    if suite_text is None or record is None:
        return None
    n_before = problems.count

    def note(key: str, actual: str, expected: str) -> None:
        problems.add(SUITE_FILE, actual, expected, _line_of(key, suite_text), key)

    for key in record:
        if key not in SUITE_KEYS:
            note(key, f"the key {quoted(key)}", f"only {', '.join(SUITE_KEYS)}")
    for key, meaning in SUITE_KEYS.items():
        if key not in record:
            if key != "registered":
                note(key, "no such key", meaning)
        elif expected := _expected(key, record[key]):
            note(key, quoted(str(record[key])), expected)
    if problems.count > n_before:
        return None
    return Suite(**record | {"retrieved": str(record["retrieved"]), "private": private})


def _parsed(suite_text: str, problems: Problems) -> dict[str, Any] | None:
    try:
        return tomllib.loads(suite_text)
    # the parser also raises on too many digits and too deep nesting
    except (ValueError, RecursionError) as error:
        line_match = re.search(r"at line (\d+)", str(error))
        actual = f"text that is not TOML ({error})"
        line_number = int(line_match[1]) if line_match else None
        problems.add(SUITE_FILE, actual, 'lines of the form key = "text"', line_number)
        return None


def _line_of(key: str, suite_text: str) -> int | None:
    """Return the line of a key, None if it does not begin one."""
    key_match = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", suite_text, re.MULTILINE)
    return suite_text.count("\n", 0, key_match.start()) + 1 if key_match else None


def _expected(key: str, value: object) -> str:
    """Return what was expected of a value, "" if it is right."""
    expected = "some text in quotes"
    match key:
        case "year":
            is_right = type(value) is int and 1900 <= value <= 2200
            expected = "a year as a whole number"
        case "registered":
            is_right = isinstance(value, bool)
            expected = "true or false"
        case "retrieved":
            is_right = _is_date(str(value))
            expected = "a date as YYYY-MM-DD"
        case "id":
            is_right = isinstance(value, str) and bool(ID_PATTERN.match(value))
            expected = "an id (letters, digits and _, a letter first)"
        case "url" | "source_url":
            is_right = value == "" or bool(URL.fullmatch(str(value)))
            expected = "an address that begins with https:// or http://, or nothing"
        case "title":
            is_right = isinstance(value, str) and bool(value.strip())
        case _:
            is_right = isinstance(value, str)
    return "" if is_right else expected


def _is_date(date_text: str) -> bool:
    try:
        datetime.date.fromisoformat(date_text)
    except ValueError:
        return False
    return len(date_text) == 10
