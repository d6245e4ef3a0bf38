"""JSON and JSON Lines: every value is the text that stands there.

The shapes that result files come in, as plain functions from parsed JSON to records:

unified_unl      one object per run (`eval_<dataset>_<method>_seed<k>.json`), or a list of such objects
lm_eval          results of lm-eval by task (`results_<time>.json`), one run per file (harness.py)

What OpenUnlearning writes has a folder that names it: saves.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TypeAlias

from components.intake.limits import MAX_CELL, MAX_COLUMNS, MAX_ROWS
from components.intake.reading import harness
from components.intake.reading.table import Json, Record, Refused, Table, from_records, several

DEEPEST = 4
Placed: TypeAlias = list[tuple[str, Record]]
"""Where each record stands, and the record."""

_EVAL = re.compile(r"(?:eval|metrics)_(?P<method>.+)_seed(?P<seed>[0-9]+)(?:_[a-z]+)?\Z")
EXPECTED = "expected a list of objects, one per run, or one object with the metrics of a run"


def read_objects(name: str, text: str, notices: list[str]) -> Table:
    """A table from JSON of any of the known shapes. Raises Refused."""
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


def records_of(name: str, value: Json, notices: list[str]) -> Placed:
    """The records of a parsed file, by whichever shape it has. Raises Refused."""
    if isinstance(value, dict):
        return _of_object(name, value, notices)
    if not isinstance(value, list):
        raise Refused(f"found a single value, {EXPECTED}")
    if not value:
        raise Refused(f"found an empty list, {EXPECTED}")
    records = [v for v in value if isinstance(v, dict)]
    if len(records) < len(value):
        wrong = next(i for i, v in enumerate(value, 1) if not isinstance(v, dict))
        raise Refused(f"found as element {wrong} no object, {EXPECTED}")
    return [(f"object {i}", record) for i, record in enumerate(records, 1)]


def _of_object(name: str, value: Record, notices: list[str]) -> Placed:
    lists = {k: v for k, v in value.items() if isinstance(v, list) and v and all(isinstance(x, dict) for x in v)}
    if len(lists) == 1:
        (key, inner), others = next(iter(lists.items())), [k for k in value if k not in lists]
        if others:
            notices.append(f"the list {key[:60]!r} was read; beside it stood {_listed(others)}")
        return records_of(name, inner, notices)
    if len(lists) > 1:
        raise Refused(f"found {len(lists)} lists of objects ({_listed(list(lists))}), expected one")
    if isinstance(value.get("columns"), list) and isinstance(value.get("data"), list):
        return _split(value["columns"], value["data"])
    if value and all(k.endswith(".json") for k in value):
        raise Refused(
            f"found values by sample of one model ({_listed(list(value))}), expected one value per metric: TOFU writes "
            "those to aggregate_stat.csv"
        )
    columns = _columns(value)
    if columns:
        return columns
    if not value:
        raise Refused(f"found an empty object, {EXPECTED}")
    inside = {k: v for k, v in value.items() if isinstance(v, dict)}
    if harness.is_results(value.get("results")):
        notices.append("read as results of lm-eval; its standard errors were left out")
        return [("object 1", harness.record(value, _stem(name)))]
    if list(inside) == ["results"] and inside["results"]:
        return records_of(name, inside["results"], notices)
    if len(inside) == len(value):
        notices.append("every object was taken for one method, named by its key")
        return [(f"object {i}", {"method": k, **v}) for i, (k, v) in enumerate(inside.items(), 1)]
    file = name.rpartition("/")[2]
    if "method" in value or file.startswith(("eval_", "metrics_")):
        return [("object 1", unified_unl(name, value))]
    return [("object 1", {"method": _stem(name), **value})]


def unified_unl(name: str, record: Record) -> Record:
    """One run of UnifiedUnl: method and seed that the object does not say itself are read from the file name."""
    match = _EVAL.match(_stem(name))
    return record if match is None else {**record, **{k: v for k, v in match.groupdict().items() if k not in record}}


def _split(columns: Json, data: Json) -> Placed:
    """Names of columns beside rows of values, as pandas writes with orient="split". Raises Refused."""
    if not isinstance(columns, list) or not isinstance(data, list):
        raise Refused(f"found columns without rows, {EXPECTED}")
    names = [c if isinstance(c, str) else " ".join(map(str, c)) if isinstance(c, list) else str(c) for c in columns]
    wrong = next((i for i, r in enumerate(data, 1) if not isinstance(r, list) or len(r) != len(names)), 0)
    if wrong or not data:
        raise Refused(f"found as row {wrong} of data no {len(names)} values, expected one for each of the columns")
    rows = [r for r in data if isinstance(r, list)]
    return [(f"row {i}", dict(zip(names, row, strict=True))) for i, row in enumerate(rows, 1)]


def _columns(value: Record) -> Placed:
    """Columns of equal length, as lists or as objects keyed by row number (what pandas writes)."""
    columns: dict[str, list[Json]] = {}
    for name, column in value.items():
        if isinstance(column, list):
            columns[name] = column
        elif isinstance(column, dict) and column and all(k.isascii() and k.isdigit() for k in column):
            columns[name] = list(column.values())
        else:
            return []
    nested = any(isinstance(x, (dict, list)) for c in columns.values() for x in c)
    if nested or len({len(c) for c in columns.values()}) != 1:
        return []
    length = len(next(iter(columns.values())))
    return [(f"row {i + 1}", {name: column[i] for name, column in columns.items()}) for i in range(length)]


def _stem(name: str) -> str:
    return re.sub(r"\.jsonl?\Z", "", name.replace("\\", "/").rpartition("/")[2], flags=re.I)


def _listed(names: Sequence[str]) -> str:
    return several([repr(n[:40]) for n in names], 5)
