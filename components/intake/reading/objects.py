"""JSON and JSON Lines: every value is the text in the file.

Read are lists of objects, one per run; columns and rows as pandas writes them; one object per method; the object of one
run (`eval_<dataset>_<method>_seed<k>.json` of UnifiedUnl); and results of lm-eval (harness.py). What OpenUnlearning
writes has a folder that names it (saves.py).
"""

import json
import re
from collections.abc import Sequence
from typing import TypeAlias

from components.intake.limits import MAX_CELL, MAX_COLUMNS
from components.intake.reading import harness
from components.intake.reading.sheet import FileRefused, Json, Record, Sheet, check_size, from_records, several

_DEEPEST = 4
Placed: TypeAlias = list[tuple[str, Record]]
"""Where each record is in the file, and the record."""
_EVAL = re.compile(r"(?:eval|metrics)_(?P<method>.+)_seed(?P<seed>[0-9]+)(?:_[a-z]+)?\Z")
_EXPECTED = "expected a list of objects, one per run, or one object with the metrics of a run"


def read_objects(name: str, text: str, notices: list[str]) -> Sheet:
    """A table from JSON of any of the known shapes. Raises FileRefused."""
    records = records_of(name, parsed(text, notices), notices)
    check_size(len(records), 1)
    return from_records([(place, flat(record)) for place, record in records], notices)


def parsed(text: str, notices: list[str]) -> Json:
    """The value of a JSON text, or the list of the values of JSON Lines; numbers stay texts. Raises FileRefused."""
    try:
        return _value(text)
    except json.JSONDecodeError as error:
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
        if error.msg != "Extra data" or len(lines) < 2 or error.lineno < lines[1][0]:
            where = f"line {error.lineno}, column {error.colno}"
            raise FileRefused(f"found in {where} no JSON ({error.msg}), expected a list of objects") from None
    notices.append("read as JSON Lines: one object a line")
    return [_line(n, line) for n, line in lines]


def _line(number: int, line: str) -> Json:
    try:
        return _value(line)
    except json.JSONDecodeError as error:
        raise FileRefused(f"found in line {number} no JSON ({error.msg}), expected one object a line") from None


def _value(text: str) -> Json:
    value: Json = json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_pairs)
    return value


def _pairs(pairs: list[tuple[str, Json]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FileRefused(f"found the name {twice[:60]!r} twice in one object, expected it once")
    return record


def flat(record: Record) -> dict[str, str]:
    """One object as texts; nested objects become `outer.inner`, lists their JSON, null an empty cell."""
    cells: dict[str, str] = {}

    def walk(value: Json, name: str, depth: int) -> None:
        if isinstance(value, dict) and depth < _DEEPEST and value:
            for key, inner in value.items():
                walk(inner, f"{name}.{key}" if name else key, depth + 1)
        elif value is None or isinstance(value, str):
            cells[name[:MAX_CELL]] = value or ""
        else:
            cells[name[:MAX_CELL]] = json.dumps(value, ensure_ascii=False)[: MAX_CELL + 1]
        if len(cells) > MAX_COLUMNS:
            raise FileRefused(f"found more than {MAX_COLUMNS} values in one object, expected at most that many")

    walk(record, "", 0)
    return cells


def records_of(name: str, value: Json, notices: list[str]) -> Placed:
    """The records of a parsed file, by whichever shape it has. Raises FileRefused."""
    if isinstance(value, dict):
        return _of_object(name, value, notices)
    if not isinstance(value, list):
        raise FileRefused(f"found a single value, {_EXPECTED}")
    if not value:
        raise FileRefused(f"found an empty list, {_EXPECTED}")
    records = [(f"object {i}", v) for i, v in enumerate(value, 1) if isinstance(v, dict)]
    if len(records) < len(value):
        wrong = next(i for i, v in enumerate(value, 1) if not isinstance(v, dict))
        raise FileRefused(f"found as element {wrong} no object, {_EXPECTED}")
    return records


def _of_object(name: str, value: Record, notices: list[str]) -> Placed:
    lists = [k for k, v in value.items() if isinstance(v, list) and v and all(isinstance(x, dict) for x in v)]
    if len(lists) > 1:
        raise FileRefused(f"found {len(lists)} lists of objects ({_listed(lists)}), expected one")
    if lists:
        if others := [k for k in value if k not in lists]:
            notices.append(f"the list {lists[0][:60]!r} was read; beside it were {_listed(others)}")
        return records_of(name, value[lists[0]], notices)
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _split(value["columns"], value["data"])
    if not value:
        raise FileRefused(f"found an empty object, {_EXPECTED}")
    if all(k.endswith(".json") for k in value):
        raise FileRefused(
            f"found values by sample of one model ({_listed(list(value))}), expected one value per metric: TOFU writes "
            "those to aggregate_stat.csv"
        )
    if columns := _columns(value):
        return columns
    stem = re.sub(r"\.jsonl?\Z", "", name.replace("\\", "/").rpartition("/")[2], flags=re.I)
    if harness.is_results(value.get("results")):
        notices.append("read as results of lm-eval; its standard errors were left out")
        return [("object 1", harness.record(value, stem))]
    inside = {k: v for k, v in value.items() if isinstance(v, dict)}
    if list(inside) == ["results"] and inside["results"]:
        return records_of(name, inside["results"], notices)
    if len(inside) == len(value):
        notices.append("every object was taken for one method, named by its key")
        return [(f"object {i}", {"method": k, **v}) for i, (k, v) in enumerate(inside.items(), 1)]
    match = _EVAL.match(stem)
    named = match.groupdict() if match else {"method": stem}
    return [("object 1", {**{k: v for k, v in named.items() if k not in value}, **value})]


def _split(columns: Json, data: Json) -> Placed:
    """Names of columns beside rows of values, as pandas writes with orient="split". Raises FileRefused."""
    assert isinstance(columns, list)
    assert isinstance(data, list)
    names = [" ".join(map(str, c)) if isinstance(c, list) else str(c) for c in columns]
    rows = [(f"row {i}", dict(zip(names, r, strict=False))) for i, r in enumerate(data, 1) if isinstance(r, list)]
    wrong = next((i for i, r in enumerate(data, 1) if not isinstance(r, list) or len(r) != len(names)), 0)
    if wrong or not rows:
        raise FileRefused(f"found as row {wrong} of data no {len(names)} values, expected one for each of the columns")
    return rows


def _columns(value: Record) -> Placed:
    """Columns of equal length, as lists or as objects keyed by row number (what pandas writes)."""
    columns: dict[str, list[Json]] = {}
    for name, column in value.items():
        if isinstance(column, dict) and column and all(k.isascii() and k.isdigit() for k in column):
            column = list(column.values())
        if not isinstance(column, list) or any(isinstance(x, (dict, list)) for x in column):
            return []
        columns[name] = column
    if len({len(c) for c in columns.values()}) > 1:
        return []
    rows = zip(*columns.values(), strict=True)
    return [(f"row {i}", dict(zip(columns, row, strict=True))) for i, row in enumerate(rows, 1)]


def _listed(names: Sequence[str]) -> str:
    return several([repr(n[:40]) for n in names], 5)
