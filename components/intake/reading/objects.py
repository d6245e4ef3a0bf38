"""JSON and JSON Lines: every value is the text that stands there."""

from __future__ import annotations

import json

from components.intake.limits import MAX_CELL, MAX_COLUMNS, MAX_ROWS
from components.intake.reading.shapes import records_of
from components.intake.reading.table import Json, Refused, Table, from_records

DEEPEST = 4


def read_objects(name: str, text: str, notices: list[str]) -> Table:
    """A table from JSON of any of the known shapes (shapes.py). Raises Refused."""
    records = records_of(name, parsed(text, notices), notices)
    if len(records) > MAX_ROWS:
        raise Refused(f"found {len(records):,} objects, expected at most {MAX_ROWS:,}")
    return from_records([(place, flat(record)) for place, record in records], notices)


def parsed(text: str, notices: list[str]) -> Json:
    """The value of a JSON text, or the list of the values of JSON Lines; numbers stay texts. Raises Refused."""
    try:
        return _value(text)
    except json.JSONDecodeError as error:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(lines) > 1 and all(line.lstrip().startswith(("{", "[")) for _, line in lines[:3]):
            values = _lines(lines, error)
            if values:
                notices.append("read as JSON Lines: one object a line")
                return values
        raise Refused(
            f"found in line {error.lineno}, column {error.colno} no JSON ({error.msg}), expected a list of objects"
        ) from None
    except RecursionError:
        raise Refused("found JSON nested without end, expected a list of flat objects") from None


def _lines(lines: list[tuple[int, str]], whole: json.JSONDecodeError) -> list[Json]:
    values: list[Json] = []
    for number, line in lines:
        try:
            values.append(_value(line))
        except json.JSONDecodeError as error:
            if not values:
                return []
            raise Refused(f"found in line {number} no JSON ({error.msg}), expected one object a line") from whole
    return values


def _value(text: str) -> Json:
    value: Json = json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_pairs)
    return value


def _pairs(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Refused(f"found the name {twice[:60]!r} twice in one object, expected it once")
    return record


def flat(record: dict[str, Json]) -> dict[str, str]:
    """One object as texts; nested objects become `outer.inner`, lists their JSON, null an empty cell."""
    cells: dict[str, str] = {}

    def walk(value: Json, name: str, depth: int) -> None:
        if isinstance(value, dict) and depth < DEEPEST and value:
            for key, inner in value.items():
                walk(inner, f"{name}.{key}" if name else key, depth + 1)
                if len(cells) > MAX_COLUMNS:
                    raise Refused(f"found more than {MAX_COLUMNS} values in one object, expected at most that many")
        else:
            cells[name[:MAX_CELL]] = cell(value)

    walk(record, "", 0)
    return cells


def cell(value: Json) -> str:
    """A value as text: null is empty, true and false are words, what is nested is JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)[: MAX_CELL + 1]
